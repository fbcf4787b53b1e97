"""Guests: who is let in, and when they may begin the next game."""

import string
import unicodedata

import pytest

from companion.face.command import Begin
from companion.face.dialogue import guests, practice, timeouts
from companion.face.state import ScreenName, Token, face_at_start
from companion.face.words import LANGUAGES, texts
from companion.journal.sitting import EMPTY
from tests.rig.samples import sample
from tests.rig.views import game

TOKEN = Token("K7Q2X9MP")
AWAKE = face_at_start(EMPTY)._replace(scene=ScreenName.START)
PLAYED = game("clue")
OVER = game("misfire misfire misfire")


def invited(now=0.0):
    return guests.invite(AWAKE, TOKEN, now)


def refusal(token, face, now=1.0):
    return guests.check(face, token, now)[1]


def key(refused):
    return refused and refused.phrase.key


# The token


def test_a_token_stays_the_same_while_it_lives_and_is_another_one_afterwards():
    face = guests.invite(invited(), Token("AAAAAAAA"), 5.0)
    assert face.guests.token == TOKEN
    face = timeouts.expire(face, EMPTY, 43200.0)
    assert key(refusal(TOKEN, face, 43200.0)) == "guests_none"
    assert face.screen == ScreenName.START, "a page that shows a dead token closes"
    assert guests.invite(face, Token("AAAAAAAA"), 5.0).guests.token == "AAAAAAAA"


def test_more_than_five_wrong_ones_in_a_minute_are_too_many_and_the_right_one_is_taken_all_along():
    face = invited()
    for second in range(5):
        assert refusal(TOKEN, face, second) is None
        face, refused = guests.check(face, "WRONGONE", second)
        assert key(refused) == "guests_wrong"
    after, refused = guests.check(face, "WRONGONE", 59.0)
    assert key(refused) == "guests_many"
    assert after == face, "what is too many is not counted, nor logged"
    assert refusal(TOKEN, face, 59.0) is None
    assert key(refusal("WRONGONE", face, 60.1)) == "guests_wrong"


def test_a_token_is_never_printed_with_what_has_it():
    assert TOKEN not in repr(invited())
    assert f"{TOKEN}" == "K7Q2X9MP"


def test_a_token_has_forty_bits_and_letters_for_a_small_code_that_cannot_be_confused():
    assert len(set(guests.ALPHABET)) ** guests.TOKEN_LENGTH == 2**40
    assert not set(guests.ALPHABET) & set("01IO")
    assert guests.ALPHABET.upper() == guests.ALPHABET


# Where the page is found

LETTERS = set(string.ascii_letters + string.digits)
LIKE = [
    letter
    for letter in map(chr, (*range(0x3000), *range(0xFF00, 0x10000)))
    if letter < "\u0250" or unicodedata.normalize("NFKC", letter) != letter
]
"""Those of the Latin alphabets, and letters that may be taken for others, such as a Kelvin sign."""
EVERY = [*LIKE, *map(chr, sample(range(0x110000), 16))]


@pytest.mark.parametrize(
    ("url", "may", "letters"),
    [
        ("http://a{}b.local", LETTERS | set("-."), EVERY),
        ("http://{}.local", LETTERS, LIKE),
        ("http://192.168.1.{}", set(string.digits), LIKE),
        ("http://a.local:{}", set("123456789"), LIKE),
    ],
    ids=("within a name", "a name", "an address", "a port"),
)
def test_of_all_letters_those_of_a_computers_name_are_taken(url, may, letters):
    assert {letter for letter in letters if guests.is_near(url.format(letter))} == may


NEAR = [
    *("a.local", "A-1.b.LOCAL", "a--b.local", "3d-printer.local", "10.local"),
    *(f"{'a' * 63}.local", "a.local:65535", "192.168.178.20:8080"),
]
FAR = [
    *("", "local", ".local", "..local", "a..local", "a.local.", "a.example", "8.8.8.8"),
    *("-a.local", "a-.local", "a.-.local", "a.-b.local", "a_b.local", "a b.local", "a.local\n"),
    *(f"{'a' * 64}.local", f"a.{'b' * 64}.local", "192.168.178.020", "192.168.178"),
    *("a.local:", "a.local:0", "a.local:080", "a.local:65536"),
]


@pytest.mark.parametrize("host", NEAR)
def test_a_page_has_a_name_that_a_computer_can_have(host):
    assert guests.is_near(f"http://{host}")


@pytest.mark.parametrize("host", FAR)
def test_what_no_computer_nearby_is_called_has_no_page(host):
    assert not guests.is_near(f"http://{host}")


# The next game


@pytest.mark.parametrize(
    ("face", "sitting", "why"),
    [
        (AWAKE, EMPTY, None),
        (face_at_start(OVER), OVER, None),
        (face_at_start(PLAYED), PLAYED, "guests_playing"),
        (practice.start_practice(AWAKE, AWAKE), EMPTY, "guests_practising"),
    ],
)
def test_a_guest_begins_a_game_only_where_none_is_lost_by_it(face, sitting, why):
    assert key(guests.step_refusal(face, sitting, Begin(face.draft))) == why
    assert why is None or all(texts(language)[why] for language in LANGUAGES)
