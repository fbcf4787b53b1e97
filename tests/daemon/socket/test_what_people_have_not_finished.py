"""What people have not finished: no request takes a turn meanwhile, and nothing of it is lost."""

import pytest

from tests.rig.menu_lines import select
from tests.rig.rig import Rig

REQUESTS = (
    {"do": "action", "action": {"do": "clue"}},
    {"do": "action", "action": {"do": "name", "card": "B2"}},
    {"do": "action", "action": {"do": "correct", "clues": 3}},
    {"do": "action", "action": {"do": "concede", "reason": "conceded"}},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "repair", "turn": 4, "as": "replace", "action": {"do": "clue"}},
    {"do": "new", "players": 4},
    {"do": "answer", "purpose": "name late", "path": ["B", "2"]},
    {"do": "correct", "counters": [["clues", "", 3]]},
)


def turn_in_turns(rig):
    rig.more("turns")
    rig.hold("discard")


def question_in_turns(rig):
    turn_in_turns(rig)
    rig.tap("play")


def changed_turns(rig):
    """The fifth W is taken for one of four, so that a later turn does not fit."""
    rig.more("turns")
    for _ in range(2):
        rig.tap("clue")
    rig.hold("discard")
    rig.play("W")
    assert rig.core.view.face.visit.changed


def correction(rig):
    select(rig, "correct", "counter_clues")
    rig.tap("clue")
    rig.tap("play")


def naming(rig):
    rig.tap("discard")


UNFINISHED = {
    "turns_first": (lambda rig: rig.more("turns"), turn_in_turns, question_in_turns, changed_turns),
    "correct_first": (correction,),
    "answer_first": (lambda rig: rig.tap("play"), naming, lambda rig: select(rig, "name")),
}
STATES = [(key, begin) for key, states in UNFINISHED.items() for begin in states]
SENTENCES = {
    "turns_first": "Leave Turns first",
    "correct_first": "First save the correction or leave it",
    "answer_first": "First answer the question",
}


@pytest.fixture
def rig():
    with Rig() as rig:
        rig.ask(do="new", players=3, detail="cards")
        for word in ("clue", "clue", "clue", "discard"):
            rig.ask(do="action", action={"do": word})
        for _ in range(5):
            rig.ask(do="action", action={"do": "play", "suit": "W"})
        rig.ask(do="undo")
        rig.ask(do="redo")
        rig.wait(20)
        yield rig


@pytest.mark.parametrize(("key", "begin"), STATES)
def test_a_request_for_a_turn_is_refused_until_what_is_unfinished_is_left(rig, key, begin):
    begin(rig)
    face, sitting = rig.core.dialogue.face, rig.core.sitting
    for request in REQUESTS:
        answer = rig.ask(**request)
        assert not answer["ok"], request
        assert answer["error"] == SENTENCES[key], request
        assert answer["phrase"] == {"key": key, "facts": {}}, request
        assert rig.core.sitting is sitting
        assert rig.core.dialogue.face is face
    rig.check()
    for _ in range(4):
        if rig.screen != "table" or rig.core.view.face.visit:
            rig.hold("discard" if rig.screen == "naming" else "clue")
    assert rig.ask(do="action", action={"do": "clue"})["ok"]


def test_the_sentence_is_in_the_language_of_the_screens():
    with Rig(language="de") as rig:
        rig.ask(do="new")
        rig.wait(20)
        rig.tap("play")
        assert rig.ask(do="undo")["error"] == "Erst die Frage beantworten"
