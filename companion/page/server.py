"""The page's process: one thread, over the view socket; nothing that it does changes a game."""

import logging
from pathlib import Path
from typing import Final

from companion.onlooking.device import DeviceClient
from companion.onlooking.settings import PageSettings
from companion.page import page_files
from companion.page.desk import Desk
from companion.page.handlers import PATHS
from companion.page.site_server import SiteAddress, SiteServer, until_signal

log: Final = logging.getLogger("companion.page")


class PageServer(SiteServer):
    """The page: a server and the device behind it."""

    def __init__(
        self, settings: PageSettings, view: Path, folder: Path = page_files.TELEVISION
    ) -> None:
        """Make a page of the device at a view socket; nothing is opened yet."""
        device = DeviceClient(view, self._on_change, "web")
        self.desk: Final = Desk(settings, device, page_files.load(folder))
        super().__init__(self.desk, SiteAddress(settings.port, settings.host), PATHS)

    def _on_change(self) -> None:
        self.desk.on_change()

    def look_round(self) -> tuple[str, ...]:
        """Tell the device where the page is found, too."""
        urls = super().look_round()
        self.desk.device.serve(urls)
        return urls

    async def run(self) -> None:
        """Serve until this is cancelled."""
        await self.serve_while(self.desk.device.follow(), "web: the page")


async def serve(settings: PageSettings, view: Path, lifeline: int | None = None) -> None:
    """Serve the page until a signal comes, or until the pipe at `lifeline` is closed."""
    page = PageServer(settings, view)
    page.listen()
    await until_signal(page.run(), log, "web", lifeline)
