"""Site: what the handlers of every page of ours share."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Final

from tornado.iostream import IOStream

from companion.page import guard, page_files
from companion.page.crowd import ANSWERS, CONNECTIONS, OF_ONE, PAGES, SHARE, SharedPlaces
from companion.page.page_files import PageFile
from companion.page.streams import Stream
from companion.words.texts import DEFAULT, AllTexts


class Site(ABC):
    """A page's files and words, by which names it may be asked for, and who has it open."""

    log: logging.Logger

    def __init__(
        self,
        files: Mapping[str, PageFile],
        texts: AllTexts,
        names: Iterable[str],
        pages: int = PAGES,
    ) -> None:
        """Make a site that nobody has asked yet.

        names: further ones of this computer. pages: how many may be open at a time.
        """
        self.files: Final = files
        self.texts: Final = texts
        self.version = page_files.version(files, texts)
        """Pages of another version load themselves anew."""
        self.names: Final = guard.own_names(names)
        self.pages: Final[SharedPlaces[Stream]] = SharedPlaces(pages, SHARE)
        """Those that are open."""
        self.connections: Final[SharedPlaces[IOStream]] = SharedPlaces(
            CONNECTIONS * pages, SHARE, OF_ONE * pages
        )
        self.unread: Final[SharedPlaces[IOStream]] = SharedPlaces(ANSWERS)
        """The connections to which a large answer is on its way."""
        self.addresses: tuple[str, ...] = ()
        """The addresses of this computer."""
        self.urls: tuple[str, ...] = ()
        """Where the page is found."""

    @property
    def language(self) -> str:
        """Spoken to browsers that ask for none of ours."""
        return DEFAULT

    def wake(self) -> None:
        """Have every open page look for something new."""
        for stream in self.pages:
            stream.wake()

    @abstractmethod
    def news(self, stream: Stream) -> bytes:
        """Return what an open page does not have yet, as events; empty where it has everything."""
