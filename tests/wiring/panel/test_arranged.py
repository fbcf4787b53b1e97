"""A build without a panel is given one: every part has its place, and nothing meets anything."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Final

import pytest

from companion.panel import BUTTONS, COLOUR_KEYS, JOYSTICK, PLAY, POWER, UNDO
from tests.rig.printed import printed_by
from tests.rig.samples import sample
from wiring import builds
from wiring.panel.arranged import arranged_panel
from wiring.panel.fitting import _key_of, panel_mistakes, part_names, pixels_on, size_of
from wiring.reading.build import load
from wiring.spec import (
    HAT,
    SCREEN,
    SHAPES,
    SUITS,
    Build,
    FrontPanel,
    Light,
    LightGroups,
    LightPlace,
    PlacedPart,
)

SEEDS: Final = range(200)
KEYS: Final = load("emulator-keys")
STRIP: Final = load("deluxe").strip
LIGHT: Final = Light(0, 1.0, active_high=True)


def some(chance: random.Random, names: Iterator[str] | tuple[str, ...]) -> list[str]:
    """Return some of the names, none or all of them."""
    share = chance.choice((0, 0.5, 1))
    return [name for name in names if chance.random() < share]


def random_groups(chance: random.Random, deck: int) -> dict[str, object]:
    """Return groups of lights by their names, each as many as its group may have."""
    return {
        "clue": range(chance.choice((0, 8))),
        "fuse": range(chance.choice((0, 3, 4))),
        "firework": {suit: range(chance.choice((1, 5))) for suit in some(chance, SUITS)},
        "deck": range(chance.choice((0, 1, deck))),
        "seat": range(chance.randint(0, 5)),
        "press": dict.fromkeys(some(chance, BUTTONS), 0),
    }


def random_build(seed: int) -> Build:
    """Return a build that has anything a build may have, on LEDs or on a strip."""
    chance = random.Random(seed)
    presses = chance.random() < 0.3
    controls = some(chance, (*BUTTONS, UNDO, POWER, *COLOUR_KEYS))
    controls += JOYSTICK if presses or chance.random() < 0.4 else ()
    leds, pixels = {}, {}
    for group, there in random_groups(chance, 10).items():
        chance.choice((leds, pixels))[group] = there
    if "deck" in pixels:
        pixels["deck"] = range(chance.choice((8, 60)))
    numbers = count()
    assert STRIP
    return KEYS._replace(
        buttons=dict.fromkeys({*controls, PLAY} if presses else controls, 0),
        press_plays=presses,
        shape=chance.choice(SHAPES),
        screen=chance.choice((None, KEYS.screen)),
        encoder=chance.choice((None, KEYS.encoder)),
        lights=chance.choice((None, groups(leds, lambda: LIGHT))),
        strip=chance.choice((None, STRIP._replace(groups=groups(pixels, lambda: next(numbers))))),
    )


def groups(kinds: dict[str, object], light) -> LightGroups:  # type: ignore[no-untyped-def,type-arg]
    """Return groups with a light for each that is there."""
    empty = LightGroups((), (), {}, (), (), {})
    made: dict[str, object] = {}
    for group, there in kinds.items():
        if group == "press":
            made[group] = {control: light() for control in there}  # type: ignore[attr-defined]
        elif group == "firework":
            made[group] = {
                suit: tuple(light() for _ in row)
                for suit, row in there.items()  # type: ignore[attr-defined]
            }
        else:
            made[group] = tuple(light() for _ in there)  # type: ignore[attr-defined]
    return empty._replace(**made)  # type: ignore[arg-type]


def lights_of(build: Build) -> set[LightPlace]:
    return {*(build.lights.places() if build.lights else ()), *pixels_on(build)}


def part(panel: FrontPanel, name: str) -> PlacedPart:
    return next(part for part in panel.parts if part.name == name)


def check(build: Build) -> FrontPanel:
    """Check that every part of a build is on its panel, once, and that all fits."""
    panel = arranged_panel(build)
    assert list(panel_mistakes(panel)) == []
    assert sorted([part.name for part in panel.parts if part.name]) == sorted(part_names(build))
    lit = [part.light for part in panel.parts if part.light]
    assert len(lit) == len(set(lit))
    assert set(lit) == lights_of(build)
    return panel


@pytest.mark.parametrize("name", builds.build_names())
def test_each_build_has_a_panel_on_which_nothing_meets(name: str) -> None:
    check(load(name))


@pytest.mark.parametrize("seed", sample(SEEDS, 5))
def test_any_build_has_a_panel_on_which_nothing_meets(seed: int) -> None:
    check(random_build(seed))


def test_the_random_builds_are_of_every_kind() -> None:
    made = [random_build(seed) for seed in SEEDS]
    assert any(build.shape == HAT and not build.lights and build.screen for build in made)
    assert any(not build.buttons for build in made)
    assert max(len(lights_of(build)) for build in made) >= 100
    assert max(len(build.buttons) for build in made) > 12


def test_a_key_is_below_the_light_of_its_firework() -> None:
    panel = check(KEYS)
    for suit in SUITS:
        (light,) = [
            one for one in panel.parts if one.light and _key_of(one) == f"lights.firework.{suit}[0]"
        ]
        assert part(panel, suit).x == light.x
        assert part(panel, suit).y > light.y


def test_a_hat_has_its_joystick_at_the_left_and_its_keys_at_the_right() -> None:
    panel = check(load("oled-hat"))
    screen = part(panel, SCREEN)
    reach = size_of(screen).body.width / 2
    assert part(panel, "joystick").x < screen.x - reach
    assert all(part(panel, button).x > screen.x + reach for button in BUTTONS)


def test_a_long_strip_is_folded_between_its_groups() -> None:
    panel = check(load("deluxe"))
    rows: dict[tuple[str, str], set[float]] = {}
    for one in panel.parts:
        if one.light:
            rows.setdefault(one.light[:2], set()).add(one.y)
    assert all(len(ys) == 1 for ys in rows.values())
    assert len(set.union(*rows.values())) > 1


def test_a_real_device_starts_without_arranging_a_panel() -> None:
    code = (
        "import sys; from wiring.reading.build import load; import companion.commands.run;"
        " import hardware.emulator.opening; load('table'); load('emulator');"
        " print('wiring.panel.arranged' in sys.modules)"
    )
    assert printed_by(code) == "False\n"
