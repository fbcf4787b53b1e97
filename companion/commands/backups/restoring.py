"""`companion restore`: a backup, or a copy of the games as text, merged into the games."""

import codecs
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol, TextIO

from companion.commands.backups import settings_files
from companion.commands.backups.reach import STANDARD, Tell, reached
from companion.commands.ctl import Refused
from companion.daemon.socket.declarations import LONGEST_TEXT
from companion.errors import BadInput, quantity
from companion.journal.restoring import Restoring
from companion.journal.store import Store
from companion.numbers import Json
from companion.settings import COMMAND_LINE, Settings

_FOREVER_S: Final = float("inf")


class _Taker(Protocol):
    """What takes a backup in."""

    def feed(self, text: str) -> bool:
        """Take some more of it. Return False where it is no backup."""

    def end(self, partial: bool) -> Json:
        """Merge it. Raises BadInput where something is wrong with it."""


def run(chosen: Settings, file: str, partial: bool, out: TextIO) -> int:
    """Merge a backup into the games; gives the exit status."""
    where = "standard input" if file == STANDARD else file
    with _opened(file) as source, _open_taker(chosen) as taker:
        for text in _texts(source):
            if not taker.feed(text):
                break
        try:
            answer = taker.end(partial)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
    for lack in answer["lacks"]:
        print(f"{where}: {lack}", file=out)
    if chosen.sources["state_dir"] != COMMAND_LINE:  # else the games are no device's of this place
        for sentence in settings_files.restore(answer["settings"]):
            print(sentence, file=out)
    print(_in_words(answer["report"]), file=out)
    return 0


def _in_words(report: Json) -> str:
    """Return what came of it, in a sentence or two."""
    parts = [f"{quantity(report['games'], 'game')} restored"]
    if report["grown"]:
        parts.append(f"{report['grown']} completed")
    if report["known"]:
        parts.append(f"{report['known']} there already")
    if report["differ"]:
        parts.append(f"{report['differ']} went on otherwise here, and stays")
    others = [key for key in ("name", "sticker", "preference") if report[key]]
    parts += [quantity(report[key], key) for key in others]
    sentence = ", ".join(parts)
    if report["on_table"]:
        sentence += (
            f"; game {report['on_table']} is on the table and stays as it is, the backup has more"
            " of it"
        )
    return sentence


@contextlib.contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input. Raises BadInput."""
    if file == STANDARD:
        if sys.stdin is None:
            raise BadInput("standard input is closed; name a file")
        yield sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as opened:
            yield opened
    except (OSError, ValueError) as error:
        raise _unreadable(file, error) from None


def _texts(source: BinaryIO) -> Iterator[str]:
    """Yield the text of a file in pieces."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    while True:
        read = source.read(LONGEST_TEXT)
        text = decoder.decode(read, final=not read)
        if text:
            yield text
        if not read:
            return


def _unreadable(where: str, error: Exception) -> BadInput:
    reason = error.strerror if isinstance(error, OSError) else None
    return BadInput(f"{where} cannot be read: {reason or error}")


def _open_taker(chosen: Settings) -> contextlib.AbstractContextManager[_Taker]:
    """Open the games that a backup is merged into."""
    return reached(chosen, _RunningTaker, _FolderTaker)


class _RunningTaker:
    """The companion that runs."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._step("begin")

    def _step(self, step: str, **fields: object) -> Json:
        return self._tell({"do": "restore", "step": step, **fields})

    def feed(self, text: str) -> bool:
        """Take some more of it. Return False where it is no backup."""
        return not self._step("text", text=text)["wrong"]

    def end(self, partial: bool) -> Json:
        """Merge it. Raises BadInput where something is wrong with it."""
        while not self._step("check")["checked"]:
            pass
        try:
            return self._step("end", partial=partial)
        except Refused as refused:
            if refused.answer.get("wrong"):
                raise BadInput(str(refused)) from None
            raise


class _FolderTaker:
    """The games in a folder that no companion uses."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._backup = Restoring()

    def feed(self, text: str) -> bool:
        """Take some more of it. Return False where it is no backup."""
        self._backup.feed(text)
        return not self._backup.wrong

    def end(self, partial: bool) -> Json:
        """Merge it. Raises BadInput where something is wrong with it."""
        store = self._store
        store.open()
        while store.has_work and not store.index_problem:  # the games are known by the index
            store.work(_FOREVER_S)
        self._backup.check(store, _FOREVER_S)
        wrong = self._backup.refusal(partial)
        if wrong:
            raise BadInput(wrong)
        return self._backup.take_in(store)
