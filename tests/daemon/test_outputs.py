"""Failing displays and lights under a running companion: the game goes on, and they come back."""

import errno
import os
import random
import threading
import time

import pytest

from companion.daemon.interfaces import Spoken
from companion.daemon.outputs import Outputs
from companion.errors import PanelError
from companion.face import screens
from companion.face.state import face_at_start
from companion.face.view import View
from companion.journal.sitting import EMPTY
from companion.panel import Panel, Speech
from hardware.emulator.models.oled import ModelSsd1306
from tests.rig.running import Script, running
from tests.rig.samples import fewer
from tests.rig.waiting import until


def shows_the_truth(companion) -> bool:
    drawn = screens.draw(companion.threads.core.view).image
    return companion.emulated.shown_picture().tobytes() == drawn.tobytes()


def test_a_display_that_is_pulled_out_and_put_back_shows_the_right_picture_again(tmp_path):
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=3)
        companion.emulated.model.unplug()
        assert script.ask(do="press", control="clue")["shown"] is False
        assert script.ask(get="state")["state"]["clues"] == 7
        companion.emulated.model.plug_in()
        until(lambda: shows_the_truth(companion))


def test_a_display_that_is_missing_at_the_start_comes_later(tmp_path, monkeypatch):
    fresh = ModelSsd1306.__init__

    def missing(self, *args, **kwargs):
        fresh(self, *args, **kwargs)
        self.unplug()

    monkeypatch.setattr(ModelSsd1306, "__init__", missing)
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=2)
        companion.emulated.model.plug_in()
        until(lambda: shows_the_truth(companion))


@pytest.mark.parametrize("seed", range(fewer(3, 3)))
def test_a_bus_that_fails_at_random_stops_no_game(tmp_path, monkeypatch, seed):
    dice = random.Random(seed)
    write = ModelSsd1306.write
    faulty = True

    def flaky(self, payload):
        if faulty and dice.random() < 0.2:
            number = dice.choice((errno.EIO, errno.EREMOTEIO, errno.ETIMEDOUT))
            if dice.random() < 0.5:
                write(self, payload[: dice.randint(1, len(payload))])
            raise OSError(number, os.strerror(number))
        write(self, payload)

    monkeypatch.setattr(ModelSsd1306, "write", flaky)
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=3)
        for turn in range(40):
            script.ask(do="press", control="clue" if turn % 2 == 0 else "discard")
        state = script.ask(get="state")["state"]
        assert (state["turn"], state["deck"]) == (41, 15)
        faulty = False
        until(lambda: shows_the_truth(companion))


class SlowScreen:
    """A display whose bus stands still until `go`."""

    size = (128, 64)

    def __init__(self):
        self.began, self.go, self.shown = threading.Event(), threading.Event(), 0

    def set_brightness(self, level):
        pass

    def refresh(self, undisturbed):
        return True

    def show(self, picture):
        self.began.set()
        assert self.go.wait(5)
        self.shown += 1

    def close(self, keep=False):
        pass


def test_what_waits_for_a_slow_bus_is_one_picture_and_nobody_waits_for_those_between():
    screen, answered = SlowScreen(), threading.Event()
    told = []
    outputs = Outputs(Panel("slow", None, screen, None), told.append, time.monotonic)
    outputs.start()
    outputs.show_view(0, View(EMPTY, face_at_start(EMPTY)))
    assert screen.began.wait(5)
    for serial in range(1, 1001):
        outputs.show_view(serial, View(EMPTY, face_at_start(EMPTY)))
    outputs.ping(answered.set)
    screen.go.set()
    assert answered.wait(5)
    assert screen.shown == 2
    assert [shown.serial for shown in told] == [0, 1000]
    outputs.stop()


class Mouth:
    """A speaker that makes the words at once."""

    def __init__(self) -> None:
        self.said = []

    def set_volume(self, level):
        pass

    def say(self, words, sound=""):
        self.said.append(words())


@pytest.mark.parametrize("words", [Speech("Blue 3.", "en", 1.5), None])
def test_it_is_told_when_the_words_that_are_spoken_end(words):
    told, mouth = [], Mouth()
    outputs = Outputs(
        Panel("spoken", None, None, None, speaker=mouth), told.append, clock=lambda: 100.0
    )
    outputs.speak_words(lambda: words, "", "3")
    assert mouth.said == [words]
    assert told == ([Spoken(101.5)] if words else [])


def test_without_a_speaker_nobody_waits_for_words():
    told = []
    outputs = Outputs(Panel("mute", None, None, None), told.append, time.monotonic)
    outputs.speak_words(lambda: Speech("Blue 3.", "en", 1.5), "", "3")
    assert told == []


def test_lights_that_fail_are_told_once_and_come_back(tmp_path, monkeypatch, caplog):
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        lights = companion.panel.lights
        show = lights.show

        def broken(plan):
            raise PanelError("the lights are gone")

        monkeypatch.setattr("companion.daemon.log.log.propagate", True)
        script.ask(do="new", players=3)
        monkeypatch.setattr(lights, "show", broken)
        for _ in range(3):
            script.ask(do="press", control="clue")
        monkeypatch.setattr(lights, "show", show)
        until(lambda: sum(companion.emulated.levels()["clue"]) == 5)
        until(lambda: "back again" in caplog.text)
        told = [record.getMessage() for record in caplog.records if "lights" in record.getMessage()]
        assert told == ["lights: the lights are gone", "lights: back again"]
