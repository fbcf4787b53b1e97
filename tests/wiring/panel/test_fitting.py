"""Where the computer lies in a case: its screws under those of a board, its sockets at a wall."""

import pytest

from tests.rig.real_builds import REAL
from wiring import builds
from wiring.panel.fitting import computer_of, computer_place, is_plugged_in_front, wall_sockets
from wiring.panel.sizes import BOARDS, COMPUTERS
from wiring.reading.build import load, parse_build
from wiring.spec import FrontPanel


def panel_of(name: str, *changes: tuple[str, str]) -> FrontPanel:
    text = builds.build_toml(name)
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    panel = parse_build(text, name, f"{name}.toml").panel
    assert panel
    return panel


def on_a_larger_computer(name: str, computer: str) -> FrontPanel:
    """The panel of a board over another computer, with room for it."""
    turned = BOARDS[name if name == "oled-hat" else "oled-bonnet"].turned
    at = "[67, 45.5]" if turned else "[37, 19.5]"
    return panel_of(
        name,
        ('computer = "raspberry-pi-zero"', f'computer = "{computer}"'),
        ("width = 74", "width = 104"),
        ("height = 39", "height = 65"),
        ("[37, 19.5]", at),
    )


@pytest.mark.parametrize("computer", COMPUTERS)
@pytest.mark.parametrize("name", ["bonnet", "oled-hat"])
def test_two_screws_of_a_board_are_the_computers_too(name: str, computer: str) -> None:
    panel = on_a_larger_computer(name, computer)
    board = BOARDS[panel.board]
    x, y = panel.board_at
    across, along = board.holes.width / 2, board.holes.height / 2
    screws = {(x + right * across, y + down * along) for right in (-1, 1) for down in (-1, 1)}
    plug = max if board.turned else min
    beside = {screw for screw in screws if screw[1] == plug(each[1] for each in screws)}
    assert beside <= set(wall_sockets(panel).holes)
    assert (screws == set(wall_sockets(panel).holes)) == (computer == "raspberry-pi-zero")


@pytest.mark.parametrize("name", REAL)
def test_sockets_are_at_the_wall_that_they_face(name: str) -> None:
    panel = load(name).panel
    assert panel
    power, card, holes = wall_sockets(panel)
    lying = computer_place(panel)
    assert power[1] == (panel.height if is_plugged_in_front(panel) else 0)
    assert card[0] == (0 if is_plugged_in_front(panel) else panel.width)
    assert lying.left < power[0] < lying.right
    assert lying.top < card[1] < lying.bottom
    across, along = computer_of(panel).holes.size
    xs, ys = zip(*holes, strict=True)
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((across, along))


def test_the_board_whose_display_is_read_with_its_plug_in_front_is_reached_from_behind() -> None:
    hat, bonnet = load("oled-hat"), load("bonnet")
    assert hat.panel
    assert bonnet.panel
    assert hat.screen
    assert bonnet.screen
    assert (hat.screen.rotate, is_plugged_in_front(hat.panel)) == (2, False)
    assert (bonnet.screen.rotate, is_plugged_in_front(bonnet.panel)) == (0, True)
    assert wall_sockets(hat.panel).power[0] == pytest.approx(37 - 21.5)
    assert wall_sockets(bonnet.panel).power[0] == pytest.approx(37 + 21.5)
