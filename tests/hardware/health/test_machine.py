"""How commands are run, and whether the user that drives the parts may use a file."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hardware.health.machine import HUNG, MISSING, Machine, run_command


def test_a_command_that_hangs_or_is_missing_has_an_end_and_one_that_fails_its_complaints() -> None:
    assert run_command(("sleep", "5"), 0.1) == (HUNG, "")
    assert run_command(("no-such-command",)) == (MISSING, "")
    for status, said in ((0, "out\n"), (3, "out\nerr\n")):
        words = ("sh", "-c", f"echo out; echo err >&2; exit {status}")
        assert run_command(words) == (status, said)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other users")
@pytest.mark.parametrize(
    ("owner", "group", "mode", "may"),
    [
        (64100, 0, 0o600, True),
        (64100, 64110, 0o060, False),
        (0, 64110, 0o060, True),
        (0, 64110, 0o606, False),
        (0, 0, 0o006, True),
        (0, 0, 0o660, False),
    ],
)
def test_the_kernel_says_what_the_user_that_drives_the_parts_may(
    owner: int, group: int, mode: int, may: bool
) -> None:
    words = ("setpriv", "--reuid=64100", "--regid=64100", "--groups=64100,64110")
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        file = folder / "device"
        file.touch()
        os.chown(file, owner, group)
        file.chmod(mode)
        assert Machine(folder, as_driver=words).usable("/device") == may
        assert Machine(folder).usable("/device")
