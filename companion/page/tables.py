"""Tables: what a page shows of a game at one instant, in one language, as JSON.

The page computes no rule: all of it comes from the game's functions and the device's words.
"""

from typing import Final

from companion.face import words
from companion.face.on_table import OnTable, on_table
from companion.face.preferences import Clues, Help
from companion.face.shown import convention_figures
from companion.face.spoken import latest_actions, spoken_action
from companion.game.cards import SUITS
from companion.game.rules import start
from companion.game.setup import FEWEST_PLAYERS, HANDS, Setup
from companion.journal.events import Began
from companion.journal.sitting import EMPTY, Sitting
from companion.numbers import Json
from companion.onlooking.look import Look
from companion.page import ends, hands, players, states
from companion.page.words import device_sentence, say
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


def table(look: Look, language: str, version: str) -> Json:
    """Return the table as the page has it; before the first game that of one which may begin."""
    if look.sitting.state is None:
        setup = Setup(FEWEST_PLAYERS)
        first = EMPTY._replace(began=Began(setup), opening=start(setup))
        drawn = table(look._replace(sitting=first), language, version)
        nothing = {"game": None, "status": "none", "sentence": say(language, "no_game")}
        return {**drawn, **nothing}
    game = on_table(look.sitting)
    state = game.state
    shown = look.help if look.help in tuple(Help) else Help.OUTLOOK
    public = states.public_state(state, language, shown, look.preset)
    counted = convention_figures(look.sitting) if shown == Help.OUTLOOK else []
    figures = [capital(words.say(language, phrase)) for _, phrase in counted]
    has_hands = look.clues != Clues.OFF or state.setup.detail == HANDS
    return {
        "version": version,
        "language": language,
        "serial": look.serial,
        "practice": look.practice,
        "saved": look.saved,
        "guests": look.guests,
        "choice": _choice(look, language),
        "notice": _notice(look, language),
        "game": look.sitting.game,
        **public,
        "figures": [] if state.over else figures,
        "players": players.of_a_state(state, game.began.names, game.began.first, language),
        "hands": hands.told(look, language) if has_hands else None,
        "turns": _turns(look.sitting, language),
        "sentence": _sentence(look.sitting, game, language),
        "end": ends.end(look.sitting, language, look.preset, figures) if state.over else None,
    }


def _choice(look: Look, language: str) -> Json | None:
    question = (
        device_sentence(look.open_question.question, language) if look.open_question else None
    )
    if look.open_question is None or question is None:
        return None
    options = [
        {"item": item, "name": _item(item, language), "marked": item == look.open_question.marked}
        for item in look.open_question.items
    ]
    return {"question": question, "options": options}


def _item(item: str, language: str) -> str:
    """Return the name of an answer."""
    if item in SUITS:
        return capital(words.suit(language, item))
    if item in words.LANGUAGES:
        return words.texts(item).get("own_name", item)
    return words.texts(language).get(f"item_{item}", item)


def _notice(look: Look, language: str) -> Json | None:
    text = device_sentence(look.announcement.phrase, language) if look.announcement else None
    if look.announcement is None or text is None:
        return None
    return {"text": text, "refusal": look.announcement.refusal}


def _turns(sitting: Sitting, language: str, most: int = LATEST) -> list[Json]:
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


def _sentence(sitting: Sitting, game: OnTable, language: str) -> str:
    """Return the table for those who hear it: the last turn, who acts, and the counters."""
    state = game.state
    parts = [say(language, "begun")]
    if sitting.steps:
        turn = _turns(sitting, language, most=1)[0]
        last = f"{turn['what']}."
        if turn["who"]:
            last = say(language, "said_turn", who=turn["who"], what=turn["what"])
        parts = [capital(last)]
    if state.over:
        return " ".join((*parts, ends.sentence(state, language)))
    acts = players.name_of(sitting, state.seat, language)
    return " ".join((*parts, states.sentence(state, acts, language)))
