"""What a device may show a page: middles and ends of games, choices, notices, the widest names."""

from random import Random
from typing import Any

from companion.face import phrase_json
from companion.face.state import Phrase
from companion.game.actions import Action, Bonus, Clue, Discard, Misfire, Play, action_json
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.record import record_json
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.onlooking.replayed import replay_record
from tests.rig.view_socket import line

PEOPLE = ("Ann", "Ben", "Cleo")
WIDE = ("WWWWWWWWWWWWWWWW", "Maximilienne-Éma", "MMMMMMMMMMMMMMMM", "Ŵïlhelmïnâ-Zoë-Ü", "Ann")
"""Names as long as they may be."""
TILES = "clue repair colour value recycle replay"


def _following(state: State, dice: Random):
    """Each state that may follow, and its action, the likeliest first."""
    cards = list(state.setup.box.copies)
    dice.shuffle(cards)
    plays: list[Action] = [Play(card) for card in cards] if state.setup.detail == "cards" else []
    if state.setup.detail == "tokens":
        plays = [Play()]
    discards: list[Action] = (
        [Discard(card) for card in cards] if state.setup.detail == "cards" else [Discard()]
    )
    misfires: list[Action] = [Misfire(Card("W", 5)), Misfire(Card("R", 4)), Misfire()]
    tiles: list[Action] = [Bonus(tile) for tile in ("clue", "repair", "colour", "value")]
    luck = dice.random()
    if luck < 0.42:
        tries = [*plays, Clue(), *discards]
    elif luck < 0.78:
        tries = [Clue(), *discards, *plays]
    else:
        tries = [*(misfires if luck > 0.97 else ()), *discards, Clue(), *plays]
    for action in (*tiles, *tries, *misfires):
        try:
            after = apply(state, action)
        except ActionRefused:
            continue
        if not isinstance(action, Play) or after.errors == state.errors:
            yield after, action


def game(
    preset: str, names: tuple[str, ...], seed: int, turns: int = 1000, detail: str = "cards"
) -> Sitting:
    """Play a game well but for now and then, to its end or for so many actions."""
    setup = Setup(len(names), PRESETS[preset], detail)
    dice, state, done = Random(seed), start(setup), []
    while not state.over and len(done) < turns:
        state, action = next(_following(state, dice))
        done.append(action_json(action))
    return replay_record(7, record_json(setup, names, done)).sitting


def last_round() -> Sitting:
    """Two turns into the last round."""
    whole = game("classic", (*PEOPLE, "Dan", "Eve"), 13)
    began = next(
        number for number, step in enumerate(whole.steps) if step.state.turns_left is not None
    )
    return whole._replace(steps=whole.steps[: began + 2])


def question(key: str, purpose: str, options: str) -> dict[str, Any]:
    """Return a choice that is being made."""
    asked = phrase_json.phrase_json(Phrase(key))
    return {
        "purpose": purpose,
        "question": asked,
        "path": [],
        "options": options.split(),
    }


def notice(key: str, refusal: bool, **facts: object) -> dict[str, Any]:
    return {"phrase": phrase_json.phrase_json(Phrase(key, facts)), "refusal": refusal}


SCENES = {
    "none": lambda: line(serial=1),
    "start": lambda: line(game("classic", PEOPLE, 3, 0), 2),
    "middle": lambda: line(game("classic", PEOPLE, 3, 26), 3),
    "grand": lambda: line(game("grand", WIDE, 5, 44), 4),
    "end": lambda: line(game("classic", PEOPLE, 8), 5),
    "grand-end": lambda: line(game("grand", WIDE, 9), 6),
    "choice": lambda: line(
        game("grand", WIDE[:4], 4, 30),
        7,
        choice=question("ask_play", "play", "W R B Y G M K"),
        marked="B",
    ),
    "tiles": lambda: line(
        game("grand", WIDE, 4, 30),
        8,
        choice=question("ask_tile", "tile", TILES),
    ),
    "notice": lambda: line(
        game("classic", PEOPLE[:2], 4, 20),
        9,
        practice=True,
        saved=False,
        notice=notice("all_clue_tokens", refusal=True),
    ),
    "last-round": lambda: line(last_round(), 10),
    "tokens": lambda: line(game("classic", WIDE[:3], 6, 30, "tokens"), 11),
    "no-help": lambda: line(game("grand", WIDE, 5, 60), 12, help="off"),
}
"""What the device tells, by the scene's name."""
