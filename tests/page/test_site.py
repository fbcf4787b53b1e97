"""The page over HTTP: what each path answers, and what goes on while pages are open."""

import gzip
import time
from http.client import IncompleteRead

import pytest

from companion import LANGUAGES
from companion.face.words import texts
from companion.page.words import TEXTS
from tests.games import three_players
from tests.rig.moments import NAMES, moments, sitting
from tests.rig.pages import Reader, served
from tests.rig.samples import within
from tests.rig.view_socket import line


def test_the_page_itself_is_at_the_top_and_at_the_address_that_the_device_shows(page):
    top, shown = page.get("/"), page.get("/K7Q2X9MP")
    assert top.status == 200
    assert top.headers["Content-Type"] == "text/html; charset=utf-8"
    assert shown.body == top.body
    said = top.body.decode()
    for text in TEXTS.values():
        assert text["needs_script"] in said, "before the words are there, in every language"
        assert text["offline"] in said
    assert page.get("/K7Q2X9M").status == 404


def test_a_file_is_sent_again_only_when_it_changed(page):
    first = page.get("/page/index.html")
    assert first.status == 200
    for ask in (page.get, page.head):
        again = ask("/page/index.html", If_None_Match=first.headers["ETag"])
        assert (again.status, again.body) == (304, b"")
    assert page.get("/page/..%2fserver.py").status == 404
    assert page.get("/page/nothing.js").status == 404


@pytest.mark.parametrize("path", ["/", "/words", "/page/style.css", "/page/table.js"])
def test_answers_are_compressed_for_browsers_that_can_read_it(page, path):
    plain = page.get(path)
    zipped = page.get(path, Accept_Encoding="gzip, deflate, br")
    assert plain.headers["Content-Encoding"] is None
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert zipped.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(zipped.body) == plain.body
    assert len(zipped.body) < 0.7 * len(plain.body)
    page.check_head(path, Accept_Encoding="gzip")


def test_events_are_sent_as_they_are(page):
    connection = page.connection()
    connection.request("GET", "/live", headers={"Accept-Encoding": "gzip"})
    assert Reader(connection, connection.getresponse()).until("table")["status"] == "none"


@pytest.mark.parametrize(
    ("asked", "headers", "language"),
    [
        ("?lang=fr", {}, "fr"),
        ("?lang=xx", {}, "en"),
        ("?lang=%ff", {}, "en"),
        ("?lang=xx&lang=fr", {}, "fr"),
        ("", {"Accept-Language": "sv-SE, fr-CH;q=0.8, en;q=0.5"}, "fr"),
        ("", {"Accept-Language": "de-AT, fr;q=0.8"}, "de"),
        ("", {"Accept-Language": "sv;q=;;,,q=9"}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_browsers(page, asked, headers, language):
    told = page.get(f"/nothing{asked}", **headers).json
    assert told["error"] == TEXTS[language]["not_found"]


def test_the_words_of_every_language_come_at_once_with_the_version_of_each_table(page):
    told = page.get("/words").json
    assert set(told) == set(LANGUAGES)
    assert page.open().until("table")["version"] == told["en"]["version"]
    for language, own in told.items():
        assert TEXTS[language].by_key.items() <= own["words"].items()
        assert own["languages"].keys() == told.keys()
        assert own["languages"]["de"] == "Deutsch"


def test_where_the_browser_says_nothing_the_device_chooses_the_language(page):
    page.say(line(language="fr", serial=2))
    page.open().until("table")
    assert page.get("/words").headers["Content-Language"] == "fr"


def test_an_open_page_has_the_whole_table_at_once_and_each_change(page):
    whole = moments(sitting(three_players(), NAMES))
    reader = page.open()
    assert reader.until("table")["status"] == "none"
    for serial, then in enumerate(whole[:4], 2):
        page.say(line(then, serial))
        told = reader.until("table")
        assert (told["serial"], told["turn"], told["status"]) == (serial, serial - 1, "playing")
    page.say({**line(serial=9), "screen": "menu"})
    assert reader.until("table")["status"] == "none"


def test_a_line_without_a_game_leaves_the_game_as_it_was(page):
    reader = page.open()
    page.say(line(sitting(three_players(), NAMES), 2))
    whole = line(serial=3, saved=False)
    page.say({key: whole[key] for key in whole.keys() - {"state", "record"}})
    told = reader.table(serial=3)
    assert (told["saved"], told["status"]) == (False, "finished")


def test_each_page_is_told_in_its_own_language(page):
    english, french = page.open("/live?lang=en"), page.open("/live?lang=fr")
    page.say(line(sitting(three_players(), NAMES), 2, choice=None))
    for reader, language in ((english, "en"), (french, "fr")):
        told = reader.table(status="finished")
        assert told["end"]["verdict"] == texts(language)["rating_4"]


def test_sixty_four_pages_are_told(page):
    readers = [page.open() for _ in range(64)]
    page.say(line(sitting(three_players()), 2))
    for reader in readers:
        reader.table(serial=2)
        reader.close()


def test_a_page_that_ends_hangs_up_at_once_on_those_that_are_open(tmp_path):
    began = 0.0
    with served(tmp_path) as page:
        readers = [page.open() for _ in range(8)]
        for reader in readers:
            reader.until("table")
        began = time.monotonic()
    assert time.monotonic() - began < within(2)
    with pytest.raises(IncompleteRead):
        readers[0].answer.read()


def test_a_page_that_was_there_first_waits_for_the_device(tmp_path):
    with served(tmp_path, present=False) as page:
        reader = page.open()
        assert reader.event()[0] == "away"
        assert page.get("/words").status == 200
        page.do(page.device.start())
        assert reader.until("table")["status"] == "none"


def test_the_device_is_told_where_the_page_is_found(page):
    assert page.device.asked[0]["do"] == "serve"
    assert page.device.asked[1] == {"do": "subscribe"}


def test_errors_are_a_sentence(page):
    assert page.ask("PUT", "/enter", "{}", {}).json["error"]
