"""An upgrade removes the files of a companion that runs, and the game goes on."""

import random
import shutil
import subprocess
import sys

import pytest

from companion.commands import read_ahead, run
from tests.rig.daemons import launched
from tests.rig.readmes import ROOT
from tests.rig.running import Script
from tests.rig.waiting import until

PROGRAM = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from companion.commands import read_ahead, run
read = read_ahead.read_ahead
def read_and_say():
    read()
    print("everything is read", file=sys.stderr, flush=True)
read_ahead.read_ahead = read_and_say
run.READ_AHEAD_S = 0.1
from companion.cli import main
sys.exit(main())
"""
"""A companion of the program in the folder that its first word names."""
ROOMS = ("companion", "hardware", "wiring")
OWN = tuple(f"{room}." for room in ROOMS) + tuple(f"{ROOT / room}/" for room in ROOMS)
LATE_READS = """
import sys
from companion.commands import run
from companion.commands.read_ahead import read_ahead
from companion.daemon.threads import Threads
from tests.rig.samples import EVERY_CASE
from tests.rig.views import views
read_ahead()
read = set()
def on_event(event, arguments):
    if event == "open":
        read.add(str(arguments[0]))
    elif event == "import":
        read.add(arguments[0])
sys.addaudithook(on_event)
from companion.face.screens import draw
from companion.face.voice.heard import screen_text
from companion.face.words import LANGUAGES
for number, view in enumerate(views().values()):
    for language in (LANGUAGES if EVERY_CASE else LANGUAGES[number % len(LANGUAGES) :][:1]):
        told = view._replace(face=view.face._replace(
            preferences=view.face.preferences._replace(language=language)))
        draw(told)
        screen_text(told)
print(*sorted(read), sep="\\n")
"""
"""Prints what is read or imported for the first time while all screens are drawn and spoken."""


def copied_program(folder):
    """Copy the program to a folder."""
    for name in ROOMS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def wander(script, rng, presses):
    """Press buttons at random, whatever the answer: taps, and now and then a hold."""
    for _ in range(presses):
        control = rng.choice(("clue", "discard", "play"))
        if rng.random() < 0.1:
            script.tell(do="hold", control=control, seconds=0.8)
        else:
            script.tell(do="press", control=control)


def test_no_screen_and_no_sentence_reads_a_file_late():
    words = (sys.executable, "-c", LATE_READS)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    late = [name for name in done.stdout.split() if name.startswith(OWN)]
    assert late == [], "read or import these in companion/commands/read_ahead.py too"


def test_a_companion_plays_on_without_its_files(tmp_path):
    program = copied_program(tmp_path / "program")
    sock = tmp_path / "hanabi-companion.sock"
    words = ("run", "--panel", "emulator", "--headless", "--socket", str(sock))
    with launched(tmp_path, "-Bc", PROGRAM, str(program), *words) as daemon:
        daemon.ready()
        until(lambda: "everything is read" in daemon.log)
        shutil.rmtree(program)
        with Script(sock) as script:
            script.ask(do="new", players=3)
            wander(script, random.Random(4), 40)
            script.ask(get="record")
            script.ask(get="history")
            script.ask(get="stats")
        assert daemon.end() == 0
        assert "mistake" not in daemon.log, daemon.log
        assert "Traceback" not in daemon.log, daemon.log


@pytest.mark.parametrize("error", [FileNotFoundError("large.txt"), ImportError("aloud")], ids=repr)
def test_what_is_gone_already_ends_no_companion(error, monkeypatch, caplog):
    def fail():
        raise error

    monkeypatch.setattr(read_ahead, "read_ahead", fail)
    run._read_ahead()
    assert f"could not be read: {error}" in caplog.text
