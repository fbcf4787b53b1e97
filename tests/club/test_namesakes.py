"""Two devices with one id: a sentence for each other start, and none for the bridge's own earlier
ones.
"""

import pytest

from companion.club.broker import Heard
from companion.club.namesakes import MOST, Namesakes
from companion.club.topics import availability, versioned_json

OWN, OTHER = 7, 8
TOPIC = "hanabi/x/availability"


def word(start: int, online: bool = True, retained: bool = False) -> Heard:
    return Heard(TOPIC, versioned_json(availability(online, start)), retained)


@pytest.fixture
def sentences(caplog):
    return lambda: [record.getMessage() for record in caplog.records]


def test_another_device_that_is_there_has_one_sentence(sentences):
    namesakes = Namesakes("x", OWN)
    namesakes.note_own()
    for _ in range(3):
        namesakes.on_message(word(OTHER))
        namesakes.on_message(word(OTHER, online=False))
    assert namesakes.exist
    (told,) = sentences()
    assert "another device tells of itself as hanabi/x too (its start is 8)" in told
    assert "give one device a new /etc/machine-id" in told
    namesakes.on_message(word(9))
    assert len(sentences()) == 2


def test_what_it_said_itself_and_what_it_left_at_an_earlier_start_are_no_other_device(sentences):
    namesakes = Namesakes("x", OWN)
    namesakes.on_message(word(OTHER, online=False, retained=True))
    namesakes.note_own()
    namesakes.on_message(word(OWN))
    namesakes.on_message(word(OWN, online=False, retained=True))
    namesakes.on_message(word(OTHER, online=False))
    assert sentences() == []
    assert not namesakes.exist


def test_whoever_makes_up_devices_is_told_of_for_a_while(sentences):
    namesakes = Namesakes("x", OWN)
    namesakes.note_own()
    for start in range(100, 1100):
        namesakes.on_message(word(start))
    assert len(sentences()) == MOST
    assert namesakes.exist


def test_a_broker_may_read_an_old_file_once(sentences):
    namesakes = Namesakes("x", OWN)
    namesakes.on_message(word(OTHER, retained=True))
    namesakes.note_own()
    namesakes.on_message(word(OTHER, retained=True))
    assert sentences() == []
    namesakes.on_message(word(OTHER, retained=True))
    assert len(sentences()) == 1


def test_who_wrote_over_this_tables_word_meanwhile_is_another_device(sentences):
    namesakes = Namesakes("x", OWN)
    namesakes.note_own()
    namesakes.on_message(word(OTHER, online=False, retained=True))
    assert len(sentences()) == 1
