"""The command line: what each command takes, and errors as one sentence without a traceback."""

import argparse
import gc
import io
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

from companion import __version__
from companion.errors import BadInput, CompanionError, one_line
from companion.onlookers import LISTED, Listed, absence_of, find_onlooker

FAILED: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{one_line(f'{self.prog}: {message}')}; try {self.prog} --help\n")


class _Subcommand(NamedTuple):
    """A command, or an action of one."""

    help: str
    act: str = ""
    """The function that does it, below `companion.commands`; empty where an action must follow."""
    takes: str = ""
    """The function's arguments: those of the command line, "settings", "onlookers" (which of them
    are wanted), or "out" and "err"."""


_COMMANDS: Final[Mapping[str, _Subcommand]] = {
    "run": _Subcommand(
        "start the companion",
        "run.run",
        "--panel --state-dir --socket --emulate --headless onlookers",
    ),
    "history": _Subcommand(
        "list the games so far", "history.history.list_games", "settings --limit --json out"
    ),
    "history show": _Subcommand(
        "all about one game", "history.game.print_game", "settings number --json out"
    ),
    "history stats": _Subcommand(
        "best scores, perfect games, streaks, by who played which edition",
        "history.history.print_statistics",
        "settings --json out",
    ),
    "record": _Subcommand(
        "print any past game as a record, for replay",
        "history.game.print_record",
        "settings any_number --all --hanab-live --link out",
    ),
    "backup": _Subcommand(
        "save all games, names and settings in one text file",
        "backups.making.run",
        "settings to out",
    ),
    "restore": _Subcommand(
        "take in the games of a backup, or one of Hanab Live",
        "backups.restoring.run",
        "settings from --partial out",
    ),
    "doctor": _Subcommand(
        "say what is right and wrong with this device",
        "doctor.doctor.run",
        "build --json --interactive out err",
    ),
    "wiring": _Subcommand(
        "print what goes to which pin, and what to buy",
        "wiring.run",
        "build --svg --template out",
    ),
    "setup": _Subcommand(
        "set this device up, as root: build, buses, service",
        "setup.setup.run",
        "build onlookers out",
    ),
    "config": _Subcommand(
        "print the effective settings, each with its source", "effective.print_settings", "out"
    ),
    "ctl": _Subcommand(
        "ask the running companion, or press its buttons", "ctl.run", "words --socket out"
    ),
    "cards": _Subcommand("say which sticker is which card", takes="--socket"),
    "cards list": _Subcommand("the decks that are enrolled", "cards.list_decks", "--socket out"),
    "cards check": _Subcommand(
        "which card is laid on the reader", "cards.name_laid_cards", "--socket out"
    ),
    "cards enrol": _Subcommand(
        "walk through a deck, card by card; goes on where it stopped",
        "cards.enrol_deck",
        "--socket deck --multicolour --black out",
    ),
    "cards forget": _Subcommand(
        "forget the stickers of a deck, or of one card in it",
        "cards.forget_cards",
        "--socket deck card out",
    ),
    "replay": _Subcommand("run records of games through the rules", "replay.run", "file out err"),
    "first-start": _Subcommand(
        "set a device up for the build that its card names, as root: the card's files call it",
        "setup.setup.first_start",
        "out",
    ),
}
"""Each command, and after it its actions."""
_PLACES: Final = ("--state-dir", "--socket")
"""The options that override the settings of the same name."""
_ARGUMENTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "--panel": {"metavar": "NAME|FILE", "help": "the build: a name in wiring/ or a TOML file"},
    "--state-dir": {"metavar": "DIR", "help": "the folder of the games"},
    "--socket": {"metavar": "PATH", "help": "the control socket"},
    "--emulate": {"action": "store_true", "help": "emulate a build that is not here"},
    "--headless": {"action": "store_true", "help": "no window for the emulated device"},
    "--view": {"metavar": "PATH", "help": "the view socket of the companion"},
    **{
        f"--{listed.command}": {
            "action": argparse.BooleanOptionalAction,
            "help": f"{listed.brings} too, or not",
        }
        for listed in LISTED
    },
    "--limit": {"metavar": "N", "type": int, "help": "how many, the newest first"},
    "--json": {"action": "store_true", "help": "for scripts"},
    "--svg": {"metavar": "FILE", "help": "write the diagram of the wires too"},
    "--template": {"metavar": "FILE", "help": "write the drilling template too, .svg or .pdf"},
    "--interactive": {"action": "store_true", "help": "try each light, the display, each button"},
    "--multicolour": {"type": int, "choices": (0, 5, 10), "help": "cards of that suit"},
    "--black": {"action": "store_true", "help": "with the black suit"},
    "words": {
        "metavar": "WORD",
        "nargs": "*",
        "help": "such as: press clue | state | frame out.png",
    },
    "file": {"metavar": "FILE", "help": "the record, or - for standard input"},
    "to": {"metavar": "FILE", "help": "the file to write, or - for standard output"},
    "from": {
        "metavar": "FILE",
        "help": "the backup or a games.txt, or - for standard input",
    },
    "--partial": {
        "action": "store_true",
        "help": "take in the games that are whole of a damaged one",
    },
    "number": {"metavar": "N", "type": int, "help": "the number of the game in the history"},
    "any_number": {
        "metavar": "N",
        "type": int,
        "nargs": "?",
        "default": None,  # else argparse would read its own default as a number
        "help": "the number of the game in the history",
    },
    "--all": {"action": "store_true", "help": "all games, a line each"},
    "--hanab-live": {"action": "store_true", "help": "as Hanab Live reads it, for a review there"},
    "--link": {"action": "store_true", "help": "the address of its replay at Hanab Live"},
    "build": {
        "metavar": "BUILD",
        "nargs": "?",
        "help": "a name in wiring/ or a TOML file; "
        "without it the one that is set, or that of this machine",
    },
    "deck": {"metavar": "DECK", "help": "what the deck is called"},
    "card": {"metavar": "CARD", "nargs": "?", "help": "such as R1; all of its copies"},
}
_WANTED: Final = tuple(f"--{listed.command}" for listed in LISTED)
_EVERY: Final = (*_COMMANDS, *(listed.command for listed in LISTED))
_ONLOOKER: Final = _Subcommand("", "looking_on.run", "name options out")
_DEFAULTS: Final = {
    **dict.fromkeys(("panel", "state_dir", "socket", "view", "svg", "build", "card", "template")),
    **dict.fromkeys(listed.command for listed in LISTED),
    **dict.fromkeys(("emulate", "headless", "json", "interactive", "black"), False),
    **dict.fromkeys(("partial", "all", "hanab_live", "link"), False),
    "limit": 20,
    "multicolour": 0,
    "words": (),
}
"""Set at the top alone: a subparser's default overrides an option that was given before it."""


def command_parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of every command, or of the one that the words begin with: it is faster."""
    top = _Parser(prog="companion", description="Keeps the state of a game of Hanabi at the table.")
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    top.set_defaults(**_DEFAULTS)
    parsers = {"": top}
    actions = {"": top.add_subparsers(metavar="COMMAND", required=True)}
    only = words[0] if words and words[0] in _EVERY else ""
    for path, command in _COMMANDS.items():
        if only not in ("", path.split()[0]):
            continue
        parent, _, name = path.rpartition(" ")
        if parent not in actions:
            actions[parent] = parsers[parent].add_subparsers(
                metavar="ACTION", dest="action", required=not _COMMANDS[parent].act
            )
        below = actions[parent].add_parser(
            name, **_description(path), argument_default=argparse.SUPPRESS
        )
        below.set_defaults(command=command)
        takes = command.takes.replace("settings", " ".join(_PLACES))
        for argument in takes.replace("onlookers", " ".join(_WANTED)).split():
            if argument in _ARGUMENTS:
                below.add_argument(argument, **_ARGUMENTS[argument])
        parsers[path] = below
    for listed in LISTED:
        if only in ("", listed.command):
            _add_onlooker(actions[""], listed)
    if only == "ctl" and {"-h", "--help"} & {*words}:
        from companion.commands.ctl import vocabulary  # a start does not wait for it

        parsers[only].formatter_class = argparse.RawDescriptionHelpFormatter
        parsers[only].epilog = vocabulary()
    return top


def _description(path: str) -> dict[str, Any]:
    """Return what argparse says of a command. What only files call is in no list."""
    told = {"description": _COMMANDS[path].help}
    return told if path == "first-start" else {**told, "help": _COMMANDS[path].help}


def _add_onlooker(commands: "argparse._SubParsersAction[_Parser]", listed: Listed) -> None:
    """Add the command of an onlooker, which says what it would do where that is not here."""
    onlooker = find_onlooker(listed)
    if onlooker is None:
        # Whatever follows the command is none of its options.
        below = commands.add_parser(
            listed.command, help=absence_of(listed), prefix_chars="\0", add_help=False
        )
        below.add_argument("ignored", nargs="*")
    else:
        below = commands.add_parser(listed.command, help=listed.brings, description=listed.brings)
        for option, taken in onlooker.options.items():
            below.add_argument(option, **taken)
        for option in ("--view", "--socket"):
            below.add_argument(option, **_ARGUMENTS[option], default=None)
    below.set_defaults(command=_ONLOOKER, name=listed.command)


def _run_subcommand(args: argparse.Namespace) -> int:
    """Carry out a command. Return its exit status."""
    if args.command is _COMMANDS["run"]:
        gc.disable()  # until the companion is ready: the start leaves no garbage
    module, _, function = args.command.act.rpartition(".")
    try:
        act = getattr(import_module(f"companion.commands.{module}"), function)
    except ImportError as error:
        raise _report_missing_module(error, args.command) from None
    takes = args.command.takes.split()
    args.out = sys.stdout
    args.err = sys.stderr
    args.options = vars(args)
    args.onlookers = {listed.command: getattr(args, listed.command) for listed in LISTED}
    if "settings" in takes:
        from companion.commands.effective import effective_settings

        given = {"state_dir": args.state_dir, "socket": args.socket}
        args.settings = effective_settings(given).settings
    status: int = act(*(getattr(args, name.lstrip("-").replace("-", "_")) for name in takes))
    return status


def _report_missing_module(error: ImportError, command: _Subcommand) -> CompanionError:
    """Return the error for a missing module; where `run` lacks it, the display says so."""
    why = one_line(str(error))
    incomplete = CompanionError(f"the program is not complete ({why}); install it again")
    if command is _COMMANDS["run"]:
        with suppress(ImportError):  # the display needs modules of its own
            from companion.commands import failed_start

            failed_start.show_failure(None, incomplete)
    return incomplete


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit status.

    0 done, 1 refused or failed, 2 the command line makes no sense, 130 interrupted.
    """
    _mend_output()
    words = sys.argv[1:] if argv is None else argv
    args = command_parser(words).parse_args(words)
    try:
        status = _run_subcommand(args)
        sys.stdout.flush()
        return status
    except CompanionError as error:
        for line in str(error).split("\n"):
            print(f"companion: {one_line(line)}", file=sys.stderr)
        return USAGE if isinstance(error, BadInput) else FAILED
    except OSError as error:
        # The rest of the output goes nowhere: it is not read any more, or has no room.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            where = f"{error.filename}: " if error.filename else ""
            print(f"companion: {one_line(f'{where}{error.strerror or error}')}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _mend_output() -> None:
    """Make sure that there is an output; letters that the terminal lacks become escapes."""
    sys.stdout = sys.stdout or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
