"""How human hands press three buttons: a stochastic model.

It is independent of any rule that reads the buttons.

Sources: [M] counted from the raw data for this model, [R] read, [K] known and not read again. Times
in ms.
- T [M]: Dhakal et al., CHI 2018, 136 million keystrokes: 2329 of its people, 1.7 million presses,
  by median interval: fast < 130, mid < 200, slow < 300, peck. Quantiles 1/5/50/95/99 %: hold mid
  43/58/103/176/218, peck 48/63/114/192/236; neighbour keys overlap in 63 % of pairs (fast), 43
  (mid), 18 (slow), 5 (peck), mid for 6/15/48/104/147, down to down 32/56/105/168/205 (peck
  20/32/160/246/336), up to up -16/30/80/152/199, shared part of the whole time 2/5/20/44/58 % (fast
  3/7/24/50/63), second key up first 1-3 %; overlap against step r = -0.1 to -0.4, to up to up -0.5;
  keys of two hands overlap in 23 % (mid), for 2/7/30/83/123; same key again, gap mid
  28/47/80/176/496, peck 31/48/94/391/894. SD of a person's mean log hold 0.22.
- A [R]: jgandert/analyze_keystrokes, same data, 55 million presses: 0.1 % of holds < 18; two
  modifiers to be held together (a chord without hurry): downs 32 apart (50 %), 112 (75 %), 1009 (99
  %).
- P [M]: Vienna 4x22 corpus, 22 pianists, two notes of one hand, n = 8496: downs apart 14.6 (50 %),
  43.8 (95 %), 61.5 (99 %), two hands the same; three notes 24 and 63.5. Order of ups independent of
  order of downs (46 % equal). Ups apart 57 (50 %), but the music asks for part of that.
- C [R]: chord windows in use: 18 (urob/zmk-config), 25 (jasoncarloscox.com), both trained; 50 (ZMK,
  KMK); 40 + 20 (Max quickthresh); 50, "I suspect 100" (Xerox MOUSECHORDWAIT). Karabiner-Elements
  #1272: missed chords "even when I'm careful". UHK firmware #1505: easier to release together (P:
  not so).
- G [R]: game pads, petitverse.hosiken.jp topic 609: a usual press lasts 8 frames (133), a slow one
  12 (200).
- Y [R, abstracts]: Njiokiktjien 1997, 233 children of 5-12: mean lag between hands independent of
  age, steadier in the older; Exp Brain Res 201:797 (2010): ages 4-6 move two hands rather one after
  the other.
- H [K]: Kelso 1979, Marteniuk 1984: two hands sent to unlike targets arrive some tens of ms apart.
- B [R; Ganssle at second hand]: Ganssle, "A guide to debouncing": mean 1.6, worst 6.2, a few far
  worse; adamfk/bouncy-button-data: new tactile keys 9.3 and 14 at worst, push buttons 0.3 and 1.2;
  UHK firmware #128: chatter of 6-16 on release; QMK #12626: keys 3 years in use need 20-30;
  overclock.net 1618404: a switch pressed slowly loses contact, even for > 100, and a worn one lets
  go amid a hold.
Assumed: that keyboards, pianos and pads carry over to these buttons (no study of such buttons was
found), and what says so below. Left out: grazing a wrong or third button, tremor, gloves, fatigue,
two people at once.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

Dice = random.Random
Spread = tuple[float, float]  # Gamma distribution of times: mean in seconds, shape. It fits T well.
# Control, down, up: what the finger does, before the contact bounces.
Stroke = tuple[str, float, float]


class Edge(NamedTuple):
    """One change of one contact on the wire, at a time in seconds of the caller's clock."""

    control: str
    down: bool
    at: float


@dataclass(frozen=True)
class Switch:
    """How a contact bounces. Source B; the chances and the number of bounces are assumed."""

    make: float  # Chance that closing bounces.
    part: float  # Chance that opening bounces.
    # Mean time from first contact to last bounce, s (exponential: 99 % is 4.6 times that).
    span: float
    bounces: float  # Mean number of bounces beyond the first.
    dropout: float  # Chance that the contact opens once during a hold, for DROPOUT.


CLEAN, GOOD = Switch(0, 0, 0, 0, 0), Switch(0.85, 0.6, 0.0015, 1.5, 0)
WORN = Switch(0.98, 0.9, 0.005, 3, 0.02)
SWITCHES: Mapping[str, Switch] = {"clean": CLEAN, "good": GOOD, "worn": WORN}


@dataclass(frozen=True)
class Hands:
    """One population of hands. Each gesture is one person's, whose pace scales all its times."""

    # SD of the log of the pace. T: 0.22 between typists; guests and children assumed wider.
    pace: float
    length: Spread  # Length of a tap. T, G; children assumed 1.3 times guests.
    linger: float  # Share of taps held until something is seen to happen, for LINGER. Assumed.
    # SD of a finger's down about the chord's moment, s. P and C; unpractised between P and A.
    finger: float
    # SD of a hand's down in a chord of two hands, s; 0 for one hand. H, Y; amounts assumed.
    across: float
    # Share of chords made one finger after the other. C, A, Y say it happens; shares assumed.
    stagger: float
    wait: Spread  # From finger to finger in a staggered chord. A; amounts assumed.
    # From a chord's moment to its mean up. T: overlapping keys 130 ms, modifiers 230; assumed.
    hold: Spread
    release: float  # SD of a finger's up, independent of its down. P; assumed 1.6 times the downs.
    rolls: float  # Share of hurried pairs that overlap. T: neighbour keys; wide: keys of two hands.
    step: Spread  # Down to down in a roll. T.
    overlap: Spread  # First up minus second down in a roll; less, not more, in slow people. T.
    # Hold of the last button of a roll; in 3-6 % up before the one before it (T: 1-3).
    press: Spread
    # Up to down between hurried taps that do not overlap. T without its pauses for thought.
    gap: Spread
    again: Spread  # Up to down in a double tap. T: same key again.
    pause: Spread  # Up to down between separate taps. Assumed: a look at the display lies between.


# fmt: off
HANDS: Mapping[str, Hands] = {
    # The owner, one hand, fingers on neighbouring buttons. T: between fast and mid.
    "practised": Hands(
        pace=0.22, length=(0.107, 14), linger=0.01, finger=0.013, across=0, stagger=0.02,
        wait=(0.09, 3), hold=(0.16, 9), release=0.021, rolls=0.5, step=(0.096, 10),
        overlap=(0.051, 3.6), press=(0.132, 25), gap=(0.09, 1.3), again=(0.08, 7),
        pause=(0.45, 2.5)),
    # An adult who meets the device for the first time, mostly two index fingers. T: slow and peck.
    "guest": Hands(
        pace=0.3, length=(0.145, 9), linger=0.05, finger=0.022, across=0.013, stagger=0.09,
        wait=(0.2, 2), hold=(0.29, 5), release=0.04, rolls=0.08, step=(0.14, 7),
        overlap=(0.046, 2.4), press=(0.16, 16), gap=(0.2, 1.3), again=(0.115, 4), pause=(0.9, 2)),
    # Six to ten years: slower and wider than a guest, chords often one finger after the other (Y).
    "child": Hands(
        pace=0.35, length=(0.185, 6), linger=0.08, finger=0.025, across=0.018, stagger=0.16,
        wait=(0.24, 2), hold=(0.33, 4), release=0.052, rolls=0.08, step=(0.16, 6),
        overlap=(0.053, 2.2), press=(0.185, 10), gap=(0.22, 1.3), again=(0.14, 4),
        pause=(0.8, 1.5)),
    # Adults who know the device, arcade buttons of 24-60 mm, a hand on each; in threes one hand
    # takes two.
    "wide": Hands(
        pace=0.25, length=(0.14, 9), linger=0.03, finger=0.014, across=0.02, stagger=0.04,
        wait=(0.14, 2.5), hold=(0.22, 7), release=0.039, rolls=0.2, step=(0.112, 8),
        overlap=(0.036, 1.9), press=(0.14, 16), gap=(0.14, 1.3), again=(0.105, 5), pause=(0.6, 2)),
}
# fmt: on

SHORTEST_S = 0.008  # No press and no gap is shorter. Assumed, from the travel of a key.
BRIEF_S = (0.01, 0.045)  # Bounds of a press that glances off or comes too late. T: 1 % < 43 ms; A.
GLANCE = 0.004  # Share of taps that only glance off the button. Between T and A; assumed.
LINGER = (0.8, 3)  # Length of a tap held until something happens. Assumed.
# SD of the log of the care taken over one chord; makes longer tails than P. C; amount assumed.
CARE = 0.35
# Share of staggered chords in which no finger waits for the others before it leaves. Assumed.
HASTY = 0.25
AGAIN = 0.75  # Length of the taps of a double tap relative to single ones. T: some 76 and 103 ms.
OVERLAP_S = 0.02  # Buttons are down together for longer than this; a contact may bounce for less.
DROPOUT = (0.012, 1)  # Time for which a worn contact opens amid a hold. B; amount assumed.


def chord(
    hands: Hands, controls: Sequence[str], at: float, dice: Dice, switch: Switch = GOOD
) -> list[Edge]:
    """Press two or three buttons together on purpose; the first is down at `at`.

    A few never overlap.
    """
    pace, care, wait = dice.lognormvariate(0, hands.pace), dice.lognormvariate(0, CARE), False
    if dice.random() < hands.stagger:
        downs, lag, wait = {}, 0.0, dice.random() >= HASTY
        for control in dice.sample(controls, len(controls)):
            downs[control] = lag
            lag += pace * _draw(hands.wait, dice)
        if not wait:
            hasty = [
                (c, at + lag, at + lag + _length(hands, pace, dice)) for c, lag in downs.items()
            ]
            return _edges(hasty, switch, dice)
    else:
        turn = (len(controls) + dice.randrange(2)) // 2  # The first control of the second hand.
        hand = dice.gauss(0, hands.across), dice.gauss(0, hands.across)
        spots = [hand[n >= turn] + dice.gauss(0, hands.finger) for n in range(len(controls))]
        downs = {c: pace * care * spot for c, spot in zip(controls, spots, strict=True)}
    common = (max(downs.values()) if wait else 0) + pace * _draw(hands.hold, dice)
    start, strokes = at - min(downs.values()), []
    for control, down in downs.items():
        up = common + pace * care * dice.gauss(0, hands.release)
        strokes.append((control, start + down, start + max(up, down + dice.uniform(*BRIEF_S))))
    return _edges(strokes, switch, dice)


def roll(
    hands: Hands, first: str, second: str, at: float, dice: Dice, switch: Switch = GOOD
) -> list[Edge]:
    """Tap two buttons so fast that the second is down before the first is up.

    Two actions are meant.
    """
    return sweep(hands, (first, second), at, dice, switch)


def sweep(
    hands: Hands, controls: Sequence[str], at: float, dice: Dice, switch: Switch = GOOD
) -> list[Edge]:
    """Tap two or more different buttons, each overlapping the next, as fingers drum on a table."""
    pace, downs = dice.lognormvariate(0, hands.pace), [at]
    for _ in controls[1:]:
        downs.append(downs[-1] + pace * _draw(hands.step, dice))
    ups = [down + _draw(hands.overlap, dice) / pace**0.5 for down in downs[1:]]
    ups.append(downs[-1] + max(dice.uniform(*BRIEF_S), pace * _draw(hands.press, dice)))
    return _edges(list(zip(controls, downs, ups, strict=True)), switch, dice)


def tap(hands: Hands, control: str, at: float, dice: Dice, switch: Switch = GOOD) -> list[Edge]:
    """Press one button once."""
    return _edges(_row(hands, (control,), at, hands.pause, dice), switch, dice)


def taps(
    hands: Hands, controls: Sequence[str], at: float, dice: Dice, switch: Switch = GOOD
) -> list[Edge]:
    """Tap buttons one after the other without hurry, one action each."""
    return _edges(_row(hands, controls, at, hands.pause, dice), switch, dice)


def hurry(
    hands: Hands, first: str, second: str, at: float, dice: Dice, switch: Switch = GOOD
) -> list[Edge]:
    """Tap one button (say PLAY) and at once another: a roll in some cases, two close taps in the
    others.
    """
    if dice.random() < hands.rolls:
        return roll(hands, first, second, at, dice, switch)
    return _edges(_row(hands, (first, second), at, hands.gap, dice), switch, dice)


def double(hands: Hands, control: str, at: float, dice: Dice, switch: Switch = GOOD) -> list[Edge]:
    """Tap the same button twice."""
    return _edges(_row(hands, (control, control), at, hands.again, dice, AGAIN), switch, dice)


def sleeve(
    hands: Hands, held: str, tapped: Sequence[str], at: float, dice: Dice, switch: Switch = GOOD
) -> list[Edge]:
    """Let an object or a sleeve lie on `held` for seconds while other buttons are tapped.

    All times assumed.

    A soft weight may flicker as it settles, shifts and leaves (B: slow presses lose contact).
    """
    strokes = _row(hands, tapped, at + 0.4 + dice.gammavariate(2, 0.8), hands.pause, dice)
    end = max([at + 2 + dice.gammavariate(1.5, 7)] + [up + 0.2 for _, _, up in strokes])
    opens = [at + dice.uniform(0.01, 0.5) for _ in range(dice.choice((0, 0, 0, 1, 2, 4)))]
    opens += [end - dice.uniform(0.01, 0.5) for _ in range(dice.choice((0, 0, 0, 1, 2, 4)))]
    opens += [
        dice.uniform(at, end) for _ in range(int(dice.expovariate(20 / (end - at))))
    ]  # One in 20 s.
    down = at
    for open_at in sorted(opens):
        close_at = open_at + SHORTEST_S + dice.expovariate(1 / 0.06)
        if down + SHORTEST_S < open_at and close_at < end - SHORTEST_S:
            strokes.append((held, down, open_at))
            down = close_at
    return _edges([*strokes, (held, down, end)], switch, dice)


def _draw(spread: Spread, dice: Dice) -> float:
    return dice.gammavariate(spread[1], spread[0] / spread[1])


def _length(hands: Hands, pace: float, dice: Dice) -> float:
    if dice.random() < GLANCE:
        return dice.uniform(*BRIEF_S)
    return max(
        SHORTEST_S, pace * _draw(LINGER if dice.random() < hands.linger else hands.length, dice)
    )


def _row(
    hands: Hands, controls: Sequence[str], at: float, gap: Spread, dice: Dice, scale: float = 1
) -> list[Stroke]:
    pace, strokes = dice.lognormvariate(0, hands.pace), []
    for control in controls:
        strokes.append((control, at, at + scale * _length(hands, pace, dice)))
        at = strokes[-1][2] + max(SHORTEST_S, pace * _draw(gap, dice))
    return strokes


def _edges(strokes: Sequence[Stroke], switch: Switch, dice: Dice) -> list[Edge]:
    """Let every stroke bounce at both flanks, never into the next flank of the same control."""
    flanks: dict[str, list[float]] = {}
    for control, down, up in sorted(strokes, key=lambda stroke: stroke[1]):
        middle = []
        if dice.random() < switch.dropout:
            opens = dice.uniform(down, up)
            middle = [opens, min(opens + _draw(DROPOUT, dice), (opens + up) / 2)]
        flanks.setdefault(control, []).extend((down, *middle, up))
    edges = []
    for control, row in flanks.items():
        for n, (start, following) in enumerate(pairwise([*row, row[-1] + 1])):
            times = [start]
            if dice.random() < (switch.part if n % 2 else switch.make):
                span = min(0.0001 + dice.expovariate(1 / switch.span), 0.45 * (following - start))
                inner = 1 + 2 * int(dice.expovariate(1 / switch.bounces))
                times += [
                    *sorted(start + span * (1 - dice.random()) for _ in range(inner)),
                    start + span,
                ]
            edges += [Edge(control, (n + m) % 2 == 0, when) for m, when in enumerate(times)]
    return sorted(edges, key=lambda edge: edge.at)


def overlaps(edges: Sequence[Edge]) -> bool:
    """Return True if two buttons are down at the same time for longer than a bounce."""
    down: set[str] = set()
    together = 0.0
    for edge, following in pairwise(edges):
        down = down | {edge.control} if edge.down else down - {edge.control}
        if len(down) > 1:
            together += following.at - edge.at
    return together > OVERLAP_S
