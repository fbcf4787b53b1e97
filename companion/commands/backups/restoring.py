"""`companion restore`: a backup, or a copy of the games as text, merged into the games."""

import io
import sys
from typing import TextIO

from companion.commands.backups import settings_files
from companion.commands.backups.reach import STANDARD, Tell, reached
from companion.commands.ctl import Refused
from companion.daemon.socket.declarations import LONGEST_TEXT
from companion.errors import BadInput, quantity
from companion.journal.restoring import Restoring
from companion.journal.store import Store
from companion.numbers import Json
from companion.settings import COMMAND_LINE, Settings


def run(chosen: Settings, file: str, partial: bool, out: TextIO) -> int:
    """Merge a backup into the games; gives the exit status."""
    where = "standard input" if file == STANDARD else file
    if file == STANDARD and sys.stdin is None:
        raise BadInput("standard input is closed; name a file")
    try:
        source = sys.stdin.buffer if file == STANDARD else io.BufferedReader(io.FileIO(file))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or error
        raise BadInput(f"{where} cannot be read: {why}") from None
    text = io.TextIOWrapper(source, encoding="utf-8", errors="replace", newline="")
    with text, reached(chosen, _RunningTaker, _FolderTaker) as taker:
        while (piece := text.read(LONGEST_TEXT // 2)) and taker.feed(piece):
            pass
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
    """Return the result, in a sentence or two."""
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
        self._backup.check(store, float("inf"))
        wrong = self._backup.refusal(partial)
        if wrong:
            raise BadInput(wrong)
        return self._backup.take_in(store)
