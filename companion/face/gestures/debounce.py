"""Debounce: the first edge acts, then the button is deaf for 15 ms, then its level is read again."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.game.kinds import kind
from companion.panel import Edge

DEAF_S: Final = 0.015


@kind
class Contact(NamedTuple):
    """What is believed of one button, and until when its edges are not listened to."""

    down: bool
    deaf_until: float
    settled: bool


Contacts = Mapping[str, Contact]
"""The buttons by control; one that never moved is absent."""


def clean(contacts: Contacts, edge: Edge) -> tuple[Contacts, Edge | None]:
    """The contacts after a raw edge, and the edge if it counts."""
    contact = contacts.get(edge.control, Contact(False, float("-inf"), True))
    deaf = edge.at < contact.deaf_until and not edge.cancelled
    if deaf or edge.down == contact.down:
        return contacts, None
    moved = Contact(edge.down, edge.at + DEAF_S, False)
    return {**contacts, edge.control: moved}, edge


def reread(
    contacts: Contacts, now: float, is_down: Callable[[str], bool]
) -> tuple[Contacts, tuple[Edge, ...]]:
    """Read the level of every button whose deaf time is over; edges that were missed come out."""
    edges = []
    for control, contact in contacts.items():
        if contact.settled or now < contact.deaf_until:
            continue
        level = is_down(control)
        if level == contact.down:
            contacts = {**contacts, control: contact._replace(settled=True)}
        else:
            contacts = {**contacts, control: Contact(level, now + DEAF_S, False)}
            edges.append(Edge(control, level, now))
    return contacts, tuple(edges)


def deadline(contacts: Contacts) -> float | None:
    """When the next level is to be read again."""
    return min((c.deaf_until for c in contacts.values() if not c.settled), default=None)
