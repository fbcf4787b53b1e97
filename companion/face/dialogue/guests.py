"""Guests: phones that may look at past games and begin the next one, by the code of the evening.

The code, the *token*, has 40 random bits and lives for an evening. Nothing that a guest does takes
a turn: they begin a game while none is played, and the device says so.
"""

import re
from typing import Final

from companion.face.dialogue import menus
from companion.face.dialogue.outcomes import NotPossible, warn_group
from companion.face.state import Face, Menu, Phrase, ScreenName, Token, face_at_home
from companion.journal.sitting import Sitting

ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a token: 32, without those that look alike; all of them fit a small QR code."""
TOKEN_LENGTH: Final = 8
EVENING_S: Final = 12 * 3600.0
"""Seconds for which a token lives."""
WRONG_MOST: Final = 5
WRONG_S: Final = 60.0
"""More wrong tokens in so many seconds are too many, which is said and not logged any more.

The right one is always taken, or anybody who guesses would lock out the others. How quickly tokens
are tried is up to the page, which knows where each one comes from.
"""
_URL: Final = re.compile(r"http://([^:/]+)(?::([1-9][0-9]{0,4}))?", re.IGNORECASE | re.ASCII)
_LABEL: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE | re.ASCII)
"""A part of a computer's name (RFC 1123); without `ASCII` a Kelvin sign would count as a k."""
_HIGHEST_PORT: Final = 65535


class NotGranted(NotPossible):
    """A guest is refused."""

    def __init__(self, key: str) -> None:
        super().__init__(Phrase(key), _SENTENCES[key])


_SENTENCES: Final = {
    "guests_none": "no code is valid now: open Phone in the menu of the device",
    "guests_wrong": "this is not the code on the device",
    "guests_many": "too many wrong codes: read the one on the device again",
    "guests_playing": "a game is being played: the next one is set between games",
    "guests_practising": "the device is practising: set the next game afterwards",
}


def is_near(url: str) -> bool:
    """Return True if a page at this address is in the local network.

    A code on the display must not lead elsewhere, and the address is drawn letter by letter.
    """
    parts = _URL.fullmatch(url)
    if parts is None:
        return False
    host = parts[1]
    if int(parts[2] or 0) > _HIGHEST_PORT or not all(map(_LABEL.fullmatch, host.split("."))):
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


def invite(face: Face, token: Token, now: float) -> Face:
    """Return the face that shows the token: the living one, else this."""
    guests = face.guests
    if not guests.token:
        guests = guests._replace(token=token, until=now + EVENING_S)
    return face._replace(scene=ScreenName.PHONE, menu=Menu(), page=0, guests=guests)


def withdraw_token(face: Face) -> Face:
    """Return the face without a token."""
    return face._replace(guests=face.guests._replace(token=Token(), until=None))


def check(face: Face, token: str, now: float) -> tuple[Face, NotGranted | None]:
    """Compare a guest's token in constant time. Return the face, and why the token is refused."""
    import hmac  # few evenings need it, and no start should wait for it

    guests = face.guests
    if not guests.token:
        return face, NotGranted("guests_none")
    # The right one is asked first, so that no guessing locks it out. Text that cannot be encoded
    # is a wrong one like any other.
    if hmac.compare_digest(token.encode(errors="backslashreplace"), guests.token.encode()):
        return face, None
    wrong = tuple(time for time in guests.wrong if time > now - WRONG_S)
    if len(wrong) >= WRONG_MOST:
        return face, NotGranted("guests_many")
    return face._replace(guests=guests._replace(wrong=(*wrong, now))), NotGranted("guests_wrong")


def beginning_refusal(face: Face, sitting: Sitting) -> NotGranted | None:
    """Return why a guest may begin no game now; None where none is lost by it."""
    if sitting.playing:
        return NotGranted("guests_playing")
    return NotGranted("guests_practising") if face.practice is not None else None
