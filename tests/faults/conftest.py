"""What tests of faults share with those of the table."""

from tests.table.conftest import memory as memory
