"""The command line: what each command takes, and errors as one sentence without a traceback."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NoReturn

from companion import __version__
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.settings import Settings

FAILED: Final = 1
USAGE: Final = 2


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}; try {self.prog} --help\n")


def _run(args: argparse.Namespace) -> int:
    gc.disable()  # until the companion is ready: starting up makes nothing that could be collected
    from companion.commands.run import run

    return run(args.panel, args.state_dir, args.socket, args.headless, args.emulate)


def _replay(args: argparse.Namespace) -> int:
    from companion.commands.replay import run

    return run(args.file, sys.stdout, sys.stderr)


def _ctl(args: argparse.Namespace) -> int:
    from companion.commands.ctl import run

    return run(args.words, args.socket, sys.stdout)


def _config(args: argparse.Namespace) -> int:
    from companion.settings import load

    print(load().toml())
    return 0


def _history(args: argparse.Namespace) -> int:
    from companion.commands.history import games

    return games(_chosen(args), args.limit, args.json, sys.stdout)


def _stats(args: argparse.Namespace) -> int:
    from companion.commands.history import stats

    return stats(_chosen(args), args.json, sys.stdout)


def _show(args: argparse.Namespace) -> int:
    from companion.commands.game import show

    return show(_chosen(args), args.number, args.json, sys.stdout)


def _record(args: argparse.Namespace) -> int:
    from companion.commands.game import record

    return record(_chosen(args), args.number, sys.stdout)


def _chosen(args: argparse.Namespace) -> "Settings":
    """The settings, with what the command line says of the games."""
    from companion.settings import load

    return load(given={"state_dir": args.state_dir, "socket": args.socket})


def _wiring(args: argparse.Namespace) -> int:
    from companion.commands.wiring import run

    return run(args.build, args.svg, sys.stdout)


def _doctor(args: argparse.Namespace) -> int:
    from companion.commands.doctor import run

    return run(args.build, args.json, args.interactive, sys.stdout, sys.stderr)


def _cards(args: argparse.Namespace) -> int:
    from companion.commands.cards import edition_of, run

    deck = getattr(args, "deck", "")
    edition = edition_of(getattr(args, "multicolour", 0), getattr(args, "black", False))
    return run(args.action, deck, getattr(args, "card", ""), edition, args.socket, sys.stdout)


def parser() -> argparse.ArgumentParser:
    """Every command and its options."""
    top = _Parser(prog="companion", description="Keeps the state of a game of Hanabi at the table.")
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, act: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(act=act)
        return command

    run = add("run", _run, "start the companion")
    run.add_argument("--panel", metavar="NAME|FILE", help="the build: a name in wiring/ or a TOML file")
    run.add_argument("--state-dir", metavar="DIR", help="the folder of the games")
    run.add_argument("--socket", metavar="PATH", help="the control socket")
    run.add_argument("--emulate", action="store_true", help="emulate a build that is not here")
    run.add_argument("--headless", action="store_true", help="no window for the emulated device")

    ctl = add("ctl", _ctl, "ask the running companion, or press its buttons")
    ctl.add_argument("--socket", metavar="PATH", help="the control socket")
    ctl.add_argument("words", metavar="WORD", nargs="*", help="such as: press clue | state | frame out.png")

    replay = add("replay", _replay, "run records of games through the rules")
    replay.add_argument("file", metavar="FILE", help="the record, or - for standard input")

    history = add("history", _history, "list the games so far")
    _of_the_games(history, None)
    history.add_argument("--limit", metavar="N", type=int, default=20, help="how many, the newest first")
    history.add_argument("--json", action="store_true", help="for scripts")
    about = history.add_subparsers(metavar="ACTION")
    show = about.add_parser("show", help="all about one game")
    show.set_defaults(act=_show)
    show.add_argument("number", metavar="N", type=int, help="the number of the game")
    best = about.add_parser("stats", help="best scores, perfect games, streaks, by who played which edition")
    best.set_defaults(act=_stats)
    for command in (show, best):
        _of_the_games(command, argparse.SUPPRESS)
        command.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="for scripts")

    record = add("record", _record, "print any past game as a record, for replay")
    record.add_argument("number", metavar="N", type=int, help="the number of the game in the history")
    _of_the_games(record, None)

    build = "a name in wiring/ or a TOML file; without it the one that is set, or that of this machine"
    wiring = add("wiring", _wiring, "print what goes to which pin, and what to buy")
    wiring.add_argument("build", metavar="BUILD", nargs="?", help=build)
    wiring.add_argument("--svg", metavar="FILE", help="write the diagram of the wires too")

    doctor = add("doctor", _doctor, "say what is right and what is wrong with this device")
    doctor.add_argument("build", metavar="BUILD", nargs="?", help=build)
    doctor.add_argument("--json", action="store_true", help="for support requests")
    doctor.add_argument("--interactive", action="store_true", help="try each light, the display, each button")

    cards = add("cards", _cards, "say which sticker is which card, for a device with a card reader")
    cards.add_argument("--socket", metavar="PATH", help="the control socket")
    actions = cards.add_subparsers(metavar="ACTION", dest="action", required=True)
    actions.add_parser("list", help="the decks that are enrolled")
    actions.add_parser("check", help="which card is laid on the reader")
    enrol = actions.add_parser("enrol", help="walk through a deck, card by card; goes on where it stopped")
    enrol.add_argument("deck", metavar="DECK", help="what the deck is called")
    enrol.add_argument("--multicolour", type=int, choices=(0, 5, 10), default=0, help="cards of that suit")
    enrol.add_argument("--black", action="store_true", help="with the black suit")
    forget = actions.add_parser("forget", help="forget the stickers of a deck, or of one card in it")
    forget.add_argument("deck", metavar="DECK", help="what the deck is called")
    forget.add_argument("card", metavar="CARD", nargs="?", default="", help="such as R1; all of its copies")

    add("config", _config, "print the effective settings, each with its source")
    return top


def _of_the_games(command: argparse.ArgumentParser, default: str | None) -> None:
    """The options that say where the games are."""
    command.add_argument("--state-dir", metavar="DIR", default=default, help="the folder of the games")
    command.add_argument("--socket", metavar="PATH", default=default, help="the control socket")


def _give_up_output() -> None:
    """Nobody reads it, or it has no room: what is left of it goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives its exit status (0 well, 1 failed, 2 wrong usage)."""
    args = parser().parse_args(argv)
    try:
        status: int = args.act(args)
        sys.stdout.flush()
        return status
    except CompanionError as error:
        print("\n".join(f"companion: {line}" for line in str(error).splitlines()), file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        _give_up_output()
        return FAILED
    except OSError as error:
        _give_up_output()
        print(f"companion: {error.strerror or error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 130
