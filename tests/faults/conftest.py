"""What tests of faults share with those of the journal."""

from tests.journal import conftest

memory = conftest.tmp_path
"""A folder on a memory disk, where there is one."""
