"""The questions of scripts: what the state says of the hands, from every way of taking turns."""

from tests.rig.rig import Rig

RED = {"do": "clue", "to": 2, "suit": "R", "places": [1, 4]}
FROM_4 = {"do": "discard", "card": "B1", "place": 4}


def hands(rig: Rig) -> list[str]:
    """The hands of the state, the newest card first: `R` touched, `r` passed, `?` not whole."""
    rows = rig.ask(get="state")["state"]["rows"]
    return [" ".join(map(shorter, row)) for row in rows]


def shorter(card: dict) -> str:
    said = [*map(str, card["touched"]), *(str(value).lower() for value in card["passed"])]
    return ("".join(said) or ".") + ("" if card["whole"] else "?")


def test_the_rows_follow_turns_undo_repairs_and_a_restart():
    with Rig(blind=True) as rig:
        assert rig.ask(get="state")["state"] is None
        rig.ask(do="new", players=2, detail="cards")
        assert hands(rig) == [". . . . .", ". . . . ."]
        rig.ask(do="action", action=RED)
        rig.ask(do="action", action=FROM_4)
        assert hands(rig) == [". . . . .", ". R r r r"]
        rig.ask(do="undo")
        assert hands(rig) == [". . . . .", "R r r R r"]
        rig.ask(do="redo")
        rig.ask(do="repair", turn=1, **{"as": "replace"}, action={**RED, "places": [4]})
        assert hands(rig) == [". . . . .", ". r r r r"]
        rig.ask(do="action", action={"do": "clue"})
        assert hands(rig)[1] == ".? r? r? r? r?"
        rig.check_store()
        with Rig(directory=rig.directory, blind=True) as again:
            assert hands(again) == hands(rig)


def test_a_repair_that_shifts_the_seats_keeps_the_places_that_are_left():
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=2, detail="cards")
        rig.ask(do="action", action=RED)
        rig.ask(do="action", action=FROM_4)
        assert rig.ask(do="repair", turn=1, **{"as": "insert"}, action={"do": "clue"})["ok"]
        # The clue to player 2 is one to its own giver now: it counts, and nothing is known of it.
        turns = rig.ask(get="turns")["turns"]
        assert [one["actions"][0] for one in turns] == [{"do": "clue"}, {"do": "clue"}, FROM_4]
        assert hands(rig) == [". .? .? .? .?", ".? .? .? .? .?"]


def test_a_mixed_hand_takes_no_turn():
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=3)
        rig.ask(do="action", action=RED)
        rig.ask(do="action", action={"do": "mix", "hand": 2})
        assert rig.state.turn == 2
        assert hands(rig) == [". . . . .", ".? .? .? .? .?", ". . . . ."]
        rig.ask(do="undo")
        assert hands(rig)[1] == "R r r R r"
