"""The times, sizes and limits that the pages tell are those of the program."""

import re

import pytest

from companion import settings_keys
from companion.club import broker, home_assistant, link, topics
from companion.club.board import board, club
from companion.daemon import publishing, screensaver
from companion.daemon.socket import answers, client, declarations, server
from companion.face.dialogue import guests, laid_cards, presses, timeouts
from companion.face.gestures import gestures
from companion.face.voice import steps
from companion.journal.statistics import standings
from companion.page import crowd
from hardware.readers import pn532_reader
from tests.rig.readmes import ROOT

WORDS = {
    "half a": 0.5,
    "a quarter of an": 0.25,
    "a tenth": 0.1,
    "a": 1,
    "an": 1,
    "once": 1,
    "two": 2,
    "twice": 2,
    "third": 3,
    "four": 4,
}
WORDS |= {"five": 5, "eight": 8, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20}
NUMBER = rf"({'|'.join(WORDS)}|\d[\d,.]*\d|\d)"


def setting(file: str, name: str) -> float:
    """The number that a file of `systemd` sets."""
    (found,) = re.findall(rf"^{name}=(\d+)", (ROOT / "systemd" / file).read_text(), re.MULTILINE)
    return float(found)


SERVICE, WEB, MQTT = (f"hanabi-companion{part}.service" for part in ("", "-web", "-mqtt"))
MINUTE, HOUR, MIB = 60, 3600, 1 << 20
CODES = len(guests.ALPHABET) ** guests.TOKEN_LENGTH
FIGURES: dict[str, list[tuple[str, float]]] = {
    "companion/face/README.md": [
        ("a **hold** (# to", gestures.HOLD_S),
        ("down for more than # seconds", gestures.TOO_LONG_S),
        ("For # seconds after an action", presses.GUARD_S),
        ("the menu makes it # seconds", gestures.SLOW_HOLD_S),
        ("counts nothing, and closes after # seconds", timeouts.MORE_CLOSES_S),
        ("may follow within # seconds", gestures.LATE_S),
        ("After # seconds the first press only wakes it", presses.ASLEEP_S),
        ("goes away by itself after # seconds", timeouts.NAMING_CLOSES_S),
        ("*Turns* closes after # seconds", timeouts.TURNS_CLOSE_S),
        ("It closes after # seconds", timeouts.MENUS_CLOSE_S),
        ("in *Correct*: after # seconds the next press", presses.ASLEEP_S),
        ("of such a repair after #, the next press", presses.ASLEEP_S),
        ("That takes # seconds at espeak-ng's", steps.TURN_S),
        ("presses at once; # seconds after", publishing.ANSWERS_S),
        ("the # seconds after which a press only wakes a question", presses.ASLEEP_S),
        ("# minutes after the last press", screensaver.DIM_AFTER_S / MINUTE),
        ("after # they are dark", screensaver.BLANK_AFTER_S / MINUTE),
        ("moves by a row every # minutes", screensaver.MOVED_EVERY_S / MINUTE),
    ],
    "companion/journal/README.md": [("games above # points in a row", standings.GOOD)],
    "companion/daemon/socket/README.md": [
        ("UTF-8 text of at most # bytes", client.LONGEST_LINE),
        ("or that # second was not enough", answers.PATIENCE_S),
        ("- # clients are connected", server.MOST_CLIENTS),
        ("asked within the last # seconds", server.SPARED_S),
        ("requests above # bytes", client.USUAL_LINE),
        ("none of its answers for # seconds", server.UNREAD_FOR_S),
        ("more than # bytes of lines unread", client.MOST_UNREAD),
        ("with a token that is valid for # hours", guests.EVENING_S / HOUR),
        ("more than # wrong ones in", guests.WRONG_MOST),
        ("wrong ones in # minute are", guests.WRONG_S / MINUTE),
        ("a list of at most # addresses", declarations.MOST_URLS),
        ("each at most # characters", declarations.LONGEST_URL),
    ],
    "companion/page/README.md": [
        ("or the code's # hours are over", guests.EVENING_S / HOUR),
        ("open pages | #;", crowd.PAGES),
        ("with more than # gives one up", crowd.SHARE),
        ("connections | #,", crowd.CONNECTIONS * crowd.PAGES),
        ("of one network) #;", crowd.OF_ONE * crowd.PAGES),
        ("header of a request | # bytes", crowd.LARGEST_HEADER),
        ("bytes within # seconds; as long may", crowd.HEADER_S),
        ("body of a request | # bytes", crowd.LARGEST_BODY),
        (f"{crowd.LARGEST_BODY:,} bytes within # seconds", crowd.BODY_S),
        ("not read | # seconds", crowd.UNREAD_S),
        ("share of # |", crowd.SHARE),
        ("for the device | # of each guest", crowd.AT_ONCE),
        ("asks the device | # of guests", crowd.AT_ONCE),
        ("replayed | # of guests", crowd.AT_ONCE),
        ("on their way | #;", crowd.ANSWERS),
        ("a pace: # a second in all", 1 / crowd.APART_S),
        ("in all and # of one address", crowd.AT_ONCE / crowd.PAUSE_S),
        ("once in # evenings", round(CODES / (guests.EVENING_S / crowd.APART_S), -3)),
        ("each takes # of a second more", crowd.PAUSE_S),
    ],
    "companion/club/README.md": [
        ("does nothing for # minute", setting(MQTT, "WatchdogSec") / MINUTE),
        ("a new start # seconds later", setting(MQTT, "RestartSec")),
        ("for # hours | what came of a game", topics.RESULT_S / HOUR),
        ("`v` is the version of what the keys mean, now #;", topics.VERSION),
        ("within # minute after Home Assistant started", link.AGAIN_S / MINUTE),
        ("What happened # seconds or more", home_assistant.LATE_S),
        ("tries again after # second, then", link.FIRST_PAUSE_S),
        ("at least every # seconds", link.LONGEST_PAUSE_S),
        ("up to # events that were missed", link.MOST_EVENTS),
        ("asks after # seconds of silence", broker.KEEPALIVE_S),
        ("look at, and tries again after # minute", link.LASTING_PAUSE_S / MINUTE),
        ("up to # minute at last", link.LASTING_PAUSE_S / MINUTE),
        ("no longer has # seconds after it is back", board.SETTLE_S),
        ("`ranking`, at most # times a second", 1 / board.PACE_S),
        ("It keeps # tables", club.MOST_TABLES),
        ("tables and # results at most", club.MOST_RESULTS),
        ("a packet of more than # bytes", broker.MOST_BYTES),
        ("contradicted after that, # minute later at most", link.AGAIN_S / MINUTE),
    ],
    "hardware/readers/README.md": [
        ("a tap without a button counts for # seconds", laid_cards.COUNTS_S),
        ("it is gone when # s went by", pn532_reader.SAME_S),
    ],
    "systemd/README.md": [
        ("a hang at most # minute", setting(SERVICE, "WatchdogSec") / MINUTE),
        ("the local network on port #,", settings_keys.PAGE_PORT),
        ("started again # seconds after they ended", setting(MQTT, "RestartSec")),
        ("started again # seconds after they ended", setting(WEB, "RestartSec")),
        ("After # hour it sleeps", screensaver.BLANK_AFTER_S / HOUR),
        ("It ends after # hours", guests.EVENING_S / HOUR),
    ],
}


@pytest.mark.parametrize("page", FIGURES)
def test_each_figure_is_that_of_the_program(page):
    text = " ".join((ROOT / page).read_text("utf-8").split())
    for said, value in FIGURES[page]:
        found = re.findall(re.escape(said).replace(r"\#", NUMBER), text, re.IGNORECASE)
        assert len(found) == 1, f"{said} is there {len(found)} times"
        number = found[0].lower().rstrip(".")
        assert float(WORDS.get(number) or number.replace(",", "")) == pytest.approx(value), said
