"""The board's process: it follows a broker and serves the page; it tells nobody anything else."""

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.club.board.board import LOOK_S, ClubBoard
from companion.onlooking.settings import BoardSettings
from companion.web import page_files
from companion.web.answers import SHARED_PATHS
from companion.web.page_files import PageFile
from companion.web.site_server import SiteAddress, SiteServer, until_signal

log: Final = logging.getLogger("companion.club")
FOLDER: Final = Path(__file__).with_name("page")
SHARED: Final = (
    "curve.js",
    "dom.js",
    "ending.js",
    "figures.js",
    "fireworks.js",
    "live.js",
    "memory.js",
    "menu.js",
    "now.js",
    "pile.js",
    "players.js",
    "shorten.js",
    "style.css",
    "suits.js",
    "table.js",
    "turns.js",
    "upgrade.js",
    "words.js",
)
"""What the board has of the page of one table."""


def files() -> Mapping[str, PageFile]:
    """Return what browsers get."""
    of_the_page = page_files.load()
    return {**{name: of_the_page[name] for name in SHARED}, **page_files.load(FOLDER)}


class BoardServer(SiteServer):
    """The page, and the board behind it."""

    def __init__(self, settings: BoardSettings) -> None:
        """Make a board that is not opened yet; it needs a running loop."""
        self.board: Final = ClubBoard(settings, files())
        super().__init__(self.board, SiteAddress(settings.port, settings.host), SHARED_PATHS)

    async def run(self) -> None:
        """Follow the broker and serve until this is cancelled."""
        log.info("club: the board is at %s", " ".join(self.urls))
        following = asyncio.ensure_future(self.board.link.run())
        try:
            while not following.done():
                await asyncio.wait((following,), timeout=LOOK_S)
                self.look_round()
                self.board.look()
            following.result()
        finally:
            following.cancel()
            await self.board.link.leave()
            self.end()


async def serve(settings: BoardSettings) -> None:
    """Follow the broker and serve the page until a signal comes."""
    server = BoardServer(settings)
    server.listen()
    await until_signal(server.run(), log, "club")
