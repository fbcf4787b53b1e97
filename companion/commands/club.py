"""`companion club`: the board of a club's tables, a process of its own."""

from functools import partial

from companion.commands.looking_on import load_part, prepare_onlooker
from companion.onlooking import settings
from companion.signals import run_and_exit


def run(port: int | None, host: str | None) -> int:
    """Serve the board until a signal comes. Return the exit status."""
    prepare_onlooker("board", "club", "tornado", "paho-mqtt 2")
    given = {"board.port": port, "board.host": host}
    chosen = load_part(partial(settings.load_board, given=given))
    from companion.club.board.board import serve  # tornado or paho may be missing

    run_and_exit(serve(chosen))
    return 0
