"""The host's side of a pod, in virtual time: nothing is lost, doubled, stuck or invented."""

import io
import logging
import random
from collections.abc import Iterator
from math import inf

import pytest

from companion.daemon.log import AGAIN_S, AT_ONCE, LogStream
from companion.panel import Edge
from hardware.pods.firmware.protocol import framed_line
from hardware.pods.host import SILENT_S
from tests.rig.pods import CONTROLS, Damage, Joined, a_pod
from tests.rig.samples import fewer, sample


@pytest.fixture
def joined() -> Iterator[Joined]:
    joined = Joined()
    joined.run(5)
    joined.plug_in()
    joined.run(50)
    yield joined
    assert not joined.dropped


def heard(joined: Joined) -> list[tuple[str, bool]]:
    return [(edge.control, edge.down) for edge in joined.edges]


def nothing(payload: bytes) -> bytes:
    return b""


def losing(share: float, seed: int) -> Damage:
    """A link that loses whole lines, and flips a bit of others."""
    chance = random.Random(seed)

    def damage(payload: bytes) -> bytes:
        arrived = b""
        for line in payload.splitlines(keepends=True):
            fate = chance.random()
            if fate < share / 2:
                at = chance.randrange(len(line))
                arrived += line[:at] + bytes([line[at] ^ 1 << chance.randrange(8)]) + line[at + 1 :]
            elif fate >= share:
                arrived += line
        return arrived

    return damage


def test_after_a_hello_some_beats_are_asked_for_and_then_no_more(joined):
    beats = sum(said.startswith(b"T") for said in joined.said)
    assert beats == 8
    joined.run(9000)
    assert sum(said.startswith(b"T") for said in joined.said) == beats


def test_an_idle_pod_wakes_its_host_every_ten_seconds(joined):
    joined.run(10_000)
    before = len(joined.said)
    joined.run(60_000)
    assert len(joined.said) - before == 6
    deadline = joined.host.deadline()
    assert deadline - joined.clock() > 10


def test_a_release_that_is_lost_leaves_no_button_stuck(joined):
    joined.levels["clue"] = True
    joined.run(100)
    joined.up = nothing
    joined.levels["clue"] = False
    joined.run(30)
    assert joined.host.is_down("clue")
    joined.up = lambda payload: payload
    joined.run(60)
    assert heard(joined) == [("clue", True), ("clue", False)]
    assert joined.edges[1].at - joined.edges[0].at == pytest.approx(0.1)


@pytest.mark.parametrize("seed", sample(range(10), 3))
def test_on_a_bad_lead_every_press_comes_once_in_order_and_whole(joined, seed):
    joined.up, joined.down = losing(0.25, seed), losing(0.25, seed + 100)
    chance = random.Random(seed)
    presses = [(chance.choice(CONTROLS), chance.randrange(20, 2000)) for _ in range(40)]
    for control, length in presses:
        joined.press(control, length)
        joined.run(chance.randrange(1000))
    joined.run(1000)
    downs, ups = joined.edges[::2], joined.edges[1::2]
    assert (
        [edge.control for edge in downs]
        == [edge.control for edge in ups]
        == [each for each, _ in presses]
    )
    for down, up, (_, length) in zip(downs, ups, presses, strict=True):
        assert (down.down, up.down, up.cancelled) == (True, False, False)
        assert up.at - down.at == pytest.approx(length / 1000)


def test_a_pod_that_vanishes_lets_go_without_any_action(joined):
    joined.levels["clue"] = joined.levels["undo"] = True
    joined.run(100)
    joined.unplug()
    gone = [edge for edge in joined.edges if not edge.down]
    assert [(edge.control, edge.cancelled) for edge in gone] == [("clue", True), ("undo", True)]
    assert not joined.host.is_down("clue")


def test_a_pod_that_is_reset_within_a_press_lets_go_without_any_action(joined):
    joined.levels["clue"] = True
    joined.run(100)
    joined.switch_on()
    joined.run(100)
    assert [(edge.down, edge.cancelled) for edge in joined.edges] == [(True, False), (False, True)]
    joined.levels["clue"] = False
    joined.run(100)
    assert len(joined.edges) == 2, "its end is no press"
    joined.press("clue")
    assert heard(joined)[2:] == [("clue", True), ("clue", False)]


def test_a_reset_whose_hello_is_lost_is_noticed_at_the_next_word(joined):
    joined.press("clue")
    joined.up = nothing
    joined.switch_on()
    joined.run(5)
    joined.up = lambda payload: payload
    joined.run(1100)
    joined.press("undo")
    assert heard(joined)[-2:] == [("undo", True), ("undo", False)]


def test_a_control_that_is_down_when_the_pod_comes_counts_from_its_next_press():
    joined = Joined()
    joined.levels["clue"] = True
    joined.run(10)
    joined.plug_in()
    joined.run(100)
    joined.levels["clue"] = False
    joined.run(10)
    assert joined.edges == []
    joined.press("clue")
    assert heard(joined) == [("clue", True), ("clue", False)]


def test_only_controls_that_the_build_names_are_posted(caplog):
    joined = Joined(pod=a_pod(controls=("clue", "power")))
    joined.levels = {"clue": False, "discard": False}
    joined.switch_on()
    joined.plug_in()
    joined.run(50)
    joined.press("discard")
    joined.press("clue")
    assert heard(joined) == [("clue", True), ("clue", False)]
    assert caplog.messages == [
        "far: the pod has no control power, whatever the build says; correct the build,"
        " or config.py on the pod"
    ]


def test_a_hung_pod_is_dropped_and_found_again(joined):
    joined.up = nothing
    joined.run(int(SILENT_S * 1000) + 20)
    assert joined.dropped == ["far: the pod is silent; unplug it and plug it in again"]
    joined.up = lambda payload: payload
    joined.run(1100)
    assert joined.told[-1]
    joined.press("clue")
    assert heard(joined) == [("clue", True), ("clue", False)]
    joined.dropped.clear()


def test_what_does_not_answer_as_a_pod_is_dropped_in_the_end():
    joined = Joined()
    joined.up = lambda payload: b">>> \r\nTraceback (most recent call last):\r\n"
    joined.plug_in()
    joined.run(600)
    assert joined.told == [False]
    joined.run(7000)
    assert joined.dropped == [
        "far: what is plugged in there does not answer as a pod does; put the firmware on it, or"
        " correct its port in the build"
    ]


def test_another_version_is_told_in_one_sentence_and_waited_for(caplog):
    joined = Joined()
    joined.up = nothing
    joined.plug_in()
    for _ in range(3):
        joined.host.data_received(framed_line("H 2 what ever it says"))
    assert caplog.messages == [
        "far: the firmware of the pod speaks version 2 of the protocol, and this program version 1;"
        " put the firmware of this program on it"
    ]
    assert joined.told == [False]
    assert joined.host.deadline() == inf
    joined.host.data_received(framed_line("D 1 5 clue"))
    assert joined.edges == []
    joined.up = lambda payload: payload
    joined.switch_on()
    joined.run(50)
    assert joined.told == [False, True]


def test_a_pod_that_babbles_for_hours_does_not_fill_the_log(joined):
    stream = io.StringIO()
    handler = LogStream(stream, joined.clock)
    log = logging.getLogger("companion")
    log.addHandler(handler)
    seconds = fewer(3 * 3600, 12)
    try:
        for second in range(seconds):
            joined.ms += 1000
            joined.host.data_received(
                framed_line(f"H {second + 2} x") + framed_line(f"H 1 far 1 clue 0 {second}")
            )
    finally:
        log.removeHandler(handler)
    lines = stream.getvalue().splitlines()
    assert len(lines) <= AT_ONCE + seconds / AGAIN_S
    assert all(line.startswith("companion: far: the ") for line in lines)
    assert "left out" in lines[-1]


def test_lights_are_sent_again_after_a_reset_and_after_a_loss(joined):
    joined.host.send([(0, 0, 255)] * 8, 1.0, afresh=False)
    joined.run(10)
    joined.switch_on()
    assert joined.colours == [(0, 0, 0)] * 8
    joined.run(50)
    assert joined.colours == [(0, 0, 255)] * 8
    joined.down = nothing
    joined.host.send([(255, 0, 255)] * 8, 1.0, afresh=False)
    joined.run(10)
    joined.down = lambda payload: payload
    joined.run(600)
    assert joined.colours == [(255, 0, 255)] * 8


def test_lights_that_are_not_taken_are_given_up_though_the_pod_talks():
    joined = Joined()
    joined.plug_in()
    joined.run(50)
    joined.down = lambda payload: b"" if payload.startswith(b"l") else payload
    joined.host.send([(255, 0, 0)] * 8, 1.0, afresh=False)
    joined.run(3100)
    assert joined.dropped == [
        "far: the pod does not take its lights; unplug it and plug it in again"
    ]


def test_the_last_words_are_darkness(joined):
    joined.host.send([(255, 0, 0)] * 8, 1.0, afresh=False)
    joined.run(10)
    joined.host.switch_off_lights()
    joined.host.send([(255, 0, 0)] * 8, 1.0, afresh=False)
    joined.run(10)
    assert joined.colours == [(0, 0, 0)] * 8


def test_after_closing_nothing_is_posted(joined):
    joined.levels["clue"] = True
    joined.run(10)
    joined.host.close()
    joined.levels["clue"] = False
    joined.press("play")
    assert joined.edges == [Edge("clue", True, joined.edges[0].at)]


# Damage at every byte


def exchange() -> tuple[bytes, list[tuple[str, bool]]]:
    """What a pod says in a short game, and what of it counts."""
    joined = Joined()
    joined.plug_in()
    joined.run(20)
    for control in ("clue", "play", "W", "undo"):
        joined.press(control, 30)
    return b"".join(joined.said), heard(joined)


SENT, PRESSES = exchange()


def edges_of(sent: bytes) -> list[Edge]:
    """What comes out of bytes that come in as they are, answered or not."""
    joined = Joined()
    joined.plug_in()
    joined.host.data_received(sent)
    return joined.edges


def only_true(edges: list[Edge], what: str) -> None:
    """Each edge was sent, in this order; nothing goes up that was not down."""
    rest = iter(PRESSES)
    down: set[str] = set()
    for edge in edges:
        if edge.cancelled:
            down.discard(edge.control)
            continue
        assert any(press == (edge.control, edge.down) for press in rest), what
        assert edge.down != (edge.control in down), what
        down ^= {edge.control}


def test_a_talk_that_is_cut_anywhere_says_nothing_wrong():
    for at in sample(range(len(SENT)), 2):
        only_true(edges_of(SENT[:at]), f"cut at {at}")
        only_true(edges_of(SENT[at:]), f"begun at {at}")
        only_true(edges_of(SENT[:at] + SENT[at + 1 :]), f"without byte {at}")


def test_a_talk_with_any_bit_flipped_says_nothing_wrong():
    for number in sample(range(8 * len(SENT)), 9):
        at, bit = divmod(number, 8)
        flipped = SENT[:at] + bytes([SENT[at] ^ 1 << bit]) + SENT[at + 1 :]
        only_true(edges_of(flipped), f"bit {bit} of byte {at}")


def test_a_talk_with_lines_doubled_swapped_or_woven_says_nothing_wrong():
    lines = SENT.splitlines(keepends=True)
    for at in range(len(lines) - 1):
        only_true(edges_of(b"".join([*lines[: at + 1], *lines[at:]])), f"line {at} twice")
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        only_true(edges_of(b"".join(swapped)), f"line {at} after the next")
    woven = b"".join(bytes(pair) for pair in zip(SENT, SENT[7:], strict=False))
    only_true(edges_of(woven), "two exchanges in one")


@pytest.mark.parametrize(
    "text",
    [
        "H",
        "H 1",
        "H 1 pod 1 clue x 0",
        "H 1 pod 1 clue 0 99999999999",
        "D 1 5",
        "D x 5 clue",
        "D 1 5 clue more",
        "D 1 5 CLUE",
        "U 1 5 clue",
        "T",
        "T x",
        "L",
        "L -1",
        "h 1",
        "a 7",
        "l 1 1 F00",
        "",
        " ",
        "D 1 1 " + "x" * 400,
    ],
)
def test_what_no_pod_says_is_passed_over(joined, text):
    joined.host.data_received(framed_line(text))
    joined.run(5)
    assert joined.edges == []
    joined.press("clue")
    joined.run(200)
    joined.press("play")
    joined.run(200)
    assert heard(joined)[-2:] == [("play", True), ("play", False)]
