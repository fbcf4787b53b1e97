"""The page's process: one thread, over the view socket; nothing that it does changes a game."""

from pathlib import Path

from companion.onlooking.settings import PageSettings
from companion.page.desk import Desk
from companion.page.handlers import PATHS


async def serve(settings: PageSettings, view: Path, lifeline: int | None = None) -> None:
    """Serve the page until a signal comes, or until the pipe at `lifeline` is closed."""
    await Desk(settings, view, PATHS).serve(lifeline)
