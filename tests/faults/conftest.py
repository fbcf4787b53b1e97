"""What tests of faults share with those of the table."""

from tests.journal.conftest import memory as memory
