"""Sloppy hands at the pins of a whole companion: their edges with bounces, in virtual time."""

from random import Random

import pytest

from companion.face import screens
from companion.game.actions import Play
from companion.panel import BUTTONS
from tests.rig import hands
from tests.rig.rig import Rig
from tests.rig.samples import fewer, new_seeds
from wiring.reading.build import load

COLUMNS = {"W": "clue", "R": "clue+discard", "B": "discard", "Y": "discard+play", "G": "play"}
TRIES = fewer(60, 6)


@pytest.mark.parametrize("seed", new_seeds(4), ids=range(4))
def test_four_hands_at_once_leave_a_legal_game_and_buttons_that_act(seed):
    dice = Random(seed)
    people = [hands.HANDS[name] for name in ("practised", "guest", "child", "wide")]
    with Rig(blind=True) as rig:
        rig.ask(do="new", players=4)
        rig.wait(1)
        for _ in range(TRIES):
            strokes = []
            for who in people:
                began = dice.uniform(0, 0.8)
                if dice.random() < 0.5:
                    strokes += hands.tap(who, dice.choice(BUTTONS), began, dice)
                else:
                    strokes += hands.chord(who, dice.sample(BUTTONS, 2), began, dice)
            levels = dict.fromkeys(BUTTONS, 0)
            for edge in sorted(strokes, key=lambda edge: edge.at):
                # A button is down while any of the hands presses it.
                before, levels[edge.control] = (
                    levels[edge.control],
                    levels[edge.control] + (1 if edge.down else -1),
                )
                rig.wait(max(0.0, edge.at - began))
                if not before or not levels[edge.control]:
                    (rig.device.press if edge.down else rig.device.release)(edge.control)
                    rig.settle()
                began = edge.at
            assert set(levels.values()) == {0}
            rig.wait(1)
            if rig.core.sitting.state is None:
                assert rig.screen == "start", "the hands undid the new game"
                rig.ask(do="new", players=4)
            assert rig.state.card_total == rig.state.setup.box.total
            assert 0 <= rig.state.clues <= 8
        rig.wait(70)
        for _ in range(12):
            if rig.screen in ("table", "end"):
                break
            rig.hold("clue")
        assert rig.screen in ("table", "end")
        before = rig.core.sitting
        rig.hold("clue")
        assert rig.core.sitting != before, "undo acts as before"
        rig.check_store()


@pytest.mark.parametrize(("suit", "buttons"), list(COLUMNS.items()))
def test_who_sits_opposite_sees_the_column_marked_that_the_buttons_lay_on(suit, buttons):
    build = load("emulator")
    with Rig(build=build._replace(screen=build.screen._replace(flips=True))) as rig:
        rig.ask(do="new", players=4)
        rig.wait(1)
        rig.tap("clue")
        rig.tap("clue")
        rig.tap("play")
        view = rig.core.view
        assert (rig.screen, view.flipped) == ("choosing", True)
        dialogue = rig.core.dialogue
        dialogue.face = dialogue.face._replace(newcomers=False, notice=None)
        rig.settle()
        before = rig.glass
        for control in buttons.split("+"):
            rig.down(control)
        after = rig.glass
        number = list(COLUMNS).index(suit)
        left = 128 - 25 * (number + 1)
        changed = [
            (x, y)
            for x in range(128)
            for y in range(64)
            if before.getpixel((x, y)) != after.getpixel((x, y))
        ]
        assert {left <= x < left + 25 for x, _ in changed} == {True}, (
            "one column, turned round with the picture"
        )
        symbol = screens.draw(rig.core.view._replace(flipped=False, pressed=frozenset())).image
        upright = symbol.crop((25 * number + 7, 43, 25 * number + 18, 54)).rotate(180)
        turned = before.crop((128 - 25 * number - 18, 1, 128 - 25 * number - 7, 12))
        assert turned.tobytes() == upright.tobytes(), "the symbol of the suit stands there"
        dots = before.crop((left, 56, left + 25, 62))
        large = {third for third in range(3) if _lit(dots, third) > 4}
        assert large == {BUTTONS.index(control) for control in buttons.split("+")}, (
            "each dot is on its button's side"
        )
        rig.wait(0.08)
        for control in buttons.split("+"):
            rig.up(control)
        rig.wait(0.5)
        assert rig.core.sitting.actions[-1] == Play(suit=suit)


def _lit(dots, third):
    """How many pixels of one of three dots are lit."""
    left = 4 + 6 * third
    return sum(dots.getpixel((x, y)) > 0 for x in range(left, left + 5) for y in range(6))
