"""What people see of a pixel's colour, also those who confuse some: how far apart are two of them?

A pixel's three LEDs shine in proportion to their bytes (no gamma), each with the colour and the
intensity of the usual ones in a 5050 package: 620 nm and 405 mcd, 523 nm and 690 mcd, 466 nm and
190 mcd (datasheets of APA102's relatives). What a person without one kind of cones sees of it
follows Brettel, Viénot and Mollon, "Computerized simulation of color appearance for dichromats"
(1997), with the cones of Smith and Pokorny (1975); distances are CIEDE2000 (CIE 142; formulas as in
Sharma, Wu and Dalal, 2005), white a white pixel.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

PROTAN, DEUTAN, TRITAN = "protan", "deutan", "tritan"
"""Without the cones for long, middle and short waves."""
USUAL = "usual"
KINDS = (USUAL, PROTAN, DEUTAN, TRITAN)

_PRIMARIES = (((0.695, 0.305), 405.0), ((0.17, 0.71), 690.0), ((0.135, 0.055), 190.0))
"""The chromaticity (CIE 1931) and the intensity of each LED."""
_CONES = ((0.15514, 0.54312, -0.03286), (-0.15514, 0.45684, 0.03286), (0.0, 0.0, 0.01608))
"""Long, middle and short, from X, Y and Z."""
_ANCHORS = {
    475: (0.1421, 0.1126, 1.0419),
    485: (0.0580, 0.1693, 0.6162),
    575: (0.8425, 0.9154, 0.0018),
    660: (0.1649, 0.0610, 0.0000),
}
"""Lights that both see alike, by their nanometres (CIE 1931 colour matching functions)."""
_SEEN_ALIKE = {PROTAN: (475, 575), DEUTAN: (475, 575), TRITAN: (485, 660)}
_CONES_OF = {PROTAN: (0, 1, 2), DEUTAN: (1, 0, 2), TRITAN: (2, 0, 1)}
"""The one that is missing, and the others, the one for the longer waves first."""


def distance(one: tuple[int, int, int], other: tuple[int, int, int], kind: str = USUAL) -> float:
    """Return how far apart two colours of a pixel look to a person.

    From 2 or so on they are told apart.
    """
    return ciede2000(_lab(_seen(_emitted(one), kind)), _lab(_seen(_emitted(other), kind)))


def _emitted(colour: tuple[int, int, int]) -> Triple:
    """Return X, Y and Z of what a pixel shines."""
    found = [0.0, 0.0, 0.0]
    for byte, ((x, y), intensity) in zip(colour, _PRIMARIES, strict=True):
        light = byte / 255 * intensity
        for at, part in enumerate((x / y, 1.0, (1 - x - y) / y)):
            found[at] += light * part
    return found[0], found[1], found[2]


def _seen(light: Triple, kind: str) -> Triple:
    """Return the light that a person with all cones sees as others see this one."""
    if kind == USUAL:
        return light
    cones, white = _times(_CONES, light), _times(_CONES, _WHITE)
    missing, one, other = _CONES_OF[kind]
    # Which half of the plane it falls on: the cones that are left say on which side of white it is.
    short, long = _SEEN_ALIKE[kind]
    side = short if cones[other] * white[one] > white[other] * cones[one] else long
    anchor = _times(_CONES, _ANCHORS[side])
    normal = (
        white[1] * anchor[2] - white[2] * anchor[1],
        white[2] * anchor[0] - white[0] * anchor[2],
        white[0] * anchor[1] - white[1] * anchor[0],
    )
    seen = list(cones)
    seen[missing] = -(normal[one] * cones[one] + normal[other] * cones[other]) / normal[missing]
    return _times(_inverse(_CONES), (seen[0], seen[1], seen[2]))


def _lab(light: Triple) -> Triple:
    fx, fy, fz = (_root(part / white) for part, white in zip(light, _WHITE, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the distance of two colours given as L*, a* and b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1.5 - 0.5 * sqrt(mean_c7 / (mean_c7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    dh = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = _mean_hue(h1, h2) if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(c1 * c2) * sin(radians(dh / 2)) / (1 + 0.015 * chroma * t)
    bend = 60 * exp(-(((hue - 275) / 25) ** 2))
    crossed = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(bend))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + crossed * by_chroma * by_hue)


def _mean_hue(one: float, other: float) -> float:
    both = one + other
    if abs(one - other) <= 180:
        return both / 2
    return (both + 360) / 2 if both < 360 else (both - 360) / 2


def _times(matrix: tuple[Triple, Triple, Triple], triple: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, triple, strict=True)) for row in matrix)
    return one, two, three


def _inverse(matrix: tuple[Triple, Triple, Triple]) -> tuple[Triple, Triple, Triple]:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    whole = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return (
        ((e * i - f * h) / whole, (c * h - b * i) / whole, (b * f - c * e) / whole),
        ((f * g - d * i) / whole, (a * i - c * g) / whole, (c * d - a * f) / whole),
        ((d * h - e * g) / whole, (b * g - a * h) / whole, (a * e - b * d) / whole),
    )


_WHITE = _emitted((255, 255, 255))
