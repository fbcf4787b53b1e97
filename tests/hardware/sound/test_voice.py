"""The voice: what the card gets of words, what ends them, and an espeak-ng that fails."""

import os
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.panel import Speech
from hardware.sound import voice
from hardware.sound.player import LATE_S, LEAD_S
from hardware.sound.speaker import MixerSpeaker
from tests.rig import espeak
from tests.rig.printed import printed_by
from tests.rig.samples import sample
from tests.rig.sound_card import NEEDS_MIXER, RATE, Card
from tests.rig.waiting import until

pytestmark = NEEDS_MIXER


@pytest.fixture
def card(tmp_path, monkeypatch) -> Card:
    path = tmp_path / "card.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(path))
    return Card(path)


@pytest.fixture
def speaker(card) -> Iterator[MixerSpeaker]:
    """A speaker with an open card that is quiet."""
    one = MixerSpeaker()
    one.hush()
    until(card.quiet, pause=0.1)
    yield one
    one.close()


def words(text: str, language: str = "en") -> Callable[[], Speech]:
    return lambda: Speech(text, language)


@espeak.NEEDS_ESPEAK
@pytest.mark.parametrize(
    ("text", "language"),
    sample(
        [
            ("Zoé : 3 bleue, 15 points ; à jouer : Ben.", "fr"),
            ("-w /etc/passwd --version", "en"),
            ("Ann; rm -rf / `id` $(id) & 'x' \"y\"", "en"),
        ],
        3,
    ),
)
def test_the_card_gets_what_espeak_ng_makes_of_the_words(speaker, card, text, language):
    wanted = espeak.sound(text, language)
    assert len(wanted) > 5000
    speaker.say(words(text, language))
    until(lambda: card.spoke(wanted), pause=0.1)


LONG = "Ann: misfire red 3."
"""More than a second of speech."""


def begins(card: Card, after: int) -> int:
    """The number of the first sample from there on that is no silence."""
    until(lambda: any(card.samples[after:]), pause=0.01)
    return after + next(number for number, value in enumerate(card.samples[after:]) if value)


def is_heard(card: Card, ask: Callable[[], None]) -> None:
    """Ask for a sound until it is heard: on a busy machine it may be too late to be played."""
    after = len(card.samples)
    ask()
    until(lambda: any(card.samples[after:]) or ask(), pause=LATE_S)


def silent_again(card: Card) -> None:
    until(card.quiet, pause=0.1)


@espeak.NEEDS_ESPEAK
def test_words_follow_a_sound_that_makes_way_for_them(speaker, card):
    wanted = espeak.sound("Blue 3.", "en")

    def waited() -> float:
        """Say them after a sound. Return the seconds from the sound to the words."""
        after = len(card.samples)
        speaker.say(words("Blue 3."), "misfire")
        first = begins(card, after)
        silent_again(card)
        place = card.place(wanted, first)
        if place is None:  # a busy machine leaves a gap in the words
            return 0.0
        silence = card.samples[place - 100 : place]
        assert max(map(abs, silence)) < 400, "sound and words are heard at once"
        return (place - first) / RATE

    until(lambda: LEAD_S <= waited() < 0.5)  # a busy machine plays the sound late too


@espeak.NEEDS_ESPEAK
@pytest.mark.parametrize("act", ["play", "hush"])
def test_a_press_cuts_the_words_short(speaker, card, act):
    wanted = espeak.sound(LONG, "en")
    after = len(card.samples)
    speaker.say(words(LONG))
    begins(card, after)
    cut = len(card.samples)
    if act == "play":
        speaker.play("click")
    else:
        speaker.hush()
    silent_again(card)
    heard = card.samples[cut:]
    last = max(number for number, value in enumerate(heard) if value)
    assert last / RATE < 0.3
    assert card.place(wanted, after) is None
    assert children(speaker) == []


@espeak.NEEDS_ESPEAK
def test_words_that_come_to_nothing_end_nothing(speaker, card):
    wanted = espeak.sound(LONG, "en")
    after = len(card.samples)
    speaker.say(words(LONG))
    begins(card, after)
    speaker.say(lambda: None)
    until(lambda: card.spoke(wanted, after), pause=0.1)


def children(speaker: MixerSpeaker) -> list[int]:
    """The processes of the player."""
    task = Path(f"/proc/{speaker._player.pid}/task")
    return [
        int(pid) for thread in task.iterdir() for pid in (thread / "children").read_text().split()
    ]


@espeak.NEEDS_ESPEAK
def test_of_a_hundred_quick_turns_nothing_piles_up(speaker, card):
    after = len(card.samples)
    descriptors = len(os.listdir(f"/proc/{speaker._player.pid}/fd"))
    most = 0
    for number in range(100):
        speaker.say(words(f"Player {number % 5 + 1}: a clue, {number} left."), "grow_1")
        time.sleep(0.02)
        most = max(most, len(children(speaker)))
    last = "Player 5: a clue, 99 left."
    until(lambda: card.spoke(espeak.sound(last, "en"), after), pause=0.1)
    silent_again(card)
    assert most <= 1
    assert children(speaker) == []
    assert len(os.listdir(f"/proc/{speaker._player.pid}/fd")) == descriptors
    assert speaker._wanted.empty()


# An espeak-ng that is not there, or fails


@pytest.fixture
def program(tmp_path, monkeypatch) -> Callable[[str], None]:
    """Puts a program of our own in the place of espeak-ng; an empty one is none at all."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def put(code: str) -> None:
        if code:
            # By a shell: the first line of a script takes no path with a blank.
            words = shlex.join([sys.executable, "-c", f"import os, sys, time\n{code}"])
            path = folder / "espeak-ng"
            path.write_text(f"#!/bin/sh\nexec {words}\n")
            path.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    return put


def speaks_in_vain(card: Card) -> MixerSpeaker:
    """A speaker that was told to speak, and played a sound afterwards."""
    one = MixerSpeaker()
    one.hush()
    silent_again(card)
    return one


def test_without_espeak_ng_it_is_said_once_what_to_install(card, program, capfd):
    program("")
    one = speaks_in_vain(card)
    for _ in range(3):
        is_heard(card, lambda: one.say(words("Blue 3."), "undo"))  # the sound is there all the same
        silent_again(card)
    one.close()
    assert capfd.readouterr().err == (
        "companion: voice: espeak-ng is not installed (apt install espeak-ng);"
        " going on without it\n"
    )


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.stderr.write('x' * 4000); sys.exit(2)", f"failed (exit status 2): {'x' * 200}"),
        ("sys.exit('no such voice\\nUsage')", "failed (exit status 1): no such voice"),
        ("sys.exit('\\x1b[31mno such voice')", "failed (exit status 1)"),
        ("os.write(1, b'no sound'); os.kill(os.getpid(), 9)", "failed (exit status -9)"),
        ("os.write(1, b'RIFF' + bytes(40))", "made no sound"),
        ("sys.exit(0)", "made no sound"),
        ("os.write(1, b'Usage: espeak-ng [options] ' * 999)", "made no sound"),
        ("while True: os.write(1, bytes(65536))", "writes sound without end"),
        ("os.close(0); os.close(1); time.sleep(60)", "does not answer"),
        ("os.write(1, bytes(44)); time.sleep(60)", "does not answer"),
        ("sys.stderr.write('x' * 99999); time.sleep(60)", "does not answer"),
    ],
)
def test_an_espeak_ng_that_fails_says_why(program, monkeypatch, code, why):
    monkeypatch.setattr(voice, "ANSWERS_S", 0.3 if why == "does not answer" else 30.0)
    program(code)
    sentence = voice.Sentence("Blue 3.", "en", 1.0)
    with pytest.raises(ChildProcessError, match=f"^{re.escape(f'espeak-ng {why}')}$"):
        until(lambda: sentence.made_samples() is not None)
    sentence.end_process()


def test_an_espeak_ng_that_fails_costs_only_its_words_and_is_told_once(card, program, capfd):
    program("sys.exit(1)")
    one = speaks_in_vain(card)
    told = ""

    def lines() -> str:
        nonlocal told
        told += capfd.readouterr().err
        return told

    one.say(words("Blue 3."))
    until(lines, pause=0.05)
    for _ in range(2):
        one.say(words("Blue 3."))
        time.sleep(0.2)
    is_heard(card, lambda: one.play("undo"))
    one.close()
    assert one._player.returncode == 0
    assert lines() == "companion: voice: espeak-ng failed (exit status 1); going on without it\n"


def test_an_espeak_ng_that_hangs_is_ended_by_the_next_words(card, program):
    program("time.sleep(60)")
    one = speaks_in_vain(card)
    for _ in range(3):
        one.say(words("Blue 3."))
        until(lambda: len(children(one)) == 1)
    one.play("click")
    until(lambda: children(one) == [])
    one.close()


def test_who_only_hears_sounds_waits_for_no_voice():
    code = (
        "import sys, time; from hardware.sound import player as p; p._take_mixer()\n"
        "one = p.Player(sys.stderr)\n"
        "one.play_request(p.SoundRequest('click', 1.0, time.monotonic())); one.release_card()\n"
        "print('subprocess' in sys.modules, one._voice)"
    )
    said = printed_by(code, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=os.devnull)
    assert said.splitlines()[-1] == "False None"
