"""Whatever hands do: the state stays legal, no screen holds people, and undo leads back to the
start.
"""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.face.dialogue.grammar import ROWS
from companion.journal.reader import FILE
from tests.rig.rig import Rig
from tests.rig.samples import fewer

CONTROLS = st.sampled_from(("clue", "discard", "play"))
STEPS = st.one_of(
    st.tuples(st.just("tap"), CONTROLS),
    st.tuples(st.just("down"), CONTROLS),
    st.tuples(st.just("up"), CONTROLS),
    st.tuples(st.just("hold"), CONTROLS, st.sampled_from((0.69, 0.7, 1.5, 3.0, 4.0))),
    st.tuples(
        st.just("chord"),
        st.sampled_from((("clue", "play"), ("clue", "discard"), ("discard", "play"))),
    ),
    st.tuples(st.just("wait"), st.sampled_from((0.005, 0.05, 0.12, 0.3, 0.7, 11.0, 400.0))),
)


def take(rig: Rig, step: tuple) -> None:
    match step:
        case ("tap", control):
            rig.tap(control)
        case ("down", control):
            rig.down(control)
        case ("up", control):
            rig.up(control)
        case ("hold", control, seconds):
            rig.hold(control, seconds)
        case ("chord", controls):
            rig.chord(*controls)
        case ("wait", seconds):
            rig.wait(seconds)


def legal(rig: Rig) -> None:
    state = rig.core.sitting.state
    assert rig.screen in ROWS
    if state is not None:
        assert state.card_total == state.setup.box.total
        assert 0 <= state.clues <= 8
        assert 0 <= state.errors <= state.setup.edition.fuses
        assert all(0 <= height <= 5 for height in state.fireworks.values())
        assert all(0 <= hand <= state.setup.hand_size for hand in state.hands)


def release(rig: Rig) -> None:
    for control in ("clue", "discard", "play"):
        rig.up(control)
    rig.wait(12)


def leave(rig: Rig) -> None:
    """Whatever is open can be left by holding CLUE, and the practice by what closes a menu."""
    if rig.core.sitting is not rig.core.view.sitting:
        rig.more("menu")
    for _ in range(8):
        if rig.screen in ("start", "table", "look", "end"):
            return
        rig.hold("clue")
    raise AssertionError(f"the screen {rig.screen!r} cannot be left")


@settings(max_examples=fewer(80, 3), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(STEPS, max_size=60))
def test_any_sequence_of_gestures_leaves_a_legal_state_and_undoing_all_gives_back_the_start(steps):
    with Rig() as rig:
        for step in steps:
            take(rig, step)
            legal(rig)
        release(rig)
        rig.check()
        leave(rig)
        end, undos = rig.core.sitting, 0
        while rig.core.sitting.game:
            rig.hold("clue")
            legal(rig)
            undos += 1
            assert undos < 200, "undo does not lead back to the start"
        assert rig.core.sitting.state is None
        assert rig.screen == "start"
        for _ in range(undos):
            assert rig.ask(do="redo")["ok"]
            legal(rig)
        assert (rig.core.sitting.game, rig.core.sitting.steps) == (end.game, end.steps)
        rig.check()
        rig.check()


@settings(max_examples=fewer(30, 3), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(STEPS, max_size=40), st.lists(STEPS, max_size=20))
def test_a_restart_at_any_moment_takes_the_group_back_to_the_same_turn(
    tmp_path_factory, first, second
):
    directory = tmp_path_factory.mktemp("games")
    with Rig(directory) as rig:
        for step in first:
            take(rig, step)
        sitting = rig.core.sitting
    with Rig(directory) as rig:
        assert rig.core.sitting == sitting
        for step in second:
            take(rig, step)
        legal(rig)
        rig.check()
    (directory / FILE).unlink()
