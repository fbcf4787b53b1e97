"""The command line: what each command takes, and errors as one sentence without a traceback."""

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from companion import __version__
from companion.errors import BadInput, CompanionError, one_line

if TYPE_CHECKING:
    from companion.settings import Settings

FAILED: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{one_line(f'{self.prog}: {message}')}; try {self.prog} --help\n")


def _run(args: argparse.Namespace) -> int:
    gc.disable()  # until the companion is ready: the start leaves no garbage
    from companion.commands.run import run

    return run(args.panel, args.state_dir, args.socket, args.headless, args.emulate)


def _replay(args: argparse.Namespace) -> int:
    from companion.commands.replay import run

    return run(args.file, sys.stdout, sys.stderr)


def _ctl(args: argparse.Namespace) -> int:
    from companion.commands.ctl import run

    return run(args.words, args.socket, sys.stdout)


def _config(args: argparse.Namespace) -> int:
    from companion.commands.effective import effective, sentence

    chosen, ignored = effective()
    if ignored:
        print(f"# {sentence(ignored)}")
    print(chosen.toml())
    return 0


def _history(args: argparse.Namespace) -> int:
    from companion.commands.history.history import games

    return games(_chosen(args), args.limit, args.json, sys.stdout)


def _stats(args: argparse.Namespace) -> int:
    from companion.commands.history.history import stats

    return stats(_chosen(args), args.json, sys.stdout)


def _show(args: argparse.Namespace) -> int:
    from companion.commands.history.game import show

    return show(_chosen(args), args.number, args.json, sys.stdout)


def _record(args: argparse.Namespace) -> int:
    from companion.commands.history.game import record

    return record(_chosen(args), args.number, sys.stdout)


def _chosen(args: argparse.Namespace) -> "Settings":
    """The settings, with the options about the place of the games."""
    from companion.commands.effective import effective

    return effective({"state_dir": args.state_dir, "socket": args.socket}).settings


def _wiring(args: argparse.Namespace) -> int:
    from companion.commands.wiring import run

    return run(args.build, args.svg, sys.stdout)


def _doctor(args: argparse.Namespace) -> int:
    from companion.commands.doctor.doctor import run

    return run(args.build, args.json, args.interactive, sys.stdout, sys.stderr)


def _cards(args: argparse.Namespace) -> int:
    from companion.commands.cards import edition_of, run

    edition = edition_of(args.multicolour, args.black)
    return run(args.action, args.deck, args.card, edition, args.socket, sys.stdout)


_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "--panel": {"metavar": "NAME|FILE", "help": "the build: a name in wiring/ or a TOML file"},
    "--state-dir": {"metavar": "DIR", "help": "the folder of the games"},
    "--socket": {"metavar": "PATH", "help": "the control socket"},
    "--emulate": {"action": "store_true", "help": "emulate a build that is not here"},
    "--headless": {"action": "store_true", "help": "no window for the emulated device"},
    "--limit": {"metavar": "N", "type": int, "help": "how many, the newest first"},
    "--json": {"action": "store_true", "help": "for scripts"},
    "--svg": {"metavar": "FILE", "help": "write the diagram of the wires too"},
    "--interactive": {"action": "store_true", "help": "try each light, the display, each button"},
    "--multicolour": {"type": int, "choices": (0, 5, 10), "help": "cards of that suit"},
    "--black": {"action": "store_true", "help": "with the black suit"},
}
_LEFT_OUT: Final[Mapping[str, Any]] = {
    "panel": None,
    "state_dir": None,
    "socket": None,
    "emulate": False,
    "headless": False,
    "limit": 20,
    "json": False,
    "svg": None,
    "interactive": False,
    "multicolour": 0,
    "black": False,
    "deck": "",
    "card": None,
}
"""The defaults, set at the top alone: a subparser's default would override an option given before it."""


def _command(
    commands: "argparse._SubParsersAction[_Parser]",
    name: str,
    act: Callable[[argparse.Namespace], int],
    text: str,
    *options: str,
) -> _Parser:
    """A command, or an action of one, with the options that it takes."""
    command = commands.add_parser(name, help=text, description=text)
    command.set_defaults(act=act)
    for option in options:
        command.add_argument(option, default=argparse.SUPPRESS, **_OPTIONS[option])
    return command


def parser() -> argparse.ArgumentParser:
    """Every command and its options."""
    top = _Parser(prog="companion", description="Keeps the state of a game of Hanabi at the table.")
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    top.set_defaults(**_LEFT_OUT)
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    places = ("--state-dir", "--socket")
    _command(commands, "run", _run, "start the companion", "--panel", *places, "--emulate", "--headless")
    ctl = _command(commands, "ctl", _ctl, "ask the running companion, or press its buttons", "--socket")
    ctl.add_argument("words", metavar="WORD", nargs="*", help="such as: press clue | state | frame out.png")
    replay = _command(commands, "replay", _replay, "run records of games through the rules")
    replay.add_argument("file", metavar="FILE", help="the record, or - for standard input")
    _add_history(commands, *places)
    record = _command(commands, "record", _record, "print any past game as a record, for replay", *places)
    record.add_argument("number", metavar="N", type=int, help="the number of the game in the history")
    build = "a name in wiring/ or a TOML file; without it the one that is set, or that of this machine"
    wiring = _command(commands, "wiring", _wiring, "print what goes to which pin, and what to buy", "--svg")
    wiring.add_argument("build", metavar="BUILD", nargs="?", help=build)
    about = "say what is right and what is wrong with this device"
    doctor = _command(commands, "doctor", _doctor, about, "--json", "--interactive")
    doctor.add_argument("build", metavar="BUILD", nargs="?", help=build)
    _add_cards(commands)
    _command(commands, "config", _config, "print the effective settings, each with its source")
    return top


def _add_history(commands: "argparse._SubParsersAction[_Parser]", *places: str) -> None:
    history = _command(commands, "history", _history, "list the games so far", *places, "--limit", "--json")
    actions = history.add_subparsers(metavar="ACTION")
    show = _command(actions, "show", _show, "all about one game", *places, "--json")
    show.add_argument("number", metavar="N", type=int, help="the number of the game")
    best = "best scores, perfect games, streaks, by who played which edition"
    _command(actions, "stats", _stats, best, *places, "--json")


def _add_cards(commands: "argparse._SubParsersAction[_Parser]") -> None:
    about = "say which sticker is which card, for a device with a card reader"
    cards = _command(commands, "cards", _cards, about, "--socket")
    actions = cards.add_subparsers(metavar="ACTION", dest="action", required=True)
    _command(actions, "list", _cards, "the decks that are enrolled", "--socket")
    _command(actions, "check", _cards, "which card is laid on the reader", "--socket")
    walk = "walk through a deck, card by card; goes on where it stopped"
    enrol = _command(actions, "enrol", _cards, walk, "--socket", "--multicolour", "--black")
    forget = _command(
        actions, "forget", _cards, "forget the stickers of a deck, or of one card in it", "--socket"
    )
    for action in (enrol, forget):
        action.add_argument("deck", metavar="DECK", help="what the deck is called")
    forget.add_argument("card", metavar="CARD", nargs="?", help="such as R1; all of its copies")


def _give_up_output() -> None:
    """Send the rest of the output nowhere: it is not read any more, or has no room."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status.

    0 done, 1 refused or failed, 2 the command line makes no sense, 130 interrupted.
    """
    _mend_output()
    args = parser().parse_args(argv)
    try:
        status: int = args.act(args)
        sys.stdout.flush()
        return status
    except CompanionError as error:
        for line in str(error).split("\n"):
            print(f"companion: {one_line(line)}", file=sys.stderr)
        return USAGE if isinstance(error, BadInput) else FAILED
    except BrokenPipeError:
        _give_up_output()
        return FAILED
    except OSError as error:
        _give_up_output()
        where = f"{error.filename}: " if error.filename else ""
        print(f"companion: {one_line(f'{where}{error.strerror or error}')}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _mend_output() -> None:
    """Make sure that there is an output, and that letters which the terminal lacks are printed as escapes."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
