"""`companion restore`: a backup, or a copy of the games as text, merged into the games."""

import functools
import io
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO, cast

from companion.commands.backups import settings_files
from companion.commands.backups.reach import STANDARD, AskGames, reached_games
from companion.commands.ctl import Refused
from companion.daemon.socket.fields import LONGEST_TEXT
from companion.errors import BadInput, quantity
from companion.journal.salvage import MAGIC, salvaged_backup
from companion.numbers import Json
from companion.settings import COMMAND_LINE, Settings


def run(chosen: Settings, file: str, partial: bool, out: TextIO) -> int:
    """Merge a backup into the games. Return the exit status."""
    where = "standard input" if file == STANDARD else file
    if file == STANDARD and sys.stdin is None:
        raise BadInput("standard input is closed; name a file")
    try:
        raw = sys.stdin.buffer if file == STANDARD else io.FileIO(file)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or error
        raise BadInput(f"{where} cannot be read: {why}") from None
    with io.BufferedReader(cast(io.FileIO, raw)) as source, reached_games(chosen) as ask:
        answer = _merge_backup(ask, _text_inside(source, file), where, partial)
    for damage in answer["lacks"]:
        print(f"{where}: {damage}", file=out)
    if chosen.sources["state_dir"] != COMMAND_LINE:  # else the games are no device's of this place
        for sentence in settings_files.restore_settings(answer["settings"]):
            print(sentence, file=out)
    print(_report_sentence(answer["report"]), file=out)
    return 0


def _text_inside(source: "io.BufferedReader[io.FileIO]", file: str) -> Iterator[str]:
    """Yield the text of a backup, or the lines that are left in an index."""
    begin = source.peek(len(MAGIC))
    if file.endswith(".sqlite3") or begin.startswith(MAGIC):
        log = Path(f"{file}-wal")
        yield from salvaged_backup(source.read(), log.read_bytes() if log.is_file() else b"")
    else:
        # Other systems' shells write what goes to a file in UTF-16.
        is_wide = begin.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        encoding = "utf-16" if is_wide else "utf-8"
        text = io.TextIOWrapper(source, encoding=encoding, errors="replace", newline="")
        yield from iter(functools.partial(text.read, LONGEST_TEXT // 2), "")


def _merge_backup(ask: AskGames, text: Iterable[str], where: str, partial: bool) -> Json:
    """Have a backup merged. Return the answer at its end; raises BadInput where it is wrong."""
    step = {"do": "restore"}
    ask({**step, "step": "begin"})
    for piece in text:
        if ask({**step, "step": "text", "text": piece})["wrong"]:
            break
    while not ask({**step, "step": "check"})["checked"]:
        pass
    try:
        return ask({**step, "step": "end", "partial": partial})
    except Refused as refused:
        if refused.answer.get("wrong"):
            raise BadInput(f"{where}: {refused}") from None
        raise


def _report_sentence(report: Json) -> str:
    """Return the sentence about what a restore changed."""
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
