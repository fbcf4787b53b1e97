"""Results: what came of the games of two days, also of those that ended while no bridge ran."""

import logging
import time
from collections.abc import Callable
from typing import Final

from companion import clock
from companion.club.events import is_over
from companion.club.settings import BridgeSettings
from companion.club.topics import RESULT_S, Topics, result_body, results_body, versioned_json
from companion.errors import CompanionError
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.onlooking.device import DeviceClient
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record

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
        self._told: Final[dict[int, Json]] = {}
        """What was told of each game."""

    def follow(self, before: Sitting | None, look: Look) -> None:
        """Tell the end of the game on the table, or that it has none any more."""
        sitting = look.sitting
        if sitting.state is None:
            return
        if not sitting.state.over:
            self._clear(sitting.game)
        elif before is not None:
            # What ended before this program started has its time in the history.
            known = self._told.get(sitting.game, {"ended": clock.now()})
            self._tell(sitting, look.preset, known["ended"] or 0.0)
        if before is not None:
            self._tell_list()

    async def catch_up(self) -> None:
        """Tell the results that the device alone knows."""
        try:
            answer = await self._device.ask({"get": "history", "limit": MOST_GAMES})
            now = time.time()
            # Of those that the broker still keeps, and of the future: the clock was set back.
            rows = {
                int(row["game"]): row
                for row in answer["history"]
                if float(row["changed"]) > max(clock.NEVER_SET_S, now - RESULT_S)
            }
            for game in range(min(rows, default=1), max(rows, default=0) + 1):
                row = rows.get(game)
                look = self._device.look
                if game in self._told or look is None:
                    continue
                if row is not None and row["status"] != "playing":
                    await self._tell_past_game(game, row)
                elif game != look.sitting.game:
                    # It was given up or withdrawn; its end may have been told before.
                    self._clear(game)
            self._tell_list()
        except (CompanionError, LookupError, TypeError, ValueError) as error:
            log.warning("mqtt: the results of past games are not told: %s", error)

    async def _tell_past_game(self, game: int, row: Json) -> None:
        answer = await self._device.ask({"get": "record", "game": game})
        sitting = replay_record(game, answer["record"]).sitting
        look = self._device.look
        if look is not None and look.sitting.game == game:
            sitting = look.sitting
        if game not in self._told and is_over(sitting):
            self._tell(sitting, str(row["preset"]), float(row["changed"]))

    def _tell(self, sitting: Sitting, preset: str, ended: float) -> None:
        settings = self._settings
        body = result_body(sitting, settings.name, settings.players, preset, ended)
        self._told[sitting.game] = body
        self._keep(self._topics.result(sitting.game), versioned_json(body), _time_left(body))

    def _clear(self, game: int) -> None:
        self._told.pop(game, None)
        self._keep(self._topics.result(game), b"", None)

    def _tell_list(self) -> None:
        """Tell those that the broker still keeps in one message."""
        there = [
            self._told[game] for game in sorted(self._told) if _time_left(self._told[game]) > 0
        ]
        if there:
            self._keep(self._topics.results, versioned_json(results_body(there)), RESULT_S)
        else:
            self._keep(self._topics.results, b"", None)


def _time_left(result: Json) -> float:
    """Return the seconds for which a broker keeps a result.

    They are at most as many as those of a new one, where the clock was set back since it ended.
    """
    ended = result["ended"]
    return RESULT_S if ended is None else min(RESULT_S, RESULT_S - (time.time() - ended))
