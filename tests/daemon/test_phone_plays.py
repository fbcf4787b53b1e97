"""A phone that plays, beside the fingers at the device."""

import random
from collections.abc import Callable

import pytest

from companion.daemon.door import Door
from companion.game.view import state_json
from tests.daemon.invitations import invite, serve, to_line
from tests.games import real_games, turns
from tests.rig.samples import sample

VIEW = Door.VIEW
CLUE = {"do": "clue"}
RED_1 = {"do": "play", "card": "R1"}


@pytest.fixture
def phone(rig) -> Callable[..., dict]:
    """Return what a phone with the code asks of the table that it sees."""
    serve(rig)
    token = invite(rig)
    rig.ask(do="new", players=["Ann", "Ben", "Cy"])
    rig.wait(200)

    def ask(**body: object) -> dict:
        seen = rig.ask(get="state")["state"]["mark"]
        return rig.ask(VIEW, **{"token": token, "seen": seen, **body})

    return ask


def turn(rig) -> int:
    return rig.ask(get="state")["state"]["turn"]


def told(rig) -> tuple[str, dict]:
    notice = rig.core.view.face.notice
    return notice.phrase.key, dict(notice.phrase.facts)


def test_a_phone_takes_turns_and_undoes_them_and_the_device_says_who_did(rig, phone):
    assert phone(do="action", action=RED_1)["ok"]
    key, facts = told(rig)
    assert (key, facts["what"].key, turn(rig)) == ("guest_did", "a_card", 2)
    assert phone(do="undo")["ok"]
    key, facts = told(rig)
    assert (key, facts["what"].key, turn(rig)) == ("guest_did", "undid", 1)
    assert phone(do="redo")["ok"]
    assert phone(do="answer", purpose="play", path=["B"], place=2)["ok"]
    key, facts = told(rig)
    assert (key, facts["name"], turn(rig)) == ("named_guest_did", "Ben", 3)
    assert phone(do="repair", turn=1, **{"as": "replace"}, action=CLUE)["ok"]
    assert phone(do="correct", counters=[["clues", "", 3]])["ok"]
    assert rig.ask(get="state")["state"]["clues"] == 3
    rig.wait(2)
    rig.hold("clue")
    assert rig.ask(get="state")["state"]["clues"] == 7, "the device takes it back"


@pytest.mark.parametrize("number", sample(range(40), 20))
def test_a_real_game_is_the_same_whichever_hand_takes_each_turn(rig, phone, number):
    record = real_games()[number]
    hands = random.Random(number)
    rig.ask(do="new", players=record.setup.players, edition={}, detail="colours")
    for do, suit, expected in turns(record):
        action = {"do": do, **({"suit": suit} if suit else {})}
        hand = hands.choice(("finger", "script", "phone", "other phone"))
        if hand == "finger":
            rig.wait(1.3)
            rig.enter(do, suit)
        elif hand == "script":
            assert rig.ask(do="action", action=action)["ok"]
        else:
            assert phone(do="action", action=action, place=hands.randint(1, 5))["ok"]
        state = rig.ask(get="state")["state"]
        assert {key: state[key] for key in state_json(expected)} == state_json(expected)


def test_who_did_it_is_heard_once_before_what_was_done(rig, phone):
    rig.ask(do="prefer", key="voice", value="short")
    rig.wait(10)
    rig.stage.heard.clear()
    for body in ({"do": "action", "action": RED_1, "place": 2}, {"do": "undo"}):
        assert phone(**body)["ok"]
        rig.wait(6)
    assert phone(do="action", action={"do": "misfire"})["ok"]
    assert [said.replace("\xa0", " ") for said in rig.stage.heard] == [
        "Ben's phone: Ann, red 1. Ben.",
        "By phone: Undone: red 1.",
        "By phone: Ann a misfire, 2 fuses left, Ben. Hold CLUE: undo.",
    ]


@pytest.mark.parametrize(("after", "counted"), [(0.05, 0), (0.35, 0), (1.1, 0), (1.3, 1)])
def test_a_finger_right_behind_a_phone_takes_no_second_turn_and_reads_why(
    rig, phone, after, counted
):
    assert phone(do="action", action=CLUE)["ok"]
    rig.wait(after)
    rig.tap("clue", after=0.0)
    assert turn(rig) == 2 + counted
    if not counted:
        assert (told(rig)[0], rig.core.view.face.notice.refusal) == ("guest_did", True)


def test_a_table_of_before_takes_no_turn_though_its_turn_has_the_same_number(rig, phone):
    rig.ask(do="action", action=RED_1)
    old = rig.ask(get="state")["state"]["mark"]
    rig.ask(do="undo")
    rig.ask(do="action", action={"do": "play", "card": "B1"})
    for body in ({"do": "action", "action": CLUE}, {"do": "undo"}, {"do": "redo"}):
        assert phone(**body, seen=old)["phrase"]["key"] == "went_on"
    assert turn(rig) == 2


def test_two_phones_that_take_the_same_turn_take_it_once(rig, phone):
    seen = rig.ask(get="state")["state"]["mark"]
    first, second = (phone(do="action", action=CLUE, seen=seen) for _ in range(2))
    assert (first["ok"], second["phrase"]["key"], turn(rig)) == (True, "went_on", 2)


@pytest.mark.parametrize("given", [{"token": "AAAAAAAA"}, {"token": ""}, {"seen": "1-00000000"}])
def test_a_step_without_the_code_or_the_mark_changes_nothing(rig, phone, given):
    token = str(rig.core.view.face.guests.token)
    for body in ({"do": "action", "action": CLUE}, {"do": "undo"}):
        assert not phone(**body, **given)["ok"]
        assert rig.ask(VIEW, token=token, **body)["phrase"]["key"] == "went_on"
    assert turn(rig) == 1


def test_a_question_that_nobody_began_to_answer_is_closed_by_a_phone(rig, phone):
    rig.tap("play")
    assert rig.screen == "choosing"
    assert phone(do="action", action=RED_1)["ok"]
    assert (rig.screen, turn(rig)) == ("table", 2)
    rig.tap("discard", after=0.0)
    assert turn(rig) == 2, "the finger was about to answer the question"


def test_what_people_have_begun_to_enter_stays_and_the_phone_reads_that(rig, phone):
    phone(do="action", action=CLUE)
    rig.wait(10)
    rig.more("turns")
    assert rig.screen == "turns"
    assert phone(do="action", action=RED_1)["phrase"]["key"] == "turns_first"
    assert rig.screen == "turns"


def test_a_phone_ends_no_lesson(rig, phone):
    rig.ask(do="action", action={"do": "concede", "reason": "conceded"})
    to_line(rig, "menu_practice")
    rig.tap("play")
    practised = rig.core.view.face.practice
    assert practised is not None
    for body in ({"do": "action", "action": CLUE}, {"do": "undo"}, {"do": "new"}):
        assert phone(**body)["phrase"]["key"] == "guests_practising"
    assert rig.core.view.face.practice is practised


def test_what_is_refused_to_a_phone_is_told_to_the_phone_alone(rig, phone):
    rig.wait(10)
    before = rig.core.view.face.notice
    answer = phone(do="action", action={"do": "discard", "card": "R1"})
    assert not answer["ok"]
    assert rig.core.view.face.notice == before
