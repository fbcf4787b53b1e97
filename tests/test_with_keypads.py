"""Keypads at the table: turns by their keys, while they are pulled out and put back."""

import time

import pytest

from tests.rig.keypads import CLUE, PLAY, Desk
from tests.rig.running import Script, running
from tests.rig.waiting import until
from wiring.reading.keypads import KEY_CODES

BUILD = """
board = "mock"
[screen]
controller = "ssd1306"
[[keypads]]
device = "Keypad"
"""
RED = KEY_CODES["KEY_KP5"]


def speak_english(home):
    folder = home / ".config" / "hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "companion.toml").write_text('language = "en"\n')


@pytest.fixture
def pad(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch)
    speak_english(tmp_path)
    pad = desk.keypad()
    pad.plug_in()
    return pad


def tap(pad, code, seconds=0.06):
    time.sleep(0.5)  # what comes sooner after what was seen was meant for the picture before
    pad.press(code)
    time.sleep(seconds)
    pad.release(code)


def test_a_device_of_a_keypad_alone_plays(tmp_path, pad):
    file = tmp_path / "pad.toml"
    file.write_text(BUILD)
    with (
        running(tmp_path, build=str(file)) as companion,
        Script(companion.threads.server.path) as script,
    ):
        until(lambda: pad._desk.opened and pad._desk.opened[-1].grabbed)
        script.ask(do="new", players=3)

        def state():
            return script.ask(get="state")["state"]

        def says(words):
            return words in str(script.ask(get="screen")["screen"]["texts"])

        tap(pad, CLUE)
        until(lambda: state()["clues"] == 7)
        tap(pad, PLAY)
        until(lambda: script.ask(get="screen")["screen"]["name"] == "choosing")
        tap(pad, RED)
        until(lambda: state()["fireworks"]["R"] == 1)
        time.sleep(0.5)
        pad.write((1, CLUE, 1), (0, 0, 0), (1, CLUE, 0))  # a foot switch, which lets go at once
        until(lambda: state()["clues"] == 6)
        time.sleep(0.5)
        before = state()["turn"]
        pad.press(PLAY)
        until(lambda: companion.panel.controls.is_down("play"))
        pad.unplug()
        until(lambda: says("No keypad"))
        pad.plug_in()
        until(lambda: says("The keypad is back"))
        time.sleep(0.2)
        assert state()["turn"] == before, "the press that was under way counts nothing"
        assert script.ask(get="screen")["screen"]["name"] == "table"
        tap(pad, CLUE)
        until(lambda: state()["clues"] == 5)


def test_a_keypad_that_is_away_from_the_first_is_told(tmp_path, monkeypatch):
    Desk(tmp_path, monkeypatch)
    speak_english(tmp_path)
    file = tmp_path / "pad.toml"
    file.write_text(BUILD)
    with (
        running(tmp_path, build=str(file)) as companion,
        Script(companion.threads.server.path) as script,
    ):
        until(lambda: "No keypad" in str(script.ask(get="screen")["screen"]["texts"]))
