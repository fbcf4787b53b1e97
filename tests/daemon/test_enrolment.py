"""Stickers, and scripts that watch the cards."""

from types import SimpleNamespace

import pytest

from companion.daemon.enrolment import MOST_STICKERS, Enrolment
from companion.game.cards import Card
from companion.journal.stickers import Sticker
from companion.panel import Tagged

RED = Sticker("ours", Card("R", 1))
LAID = Tagged(("04a1",), "card", 7.0)


@pytest.fixture
def kept():
    return []


@pytest.fixture
def enrolment(kept):
    return Enrolment(SimpleNamespace(enrol=lambda *what: kept.append(what)), {})


def test_the_stickers_of_a_build_are_known_beside_those_that_are_kept(kept):
    own = Sticker("emulator-pads", Card("B", 2))
    enrolment = Enrolment(SimpleNamespace(enrol=lambda *what: kept.append(what)), {"fafa": own})
    assert enrolment.stickers == {"fafa": own}
    enrolment.open({"04a1": RED})
    assert enrolment.stickers == {"fafa": own, "04a1": RED}
    assert kept == [], "the store keeps only what people enrolled"


def test_a_sticker_is_kept_once_and_told_where_it_is(enrolment, kept):
    answers = []
    enrolment.enrol("04a1", RED, answers.append)
    assert (enrolment.stickers, len(kept)) == ({"04a1": RED}, 1)
    enrolment.enrol("04a1", Sticker("yours", Card("B", 2)), answers.append)
    assert (enrolment.stickers, len(kept)) == ({"04a1": RED}, 1)
    assert "R1 of the deck ours already" in answers[0]["error"]


def test_a_sticker_is_forgotten_only_if_it_was_known(enrolment, kept):
    answers = []
    enrolment.enrol("04a1", None, answers.append)
    assert "nobody said" in answers[0]["error"]
    enrolment.enrol("04a1", RED, answers.append)
    enrolment.enrol("04a1", None, answers.append)
    assert enrolment.stickers == {}
    assert [sticker for _, sticker, _ in kept] == [RED, None]


def test_there_is_an_end_to_stickers_until_some_are_forgotten(enrolment, kept):
    answers = []
    for number in range(MOST_STICKERS + 1):
        enrolment.enrol(f"{number:04x}", RED, answers.append)
    assert len(enrolment.stickers) == len(kept) == MOST_STICKERS
    assert "2000 stickers are known already" in answers[0]["error"]
    enrolment.enrol("0000", None, answers.append)
    enrolment.enrol("ffff", RED, answers.append)
    assert len(enrolment.stickers) == MOST_STICKERS


def test_cards_are_told_to_those_who_watch_until_they_go(enrolment):
    heard = []
    hear = heard.append
    assert not enrolment.notify_watchers(LAID)
    enrolment.watch_tags(hear)
    assert enrolment.notify_watchers(LAID)
    assert heard == [{"ok": True}, {"ids": ["04a1"], "reader": "card"}]
    enrolment.drop_client(hear)
    assert not enrolment.notify_watchers(LAID)
