"""A thread that dies takes the process down at once, whichever it is."""

import contextlib
import time

import pytest

from companion.commands.run import DIED
from tests.rig.daemons import FAULTS, launched
from tests.rig.running import Script
from tests.rig.waiting import until

pytestmark = FAULTS

RUN = """
import sys
from pathlib import Path
def poorly(*words, **more):
    if Path({mark!r}).exists():
        raise RuntimeError("poorly")
    return well(*words, **more)
{inject}
from companion.cli import main
sys.exit(main(["run", "--panel", "emulator", "--headless", "--socket", {sock!r}]))
"""

PATCH = """
import {module} as module
well = module.{name}
module.{name} = poorly
"""

PINS = """
import threading, time
import companion.daemon.inbox as inbox
well = inbox.Inbox.post
def post(self, message):
    if type(message).__name__ == "Edge":
        poorly(self, message)
    else:
        well(self, message)
inbox.Inbox.post = post
import companion.commands.run as run
class Companion(run.CompanionThreads):
    def start(self):
        super().start()
        def finger():
            while True:
                self.emulated.press("clue")
                self.emulated.release("clue")
                time.sleep(0.01)
        threading.Thread(target=finger, name="pins", daemon=True).start()
run.CompanionThreads = Companion
"""


def patch(module: str, name: str) -> str:
    return PATCH.format(module=module, name=name)


@pytest.mark.parametrize(
    ("thread", "inject"),
    [
        ("loop", patch("companion.daemon.core", "Core.publish")),
        ("writer", patch("companion.journal.writer", "Writer._prefer")),
        ("queries", patch("companion.journal.query_thread", "guarded")),
        ("outputs", patch("companion.daemon.outputs", "Outputs._frame")),
        ("control socket", patch("companion.daemon.socket.client", "Client.request")),
        ("pins", PINS),
    ],
)
def test_a_thread_that_dies_takes_the_process_down(tmp_path, thread, inject):
    mark, sock = tmp_path / "now", tmp_path / "hanabi-companion.sock"
    code = RUN.format(mark=str(mark), inject=inject, sock=str(sock))
    with launched(tmp_path, "-c", code) as companion:
        companion.ready()
        with Script(companion.sock) as script:
            for what in ("state", "history", "frame"):
                assert script.ask(get=what)
            mark.touch()
            began = time.monotonic()
            with contextlib.suppress(OSError):  # it may be gone already
                script.send(
                    b'{"get":"history"}\n{"get":"frame"}\n{"do":"press","control":"clue"}\n'
                )
            until(lambda: companion.process.poll() is not None, 3)
        assert companion.process.returncode == DIED
        assert time.monotonic() - began < 2
        assert f"the thread {thread} died: RuntimeError('poorly')" in companion.log
