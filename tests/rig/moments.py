"""Games at the moments that a page shows."""

from companion.game.record import Record, record_json
from companion.journal.sitting import Sitting
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.page.tables import table_json

NAMES = ("Ann", "Ben", "Cleo")


def sitting(record: Record, names: tuple[str, ...] = (), first: int = 0) -> Sitting:
    body = record_json(record.setup, names or record.names, list(record.actions))
    return replay_record(7, body, first).sitting


def moments(whole: Sitting) -> list[Sitting]:
    return [whole._replace(steps=whole.steps[:number]) for number in range(len(whole.steps) + 1)]


def shown(whole: Sitting, language: str = "en", **look: object) -> dict:
    return table_json(Look(whole, **look), language)
