"""Home Assistant: what makes the table one of its devices, without a word in its settings.

One retained message names the device and all of its entities; what each says is read from the
table's topics.
"""

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion import __version__
from companion.club.events import EventKind
from companion.club.topics import Topics, compact_json
from companion.face import words
from companion.numbers import Json

LATE_S: Final = 10
"""Age at which an event starts no automation any more, in seconds: no lamp turns red for what is
long past."""
ONLINE: Final = b"online"
"""What Home Assistant says when it starts."""
_ENGLISH: Final = words.texts("en")


class _Sensor(NamedTuple):
    """What an entity says of the game on the table."""

    name: str
    icon: str
    template: str
    """What it reads from a state, whose keys but `game` are missing before the first game."""
    more: Mapping[str, Any] = {}


_BODY: Final = "value_json | default({})"
"""A topic that is cleared has no JSON; Home Assistant would log a warning for each entity."""


def _number(key: str) -> str:
    return f"{{{{ ({_BODY}).{key} | default(none) }}}}"


_ACTS: Final = (
    f"{{% set state = {_BODY} %}}{{% set seat = state.seat | default(none) %}}"
    "{{ state.names[seat - 1] if seat and state.names is defined else seat }}"
)
_VERDICTS: Final = {
    "lost": _ENGLISH["lost"],
    "won": _ENGLISH["flourish_won"],
    "ratings": [text for key, text in sorted(_ENGLISH.items()) if key.startswith("rating_")],
}
_VERDICT: Final = (
    "{% set verdicts = " + json.dumps(_VERDICTS) + " %}"
    f"{{% set state = {_BODY} %}}{{% set rating = state.rating | default(none) %}}"
    "{{ verdicts.ratings[rating] if rating is not none"
    " else verdicts[state.status] | default(none) }}"
)
_MEASURED: Final = {"state_class": "measurement"}
_STATUS: Final = {"device_class": "enum", "options": ["playing", "won", "lost", "finished"]}
_SENSORS: Final = {
    "score": _Sensor("Score", "mdi:firework", _number("score"), _MEASURED),
    "clues": _Sensor("Clue tokens", "mdi:lightbulb-on-outline", _number("clues"), _MEASURED),
    "fuses": _Sensor("Fuses", "mdi:bomb", _number("fuses"), _MEASURED),
    "deck": _Sensor("Cards in the deck", "mdi:cards-outline", _number("deck"), _MEASURED),
    "turn": _Sensor("Turn", "mdi:counter", _number("turn"), _MEASURED),
    "acts": _Sensor("Who acts", "mdi:account-arrow-right", _ACTS),
    "status": _Sensor("Status", "mdi:progress-star", _number("status"), _STATUS),
    "verdict": _Sensor("Verdict", "mdi:trophy-outline", _VERDICT),
}
"""What is told of the game, by the last part of each unique id. These parts never change."""
_TRIGGERS: Final = (EventKind.MISFIRE, EventKind.FIREWORK, EventKind.END)
"""The events that start an automation by themselves."""


def discovery(topics: Topics, name: str) -> bytes:
    """Return the message that has Home Assistant list the table, by its name or as "Hanabi"."""
    entities = {key: _sensor(topics, key, sensor) for key, sensor in _SENSORS.items()}
    body = {
        "device": {
            "identifiers": [f"hanabi_{topics.table}"],
            "name": name or "Hanabi",
            "model": "Hanabi table companion",
            "sw_version": __version__,
        },
        "origin": {"name": "hanabi-companion", "sw_version": __version__},
        "availability": [
            {
                "topic": topics.availability,
                "value_template": (
                    f"{{{{ 'online' if ({_BODY}).online | default(false) else 'offline' }}}}"
                ),
            }
        ],
        "qos": 1,
        "components": {
            **entities,
            "event": _event(topics),
            **{f"on_{kind}": _trigger(topics, kind) for kind in _TRIGGERS},
        },
    }
    return compact_json(body)


def _sensor(topics: Topics, key: str, sensor: _Sensor) -> Json:
    return {
        "platform": "sensor",
        "unique_id": f"hanabi_{topics.table}_{key}",
        "name": sensor.name,
        "icon": sensor.icon,
        "state_topic": topics.state,
        "value_template": sensor.template,
        **sensor.more,
    }


def _event(topics: Topics) -> Json:
    """Return the entity of the last event, with all that is told of it."""
    return {
        "platform": "event",
        "unique_id": f"hanabi_{topics.table}_event",
        "name": "Event",
        "icon": "mdi:creation",
        "state_topic": topics.event,
        "event_types": list(EventKind),
        "value_template": (
            "{{ dict(value_json, event_type=value_json.event) | to_json"
            " if value_json is defined else '' }}"
        ),
    }


def _trigger(topics: Topics, kind: EventKind) -> Json:
    return {
        "platform": "device_automation",
        "automation_type": "trigger",
        "type": kind,
        "subtype": "game",
        "topic": topics.event,
        "value_template": (
            "{{ value_json.event if value_json is defined"
            f" and value_json.age < {LATE_S} else '' }}}}"
        ),
        "payload": kind,
    }
