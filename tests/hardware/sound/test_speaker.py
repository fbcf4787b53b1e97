"""The speaker: what its player is told, players that fail, and what is really played."""

import logging
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
import wave
from collections.abc import Callable, Iterator
from contextlib import suppress
from fcntl import F_SETPIPE_SZ, fcntl
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.panel import Speech
from hardware.sound import player as sound_player
from hardware.sound import speaker
from hardware.sound.player import AGAIN_S, NO_PYGAME, SOUNDS, Player, SoundRequest
from hardware.sound.speaker import MixerSpeaker
from tests.hardware.made_up import Clock
from tests.rig.printed import printed_by
from tests.rig.samples import sample
from tests.rig.sound_card import NEEDS_MIXER
from tests.rig.waiting import until

ECHO = "import sys\nfor line in sys.stdin: open(sys.argv[1], 'a').write(line)"


@pytest.fixture(autouse=True)
def heard(monkeypatch, caplog):
    """These tests do start players."""
    monkeypatch.delenv("SDL_AUDIODRIVER")
    caplog.set_level(logging.INFO)


@pytest.fixture
def told(tmp_path) -> Callable[[], list[list[str]]]:
    """What the player was told, line by line."""
    path = tmp_path / "told"
    return lambda: [line.split() for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def speaking(tmp_path, clock) -> Iterator[MixerSpeaker]:
    """A speaker whose player only writes down what it is told."""
    one = MixerSpeaker(clock, (sys.executable, "-c", ECHO, str(tmp_path / "told")))
    yield one
    one.close()


def test_of_sounds_that_pile_up_the_newest_is_played(speaking, told, clock, monkeypatch):
    held, go = threading.Event(), threading.Event()
    there = MixerSpeaker._start_player

    def slow(one: MixerSpeaker) -> bool:
        held.set()
        go.wait(10)
        return there(one)

    monkeypatch.setattr(MixerSpeaker, "_start_player", slow)
    speaking.play("click")
    held.wait(10)
    for name in ("grow_1", "grow_2", "grow_3"):
        speaking.play(name)
    go.set()
    until(lambda: len(told()) >= 2)
    speaking.close()
    assert [line[0] for line in told()] == ["click", "grow_3"]


def test_words_are_one_line_that_fits_into_a_pipe(speaking, told):
    speaking.say(lambda: Speech("Ann:\n" + "é" * 2000, "fr"), "undo")
    until(told)
    (line,) = told()
    assert (line[0], line[3:]) == ("undo", ["fr", "Ann:", "é" * 1497])


def test_a_player_that_dies_comes_back_at_a_later_sound(speaking, told, clock, caplog):
    speaking.play("click")
    until(told)
    first = speaking._player
    first.kill()
    first.wait()
    for clock.now in (0.0, 10.0, AGAIN_S - 0.1):
        speaking.play("undo")
        until(lambda: speaking._player is None and speaking._wanted.empty())
    assert [line[0] for line in told()] == ["click"]
    assert caplog.messages == ["sound: its player ended (-9); going on without it"]
    clock.now = AGAIN_S
    speaking.play("undo")
    until(lambda: len(told()) == 2)
    assert told()[-1][0] == "undo"


def test_a_player_that_closes_its_input_and_lives_on_is_told_and_another_one_started(
    tmp_path, told, clock, monkeypatch, caplog
):
    monkeypatch.setattr(speaker, "ENDS_S", 0.05)
    deaf = tmp_path / "deaf"
    code = (
        f"import os, time\nif not os.path.exists({str(deaf)!r}):\n"
        f"    os.close(0); open({str(deaf)!r}, 'w').close(); time.sleep(60)\n{ECHO}"
    )
    one = MixerSpeaker(clock, (sys.executable, "-c", code, str(tmp_path / "told")))
    one.play("click")
    until(deaf.exists)
    one.play("click")
    until(lambda: one._player.poll() is not None)
    clock.now = AGAIN_S
    one.play("undo")
    until(told)
    one.close()
    assert [line[0] for line in told()] == ["undo"]
    assert caplog.messages == ["sound: its player ended (-9); going on without it"]


def test_what_fails_again_and_again_is_told_once(tmp_path, clock, caplog):
    starts = tmp_path / "starts"
    code = (
        f"open({str(starts)!r}, 'a').write('x'); print('no libSDL2');"
        f" import sys; sys.exit({NO_PYGAME})"
    )
    one = MixerSpeaker(clock, (sys.executable, "-c", code))
    for number in range(3):
        clock.now = number * (AGAIN_S + 1)
        one.play("click")
        until(lambda number=number: starts.exists() and len(starts.read_text()) == number + 1)
        until(lambda: one._player is not None and one._player.poll() is not None)
        one.play("click")
        until(lambda: one._player is None and one._retry_at > clock.now)
    one.close()
    assert caplog.messages == ["sound: pygame cannot be used: no libSDL2; going on without it"]


@pytest.mark.parametrize(
    ("without", "why"),
    [
        ("pygame", "sound: pygame is not installed; going on without it"),
        (
            "program",
            "sound: its player cannot be started: No such file or directory; going on without it",
        ),
    ],
)
def test_without_what_it_needs_it_is_silent(tmp_path, clock, caplog, monkeypatch, without, why):
    if without == "pygame":
        monkeypatch.setattr(speaker, "find_spec", lambda name: None)
    one = MixerSpeaker(clock, (str(tmp_path / "nothing"),))
    one.play("click")
    until(lambda: caplog.records)
    clock.now = AGAIN_S
    one.play("click")
    until(lambda: one._retry_at > AGAIN_S)
    one.close()
    assert caplog.messages == [why]


def test_a_player_that_played_for_a_while_and_dies_comes_back_at_once(
    speaking, told, clock, caplog
):
    for number in range(1, 4):
        speaking.play("click")
        until(lambda number=number: len(told()) == number)
        speaking._player.kill()
        speaking._player.wait()
        clock.now += AGAIN_S
    assert caplog.messages == ["sound: its player ended (-9); going on without it"] * 2


def test_a_player_that_hangs_at_its_start_ends_itself():
    code = (
        "import time; from hardware.sound import player as s; s.STARTS_S = 1;"
        " s._take_mixer = lambda: time.sleep(60); s.main()"
    )
    ended = subprocess.run([sys.executable, "-c", code], check=False, timeout=50)
    assert ended.returncode == -signal.SIGALRM


def test_a_player_that_hangs_holds_up_nobody(tmp_path, clock):
    one = MixerSpeaker(clock, (sys.executable, "-c", "import time; time.sleep(60)"))
    one.play("click")
    until(lambda: one._player)
    for _ in range(20_000):  # more than a pipe holds
        one._write_to_player("turns_left_1 1.000 0.000\n")
    one._player.kill()
    one.close()


def test_the_companion_itself_never_imports_pygame():
    code = (
        "import sys, time\nfrom hardware.emulator.opening import emulate_build\n"
        "from wiring.reading.build import load\n"
        "panel = emulate_build(load('emulator'))[0]\npanel.speaker.play('click')\n"
        "while panel.speaker._player is None: time.sleep(0.01)\npanel.speaker.close()\n"
        "print('pygame' in sys.modules)"
    )
    # An SDL that takes no device for a file says so before it.
    said = printed_by(code, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=os.devnull)
    assert said.endswith("False\n")


# The player, with a card that is made up


class Mixer:
    """A card that may not be there, or go."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.absent = False

    def init(self, *args: object, **options: object) -> None:
        if self.absent:
            raise ValueError("no such audio device")
        self.done.append(("init", args))

    def quit(self) -> None:
        self.done.append("quit")

    def fadeout(self, milliseconds: int) -> None:
        pass

    def Sound(self, path: Path) -> SimpleNamespace:
        assert path.exists()
        return SimpleNamespace(
            set_volume=self.done.append,
            play=lambda: self.done.append(path.stem),
        )


@pytest.fixture
def mixer(monkeypatch, clock) -> Mixer:
    mixer = Mixer()
    monkeypatch.setitem(sys.modules, "pygame", SimpleNamespace(mixer=mixer, error=ValueError))
    monkeypatch.setattr(sound_player, "time", SimpleNamespace(monotonic=clock))
    monkeypatch.setattr(sound_player, "_kernel_cards", lambda: "0 [Headphones]")
    return mixer


@pytest.fixture
def log(tmp_path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def player(mixer, log) -> Iterator[Player]:
    with log.open("w") as file:
        yield Player(file)


OPENED = ("init", (44100, -16, 1, 512))


def test_the_card_is_opened_at_the_first_sound_and_stays_open(player, mixer):
    assert mixer.done == []
    player.play_request(SoundRequest("click", 0.5, 0.0))
    player.play_request(SoundRequest("undo", 0.5, 0.0))
    assert mixer.done == [OPENED, 0.5, "click", 0.5, "undo"]


def test_a_sound_that_comes_too_late_is_not_played(player, mixer, clock):
    clock.now = 10.0
    player.play_request(SoundRequest("click", 1.0, 9.5))
    player.play_request(SoundRequest("undo", 1.0, 9.7))
    assert mixer.done == [OPENED, 1.0, "undo"]


def test_words_that_come_too_late_are_not_spoken(player, clock, monkeypatch):
    spoken: list[tuple[object, ...]] = []
    monkeypatch.setattr(sound_player, "_import_voice", lambda: lambda *words: spoken.append(words))
    clock.now = 10.0
    player.play_request(SoundRequest("undo", 1.0, 7.9, "en", "Late."))
    player.play_request(SoundRequest("undo", 0.5, 8.0, "fr", "À temps."))
    assert spoken == [("À temps.", "fr", 0.5)]


def test_without_a_card_it_is_silent_and_tries_every_half_minute_at_most(player, mixer, clock, log):
    mixer.absent = True
    for clock.now in (0.0, 1.0, AGAIN_S - 1, AGAIN_S + 1):
        player.play_request(SoundRequest("click", 1.0, clock.now))
    assert log.read_text() == "companion: sound: no such audio device; going on without it\n"
    mixer.absent = False
    clock.now = 2 * AGAIN_S
    player.play_request(SoundRequest("click", 1.0, clock.now))
    assert "click" not in mixer.done
    clock.now = 2 * AGAIN_S + 1
    player.play_request(SoundRequest("click", 1.0, clock.now))
    assert mixer.done[-1] == "click"
    assert log.read_text().splitlines()[1:] == ["companion: sound: back again"]


def test_a_card_that_was_open_is_tried_again_soon_and_then_more_and_more_rarely(
    player, mixer, monkeypatch, clock
):
    player.play_request(SoundRequest("click", 1.0, 0.0))
    monkeypatch.setattr(sound_player, "_kernel_cards", lambda: "")
    mixer.absent = True
    tried = []
    monkeypatch.setattr(mixer, "init", lambda *_, **__: tried.append(clock.now) or 1 / 0)
    monkeypatch.setattr(sys.modules["pygame"], "error", ZeroDivisionError)
    for clock.now in map(float, range(120)):
        player.play_request(SoundRequest("undo", 1.0, clock.now))
    assert tried == [0.0, 2.0, 6.0, 14.0, 30.0, 60.0, 90.0]


def test_a_card_that_came_or_went_is_noticed_at_the_next_sound(
    player, mixer, monkeypatch, clock, log
):
    player.play_request(SoundRequest("click", 1.0, 0.0))
    monkeypatch.setattr(sound_player, "_kernel_cards", lambda: "")
    mixer.absent = True
    player.play_request(SoundRequest("undo", 1.0, 0.0))
    assert "undo" not in mixer.done
    assert not player.open
    monkeypatch.setattr(sound_player, "_kernel_cards", lambda: "1 [USB]")
    mixer.absent = False
    clock.now = AGAIN_S
    player.play_request(SoundRequest("undo", 1.0, clock.now))
    assert mixer.done[-1] == "undo"
    assert len(log.read_text().splitlines()) == 2


# The player, with SDL's own mixer


def wav(name: str) -> list[int]:
    with wave.open(str(SOUNDS / f"{name}.wav")) as file:
        return [value for (value,) in struct.iter_unpack("<h", file.readframes(file.getnframes()))]


def likeness(played: list[int], file: list[int]) -> float:
    """How alike two sounds are: 1 if they differ in loudness alone."""
    both = list(zip(played, file, strict=False))
    return (
        sum(a * b for a, b in both)
        / (sum(a * a for a, _ in both) * sum(b * b for _, b in both)) ** 0.5
    )


def found_in(raw: bytes, name: str) -> tuple[float, float]:
    """How alike what the card got is to a sound, at the best place, and how loud it is against
    that.
    """
    file = wav(name)
    values = [value for (value,) in struct.iter_unpack("<h", raw[: len(raw) // 2 * 2])]
    begins = next(place for place, value in enumerate(values) if abs(value) > 20)
    best, place = max(
        (likeness(values[start : start + 2000 : 2], file), start)
        for start in range(max(0, begins - 80), begins + 8)
    )
    loud = max(values[place : place + 2 * len(file)]) / max(file)
    return min(best, likeness(values[place : place + 2 * len(file) : 2], file)), loud


@NEEDS_MIXER
def test_the_card_gets_what_is_in_the_file_as_loud_as_wanted(tmp_path, monkeypatch):
    name, level = "refused", 0.35
    raw = tmp_path / "card.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(raw))
    one = MixerSpeaker()
    one.set_volume(level)
    until(
        lambda: one.play(name) or raw.exists()
    )  # as long as the player starts, sounds are too late
    needed = 4 * (len(wav(name)) + 4000)
    until(lambda: raw.stat().st_size > needed and not any(raw.read_bytes()[-needed:]))
    size = raw.stat().st_size
    one.play(name)
    until(lambda: raw.stat().st_size > size + needed)
    played = raw.read_bytes()[size:]
    one.close()
    alike, loud = found_in(played, name)
    assert alike > 0.98
    assert loud == pytest.approx(level, rel=0.1)


@NEEDS_MIXER
def test_only_the_mixer_of_pygame_is_imported():
    code = (
        "import sys; from hardware.sound.player import _take_mixer; _take_mixer()\n"
        "import pygame; print(pygame.mixer.Sound, pygame.error)\n"
        "print(*(name for name in sys.modules if name.startswith('pygame.')))"
    )
    modules = set(printed_by(code).splitlines()[-1].split())
    assert "pygame.mixer" in modules
    assert not {"pygame.display", "pygame.font", "pygame.sprite", "pygame.draw"} & modules


def test_a_pygame_whose_mixer_needs_all_of_it_gets_it(tmp_path):
    package = tmp_path / "pygame"
    package.mkdir()
    (package / "__init__.py").write_text("error = OSError\nneeded = 'all'\n")
    (package / "mixer.py").write_text("import pygame\nhas = pygame.needed\n")
    code = (
        "from hardware.sound.player import _take_mixer; _take_mixer(); "
        "import pygame; print(pygame.mixer.has)"
    )
    path = f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    assert printed_by(code, PYTHONPATH=path) == "all\n"


def threads(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/task"))


@NEEDS_MIXER
def test_an_open_card_is_let_go_after_a_quiet_while_and_opened_again(tmp_path, monkeypatch):
    raw = tmp_path / "card.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(raw))
    code = "import sys; from hardware.sound import player as s; s.QUIET_S = 0.3; sys.exit(s.main())"
    one = MixerSpeaker(player=(sys.executable, "-c", code))
    until(lambda: one.play("click") or raw.exists())
    pid = one._player.pid
    until(lambda: threads(pid) > 1)  # SDL has one for the card
    until(lambda: threads(pid) == 1)
    raw.unlink()
    one.play("click")
    until(raw.exists)
    assert one._player.pid == pid
    one.close()


class SoundServer:
    """What SDL plays to: a pipe, from which a server reads until it ends or hangs."""

    def __init__(self, path: Path) -> None:
        self._path = path
        os.mkfifo(path)
        self.got = 0
        """How many of the bytes that came were no silence."""
        self.start()

    def start(self) -> None:
        self._pipe = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        fcntl(self._pipe, F_SETPIPE_SZ, 4096)  # what SDL writes ahead
        self._runs = True
        self._thread = threading.Thread(target=self._read, args=(self._pipe,))
        self._thread.start()

    def _read(self, pipe: int) -> None:
        while self._runs:
            select.select([pipe], [], [], 0.05)
            with suppress(BlockingIOError):
                self.got += len(os.read(pipe, 65536).replace(b"\0", b""))

    def hang(self) -> None:
        self._runs = False
        self._thread.join()

    def end(self) -> None:
        self.hang()
        os.close(self._pipe)


@pytest.fixture
def server(tmp_path, monkeypatch) -> Iterator[SoundServer]:
    one = SoundServer(tmp_path / "server")
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(tmp_path / "server"))
    yield one
    one.end()


def is_heard(speaker: MixerSpeaker, server: SoundServer, name: str = "grow_1") -> bool:
    """Return True if a sound that is asked for is heard."""
    before = server.got
    speaker.play(name)
    end = time.monotonic() + 0.5
    while server.got == before and time.monotonic() < end:
        time.sleep(0.01)
    return server.got > before


STOPPED = "companion: sound: the card or the sound server stopped playing; opening it again\n"


@NEEDS_MIXER
def test_a_sound_server_that_ended_plays_the_next_sound_once_it_is_back(server, capfd):
    one = MixerSpeaker()
    until(lambda: is_heard(one, server))
    server.end()
    time.sleep(0.2)  # SDL sees it by the next samples
    server.start()
    assert is_heard(one, server) or is_heard(one, server)
    assert capfd.readouterr().err == STOPPED
    one.close()


@NEEDS_MIXER
@pytest.mark.parametrize("hangs_at", sample(["a sound", "its end"], 2))
def test_a_sound_that_never_ends_tells_of_a_card_that_hangs(server, clock, capfd, caplog, hangs_at):
    code = (
        "import sys; from hardware.sound import player as s; s.ENDLESS_S = 1; s.HANGS_S = 1;"
        f"s.QUIET_S = {1 if hangs_at == 'its end' else 60}; sys.exit(s.main())"
    )
    one = MixerSpeaker(clock, (sys.executable, "-c", code))
    until(lambda: is_heard(one, server))
    server.hang()
    first = one._player
    ask = partial(one.play, "grow_1") if hangs_at == "a sound" else lambda: None
    until(lambda: ask() or first.poll() is not None, pause=1.2)  # SDL waits to close the card
    clock.now += AGAIN_S
    server.end()
    server.start()
    until(lambda: is_heard(one, server))
    one.close()
    assert caplog.messages == [
        "sound: the card or the sound server does not answer; going on without it"
    ]
    assert capfd.readouterr().err == (STOPPED if hangs_at == "a sound" else "")


@NEEDS_MIXER
def test_a_machine_without_a_card_says_one_line(tmp_path):
    environ = {
        **os.environ,
        "SDL_AUDIODRIVER": "alsa",
        "ALSA_CONFIG_PATH": os.devnull,
        "HOME": str(tmp_path),
    }
    now = time.monotonic() + 60
    ran = subprocess.run(
        speaker.PLAYER,
        input=f"click 1.0 {now}\nundo 1.0 {now}\n".encode(),
        capture_output=True,
        env=environ,
        timeout=30,
        check=False,
    )
    assert ran.returncode == 0
    assert ran.stdout == b""
    (line,) = ran.stderr.decode().splitlines()
    assert line.startswith("companion: sound: ")
    assert line.endswith("; going on without it")


def test_a_player_without_pygame_says_so_by_its_status_and_why(tmp_path):
    (tmp_path / "pygame").mkdir()
    (tmp_path / "pygame" / "__init__.py").touch()
    (tmp_path / "pygame" / "mixer.py").write_text("raise ImportError('libSDL2 is missing')")
    environ = {**os.environ, "PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        speaker.PLAYER, input=b"", capture_output=True, env=environ, timeout=30, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (NO_PYGAME, b"libSDL2 is missing\n", b"")


@NEEDS_MIXER
def test_what_goes_wrong_in_the_player_is_not_lost(tmp_path):
    """A line that no speaker writes is a defect of ours: its traceback goes to the log."""
    environ = {**os.environ, "SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": os.devnull}
    ran = subprocess.run(
        speaker.PLAYER, input="no line\n", capture_output=True, text=True, env=environ, check=False
    )
    assert ran.returncode == 1
    assert "Error" in ran.stderr
