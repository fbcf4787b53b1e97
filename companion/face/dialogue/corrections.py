"""Corrections: what was set among the counters and does not count, once their list is left."""

from companion.face.dialogue import menus
from companion.face.dialogue.counters import as_it_lies, table_counters
from companion.face.dialogue.outcomes import warn_group
from companion.face.state import Counter, Face, Phrase
from companion.journal.sitting import Sitting


def tell_dropped(before: Face, after: Face, sitting: Sitting) -> Face:
    """Return the face after a press that dropped counters; it says which were set.

    sitting: the game of the counters.
    """
    (counter, number), *more = before.menu.staged.items()
    name = menus.counter_name(sitting, counter, number)
    facts = {"counter": name, "number": as_it_lies(counter, number)}
    if not more:
        return warn_group(after, Phrase("correct_dropped", facts))
    return warn_group(after, Phrase("correct_dropped_more", {**facts, "more": len(more)}))


def stage_counter(face: Face, sitting: Sitting, counter: Counter, value: int) -> Face:
    """Return the face with a counter set, or no longer set where that is its value in the game.

    The turns that are left are no longer set once the deck has cards.
    """
    staged = {**face.menu.staged, counter: value}
    values = table_counters(sitting, staged)
    staged = {key: number for key, number in staged.items() if values.get(key, number) != number}
    return face._replace(menu=face.menu._replace(staged=staged))
