"""Guests: phones that read past games and play along, by the code of the evening.

The code, the *token*, has 40 random bits and lives for an evening. Whatever a guest does the device
says, and *Undo* takes it back.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.face import seats
from companion.face.command import Begin, GameCommand, Prefer
from companion.face.dialogue import menus
from companion.face.dialogue.outcomes import NotPossible, warn_group
from companion.face.happened import Step
from companion.face.spoken import last_step
from companion.face.state import (
    NOTICE_S,
    Face,
    GuestAccess,
    Menu,
    Notice,
    Own,
    Phrase,
    ScreenName,
    Token,
    face_at_home,
    face_at_rest,
)
from companion.game.kinds import distinct_type
from companion.journal.kept import GUESTS
from companion.journal.sitting import Sitting

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a token: 32, without those that look alike; all of them fit a small QR code."""
TOKEN_LENGTH: Final = 8
EVENING_S: Final = 12 * 3600.0
"""Seconds for which a token lives."""
_MOST_CODES: Final = 8
"""So many codes live at a time: after each restart that shown is another one."""
WRONG_MOST: Final = 5
WRONG_S: Final = 60.0
"""More wrong tokens in so many seconds are too many, which is said and not logged any more.

The right one is always taken, or anybody who guesses would lock out the others. How quickly tokens
are tried is up to the page, which knows where each one comes from.
"""
# Compiled by the first address: no start should wait for them.
_URL: Final = r"(?ai)http://([^:/]+)(?::([1-9][0-9]{0,4}))?"
_LABEL: Final = r"(?ai)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
"""A part of a computer's name (RFC 1123); without `ASCII` a Kelvin sign would count as a k."""
_HIGHEST_PORT: Final = 65535


@distinct_type
class Guest(NamedTuple):
    """The guest who asks for a step."""

    place: int = 0
    """The place at the table that the guest has chosen, from 1; 0 for none."""


class NotGranted(NotPossible):
    """A guest is refused."""

    def __init__(self, key: str) -> None:
        super().__init__(Phrase(key), _SENTENCES[key])


_SENTENCES: Final = {
    "guests_none": "no code is valid now: open Phone in the menu of the device",
    "guests_wrong": "this is not the code on the device",
    "guests_many": "too many wrong codes: read the one on the device again",
    "guests_playing": "a game is being played: the next one is set between games",
    "guests_practising": "somebody practises at the device: play on afterwards",
}


def is_near(url: str) -> bool:
    """Return True if a page at this address is in the local network.

    A code on the display must not lead elsewhere, and the address is drawn letter by letter.
    """
    parts = re.fullmatch(_URL, url)
    if parts is None:
        return False
    host = parts[1]
    is_host = all(re.fullmatch(_LABEL, label) for label in host.split("."))
    if int(parts[2] or 0) > _HIGHEST_PORT or not is_host:
        return False
    if host.upper().endswith(".LOCAL"):
        return True
    import ipaddress  # needed by the page alone

    try:
        return ipaddress.IPv4Address(host).is_private
    except ValueError:
        return False


def set_urls(face: Face, sitting: Sitting, urls: tuple[str, ...]) -> Face:
    """Return the face once the page is found elsewhere, or nowhere any more."""
    after = face._replace(guests=face.guests._replace(urls=urls))
    if urls or face.screen != ScreenName.PHONE:
        return menus.keep_line(face, after, sitting)
    return warn_group(face_at_home(after, sitting), Phrase("phone_gone"))


def admit(face: Face, token: Token, now: float) -> Face:
    """Return the face with a token that lets guests in: the living one, else this."""
    guests = face.guests
    if guests.token:
        return face
    # Those who came in before a restart stay in, and the evening does not become longer by it.
    sums = (*guests.sums, _sum_of(token))[-_MOST_CODES:]
    until = now + EVENING_S if guests.until is None else guests.until
    return face._replace(guests=guests._replace(token=token, sums=sums, until=until))


def invite(face: Face, token: Token, now: float) -> Face:
    """Return the face that shows the token: the living one, else this."""
    return admit(face, token, now)._replace(scene=ScreenName.PHONE, menu=Menu(), page=0)


def withdraw_token(face: Face) -> Face:
    """Return the face without a token; nobody stays in."""
    return face._replace(guests=face.guests._replace(token=Token(), sums=(), until=None))


def withdraw_at_once(face: Face, sitting: Sitting) -> Face:
    """Return the face without a token, which shows none any more."""
    face = withdraw_token(face)
    return face_at_home(face, sitting) if face.screen == ScreenName.PHONE else face


def codes_preference(guests: GuestAccess, now: float, at: float) -> Prefer:
    """Return the preference that keeps the codes over a restart.

    at: the time by the computer's clock, at which it is `now`.
    """
    # Cut, not rounded: what ends later than an evening from now is taken for a clock put back.
    until = "" if guests.until is None else int(guests.until - now + at)
    return Prefer(GUESTS, " ".join((str(until), *guests.sums)))


def with_kept_codes(
    guests: GuestAccess, kept: Mapping[str, str], now: float, at: float
) -> GuestAccess:
    """Return the access that the preferences keep, unless this one has codes of its own."""
    until, *sums = kept.get(GUESTS, "").split() or [""]
    left = int(until) - at if until.isdecimal() else 0.0
    # A clock that was put back must not prolong an evening.
    if guests.sums or not 0.0 < left <= EVENING_S:
        return guests
    return guests._replace(sums=tuple(sums), until=now + left)


def _sum_of(token: str) -> str:
    """Return what is kept of a code, so that no file and no backup tells it.

    Codes are random and live for hours, so no salt is wanted.
    """
    import hashlib  # few evenings need it, and no start should wait for it

    return hashlib.sha256(token.encode(errors="backslashreplace")).hexdigest()


def check(face: Face, token: str, now: float) -> tuple[Face, NotGranted | None]:
    """Return the face, and why a guest's token is refused; None for one of this evening's.

    Sums are compared: how long that takes says nothing of a token.
    """
    guests = face.guests
    if not guests.sums:
        return face, NotGranted("guests_none")
    # The right one is asked first, so that no guessing locks it out. Text that cannot be encoded
    # is a wrong one like any other.
    if _sum_of(token) in guests.sums:
        return face, None
    wrong = tuple(time for time in guests.wrong if time > now - WRONG_S)
    if len(wrong) >= WRONG_MOST:
        return face, NotGranted("guests_many")
    return face._replace(guests=guests._replace(wrong=(*wrong, now))), NotGranted("guests_wrong")


def step_refusal(face: Face, sitting: Sitting, command: GameCommand) -> NotGranted | None:
    """Return why a guest may not take a step now; None where nothing of others is lost by it."""
    if face.practice is not None:
        return NotGranted("guests_practising")
    begins = isinstance(command, Begin) and sitting.playing
    return NotGranted("guests_playing") if begins else None


def close_untouched(face: Face, sitting: Sitting) -> Face:
    """Return the face without a question that nobody has begun to answer at the buttons."""
    untouched = face.choice is not None and not face.choice.is_begun
    return face_at_rest(face, sitting) if untouched else face


def face_telling(face: Face, step: Step, place: int, now: float) -> Face:
    """Return the face saying which step a guest took, by phone.

    place: the place at the table that the guest has chosen, from 1; 0 for none.
    """
    notice = face.notice or Notice(_told_step(step), now + NOTICE_S)
    facts: dict[str, object] = {"what": notice.phrase}
    told = Phrase("guest_did", facts)
    if name := _name_at(step.after, place):
        told = Phrase("named_guest_did", {"name": Own(name), **facts})
    return face._replace(notice=notice._replace(phrase=told), elsewhere=told)


def _name_at(sitting: Sitting, place: int) -> str:
    """Return the name of the player at a place; "" where nobody sits or the name is not known."""
    began = sitting.began
    if began is None or place not in range(1, len(began.names) + 1):
        return ""
    return began.names[seats.seat_at(sitting, place - 1)]


def _told_step(step: Step) -> Phrase:
    return Phrase("a_new_game") if isinstance(step.command, Begin) else last_step(step.after)
