"""The tests leave nothing behind, what hypothesis keeps goes away with them, and they make no
sound.

As many run at a time as processors and memory allow.
"""

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

from companion import clock
from companion import settings as own_settings
from companion.errors import ConfigError
from tests.rig import browsers, skips, time_limit
from tests.rig.samples import SEED
from wiring.spec import Build

gc.disable()  # until all tests are collected, which stay to the end
os.environ["SDL_AUDIODRIVER"] = "dummy"
_KEPT = tempfile.TemporaryDirectory()
set_hypothesis_home_dir(_KEPT.name)

# How long an example takes is the machine's matter, which may be busy with something else.
settings.register_profile("here", deadline=None, print_blob=True)
settings.load_profile("here")

# Newer versions try each constant in the program's source, too: then a change of the program would
# change the examples, and every process would parse all modules anew.
_providers = sys.modules.get("hypothesis.internal.conjecture.providers")
if hasattr(_providers, "_get_local_constants"):
    _providers._get_local_constants = lambda: _providers._local_constants

WORKER_BYTES = 256 << 20
"""The memory of a process that runs tests, and of what it starts."""


def pytest_configure(config: pytest.Config) -> None:
    """Let a test that hangs end, let what is skipped be told, and have one browser."""
    for plugin in (browsers, skips, time_limit):
        config.pluginmanager.register(plugin)
    config.option.hypothesis_seed = config.option.hypothesis_seed or str(SEED)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how what was drawn by chance is drawn again."""
    terminalreporter.write_line(f"chance: COMPANION_SEED={SEED} draws it again")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Use two processes more than processors: tests wait for devices half of their time."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min((os.cpu_count() or 1) + 2, memory // WORKER_BYTES - 1))


def pytest_collection_finish():
    """Freeze the tests, which stay to the end: no garbage collection need look at them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def set_clock() -> Iterator[None]:
    """Let the clock count as set, whatever the kernel of this machine says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "_is_synchronised", lambda: True)
        yield


@pytest.fixture(autouse=True, scope="session")
def read_no_settings_of_the_machine() -> Iterator[None]:
    """Let no settings be here, whatever lies in the home, in /etc and on a boot partition.

    For a companion as a process `rig/daemons.py` sees to it.
    """
    looked = own_settings.is_there
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CONFIG_HOME", own_settings.VARIABLE):
            patch.delenv(name, raising=False)
        machines = (*own_settings.possible_files(os.environ), *own_settings.BOOT)
        patch.setattr(own_settings, "is_there", lambda path: path not in machines and looked(path))
        yield


@pytest.fixture
def build(request: pytest.FixtureRequest) -> Build:
    """Return a build that a test names by what reads it."""
    try:
        return request.param()
    except ConfigError as error:
        pytest.skip(f"tests/wiring/test_builds.py tells its mistakes: {error}")
