"""Site: what the handlers of every page of ours share."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Final

from tornado.iostream import IOStream

from companion.web import guard, page_files
from companion.web.connections import Unread
from companion.web.page_files import PageFile
from companion.web.streams import Stream, Streams
from companion.web.turns import LaneTurns
from companion.words.texts import DEFAULT, AllTexts


class Site(ABC):
    """A page's files and words, by which names it may be asked for, and who has it open."""

    log: logging.Logger

    def __init__(
        self, files: Mapping[str, PageFile], texts: AllTexts, names: Iterable[str]
    ) -> None:
        """Make a site that nobody has asked yet; `names`: further ones of this computer."""
        self.files: Final = files
        self.texts: Final = texts
        self.version = page_files.version(files, texts)
        """Pages of another version load themselves anew."""
        self.names: Final = guard.own_names(names)
        self.streams: Final = Streams()
        self.turns: Final = LaneTurns()
        self.unread: Final = Unread()
        self.busy: set[IOStream] = set()
        """The connections whose requests are being answered."""
        self.addresses: tuple[str, ...] = ()
        """The addresses of this computer."""
        self.urls: tuple[str, ...] = ()
        """Where the page is found."""

    @property
    def language(self) -> str:
        """Spoken to browsers that ask for none of ours."""
        return DEFAULT

    @abstractmethod
    def news(self, stream: Stream) -> bytes:
        """Return what an open page does not have yet, as events; empty where it has everything."""
