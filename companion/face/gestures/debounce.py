"""Debounce: the first edge acts, then the button is deaf for 15 ms, then its level is read."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.game.kinds import kind
from companion.panel import Edge

DEAF_S: Final = 0.015


@kind
class Contact(NamedTuple):
    """What is believed of one button, and until when its edges are not listened to."""

    down: bool = False
    deaf_until: float = float("-inf")
    settled: bool = False


Contacts = Mapping[str, Contact]
"""The buttons by control; one that never moved is absent."""


def clean(contacts: Contacts, edge: Edge) -> tuple[Contacts, Edge | None]:
    """Return the contacts after a raw edge, and the edge if it counts."""
    contact = contacts.get(edge.control, Contact(settled=True))
    deaf = edge.at < contact.deaf_until and not edge.cancelled
    if deaf or edge.down == contact.down:
        return contacts, None
    return {**contacts, edge.control: Contact(edge.down, edge.at + DEAF_S)}, edge


def reread(
    contacts: Contacts, now: float, is_down: Callable[[str], bool]
) -> tuple[Contacts, tuple[Edge, ...]]:
    """Read the level of every button whose deaf time is over. Return the edges that were missed."""
    edges = []
    for control, contact in contacts.items():
        if contact.settled or now < contact.deaf_until:
            continue
        level = is_down(control)
        if level == contact.down:
            contacts = {**contacts, control: contact._replace(settled=True)}
        else:
            contacts = {**contacts, control: Contact(level, now + DEAF_S)}
            edges.append(Edge(control, level, now))
    return contacts, tuple(edges)


def deadline(contacts: Contacts) -> float | None:
    """Return when the next level is to be read again."""
    waiting = (contact for contact in contacts.values() if not contact.settled)
    return min((contact.deaf_until for contact in waiting), default=None)
