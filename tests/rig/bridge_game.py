"""A whole game as a bridge publishes it, and what a listener gets of it."""

from typing import Any

from companion.journal.sitting import Sitting
from tests.games import three_players
from tests.rig.moments import NAMES, sitting

TABLE = "0123456789ab"
WHOLE = sitting(three_players(), NAMES)
MISFIRE = next(number for number, step in enumerate(WHOLE.steps) if step.state.errors)


def after(steps: int) -> Sitting:
    return WHOLE._replace(steps=WHOLE.steps[:steps])


def online(body: Any) -> bool:
    return bool(body["online"])


def there(body: Any) -> bool:
    return body is not None
