"""Guests: who is let in, and what they change of the next game."""

import string
import unicodedata

import pytest

from companion.face.dialogue import guests, timeouts
from companion.face.dialogue.guests import NotGranted, Wish
from companion.face.dialogue.names import by_place
from companion.face.state import Draft, Own, Phrase, ScreenName, Token, wake
from companion.face.words import LANGUAGES, texts
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal.sitting import EMPTY
from tests.rig.samples import sample
from tests.rig.views import game

TOKEN = Token("K7Q2X9MP")
AWAKE = wake(EMPTY)._replace(scene=ScreenName.START)


def invited(now=0.0):
    return guests.invite(AWAKE, TOKEN, now)


def refusal(token, face, now=1.0):
    return guests.check(face, token, now)[1]


def key(refused):
    return refused and refused.phrase.key


# The token


def test_nobody_is_let_in_before_somebody_is_invited():
    assert key(refusal("", AWAKE)) == key(refusal("K7Q2X9MP", AWAKE)) == "guests_none"


def test_the_right_token_lets_in_and_another_does_not():
    assert refusal("K7Q2X9MP", invited()) is None
    for wrong in ("", "K7Q2X9M", "K7Q2X9MPP", "é"):
        assert key(refusal(wrong, invited())) == "guests_wrong"


def test_a_token_stays_the_same_while_it_lives_and_is_another_one_afterwards():
    face = guests.invite(invited(), Token("AAAAAAAA"), 5.0)
    assert face.guests.token == TOKEN
    face = timeouts.expire(face, EMPTY, guests.EVENING_S)
    assert key(refusal(TOKEN, face, guests.EVENING_S)) == "guests_none"
    assert face.screen == ScreenName.START, "a page that shows a dead token closes"
    assert guests.invite(face, Token("AAAAAAAA"), 5.0).guests.token == "AAAAAAAA"


def test_a_token_that_is_withdrawn_lets_nobody_in():
    assert key(refusal(TOKEN, guests.withdraw(invited()))) == "guests_none"


def test_more_than_five_wrong_ones_in_a_minute_are_too_many_and_the_right_one_is_taken_all_along():
    face = invited()
    for second in range(guests.WRONG_MOST):
        assert refusal(TOKEN, face, second) is None
        face, refused = guests.check(face, "WRONGONE", second)
        assert key(refused) == "guests_wrong"
    after, refused = guests.check(face, "WRONGONE", 59.0)
    assert key(refused) == "guests_many"
    assert after == face, "what is too many is not counted, nor logged"
    assert refusal(TOKEN, face, 59.0) is None
    assert key(refusal("WRONGONE", face, guests.WRONG_S + 0.1)) == "guests_wrong"


def test_a_token_is_never_printed_with_what_has_it():
    assert TOKEN not in repr(invited())
    assert f"{TOKEN}" == "K7Q2X9MP"


def test_a_token_has_forty_bits_and_letters_for_a_small_code_that_cannot_be_confused():
    assert len(set(guests.ALPHABET)) ** guests.TOKEN_LENGTH >= 2**40
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


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("a.local", True),
        ("A-1.b.LOCAL", True),
        ("a--b.local", True),
        ("3d-printer.local", True),
        ("10.local", True),
        (f"{'a' * 63}.local", True),
        (f"{'a' * 64}.local", False),
        (f"a.{'b' * 64}.local", False),
        ("local", False),
        (".local", False),
        ("a..local", False),
        ("..local", False),
        ("a.local.", False),
        ("-a.local", False),
        ("a-.local", False),
        ("a.-.local", False),
        ("a.-b.local", False),
        ("a_b.local", False),
        ("a b.local", False),
        ("a.local\n", False),
        ("a.local:0", False),
        ("a.local:080", False),
        ("a.local:65535", True),
        ("a.local:65536", False),
        ("a.local:", False),
        ("192.168.178.20:8080", True),
        ("192.168.178.020", False),
        ("192.168.178", False),
        ("8.8.8.8", False),
        ("a.example", False),
        ("", False),
    ],
)
def test_a_page_has_a_name_that_a_computer_can_have(host, near):
    assert guests.is_near(f"http://{host}") == near


# The next game


def drafted(wish, face=AWAKE, sitting=EMPTY, now=10.0):
    return guests.change_draft(face, sitting, wish, now)


@pytest.mark.parametrize(
    ("wish", "phrase"),
    [
        (Wish(edition=PRESETS["grand"], preset="grand"), Phrase("guest_edition")),
        (Wish(players=5), Phrase("guest_players", {"players": 5})),
        (Wish(names=("Ann", "Ben")), Phrase("guest_name", {"place": 1, "name": Own("Ann")})),
        (Wish(), None),
        (Wish(players=3), None),
    ],
)
def test_what_a_guest_changes_is_said(wish, phrase):
    notice = drafted(wish).notice
    assert (notice and notice.phrase) == phrase


def test_names_keep_their_places_and_one_leaves_the_place_that_it_had():
    draft = guests.with_wish(AWAKE.draft, Wish(names=("Ann", "", "Cleo")))
    assert by_place(draft)[:3] == ("Ann", "", "Cleo")
    fewer = guests.with_wish(draft, Wish(players=2))
    assert by_place(fewer)[:2] == ("Ann", "")
    assert by_place(guests.with_wish(fewer, Wish(players=3)))[:3] == ("Ann", "", "Cleo")
    moved = guests.with_wish(draft, Wish(names=("Cleo", "Ann")))
    assert by_place(moved)[:3] == ("Cleo", "Ann", "")
    none = guests.with_wish(draft, Wish(names=("", "", "")))
    assert (none.names, by_place(none)[:3]) == ((), ("", "", ""))


def test_who_begins_stays_at_the_same_place():
    draft = guests.with_wish(Draft(Setup(3), first=2), Wish(names=("Ann", "Ben", "Cleo")))
    assert (draft.first, draft.names[0]) == (2, "Cleo")


def test_an_edition_keeps_the_detail_unless_it_cannot():
    tokens = Draft(Setup(3, detail="tokens"))
    assert guests.with_wish(tokens, Wish(players=4)).setup.detail == "tokens"
    assert guests.with_wish(tokens, Wish(edition=PRESETS["flamboyants"])).setup.detail == "colours"


@pytest.mark.parametrize(
    ("face", "sitting", "now", "why"),
    [
        (AWAKE, game("clue"), 10.0, "guests_playing"),
        (drafted(Wish(players=4)), EMPTY, 10.4, "guests_hasty"),
    ],
)
def test_a_change_is_refused_with_its_reason(face, sitting, now, why):
    with pytest.raises(NotGranted) as refused:
        drafted(Wish(players=5), face, sitting, now)
    assert key(refused.value) == why
    assert all(texts(language)[why] for language in LANGUAGES)


def test_between_games_a_change_is_taken_on_any_screen():
    over = game("misfire misfire misfire")
    assert drafted(Wish(players=5), wake(over), over).draft.setup.players == 5
    assert drafted(Wish(players=5), drafted(Wish(players=4)), now=10.6).draft.setup.players == 5
