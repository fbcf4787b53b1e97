"""A mechanistic model of hands on the three push buttons, for judging how presses are told apart.

A motor command leaves for each finger at an intended time. The finger falls from its height above
the cap, passes the actuation point and seats. After the release command the force decays to the
spring's, and the cap rises past the reset point. Contacts bounce at make and at break. Asynchrony
and overlap follow. Inside, times are milliseconds. Edges are in seconds, and a gesture's first edge
falls exactly on its `at`.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from random import Random
from statistics import quantiles
from typing import Final, NamedTuple


class Edge(NamedTuple):
    """One change of a button's contact, bounces included, at a time in seconds."""

    control: str
    down: bool
    at: float


class Switch(NamedTuple):
    """Mechanics of a button."""

    actuation_mm: float
    reset_mm: float  # The contact breaks here on the way up: the actuation less the hysteresis.
    stroke_mm: float
    operate_n: float
    return_n: float
    # Median time of the contact's first flight at make; each further flight is shorter.
    make_ms: float
    break_ms: float
    chatter: float = 0.0  # Chance that a trembling release closes the contact again within 50 ms.


# Forces and hysteresis: snap-action switch sheets (Cherry D4) under a 24-30 mm plunger; stroke
# assumed. Bounce: a solenoid test of arcade switches (gaming.arantius.com, 2017), 0.6 ms at make,
# often none at break; Ganssle, "A Guide to Debouncing": mean 1.6 ms, worst 6.2 ms over 16 switches.
ARCADE: Final = Switch(1.8, 1.3, 3.5, operate_n=1.0, return_n=0.5, make_ms=0.25, break_ms=0.15)
# 6 mm tact switch sheets: stroke 0.25 +0.2/-0.1 mm, 160 +-50 gf, return above 40 gf, bounce below
# 5-20 ms; new ones measured to 9 and 14 ms at worst (github.com/adamfk/bouncy-button-data, reports
# 11 and 23).
TACTILE: Final = Switch(0.2, 0.12, 0.3, operate_n=1.6, return_n=0.5, make_ms=0.5, break_ms=0.4)
# Share of breaks that bounce (some switches' never do; half is assumed).
BREAK_BOUNCES: Final = 0.5
# Relative noise of a push, which grows with the signal (Harris and Wolpert 1998).
SPEED_NOISE: Final = 0.15
# Dominant hand first: 25 ms in drawing (Stucchi and Viviani 1993); less is assumed.
LEAD_MS: Final = 10.0
REVERSAL_MS: Final = 15.0  # From flexor to extensor and back, beyond the bare movement (assumed).


def worn(switch: Switch) -> Switch:
    """Return the switch after years of use: half the hysteresis, bounces four times as long,
    chatter (assumed).
    """
    # Chatter at release, open for 6-16 ms: Ultimate Hacking Keyboard 128; old arcade buttons:
    # GP2040-CE 694.
    reset = (switch.reset_mm + switch.actuation_mm) / 2
    force = (switch.return_n + switch.operate_n) / 2
    flights = {"make_ms": 4 * switch.make_ms, "break_ms": 4 * switch.break_ms}
    return switch._replace(reset_mm=reset, return_n=force, chatter=0.12, **flights)


class Person(NamedTuple):
    """How one kind of person moves."""

    # Hand (0 left, 1 right and dominant) and relative acceleration.
    fingers: Mapping[str, tuple[int, float]]
    motor_ms: float  # Standard deviation of a finger's delay between command and movement.
    # Standard deviation of a hand's command; it cancels between fingers of one hand.
    hand_ms: float
    # Mean extra wait of each further finger of a chord that is not planned as one unit.
    serial_ms: float
    search: float  # Chance that one finger of a chord first has to find its button.
    search_ms: float  # Median time to find it.
    hover_mm: float  # Height of the hand above the caps; varies by a third from gesture to gesture.
    posture_mm: float  # Standard deviation of a finger's height around its hand's.
    push: float  # Acceleration of the index finger, in mm/ms^2.
    hold_ms: float  # Median time from the seated button to the release command of a tap.
    force: float  # Peak force as a multiple of the operating force.
    relax_ms: float  # Time constant of the force's decay after the release command.
    # Chance that a chord's release is planned with its press, not upon feeling all buttons.
    blind: float
    touch_ms: float  # Median time from feeling the last button seat to the release command.
    pace_ms: float  # Fastest interval of taps with one finger.
    stagger_ms: float  # Median interval between the two commands of a roll.
    spread: float  # Relative spread of holds and staggers.
    # Chance that a sequence over several buttons is tapped with one travelling finger.
    one_finger: float
    builds: tuple[Switch, ...] = (ARCADE, ARCADE, TACTILE)  # Kinds of button met, equally likely.
    worn: float = 0.1  # Share of worn switches (assumed).


# Sources of the numbers below; "assumed" marks what none of them gives.
# fingers: ring slower than index and middle (Aoki, Francis and Kinoshita 2003).
# motor_ms: 5-10 ms in adult tapping (Wing and Kristofferson 1973), more in children up to ten
#   (Wolff 1998).
# hand_ms, serial_ms, search, heights: assumed; practice makes a chord one unit (Gopher and Raij
#   1988). Check: some users hit 20-25 ms combo windows "easily" (QMK 8212), others miss
#   (Karabiner-Elements 1272).
# push: 10 mm in 40 ms, 0.5 m/s at contact (assumed, in the range of key strokes: Dennerlein 1998).
# hold_ms: such that dwell agrees with typing, 116 +-24 ms (Dhakal 2018); guest and child longer
#   (assumed).
# force: 2.5-5 times the needed force (Rempel 1994; Martin 1996). relax_ms: below a twitch's half
#   relaxation of some 50 ms, because the extensor pulls the finger off (Dennerlein 1998).
# touch_ms: simple reaction 190 ms at 15 years, 465 ms at five (Dev Med Child Neurol 26:490, 1984),
#   less what the stroke lets anticipate (assumed). pace_ms: 50-60 taps in 10 s (Ruff and Parker
#   1993), children 40.
# stagger_ms: fast typists' interval 120 ms, 40-70 % of keys rolled (Dhakal 2018); a prepared pair
#   is faster than a sustained run (assumed).
ONE_HAND: Final = {"clue": (1, 1.0), "discard": (1, 0.95), "play": (1, 0.75)}
# A pair takes both hands.
TWO_HANDS: Final = {"clue": (0, 0.93), "discard": (1, 1.0), "play": (1, 0.85)}
# fmt: off
PEOPLE: Final[Mapping[str, Person]] = {
    "practised": Person(
        ONE_HAND, motor_ms=6, hand_ms=8, serial_ms=3, search=0.01, search_ms=110, hover_mm=9,
        posture_mm=2, push=0.0125, hold_ms=42, force=3, relax_ms=18, blind=0.7, touch_ms=120,
        pace_ms=170, stagger_ms=75, spread=0.3, one_finger=0.05),
    "guest": Person(
        ONE_HAND, motor_ms=9, hand_ms=14, serial_ms=15, search=0.08, search_ms=180, hover_mm=16,
        posture_mm=3.5, push=0.01, hold_ms=70, force=3.5, relax_ms=24, blind=0.3, touch_ms=190,
        pace_ms=195, stagger_ms=120, spread=0.37, one_finger=0.6),
    "child": Person(
        ONE_HAND, motor_ms=15, hand_ms=25, serial_ms=25, search=0.12, search_ms=230, hover_mm=18,
        posture_mm=5, push=0.009, hold_ms=85, force=4, relax_ms=28, blind=0.4, touch_ms=290,
        pace_ms=255, stagger_ms=150, spread=0.45, one_finger=0.7),
    "wide": Person(
        TWO_HANDS, motor_ms=8, hand_ms=11, serial_ms=8, search=0.04, search_ms=150, hover_mm=18,
        posture_mm=3, push=0.011, hold_ms=60, force=3.5, relax_ms=22, blind=0.45, touch_ms=165,
        pace_ms=185, stagger_ms=90, spread=0.35, one_finger=0.1, builds=(ARCADE,)),
}
# fmt: on
"""Four kinds of people; `_replace` gives variants, such as `worn=1.0`."""


class _Stroke(NamedTuple):
    """One press of a button without bounces, in milliseconds."""

    control: str
    make: float
    seated: float
    broken: float = math.inf


class _Hands:
    """One gesture's hands: their poise, the switches under them, and the dice."""

    def __init__(self, person: Person, dice: Random, controls: Sequence[str] = ()) -> None:
        self.person, self.dice, self.fingers = person, dice, dict(person.fingers)
        if person.fingers is TWO_HANDS and len(set(controls)) == 2:
            self.fingers[min(controls, key=list(TWO_HANDS).index)] = TWO_HANDS["clue"]
        build = dice.choice(person.builds)
        self.switches = {
            c: worn(build) if dice.random() < person.worn else build for c in person.fingers
        }
        self.height = [
            max(2.0, dice.gauss(person.hover_mm, person.hover_mm / 3)) for _hand in range(2)
        ]
        self.late = [dice.gauss(lag, person.hand_ms) for lag in (LEAD_MS, 0.0)]

    def about(self, median: float, spread: float) -> float:
        """Return a positive quantity with multiplicative noise."""
        return median * math.exp(self.dice.gauss(0, spread))

    def press(self, control: str, command: float) -> _Stroke:
        """Return the fall of a finger through the actuation point to the end stop."""
        switch, (hand, rate) = self.switches[control], self.fingers[control]
        height = max(0.5, self.dice.gauss(self.height[hand], self.person.posture_mm))
        push = self.about(self.person.push * rate, SPEED_NOISE)
        start = command + self.late[hand] + self.dice.gauss(0, self.person.motor_ms)
        actuation = min(switch.stroke_mm, self.about(switch.actuation_mm, 0.1))
        make, seated = (
            math.sqrt(2 * (height + depth) / push) for depth in (actuation, switch.stroke_mm)
        )
        return _Stroke(control, start + make, start + seated)

    def lift(self, stroke: _Stroke, command: float) -> _Stroke:
        """Return the release: the force decays to the spring's, and the cap follows the finger up
        to its reset.
        """
        person, switch = self.person, self.switches[stroke.control]
        force = max(1.1, self.about(person.force, 0.3)) * switch.operate_n
        unload = self.about(person.relax_ms, 0.2) * math.log(force / switch.return_n)
        rise = math.sqrt(
            2 * (switch.stroke_mm - switch.reset_mm) / self.about(person.push, SPEED_NOISE)
        )
        let_go = max(stroke.seated, command + self.dice.gauss(0, person.motor_ms))
        return stroke._replace(broken=let_go + unload + rise)

    def tap(
        self, control: str, command: float, brisk: float = 1.0, after: _Stroke | None = None
    ) -> _Stroke:
        """Return a press and its own release; `brisk` shortens the hold.

        The finger of `after` comes up first.
        """
        stroke = self.press(control, command)
        if after:
            turn = (
                2 * math.sqrt(2 * self.switches[control].reset_mm / self.person.push) + REVERSAL_MS
            )
            wait = max(0.0, after.broken + self.about(turn, 0.2) - stroke.make)
            stroke = _Stroke(control, stroke.make + wait, stroke.seated + wait)
        hold = brisk * self.about(self.person.hold_ms, self.person.spread)
        return self.lift(stroke, stroke.seated + hold)

    def edges(self, strokes: Sequence[_Stroke], at: float) -> list[Edge]:
        """Return the strokes as edges with bounces and chatter, the first of them at `at`."""
        edges: list[Edge] = []
        for control, switch in self.switches.items():
            presses = [stroke for stroke in strokes if stroke.control == control]
            for (make, broken), after in pairwise(self.spans(presses, switch.chatter)):
                flight = switch.break_ms if self.dice.random() < BREAK_BOUNCES else 0.0
                edges += self.settle(Edge(control, down=True, at=make), broken, switch.make_ms)
                edges += self.settle(Edge(control, down=False, at=broken), after[0], flight)
        edges.sort(key=lambda edge: edge.at)
        return [edge._replace(at=at + (edge.at - edges[0].at) / 1000) for edge in edges]

    def spans(self, presses: Sequence[_Stroke], chatter: float) -> list[tuple[float, float]]:
        """Return when a contact is closed, and at last a time that never comes."""
        spans = [(math.inf, math.inf)]
        for stroke in sorted(presses, reverse=True):
            again = stroke.broken + min(48, 3 + self.dice.expovariate(1 / 12))
            end = again + 2 + self.dice.expovariate(1 / 8)
            if self.dice.random() < chatter and end < spans[-1][0]:
                spans.append((again, end))
            spans.append((stroke.make, stroke.broken))
        return spans[::-1]

    def settle(self, edge: Edge, until: float, first: float) -> list[Edge]:
        """Return an edge and its bounces: the contact rebounds like a ball, before `until`."""
        edges, flight, rebound = [edge], self.about(first, 0.9), self.dice.uniform(0.3, 0.65)
        while flight > 0.02:
            away = edges[-1].at + flight * self.dice.uniform(0.3, 1.0)
            if away + flight >= until:
                break
            edges += [edge._replace(down=not edge.down, at=away), edge._replace(at=away + flight)]
            flight *= rebound
        return edges


def chord(
    person: Person, controls: Sequence[str], at: float, dice: Random, sloppy: bool | None = None
) -> list[Edge]:
    """Return buttons meant together.

    `sloppy` forces or forbids that one finger has to find its button.

    A release planned with the press can come before a late finger lands: such a chord has no
    overlap.
    """
    hands, commands, wait = _Hands(person, dice, controls), {}, 0.0
    for control in dice.sample(list(controls), len(controls)):
        commands[control] = wait
        wait += dice.expovariate(1 / person.serial_ms)
    if sloppy is None:
        sloppy = dice.random() < person.search
    if sloppy:
        commands[dice.choice(list(controls))] += hands.about(person.search_ms, 0.5)
    strokes = [hands.press(control, command) for control, command in commands.items()]
    # A searching person mostly notices that a button is missing and holds on; 0.85 is assumed.
    if dice.random() < (0.85 if sloppy else 1 - person.blind):
        release = max(stroke.seated for stroke in strokes) + hands.about(person.touch_ms, 0.3)
    else:
        hold = hands.about(1.2 * person.hold_ms, person.spread)
        release = min(stroke.seated for stroke in strokes) + hold
    return hands.edges([hands.lift(stroke, release) for stroke in strokes], at)


def roll(person: Person, first: str, second: str, at: float, dice: Random) -> list[Edge]:
    """Return two separate quick taps, the second of which goes down before the first is up."""
    hands = _Hands(person, dice, (first, second))
    while True:  # Taps that do not overlap, or land in the wrong order, are no roll.
        one = hands.tap(first, 0.0)
        two = hands.tap(second, hands.about(person.stagger_ms, person.spread))
        if one.make < two.make < one.broken:
            return hands.edges([one, two], at)


def tap(person: Person, control: str, at: float, dice: Random) -> list[Edge]:
    """Return a single tap."""
    hands = _Hands(person, dice)
    return hands.edges([hands.tap(control, 0.0)], at)


def double(person: Person, control: str, at: float, dice: Random) -> list[Edge]:
    """Return two taps of one button as a unit, a little slower than the fastest pace (assumed a
    tenth).
    """
    hands = _Hands(person, dice)
    one = hands.tap(control, 0.0, 0.7)
    return hands.edges(
        [one, hands.tap(control, hands.about(1.1 * person.pace_ms, 0.15), 0.8, one)], at
    )


def taps(person: Person, controls: Sequence[str], at: float, dice: Random) -> list[Edge]:
    """Return one tap of each control in turn at the person's fastest pace.

    Alternating fingers may overlap.
    """
    hands = _Hands(person, dice, controls)
    now = 0.0
    alone = dice.random() < person.one_finger
    brisk = 0.7 if alone or len(set(controls)) == 1 else 1.0
    # Alternating fingers are half as fast again as one (Aoki and Kinoshita 2001). A finger that
    # travels 30 mm needs 60 ms more (Fitts's law, assumed: part of the travel coincides with
    # the lift). The timekeeper varies by some 5 % (Wing and Kristofferson 1973).
    apart = person.pace_ms + 60 if alone else person.pace_ms / 1.5
    strokes = [hands.tap(controls[0], now, brisk)]
    for before, control in pairwise(controls):
        now += hands.about(person.pace_ms if before == control else apart, 0.06)
        after = strokes[-1] if alone else _last_of(control, strokes)
        strokes.append(hands.tap(control, now, brisk, after))
    return hands.edges(strokes, at)


def _last_of(control: str, strokes: Sequence[_Stroke]) -> _Stroke | None:
    for stroke in reversed(strokes):
        if stroke.control == control:
            return stroke
    return None


def sleeve(
    person: Person, resting: str, tapped: Sequence[str], at: float, dice: Random
) -> list[Edge]:
    """Return a sleeve or hand on one button for 5 s to a minute, or until all of `tapped` are
    tapped meanwhile.

    The resting force sways; near the switch's forces the button opens and closes. Durations are
    assumed.
    """
    hands, now = _Hands(person, dice), dice.uniform(200, 2000)
    strokes: list[_Stroke] = []
    for control in (c for c in tapped if c != resting):
        strokes.append(hands.tap(control, now))
        now = strokes[-1].broken + (60 if dice.random() < 0.5 else dice.uniform(60, 3000))
    end = max(5000 * 12 ** dice.random(), now + 300)
    slip = hands.switches[resting].return_n / hands.switches[resting].operate_n
    since = 0.0
    mean = 1.1 * 4 ** dice.random()  # In multiples of the operating force; 1 s of memory.
    force = mean
    for moment in (50 * (step + dice.random()) for step in range(1, int(end / 50))):
        force = mean + 0.95 * (force - mean) + 0.05 * mean * dice.gauss(0, 1)
        if since < math.inf and force < slip:
            strokes.append(_Stroke(resting, since, since, moment))
            since = math.inf
        elif since == math.inf and force > 1:
            since = moment
    if since < math.inf:
        strokes.append(_Stroke(resting, since, since, end + 50))
    return hands.edges(strokes, at)


Rows = defaultdict[str, list[float]]
THREE: Final = tuple(ONE_HAND)
CHORDS: Final[dict[str, Callable[[Person, Random], list[Edge]]]] = {
    "chord of 2": lambda who, dice: chord(who, dice.sample(THREE, 2), 0, dice),
    "clean chord of 2": lambda who, dice: chord(who, dice.sample(THREE, 2), 0, dice, sloppy=False),
    "sloppy chord of 2": lambda who, dice: chord(who, dice.sample(THREE, 2), 0, dice, sloppy=True),
    "chord of 3": lambda who, dice: chord(who, THREE, 0, dice),
    "roll": lambda who, dice: roll(who, dice.choice(THREE[1:]), "clue", 0, dice),
}


def _measure_chord(name: str, edges: Sequence[Edge], rows: Rows) -> None:
    downs = {edge.control: 1000 * edge.at for edge in reversed(edges) if edge.down}.values()
    ups = {edge.control: 1000 * edge.at for edge in edges if not edge.down}.values()
    rows[f"{name}, downs apart"].append(max(downs) - min(downs))
    rows[f"{name}, ups apart"].append(max(ups) - min(ups))
    rows[f"{name}, overlap"].append(min(ups) - max(downs))


def _measure_taps(name: str, usual: Person, rows: Rows, dice: Random) -> None:
    new = usual._replace(worn=0.0)
    old = usual._replace(worn=1.0)
    rows[f"{name}: tap, dwell"].append(1000 * tap(new, "clue", 0, dice)[-1].at)
    rows[f"{name}: double, open between"].append(_opening(double(new, "clue", 0, dice)))
    series = taps(new, ("clue",) * 5, 0, dice)
    last_down = max(edge.at for edge in series if edge.down)
    rows[f"{name}: taps, mean interval"].append(250 * last_down)
    rows[f"{name}: worn tap, longest opening"].append(_opening(tap(old, "clue", 0, dice)))


def _opening(edges: Sequence[Edge]) -> float:
    """Return the longest time without contact between two edges, in milliseconds."""
    openings = (1000 * (after.at - edge.at) for edge, after in pairwise(edges) if after.down)
    return max(openings, default=0.0)


def _report(runs: int = 4000) -> None:
    """Print quantiles in milliseconds; switches are unworn unless a row says otherwise."""
    dice = Random(1)
    rows = Rows(list)
    for name, usual in PEOPLE.items():
        for (kind, make), _run in product(CHORDS.items(), range(runs)):
            _measure_chord(f"{name}: {kind}", make(usual._replace(worn=0.0), dice), rows)
        for _run in range(runs):
            _measure_taps(name, usual, rows, dice)
    settle = _Hands(PEOPLE["guest"], dice).settle
    for name, switch in {"arcade": ARCADE, "tactile": TACTILE, "worn arcade": worn(ARCADE)}.items():
        for way, first in {"make": switch.make_ms, "break (if any)": switch.break_ms}.items():
            edge = Edge("", down=True, at=0)
            bounces = [settle(edge, math.inf, first)[-1].at for _run in range(runs)]
            rows[f"{name} bounce at {way}"] = bounces
    print(f"{'ms':42}", *(f"{percent:6} %" for percent in (1, 5, 50, 95, 99)))
    for name, values in rows.items():
        cuts = quantiles(values, n=100)
        print(f"{name:42}", *(f"{cuts[percent - 1]:8.1f}" for percent in (1, 5, 50, 95, 99)))


if __name__ == "__main__":
    _report()
