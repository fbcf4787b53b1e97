"""Plays a turn with an installed companion, whatever installed it."""

import json
from typing import Any, Final

PLAY: Final = """\
companion run --emulate --headless 2>companion.log & companion=$!
tries=0
until companion ctl state >state 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] && kill -0 $companion || { cat companion.log; exit 1; }
    sleep 0.1
done
%s
companion ctl state
kill $companion
wait $companion
"""
"""Shell code: an emulated companion of one's own, in the working directory; %s is done with it."""

BEGIN: Final = PLAY % "companion ctl new 3 >said; companion ctl press clue >said"
"""A new game and a turn of it."""
GO_ON: Final = PLAY % "companion ctl press clue >said"
"""A turn of the game that is on the table."""


def next_turn(said: str) -> int:
    """Return the turn that is next, by the last line of PLAY."""
    state: dict[str, Any] = json.loads(said.splitlines()[-1])
    number: int = state.get("state", state)["turn"]
    return number
