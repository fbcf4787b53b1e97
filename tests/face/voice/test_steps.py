"""Steps: what is said of each step of a game, and that a listener understands it."""

import re
from collections.abc import Sequence

import pytest

from companion.face import ending, words
from companion.face.state import Draft
from companion.face.voice.aloud import aloud
from companion.face.voice.steps import TURN_S, action_phrase
from companion.game.actions import (
    TILES,
    Action,
    Bonus,
    Clue,
    Discard,
    Misfire,
    Name,
    Play,
    parse_action,
)
from companion.game.cards import CARDS, HIGHEST, SUITS, Card
from companion.game.edition import PRESETS
from companion.game.rules import apply, fits, start
from companion.game.setup import Setup
from companion.game.state import State
from tests.face.voice.ears import Ears, Understood
from tests.games import real_games, turns
from tests.rig import espeak
from tests.rig.rig import Rig
from tests.rig.samples import EVERY_CASE, SOME_LANGUAGES, paired

LANGUAGES = pytest.mark.parametrize("language", words.LANGUAGES)
SOME = pytest.mark.parametrize("language", SOME_LANGUAGES)
LEVELS = pytest.mark.parametrize("level", ["short", "full"])
GAMES = real_games()
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def heard(rig: Rig) -> list[str]:
    """What is said of a short game by the buttons."""
    rig.tap("play")
    rig.tap("clue")
    rig.play("B")
    rig.hold("play")
    rig.hold("clue")
    return rig.stage.heard


@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("off", []),
        (
            "short",
            [
                "A new game.",
                "1, a clue. 2.",
                "2, blue 1. 3.",
                "3 a misfire, 2 fuses left, 1. Hold CLUE: undo.",
                "Undone: a misfire.",
            ],
        ),
        (
            "full",
            [
                "A new game. Player 1 begins.",
                "1, a clue. 2.",
                "2, blue 1. 3.",
                "3 a misfire, 2 fuses left, 1. Hold CLUE: undo.",
                "Undone: a misfire. Player 3's turn.",
            ],
        ),
    ],
)
def test_each_step_is_spoken(level, said):
    with Rig(voice=level) as rig:
        face = rig.core.dialogue.face
        rig.core.dialogue.face = face._replace(preferences=face.preferences._replace(help="off"))
        found = heard(rig)
    steps = [one for one in found if not one.startswith(("Let go", "Which", "Classic"))]
    assert steps == said


# Real games, with every card named and without


def _did(action: dict[str, object], before: State) -> dict[str, object]:
    """What came of an action of a record: a play that does not fit is a misfire."""
    judged = parse_action(action)
    if isinstance(judged, Play) and judged.card and not fits(before, judged.card):
        return {"do": "misfire", "card": str(judged.card)}
    return dict(action)


@SOME
@LEVELS
@pytest.mark.parametrize("named", [True, False], ids=["names", "places"])
def test_every_turn_of_real_games_is_understood_again(language, level, named):
    first = list(SOME_LANGUAGES).index(language)
    # Every game where all cases are wanted, at each level.
    for record in GAMES[first::3] if named and EVERY_CASE else GAMES[first : first + 1]:
        with Rig(blind=True, language=language, voice=level) as rig:
            names = NAMES[: record.setup.players] if named else ()
            setup = Setup(record.setup.players, detail="cards")
            rig.core.dialogue.face = rig.core.dialogue.face._replace(draft=Draft(setup, names))
            rig.tap("play")
            state = start(setup)
            players = names or [str(seat + 1) for seat in range(record.setup.players)]
            for action in record.actions:
                rig.ask(do="action", action=action)
                before, state = state, apply(state, parse_action(action))
                told = Ears(language, players).understood(rig.stage.heard[-1])
                assert told.action == _did(action, before), rig.stage.heard[-1]
                assert rig.state == state
                _beside(told, before, state, players)


def _complete(state: State) -> int:
    return list(state.fireworks.values()).count(HIGHEST)


def _beside(told: Understood, before: State, after: State, players: Sequence[str]) -> None:
    """Who acted, who is next, and what happened beside are understood too."""
    assert told.who == players[before.seat]
    assert told.next == ("" if after.over else players[after.seat])
    assert told.counts == ({"fuses": after.fuses} if after.errors != before.errors else {})
    assert told.complete == (_complete(after) > _complete(before))
    assert told.last == (before.turns_left is None and bool(after.turns_left))


@SOME
def test_real_games_by_the_buttons_are_understood_again(language):
    first = list(SOME_LANGUAGES).index(language)
    for record in GAMES[::8] if EVERY_CASE else GAMES[first::32]:
        with Rig(blind=True, language=language, voice="short") as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            for do, suit, expected in turns(record):
                rig.enter(do, suit)
                card = f"{suit}{expected.fireworks[suit]}" if suit else None
                wanted = {"do": do, "card": card} if card else {"do": do}
                assert Ears(language, "12").understood(rig.stage.heard[-1]).action == wanted


# How long it takes

LONG = ("Benjamin", "Isabella")
"""Names of eight letters, the longest usual ones."""
LATE_S = 0.25
"""Seconds by which a named discard may take longer than a turn should, between players with such
names."""


def _played(language: str, names: tuple[str, ...]) -> dict[str, Understood]:
    """What is said in real games, each sentence once."""
    players = names or ("1", "2")
    found: dict[str, Understood] = {}
    for record in GAMES[:: 4 if EVERY_CASE else 20]:
        with Rig(blind=True, language=language, voice="short") as rig:
            draft = Draft(Setup(record.setup.players, detail="cards"), names)
            rig.core.dialogue.face = rig.core.dialogue.face._replace(draft=draft)
            rig.tap("play")
            for action in record.actions:
                rig.ask(do="action", action=action)
                found[rig.stage.heard[-1]] = Ears(language, players).understood(rig.stage.heard[-1])
    return found


@pytest.mark.parametrize(
    ("names", "language"), paired([("Ben", "Chloé"), (), LONG], SOME_LANGUAGES)
)
def test_a_turn_is_spoken_in_two_seconds(names, language):
    if not espeak.speaks(language):
        pytest.skip(f"espeak-ng is not installed, or has no voice for {language}")
    most = TURN_S + (LATE_S if names == LONG else 0)
    if language not in ("en", "de", "fr"):  # whose suits and numbers have more syllables
        most *= 1.3
    took = {
        sentence: espeak.lasts(sentence, language)
        for sentence, told in _played(language, names).items()
        if told.next and not (told.counts or told.complete or told.last)
    }
    assert len(took) > 40
    assert {sentence: time for sentence, time in took.items() if time > most} == {}


# Numbers and genders agree


def _ended(played: int) -> State:
    """A game that is over with so many points."""
    heights = {
        suit: max(0, min(HIGHEST, played - HIGHEST * number)) for number, suit in enumerate("WRBYG")
    }
    return start(Setup(2))._replace(fireworks=heights, status="finished", reason="last_round")


@pytest.mark.parametrize(
    ("language", "points", "said"),
    [
        ("en", 6, "6 of 25 points"),
        ("de", 1, "1 von 25 Punkten"),
        ("fr", 0, "0 point sur 25"),
        ("fr", 1, "1 point sur 25"),
        ("fr", 6, "6 points sur 25"),
    ],
)
def test_the_points_of_an_end_are_spoken_as_people_say_them(language, points, said):
    assert aloud(language, ending.result(_ended(points)).of) == said


@pytest.mark.parametrize(
    ("action", "said"),
    [(Misfire(), "une erreur"), (Misfire(Card("W", 3)), "erreur blanche 3")],
)
def test_a_french_misfire_is_feminine(action, said):
    assert aloud("fr", action_phrase(action, start(Setup(2)))) == said


def test_no_french_sentence_around_a_card_or_a_colour_is_masculine():
    """Colours are feminine there, as a card is."""
    texts = words.texts("fr")
    spoken = {key: texts.form(key, {}, spoken=True) for key in texts}
    wrong = re.compile(
        r"\b(?:[Ll]e|[Uu]n|quel|aucun|[Tt]ous les|raté|défaussé) \{|\} (?:\w+ )?(?:raté|défaussé)\b"
    )
    assert {key: text for key, text in spoken.items() if wrong.search(text)} == {}


# Every action that there is


def every_action() -> list[Action]:
    cards = [None, *CARDS.values()]
    found: list[Action] = [Clue(), Play(), Play(completed=True), Play(completed=True, by="K")]
    found += [Play(suit=suit) for suit in SUITS]
    found += [kind(card) for kind in (Discard, Misfire) for card in cards]
    found += [Name(card) for card in CARDS.values()]
    found += [Bonus(tile) for tile in TILES]
    found += [Bonus("recycle", unnamed=True), Bonus("recycle", as_replay=True)]
    found += [
        Bonus("recycle", card, as_replay=replay)
        for card in CARDS.values()
        for replay in (False, True)
    ]
    found += [Bonus("replay", card) for card in CARDS.values()]
    return found + [Bonus("replay", suit=suit) for suit in SUITS]


@LANGUAGES
def test_no_two_actions_are_said_alike(language):
    state = start(Setup(5, PRESETS["grand"]))
    full = state._replace(
        fireworks=dict.fromkeys(SUITS, 5)
    )  # so that a play names its firework alone
    told: dict[str, Action] = {}
    for action in every_action():
        sentence = aloud(language, action_phrase(action, full))
        if isinstance(action, Play) and action.card:
            continue
        assert sentence not in told, f"{action} is said like {told.get(sentence)}"
        told[sentence] = action
        assert parse_action(Ears(language).understood(sentence).action) == action, sentence


@LANGUAGES
def test_a_card_that_is_played_is_named(language):
    state = start(Setup(2, detail="cards"))
    said = aloud(language, action_phrase(Play(Card("R", 1)), state))
    assert Ears(language).understood(said).action == {"do": "play", "card": "R1"}
    said = aloud(language, action_phrase(Play(Card("R", 2)), state))
    assert Ears(language).understood(said).action == {"do": "misfire", "card": "R2"}
