"""Home Assistant: what makes the table one of its devices, without a word in its settings.

One retained message, `home_assistant.json`, names the device and all of its entities; what each
says is read from the table's topics. The last parts of the unique ids never change. A topic that is
cleared has no JSON, of which each template takes care: Home Assistant would log a warning.
"""

import json
from pathlib import Path
from string import Template
from typing import Final

from companion import __version__
from companion.club.topics import Topics
from companion.face import words
from companion.numbers import compact_json

LATE_S: Final = 10
"""Age at which an event starts no automation any more, in seconds: no lamp turns red for what is
long past."""
ONLINE: Final = b"online"
"""What Home Assistant says when it starts."""
_MESSAGE: Final = Path(__file__).with_name("home_assistant.json")


def discovery_message(topics: Topics, name: str) -> bytes:
    """Return the message that has Home Assistant list the table, by its name or as "Hanabi"."""
    english = words.texts("en")
    verdicts = {
        "lost": english["lost"],
        "won": english["flourish_won"],
        "ratings": [text for key, text in sorted(english.items()) if key.startswith("rating_")],
    }
    filled = {
        "table": topics.table,
        "name": name or "Hanabi",
        "version": __version__,
        "late": str(LATE_S),
        "verdicts": json.dumps(verdicts),
    }
    # Without the quotes, which stand in the file.
    escaped = {key: json.dumps(text, ensure_ascii=False)[1:-1] for key, text in filled.items()}
    message = Template(_MESSAGE.read_text("utf-8")).substitute(escaped)
    return compact_json(json.loads(message))
