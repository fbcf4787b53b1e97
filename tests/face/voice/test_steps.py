"""Steps: what is said of each step of a game, and that a listener understands it."""

import pytest

from companion.face import words
from companion.face.state import Draft
from companion.face.voice.aloud import Aloud
from companion.face.voice.steps import act
from companion.game.actions import TILES, Action, Bonus, Clue, Discard, Misfire, Name, Play, parse_action
from companion.game.cards import CARDS, SUITS, Card
from companion.game.edition import PRESETS
from companion.game.outlook import points
from companion.game.rules import apply, fits, start
from companion.game.setup import Setup
from companion.game.state import State
from tests.games import real_games, turns
from tests.rig.ears import Ears
from tests.rig.rig import Rig

LANGUAGES = pytest.mark.parametrize("language", words.LANGUAGES)
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
            ["A new game.", "A clue.", "Blue 1.", "A misfire, 2 fuses left.", "Undone: a misfire."],
        ),
        (
            "full",
            [
                "A new game. Player 1 begins.",
                "Player 1: a clue, 7 clue tokens left; player 2 to act.",
                "Player 2: blue 1, 1 point; player 3 to act.",
                "Player 3: a misfire, 2 fuses left; player 1 to act.",
                "Undone: a misfire. Player 3 to act.",
            ],
        ),
    ],
)
def test_each_step_is_spoken(level, said):
    with Rig(voice=level) as rig:
        face = rig.core.dialogue.face
        rig.core.dialogue.face = face._replace(preferences=face.preferences._replace(help="off"))
        found = heard(rig)
    steps = [one for one in found if not one.startswith(("Let go", "On which", "Classic"))]
    assert steps == said


# Real games, with every card named and without


def _did(action: dict[str, object], before: State) -> dict[str, object]:
    """What came of an action of a record: a play that does not fit is a misfire."""
    judged = parse_action(action)
    if isinstance(judged, Play) and judged.card and not fits(before, judged.card):
        return {"do": "misfire", "card": str(judged.card)}
    return dict(action)


@LANGUAGES
@LEVELS
def test_every_turn_of_real_games_is_understood_again(language, level):
    for record in GAMES:
        with Rig(blind=True, language=language, voice=level) as rig:
            setup, names = Setup(record.setup.players, detail="cards"), NAMES[: record.setup.players]
            rig.core.dialogue.face = rig.core.dialogue.face._replace(draft=Draft(setup, names))
            rig.tap("play")
            state = start(setup)
            for action in record.actions:
                rig.ask(do="action", action=action)
                before, state = state, apply(state, parse_action(action))
                told = Ears(language).understood(rig.stage.heard[-1])
                assert told.action == _did(action, before), rig.stage.heard[-1]
                assert rig.state == state
                if level == "full":
                    _counts(told, before, state, names)


def _counts(told, before: State, after: State, names: tuple[str, ...]) -> None:
    assert told.who == names[before.seat]
    assert told.next.lower() == ("" if after.over else names[after.seat].lower())
    if after.clues != before.clues:
        assert told.counts["clues"] == after.clues
    if after.played != before.played:
        assert told.counts["points"] == points(after)
    if after.errors != before.errors:
        assert told.counts["fuses"] == after.fuses


@LANGUAGES
def test_real_games_by_the_buttons_are_understood_again(language):
    for record in GAMES[::8]:
        with Rig(blind=True, language=language, voice="short") as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            for do, suit, expected in turns(record):
                rig.enter(do, suit)
                card = f"{suit}{expected.fireworks[suit]}" if suit else None
                wanted = {"do": do, "card": card} if card else {"do": do}
                assert Ears(language).understood(rig.stage.heard[-1]).action == wanted


# Every action that there is


def every_action() -> list[Action]:
    cards = [None, *CARDS.values()]
    found: list[Action] = [Clue(), Play(), Play(completed=True), Play(completed=True, by="K")]
    found += [Play(suit=suit) for suit in SUITS]
    found += [kind(card) for kind in (Discard, Misfire) for card in cards]
    found += [Name(card) for card in CARDS.values()]
    found += [Bonus(tile) for tile in TILES]
    found += [Bonus("recycle", unnamed=True), Bonus("recycle", as_replay=True)]
    found += [Bonus("recycle", card, as_replay=replay) for card in CARDS.values() for replay in (False, True)]
    found += [Bonus("replay", card) for card in CARDS.values()]
    return found + [Bonus("replay", suit=suit) for suit in SUITS]


@LANGUAGES
def test_no_two_actions_are_said_alike(language):
    state = start(Setup(5, PRESETS["grand"]))
    full = state._replace(fireworks=dict.fromkeys(SUITS, 5))  # so that a play names its firework alone
    told: dict[str, Action] = {}
    for action in every_action():
        sentence = act(Aloud(language), action, full)
        if isinstance(action, Play) and action.card:
            continue
        assert sentence not in told, f"{action} is said like {told.get(sentence)}"
        told[sentence] = action
        understood = Ears(language).understood(sentence).action
        assert parse_action(understood) == action, sentence


@LANGUAGES
def test_a_card_that_is_played_is_named(language):
    state = start(Setup(2, detail="cards"))
    said = act(Aloud(language), Play(Card("R", 1)), state)
    assert Ears(language).understood(said).action == {"do": "play", "card": "R1"}
    said = act(Aloud(language), Play(Card("R", 2)), state)
    assert Ears(language).understood(said).action == {"do": "misfire", "card": "R2"}
