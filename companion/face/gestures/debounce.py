"""Debounce: the first edge acts, then the button is deaf for 15 ms, then its level is read.

A press whose level is up by then was a spike on the wire, and nothing of it counts. A contact that
opens for an instant ends no press either, when it closes first nor in a hold: an edge up counts at
once only in a press that is as long as most taps are, else once the level was read.
"""

from collections.abc import Callable, Mapping
from math import inf
from typing import Final, NamedTuple

from companion.game.kinds import distinct_type
from companion.panel import Edge

DEAF_S: Final = 0.015
FINGER_S: Final = 0.03
QUICK_S: Final = 0.15
"""No finger is down for less than the first time, and most taps end before the second."""
TOO_LONG_S: Final = 3.0
"""A press that is longer is none."""


@distinct_type
class Spike(NamedTuple):
    """What went down as a press was none."""

    control: str


@distinct_type
class Contact(NamedTuple):
    """What is believed of one button, and when its level is read."""

    down: bool = False
    began: float = -inf
    """When it went down."""
    moved: float = -inf
    """When it went down or up; in a press later than `began`, when it seems to have ended."""
    read_at: float = inf
    level: bool = False
    """What its last edge said, which may have been a bounce."""
    doubted: bool = False
    """The level was read late, and is read once more: an edge may be on its way."""

    @property
    def deaf_until(self) -> float:
        """Until when its edges are not listened to."""
        return self.moved + DEAF_S

    @property
    def is_ending(self) -> bool:
        """Whether it went up, and comes down again if that was only an instant."""
        return self.down and self.moved > self.began


Contacts = Mapping[str, Contact]
"""The buttons by control; one that never moved is absent."""
Settled = tuple[Contacts, tuple[Edge | Spike, ...]]
"""The buttons, and what their levels told."""


def clean_edge(contacts: Contacts, edge: Edge) -> tuple[Contacts, Edge | None]:
    """Return the contacts after a raw edge, and the edge if it counts at once."""
    contact = contacts.get(edge.control, Contact())
    if edge.at < contact.deaf_until and not edge.cancelled:
        bounced = contact._replace(
            level=edge.down, read_at=min(contact.read_at, contact.deaf_until)
        )
        return {**contacts, edge.control: bounced}, None
    if edge.down == contact.down:
        return contacts, None
    moved = contact._replace(moved=edge.at, read_at=edge.at + DEAF_S, level=edge.down)
    lasted = edge.at - contact.began
    # Of other lengths it may be a contact that opened for an instant: the level will tell.
    has_usual_length = FINGER_S <= lasted < QUICK_S or lasted > TOO_LONG_S
    if any((edge.down, edge.cancelled, has_usual_length)):
        began = edge.at if edge.down else contact.began
        moved = moved._replace(down=edge.down, began=began, doubted=False)
        return {**contacts, edge.control: moved}, edge
    return {**contacts, edge.control: moved}, None


def reread(contacts: Contacts, now: float, is_down: Callable[[str], bool]) -> Settled:
    """Read the level of every button whose deaf time is over."""
    told: list[Edge | Spike] = []
    for control, contact in contacts.items():
        if now < contact.read_at:
            continue
        level = is_down(control)
        # Read late, a level may belong to an edge that is still on its way.
        is_late = now >= contact.began + FINGER_S
        if all((contact.down, contact.level > level, is_late, not contact.doubted)):
            after = contact._replace(read_at=now + DEAF_S, doubted=True)
        else:
            after, message = settle_contact(control, contact, level, now)
            told += message
        contacts = {**contacts, control: after}
    return contacts, tuple(told)


def settle_by_edges(contacts: Contacts, at: float) -> Settled:
    """Settle by their edges the buttons whose deaf time was over at `at`, the time of an edge."""
    told: list[Edge | Spike] = []
    for control, contact in contacts.items():
        if contact.read_at < inf and contact.deaf_until <= at:
            after, message = settle_contact(control, contact, contact.level, contact.deaf_until)
            told += message
            contacts = {**contacts, control: after}
    return contacts, tuple(told)


def next_reading(contacts: Contacts) -> float | None:
    """Return the time at which the next level is to be read again."""
    first = min((contact.read_at for contact in contacts.values()), default=inf)
    return None if first == inf else first


def unsettled(contacts: Contacts) -> frozenset[str]:
    """Return the controls whose press may turn out to be a spike."""
    return frozenset(
        control
        for control, contact in contacts.items()
        if contact.down and contact.read_at < inf and not contact.is_ending
    )


def settle_contact(
    control: str, contact: Contact, level: bool, now: float
) -> tuple[Contact, tuple[Edge | Spike, ...]]:
    """Return a button whose level is known, and what that tells."""
    if level and not contact.down:
        # The edge was lost, or taken for a bounce.
        pressed = Contact(level, now, now, now + DEAF_S, level)
        return pressed, (Edge(control, level, now),)
    if level:
        # It only seemed to end.
        return contact._replace(moved=contact.began, read_at=inf), ()
    after = contact._replace(down=False, read_at=inf)
    if contact.is_ending:
        return after, (Edge(control, level, contact.moved),)
    return after, (Spike(control),) if contact.down else ()
