"""The board's process: it follows a broker and serves the page; it tells nobody anything else."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.club.board.board import ClubBoard
from companion.onlooking.settings import BoardSettings
from companion.page import page_files
from companion.page.answers import SHARED_PATHS
from companion.page.page_files import PageFile
from companion.page.site_server import SiteAddress, SiteServer, until_signal

log: Final = logging.getLogger("companion.club")
FOLDER: Final = Path(__file__).with_name("page")


def files() -> Mapping[str, PageFile]:
    """Return the files for browsers: the board's own, and the modules that they name."""
    return page_files.load(FOLDER)


class BoardServer(SiteServer):
    """The page, and the board behind it."""

    def __init__(self, settings: BoardSettings) -> None:
        """Make a board that is not opened yet; it needs a running loop."""
        self.board: Final = ClubBoard(settings, files())
        super().__init__(self.board, SiteAddress(settings.port, settings.host), SHARED_PATHS)

    async def run(self) -> None:
        """Follow the broker and serve until this is cancelled."""
        try:
            await self.serve_while(self.board.link.run(), "club: the board")
        finally:
            await self.board.link.leave()

    def look_round(self) -> tuple[str, ...]:
        """Forget the results that the broker has forgotten, too."""
        self.board.look()
        return super().look_round()


async def serve(settings: BoardSettings) -> None:
    """Follow the broker and serve the page until a signal comes."""
    server = BoardServer(settings)
    server.listen()
    await until_signal(server.run(), log, "club")
