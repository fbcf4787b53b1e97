"""The table's id: of this machine alone, and without its secret."""

from pathlib import Path

import pytest

from companion.club import identity
from companion.club.identity import NoIdentity

MACHINE = "0123456789abcdef0123456789abcdef"


def table_id(file: Path) -> str:
    return identity.table_id({identity.VARIABLE: str(file)})


def test_the_id_stays_and_is_another_one_on_another_machine(tmp_path):
    file = tmp_path / "machine-id"
    file.write_text(f"{MACHINE}\n")
    first = table_id(file)
    assert first == table_id(file)
    assert len(first) == 12
    assert set(first) <= set("0123456789abcdef")
    assert first not in MACHINE
    file.write_text(f"{MACHINE[:-1]}e\n")
    assert table_id(file) != first


def test_the_id_of_a_machine_is_the_same_in_every_version(tmp_path):
    file = tmp_path / "machine-id"
    file.write_text(MACHINE)
    assert table_id(file) == "74a46050cf35"


@pytest.mark.parametrize("text", ["", "uninitialized\n", MACHINE[:-2], "\xff"])
def test_a_machine_without_an_id_is_one_sentence(tmp_path, text):
    file = tmp_path / "machine-id"
    file.write_text(text)
    with pytest.raises(
        NoIdentity, match="has no id of 32 hex digits: `sudo systemd-machine-id-setup`"
    ):
        table_id(file)
    with pytest.raises(NoIdentity, match="cannot be read"):
        table_id(tmp_path / "none")
