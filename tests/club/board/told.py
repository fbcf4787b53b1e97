"""What the bridge of a table tells, for tests of what the board makes of it."""

from typing import Any

from companion.club import topics
from companion.club.board import club
from companion.club.board.club import Club
from companion.club.topics import Topics, versioned_json
from companion.journal.sitting import EMPTY, Sitting
from companion.onlooking.look import Look

ENDED = 1_790_000_000


def state(sitting: Sitting, name: str = "Table 7", named: bool = True, **changed: Any) -> bytes:
    """Return the message of a game on the table, with some of its keys changed."""
    look = Look(sitting, preset="classic" if sitting is not EMPTY else "")
    return versioned_json({**topics.state_body(look, name, named), **changed})


def result(sitting: Sitting, name: str = "Table 7", at: float = ENDED, **changed: Any) -> bytes:
    """Return the message of a game that is over."""
    return versioned_json(
        {**topics.result_body(sitting, name, players=True, preset="", ended=at), **changed}
    )


def there(online: bool = True, start: int = 1, **changed: Any) -> bytes:
    return versioned_json({**topics.availability_body(online, start), **changed})


NOTHING = Club()


def told(*messages: tuple[str, bytes], before: Club = NOTHING) -> tuple[Club, list[str]]:
    """Return the club after these messages, and what it says of them."""
    said = []
    for topic, payload in messages:
        about = club.subject_of_topic(topic)
        if about is None:
            continue
        before, sentence = club.after_message(before, about, payload)
        said += [f"{topic}: {sentence}"] if sentence else []
    return before, said


SEVEN = Topics("7")
EIGHT = Topics("8")
