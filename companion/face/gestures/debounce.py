"""Debounce: the first edge acts, then the button is deaf until its level has stood for 15 ms.

A press whose level is up again after 15 ms, or was never down for so long, was a spike on the wire,
and nothing of it counts. A contact that opens for an instant ends no press either, when it closes
first nor in a hold: an edge up counts at once only in a press that is as long as most taps are,
else once it is up for 15 ms. The level is that of the last edge, and never that of the pin, which
may have moved on: whoever asks has to know that no older edge is on its way.
"""

from collections.abc import Mapping
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
    """What is believed of one button, and what its edges said since."""

    down: bool = False
    began: float = -inf
    """When it went down."""
    moved: float = -inf
    """When it went down or up; in a press later than `began`, when it seems to have ended."""
    level: bool = False
    changed: float = -inf
    """What its last edge said, which may have been a bounce, and when."""
    deaf_until: float = -inf
    """Until when its edges are not listened to."""
    settled: bool = True
    """Whether its level has stood since it moved."""

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
        bounced = contact._replace(level=edge.down, changed=edge.at, settled=False)
        return {**contacts, edge.control: bounced}, None
    if edge.down == contact.down:
        return contacts, None
    moved = contact._replace(
        moved=edge.at,
        level=edge.down,
        changed=edge.at,
        deaf_until=edge.at + DEAF_S,
        settled=False,
    )
    lasted = edge.at - contact.began
    # Of other lengths it may be a contact that opened for an instant: the level will tell.
    has_usual_length = FINGER_S <= lasted < QUICK_S or lasted > TOO_LONG_S
    if any((edge.down, edge.cancelled, has_usual_length)):
        began = edge.at if edge.down else contact.began
        moved = moved._replace(down=edge.down, began=began)
        return {**contacts, edge.control: moved}, edge
    return {**contacts, edge.control: moved}, None


def settle_contacts(contacts: Contacts, at: float) -> Settled:
    """Judge every button whose deaf time is over at `at`; no edge before that may come any more."""
    told: list[Edge | Spike] = []
    for control, contact in contacts.items():
        if contact.settled or at < contact.deaf_until:
            continue
        after, message = _settle_contact(control, contact)
        told += message
        contacts = {**contacts, control: after}
    return contacts, tuple(told)


def next_settling(contacts: Contacts) -> float:
    """Return the time at which the next button can be judged; inf for none."""
    waiting = (contact.deaf_until for contact in contacts.values() if not contact.settled)
    return min(waiting, default=inf)


def _settle_contact(control: str, contact: Contact) -> tuple[Contact, tuple[Edge | Spike, ...]]:
    """Return a button at the end of its deaf time, and what its level tells."""
    now = contact.deaf_until
    stands_at = contact.changed + DEAF_S
    is_pressed = contact.down and not contact.is_ending
    if contact.level == is_pressed and now < stands_at:
        # It moved as it seemed, but bounces on.
        return contact._replace(deaf_until=stands_at), ()
    after = contact._replace(settled=True)
    if not contact.down:
        if not contact.level:
            return after, ()
        # The edge was taken for a bounce.
        pressed = Edge(control, down=True, at=now)
        began = contact._replace(down=True, began=now, moved=now, deaf_until=now + DEAF_S)
        return began, (pressed,)
    if contact.level:
        # If it was ending, it only seemed so.
        return after._replace(moved=contact.began), ()
    after = after._replace(down=False)
    if contact.is_ending:
        return after, (Edge(control, down=False, at=contact.moved),)
    return after, (Spike(control),)
