"""Results: what came of the games of two days, also of those that ended while no bridge ran."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

from companion import clock
from companion.club.events import is_over
from companion.club.topics import RESULT_S, Topics, result, versioned_json
from companion.errors import CompanionError
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.onlooking.device import DeviceClient
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.onlooking.settings import BridgeSettings

log: Final = logging.getLogger("companion.club")
MOST_GAMES: Final = 50
"""So many past games are looked through."""


class Results:
    """The results of a table."""

    def __init__(
        self,
        settings: BridgeSettings,
        topics: Topics,
        device: DeviceClient,
        keep: Callable[[str, bytes, float | None], None],
    ) -> None:
        """Begin without a result; `keep` is that of a link."""
        self._settings: Final = settings
        self._topics: Final = topics
        self._device: Final = device
        self._keep: Final = keep
        self._ends: Final[dict[int, float]] = {}
        """When each game ended that was told, in seconds since 1970."""

    def follow(self, before: Sitting | None, look: Look) -> None:
        """Tell the end of the game on the table, or that it has none any more."""
        sitting = look.sitting
        if sitting.state is None:
            return
        if not sitting.state.over:
            self._ends.pop(sitting.game, None)
            self._keep(self._topics.result(sitting.game), b"", None)
        elif before is not None:
            # What ended before this program started has its time in the history.
            ended = self._ends.setdefault(sitting.game, clock.now())
            self._tell(sitting, look.preset, ended, RESULT_S)

    async def catch_up(self) -> None:
        """Tell the results that the device alone knows."""
        try:
            answer = await self._device.ask({"get": "history", "limit": MOST_GAMES})
            await self._tell_past(answer["history"], time.time())
        except (CompanionError, LookupError, TypeError, ValueError) as error:
            log.warning("mqtt: the results of past games are not told: %s", error)

    async def _tell_past(self, history: Sequence[Json], now: float) -> None:
        rows = {int(row["game"]): row for row in history if _recent(float(row["changed"]), now)}
        for game in range(min(rows, default=1), max(rows, default=0) + 1):
            row = rows.get(game)
            look = self._device.look
            if game in self._ends or look is None:
                continue
            if row is not None and row["status"] != "playing":
                await self._tell_one(game, row, now)
            elif game != look.sitting.game:
                # It was given up or withdrawn; its end may have been told before.
                self._keep(self._topics.result(game), b"", None)

    async def _tell_one(self, game: int, row: Json, now: float) -> None:
        answer = await self._device.ask({"get": "record", "game": game})
        sitting = replay_record(game, answer["record"]).sitting
        if game in self._ends or not is_over(sitting):
            return
        look = self._device.look
        if look is not None and look.sitting.game == game:
            sitting = look.sitting
            if not is_over(sitting):
                return
        # At most as long as a new one, where the clock was set back since then.
        ended = self._ends[game] = float(row["changed"])
        self._tell(sitting, str(row["preset"]), ended, min(RESULT_S, RESULT_S - (now - ended)))

    def _tell(self, sitting: Sitting, preset: str, ended: float, lasts: float) -> None:
        settings = self._settings
        body = result(sitting, settings.name, settings.players, preset, ended)
        self._keep(self._topics.result(sitting.game), versioned_json(body), lasts)


def _recent(changed: float, now: float) -> bool:
    """Return True if the broker still keeps a result of this time.

    It keeps one of the future, too: the clock was set back.
    """
    return changed > clock.NEVER_SET_S and now - changed < RESULT_S
