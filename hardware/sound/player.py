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

    from hardware.sound.voice import SpeechChannel

SOUNDS: Final = Path(__file__).with_name("files")
RATE: Final = 44100
BUFFER: Final = 512
"""In samples: 12 ms."""
QUIET_S: Final = 30.0
"""The card is released after this time without a sound: it wakes the process 90 times a second."""
LATE_S: Final = 0.4
"""A sound that is later than this is not played."""
WORDS_LATE_S: Final = 2.0
"""Words that are later than this are not spoken."""
FADE_MS: Final = 30
LEAD_S: Final = 0.06
"""Time that a sound has before it fades out for the words that follow it, in seconds."""
NOTHING: Final = "-"
"""Stands for no sound."""
AGAIN_S: Final = 30.0
"""The least time before a retry after failures; only a sound to play causes one."""
SOON_S: Final = 2.0
"""The time before the first retry where the card was open before; it doubles up to AGAIN_S."""
ENDLESS_S: Final = 5.0
"""A sound that has not ended by then never will: the longest one takes 3 s."""
HANGS_S: Final = 5
"""A card or sound server that does not answer for this time ends the player, in whole seconds."""
NO_PYGAME: Final = 3
"""The exit status without pygame."""

_CARDS: Final = Path("/proc/asound/cards")
_DEVICE: Final = 2
"""SDL's number of the mixer's device: 1 is that of its older interface."""
_STOPPED: Final = 0
"""SDL's status of a device that is gone (SDL_AUDIO_STOPPED)."""
_FADED_S: Final = 0.07
"""Time in which everything has faded out at the latest, in seconds."""
_FADE_CHECK_S: Final = 0.004
"""Time until the next look whether it has, in seconds."""
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
        self._began = 0.0
        """When that sound began."""
        self._failure = ""
        """Why there is no sound, as it was logged."""
        self._voice_failure = ""
        """Why there is no voice, as it was logged."""
        self._voice: SpeechChannel | None = None
        self._fade_at: float | None = None
        """When the sound makes way for words; None once it has."""
        self._fading = False

    @property
    def open(self) -> bool:
        """Whether the card is open."""
        return self._cards is not None

    def hear(self, request: SoundRequest) -> None:
        """Play a sound and speak words, unless it is too late; what was heard before fades out."""
        import pygame

        late = time.monotonic() - request.at
        try:
            if not self._open_card():
                return
            if self._voice is not None:
                self._voice.hush()
            pygame.mixer.fadeout(FADE_MS)
            self._fade_at = time.monotonic()
            self._fading = True
            if request.name != NOTHING and late <= LATE_S:
                self._play_sound(request.name, request.level)
                self._fade_at += LEAD_S
                self._fading = False
            if request.text and late <= WORDS_LATE_S:
                self._speak(request)
            elif request.name == NOTHING:
                self._voice = self._voice or import_voice()  # more words will follow
            if self._device is None:
                self._device = import_sdl()  # after the sound, which would wait for it
        except pygame.error as error:
            self._stay_silent(str(error))

    def on_words(self) -> None:
        """Take the words that were made."""
        assert self._voice is not None
        try:
            self._voice.read()
        except OSError as error:
            self._fail_to_speak(str(error))

    def go_on(self) -> float | None:
        """Do what is due.

        Return the seconds until more is due, None for not before more is made or requested.
        """
        import pygame

        if self._voice is None or not self.speaking:
            return None
        try:
            if self._is_gone():
                self._release_card()
                return None
            wait = self._fade(time.monotonic())
            return self._voice.play_made() if wait is None else wait
        except OSError as error:
            self._fail_to_speak(str(error))
        except pygame.error as error:
            self._stay_silent(str(error))
        return None

    def _fade(self, now: float) -> float | None:
        """Let the sound before the words fade out. Return the seconds to wait, None once it has."""
        import pygame

        if self._fade_at is None:
            return None
        if now < self._fade_at:
            return self._fade_at - now
        if not self._fading:
            pygame.mixer.fadeout(FADE_MS)
            self._fading = True
        if pygame.mixer.get_busy() and now < self._fade_at + _FADED_S:
            return _FADE_CHECK_S
        self._fade_at = None
        return None

    @property
    def output(self) -> int | None:
        """The file that words come from while they are made."""
        return self._voice.output if self._voice else None

    @property
    def speaking(self) -> bool:
        """Whether words are heard, or will be."""
        return self._voice is not None and self._voice.busy

    def rest(self) -> None:
        """Release the card."""
        import pygame

        if self._voice is not None:
            self._voice.hush()
        self._cards = None
        self._channel = None
        self._sounds.clear()
        pygame.mixer.quit()

    def _play_sound(self, name: str, level: float) -> None:
        import pygame

        if name not in self._sounds:
            self._sounds[name] = pygame.mixer.Sound(SOUNDS / f"{name}.wav")
        self._sounds[name].set_volume(level)
        is_first = self._channel is None or not self._channel.get_busy()
        channel = self._sounds[name].play()
        if is_first:
            self._channel = channel
            self._began = time.monotonic()

    def _speak(self, request: SoundRequest) -> None:
        import pygame

        if self._voice is None:
            self._voice = import_voice()
        channel = pygame.mixer.Channel(_VOICE_CHANNEL)
        try:
            self._voice.say(request.text, request.language, request.level, channel)
        except FileNotFoundError:
            self._fail_to_speak("espeak-ng is not installed (apt install espeak-ng)")
        except OSError as error:
            self._fail_to_speak(error.strerror or str(error))

    def _fail_to_speak(self, why: str) -> None:
        """Log why there is no voice; the same reason once."""
        if why != self._voice_failure:
            self._voice_failure = why
            self._print(f"{why}; going on without it", "voice")

    def _open_card(self) -> bool:
        """Open the card. Return False if that is not possible now."""
        import pygame

        if self._cards is not None and self._cards != cards():
            self.rest()  # a card came or went; one that is gone would play on without an error
        if self._cards is not None and self._is_gone():
            self._release_card()
        if self._cards is None:
            if time.monotonic() < self._retry_at:
                return False
            pygame.mixer.init(RATE, -16, 1, BUFFER, allowedchanges=0)
            self._cards = cards()
            self._pause = SOON_S
            if self._failure:
                self._print("back again")
                self._failure = ""
        return True

    def _release_card(self) -> None:
        """Release a card that plays no more; the next sound opens it again."""
        self._print("the card or the sound server stopped playing; opening it again")
        self.rest()

    def _is_gone(self) -> bool:
        """Return True if what is played goes nowhere; the mixer itself reports no error then."""
        if self._device and self._device.SDL_GetAudioDeviceStatus(_DEVICE) == _STOPPED:
            return True
        if self._voice is not None and self._voice.stuck:
            return True
        is_late = time.monotonic() > self._began + ENDLESS_S
        return self._channel is not None and is_late and self._channel.get_busy()

    def _stay_silent(self, why: str) -> None:
        """Stay silent for a while, and log the reason; the same one once."""
        self.rest()
        self._retry_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, AGAIN_S)
        if why != self._failure:
            self._failure = why
            self._print(f"{why}; going on without it")

    def _print(self, what: str, part: str = "sound") -> None:
        print(f"companion: {part}: {what}", file=self._log, flush=True)


def import_voice() -> "SpeechChannel":
    """Import the voice from beside this file: its package may not be found from here. Return it."""
    spec = spec_from_file_location("voice", Path(__file__).with_name("voice.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    channel: SpeechChannel = module.SpeechChannel()
    return channel


def import_sdl() -> Any:
    """Return the library below pygame's mixer; False if it cannot tell how its device is."""
    import ctypes

    import pygame

    try:
        library = ctypes.CDLL(pygame.mixer.__file__)
        return library if library.SDL_GetAudioDeviceStatus else False
    except (AttributeError, OSError):
        return False


def cards() -> str:
    """Return the sound cards of this machine, as the kernel lists them."""
    try:
        return _CARDS.read_text()
    except OSError:
        return ""


def take_mixer() -> None:
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
    log = os.fdopen(os.dup(sys.stderr.fileno()), "w")
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())  # the libraries write long complaints
    sys.stderr = log  # a traceback is a defect of ours
    warnings.simplefilter("ignore")  # some builds of pygame warn of how they were compiled
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        take_mixer()
    except ImportError as error:
        print(error)
        return NO_PYGAME
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve_input(Player(log))
    return 0


def serve_input(player: Player) -> None:
    """Play what comes, until the input ends."""
    part = b""
    wait_for_input(player)
    while chunk := os.read(0, 65536):
        *lines, part = (part + chunk).split(b"\n")
        if lines:  # of several that wait, the newest
            player.hear(_parse_line(lines[-1].decode()))
        wait_for_input(player)
    player.rest()


def wait_for_input(player: Player) -> None:
    """Speak the words that come, and release a card that is quiet, until there is input."""
    ready = []
    while 0 not in ready:
        due = player.go_on()
        outputs = [0] if player.output is None else [0, player.output]
        quiet = QUIET_S if player.open else None
        signal.alarm(0)
        ready = select.select(outputs, [], [], quiet if due is None else due)[0]
        signal.alarm(HANGS_S)  # whatever hangs outside of this wait ends the player
        is_quiet = not ready and due is None
        if is_quiet and not player.speaking:
            player.rest()
        if player.output in ready:
            player.on_words()


def _parse_line(line: str) -> SoundRequest:
    name, level, at, *words = line.split(" ", 4)
    return SoundRequest(name, float(level), float(at), *words)


if __name__ == "__main__":
    sys.exit(main())
