"""The sound player: a program that plays the sounds and speaks the words of its standard input.

Each line is the name of a sound (`-` for none), its volume (above 0 to 1) and the time of the
request in the machine's monotonic seconds. The language and the words of a sentence may follow;
they are spoken after the sound. A line ends what is heard of the one before. The program ends with
its input. It imports nothing of the companion, to start quickly.
"""

import os
import select
import signal
import sys
import time
import warnings
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

if TYPE_CHECKING:
    import pygame

    from hardware.sound.voice import Sentence

SOUNDS: Final = Path(__file__).with_name("files")
RATE: Final = 44100
_BUFFER: Final = 512
"""In samples: 12 ms."""
QUIET_S: Final = 30.0
"""The card is released after this time without a sound: it wakes the process 90 times a second."""
LATE_S: Final = 0.4
"""A sound that is later than this is not played."""
_WORDS_LATE_S: Final = 2.0
"""Words that are later than this are not spoken."""
_FADE_MS: Final = 30
LEAD_S: Final = 0.06
"""Time that a sound has before it fades out for the words that follow it, in seconds."""
_GAP_S: Final = 0.05
"""Silence before words for which a sound fades out, in seconds."""
_LOOK_S: Final = 0.01
"""The time between two looks whether words are made."""
NOTHING: Final = "-"
"""Stands for no sound."""
AGAIN_S: Final = 30.0
"""The least time before a retry after failures; only a sound to play causes one."""
_SOON_S: Final = 2.0
"""The time before the first retry where the card was open before; it doubles up to AGAIN_S."""
ENDLESS_S: Final = 5.0
"""A sound that has not ended by then never will: the longest one takes 3 s."""
HANGS_S: Final = 5
"""A card or sound server that does not answer for this time ends the player, in whole seconds."""
STARTS_S: Final = 20
"""One that has not started by then ends too; a slow card takes some seconds."""
NO_PYGAME: Final = 3
"""The exit status without pygame."""

_CARDS: Final = Path("/proc/asound/cards")
_DEVICE: Final = 2
"""SDL's number of the mixer's device: 1 is that of its older interface."""
_STOPPED: Final = 0
"""SDL's status of a device that is gone (SDL_AUDIO_STOPPED)."""
_LATENCY_S: Final = 2.0
"""Time within which a card has played what it got, beside its own length, in seconds."""
_VOICE_CHANNEL: Final = 7
"""The mixer's channel for words: no sound comes so far."""


class SoundRequest(NamedTuple):
    """What is to be heard."""

    name: str
    """The name of a sound, or NOTHING."""
    level: float
    at: float
    language: str = ""
    text: str = ""
    """The words after the sound, if any."""


class Player:
    """The sound card, open while there are sounds to play."""

    # Its methods import pygame, not this module: `_take_mixer` has to come first.

    def __init__(self, log: TextIO) -> None:
        """Make a player whose card is not open yet; its messages go to `log`."""
        self._log: Final = log
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._cards: str | None = None
        self._retry_at = float("-inf")
        self._pause = AGAIN_S
        """The time before the next retry."""
        self._device: Any = None
        """SDL, which tells whether its device is still there; None until a sound was heard."""
        self._channel: pygame.mixer.Channel | None = None
        """Where the oldest sound is heard that may not have ended."""
        self._ends_by = 0.0
        """When that sound has ended, unless the card hangs."""
        self._failures = {"sound": "", "voice": ""}
        """Why there is none of both, as it was logged."""
        self._voice: type[Sentence] | None = None
        self._sentence: Sentence | None = None
        """The words that are made now."""
        self._words_at = 0.0
        """When the sound before them makes way."""

    @property
    def open(self) -> bool:
        """Whether the card is open."""
        return self._cards is not None

    def play_request(self, request: SoundRequest) -> None:
        """Play a sound and speak words, unless it is too late; what was heard before fades out."""
        import pygame

        late = time.monotonic() - request.at
        try:
            if not self._open_card():
                return
            self._end_words()
            pygame.mixer.fadeout(_FADE_MS)
            self._words_at = time.monotonic()
            if request.name != NOTHING and late <= LATE_S:
                self._play_sound(request.name, request.level)
                self._words_at += LEAD_S
            if request.text and late <= _WORDS_LATE_S:
                self._begin_words(request)
            elif request.name == NOTHING:
                self._voice = self._voice or _import_voice()  # more words will follow
            if self._device is None:
                self._device = _import_sdl()  # after the sound, which would wait for it
        except pygame.error as error:
            self._stay_silent(str(error))

    def play_made_words(self) -> float | None:
        """Play the words once they are made.

        Return the seconds until the next look at them, None where no words are made.
        """
        import pygame

        if self._sentence is None:
            return None
        wait = self._words_at - time.monotonic()
        if wait > 0:
            return wait
        try:
            samples = self._sentence.made_samples()
            if samples is None:
                return _LOOK_S
            silence = b""
            if pygame.mixer.get_busy():
                pygame.mixer.fadeout(_FADE_MS)
                silence = bytes(2 * int(_GAP_S * RATE))
            words = silence + samples.tobytes()
            self._channel = pygame.mixer.Channel(_VOICE_CHANNEL)
            self._channel.set_volume(self._sentence.level)
            self._channel.play(pygame.mixer.Sound(buffer=words))
            self._ends_by = time.monotonic() + len(words) / (2 * RATE) + _LATENCY_S
        except OSError as error:
            self._log_failure("voice", str(error))
        except pygame.error as error:
            self._stay_silent(str(error))
        self._sentence = None
        return None

    @property
    def busy(self) -> bool:
        """Whether something is heard, or will be."""
        import pygame

        is_heard = self.open and pygame.mixer.get_busy() and not self._is_gone()
        return is_heard or self._sentence is not None

    def release_card(self) -> None:
        """Release the card."""
        import pygame

        self._end_words()
        self._cards = None
        self._channel = None
        self._sounds.clear()
        pygame.mixer.quit()

    def _end_words(self) -> None:
        if self._sentence is not None:
            self._sentence.end_process()
            self._sentence = None

    def _play_sound(self, name: str, level: float) -> None:
        import pygame

        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(SOUNDS / f"{name}.wav")
        self._sounds[name].set_volume(level)
        is_first = self._channel is None or not self._channel.get_busy()
        channel = self._sounds[name].play()
        if is_first:
            self._channel = channel
            self._ends_by = time.monotonic() + ENDLESS_S

    def _begin_words(self, request: SoundRequest) -> None:
        voice = self._voice = self._voice or _import_voice()
        try:
            self._sentence = voice(request.text, request.language, request.level)
        except FileNotFoundError:
            self._log_failure("voice", "espeak-ng is not installed (apt install espeak-ng)")
        except OSError as error:
            self._log_failure("voice", error.strerror or str(error))

    def _open_card(self) -> bool:
        """Open the card. Return False if that is not possible now."""
        import pygame

        if self._cards is not None and self._cards != _kernel_cards():
            # A card came or went; one that is gone would play on without an error.
            self.release_card()
        if self._cards is not None and self._is_gone():
            self._print_line(
                "sound", "the card or the sound server stopped playing; opening it again"
            )
            self.release_card()
        if self._cards is None:
            if time.monotonic() < self._retry_at:
                return False
            # In no other format: words come as the bare samples of this one.
            pygame.mixer.init(RATE, -16, 1, _BUFFER, allowedchanges=0)
            self._cards = _kernel_cards()
            self._pause = _SOON_S
            if self._failures["sound"]:
                self._print_line("sound", "back again")
                self._failures["sound"] = ""
        return True

    def _is_gone(self) -> bool:
        """Return True if what is played goes nowhere; the mixer itself reports no error then."""
        if self._device and self._device.SDL_GetAudioDeviceStatus(_DEVICE) == _STOPPED:
            return True
        is_late = time.monotonic() > self._ends_by
        return self._channel is not None and is_late and self._channel.get_busy()

    def _stay_silent(self, why: str) -> None:
        """Stay silent for a while, and log the reason."""
        self.release_card()
        self._retry_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, AGAIN_S)
        self._log_failure("sound", why)

    def _log_failure(self, part: str, why: str) -> None:
        """Log why there is no sound or no voice; the same reason once."""
        if why != self._failures[part]:
            self._failures[part] = why
            self._print_line(part, f"{why}; going on without it")

    def _print_line(self, part: str, what: str) -> None:
        print(f"companion: {part}: {what}", file=self._log, flush=True)


def _import_voice() -> "type[Sentence]":
    """Import the voice from beside this file: its package may not be found from here. Return it."""
    spec = spec_from_file_location("voice", Path(__file__).with_name("voice.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sentence: type[Sentence] = module.Sentence
    return sentence


def _import_sdl() -> Any:
    """Return the library below pygame's mixer; False if it cannot tell how its device is."""
    import ctypes

    import pygame

    try:
        library = ctypes.CDLL(pygame.mixer.__file__)
        return library if library.SDL_GetAudioDeviceStatus else False
    except (AttributeError, OSError):
        return False


def _kernel_cards() -> str:
    """Return the sound cards of this machine, as the kernel lists them."""
    try:
        return _CARDS.read_text()
    except OSError:
        return ""


def _take_mixer() -> None:
    """Import pygame's mixer with the few modules that it needs itself, or all of pygame.

    All of pygame takes 0.7 s to import, those take 0.04 s; the first sound would come too late. So
    the package itself is not run: an empty one takes its place. Raise `ImportError` without pygame.
    """
    spec = find_spec("pygame")
    if spec is None or spec.submodule_search_locations is None:
        raise ImportError("there is no pygame")
    package: Any = ModuleType("pygame")
    package.__path__ = list(spec.submodule_search_locations)
    sys.modules["pygame"] = package
    try:
        package.mixer = import_module("pygame.mixer")
        package.error = import_module("pygame.base").error
    except (ImportError, AttributeError):
        for name in [name for name in sys.modules if name.partition(".")[0] == "pygame"]:
            del sys.modules[name]
        import_module("pygame.mixer")


def main() -> int:
    """Play until the input ends, or print why pygame cannot be used. Return the exit status."""
    signal.alarm(STARTS_S)
    log = os.fdopen(os.dup(sys.stderr.fileno()), "w")
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())  # the libraries write long complaints
    sys.stderr = log  # a traceback is a defect of ours
    warnings.simplefilter("ignore")  # some builds of pygame warn of how they were compiled
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        _take_mixer()
    except ImportError as error:
        print(error)
        return NO_PYGAME
    # Nobody reads this pipe before the end: what is printed from now on goes to the log.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _serve_input(Player(log))
    return 0


def _serve_input(player: Player) -> None:
    part = b""
    _wait_for_input(player)
    while chunk := os.read(0, 65536):
        *lines, part = (part + chunk).split(b"\n")
        if lines:  # of several that wait, the newest
            name, level, at, *words = lines[-1].decode().split(" ", 4)
            player.play_request(SoundRequest(name, float(level), float(at), *words))
        _wait_for_input(player)
    player.release_card()


def _wait_for_input(player: Player) -> None:
    """Speak the words that are made, and release a card that is quiet, until there is input."""
    ready: list[int] = []
    while not ready:
        due = player.play_made_words()
        quiet = QUIET_S if player.open else None
        signal.alarm(0)
        ready = select.select([0], [], [], quiet if due is None else due)[0]
        signal.alarm(HANGS_S)  # whatever hangs outside of this wait ends the player
        is_quiet = not ready and due is None
        if is_quiet and not player.busy:
            player.release_card()


if __name__ == "__main__":
    sys.exit(main())
