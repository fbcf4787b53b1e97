"""Tables: what a page shows of a game at one instant, in one language, as JSON.

The page computes no rule: all of it comes from the game's functions and the device's words.
"""

from typing import Final

from companion.face import words
from companion.face.on_table import OnTable, on_table
from companion.face.preferences import Clues, Help
from companion.face.spoken import latest_actions, spoken_action
from companion.game.cards import SUITS
from companion.game.rules import start
from companion.game.setup import FEWEST_PLAYERS, HANDS, Setup
from companion.journal.events import Began
from companion.journal.sitting import EMPTY, Sitting
from companion.numbers import Json
from companion.onlooking.look import Announcement, Look, OpenQuestion
from companion.page import ends, players, states
from companion.page.words import device_sentence, page_text
from companion.words.texts import capital

LATEST: Final = 12
"""How many turns are told."""
_KINDS: Final = {
    "clue": "clue",
    "card": "play",
    "play": "play",
    "misfire": "misfire",
    "discard": "discard",
}
"""What kind of turn a spoken action is, by the first word of its key."""


def table_json(look: Look, language: str) -> Json:
    """Return the table as the page has it; before the first game that of one which may begin."""
    if look.sitting.state is None:
        setup = Setup(FEWEST_PLAYERS)
        first = EMPTY._replace(began=Began(setup), opening=start(setup))
        drawn = table_json(look._replace(sitting=first), language)
        nothing = {"game": None, "status": "none", "sentence": page_text(language, "no_game")}
        return {**drawn, **nothing}
    game = on_table(look.sitting)
    state = game.state
    # A device of another version may name a level that this page does not know.
    shown = look.help if look.help in tuple(Help) else Help.OUTLOOK
    public = states.public_state(state, language, shown, look.preset)
    has_hands = look.clues != Clues.OFF or state.setup.detail == HANDS
    return {
        "language": language,
        "serial": look.serial,
        "practice": look.practice,
        "saved": look.saved,
        "clock": look.clock_s,
        "guests": look.guests,
        "choice": _question_json(look.open_question, language),
        "notice": _announcement_json(look.announcement, language),
        "game": look.sitting.game,
        **public,
        "players": players.players_json(state, game.began.names, game.began.first, language),
        "hands": players.hands_json(look, language) if has_hands else None,
        "turns": _turns_json(look.sitting, language),
        "sentence": _table_sentence(look.sitting, game, language),
        "end": ends.end_json(look.sitting, language, look.preset) if state.over else None,
    }


def _question_json(asked: OpenQuestion | None, language: str) -> Json | None:
    if asked is None or (question := device_sentence(asked.question, language)) is None:
        return None
    options = []
    for item in asked.items:
        name = words.texts(language).get(f"item_{item}", item)
        if item in SUITS:
            name = capital(words.suit(language, item))
        elif item in words.LANGUAGES:  # each language is called as it calls itself
            name = words.texts(item).get("own_name", item)
        options.append({"item": item, "name": name, "marked": item == asked.marked})
    return {"question": question, "options": options}


def _announcement_json(said: Announcement | None, language: str) -> Json | None:
    if said is None or (text := device_sentence(said.phrase, language)) is None:
        return None
    return {"text": text, "refusal": said.refusal}


def _turns_json(sitting: Sitting, language: str, most: int = LATEST) -> list[Json]:
    """Return the last turns, the newest one first."""
    turns = []
    last = len(sitting.steps)
    for back, (action, before, seat) in enumerate(latest_actions(sitting, most)):
        phrase = spoken_action(action, before)
        turns.append(
            {
                "turn": before.turn,
                "step": last - back,
                "seat": None if seat is None else seat + 1,
                "who": "" if seat is None else players.name_of(sitting, seat, language),
                "what": words.say(language, phrase),
                "kind": _KINDS.get(phrase.key.split("_")[1], "other"),
            }
        )
    return turns


def _table_sentence(sitting: Sitting, game: OnTable, language: str) -> str:
    """Return the table for those who hear it: the last turn, who acts, and the counters."""
    state = game.state
    said = page_text(language, "begun")
    if sitting.steps:
        turn = _turns_json(sitting, language, most=1)[0]
        last = f"{turn['what']}."
        if turn["who"]:
            last = page_text(language, "said_turn", who=turn["who"], what=turn["what"])
        said = capital(last)
    if state.over:
        return f"{said} {ends.end_sentence(state, language)}"
    acts = players.name_of(sitting, state.seat, language)
    return f"{said} {states.state_sentence(state, acts, language)}"
