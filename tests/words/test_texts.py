"""The texts: complete and right in every language; what is wrong with a file is said by its key."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.errors import CompanionError
from companion.words import texts
from companion.words.texts import DEFAULT, FOLDER, LANGUAGES, Texts, read
from tests.tools import words
from tests.tools.rooms import without_room
from tests.tools.words import flaws, problems

ROOT = Path(companion.__file__).parents[1]
COMPANION = (sys.executable, "-m", "companion")


WRITTEN_WITH_THE_CODE = ("en", "de", "fr")
"""Languages in which a new text is written at once; others may say it in English for a while."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_a_language_is_there_is_filled_in_and_fits(language):
    assert f"({language}.json)" in (FOLDER / "README.md").read_text("utf-8"), "name it on that page"
    found = flaws(language)
    lacking = [one for one in found if one.endswith(": it is missing")]
    if found == lacking:
        found = [*found, *without_room(language)]
    if language not in WRITTEN_WITH_THE_CODE:
        found = [one for one in found if one not in lacking]
    assert found == [], f"make screens ARGS={language}"
    if lacking:
        pytest.xfail(f"{language}.json, to be translated: {', '.join(lacking)}")


UNDID = '"undid": "Zurückgenommen: {what}"'
ONE = '"one": "{count} Spiel"'


@pytest.mark.parametrize(
    ("text", "instead", "told"),
    [
        (UNDID, '"undid": "Zurück"', "glass.undid: “Zurück” lacks {what}"),
        (UNDID, '"undid": "{what} {who}"', "glass.undid: “{what} {who}” has {who}, which nothing"),
        (UNDID, '"undid": "{what"', "glass.undid: “{what” has a brace without the other"),
        (UNDID, '"undid": "{waht}"', "{waht}, which nothing fills in: write {what}"),
        (UNDID, '"undid": "{what:q}"', "has {what:q}, which nothing fills in: write {what}"),
        (UNDID, '"undid": ""', "glass.undid: it is no text, or empty"),
        (UNDID, '"undid": ["{what}"]', "glass.undid: it is no text, or empty"),
        (UNDID, '"undid": {"other": "", "one": ""}', "glass.undid: its form “other” is no text"),
        (UNDID, '"undid": {"one": 1}', "glass.undid: its form “other” is missing"),
        (UNDID, f'{UNDID}, "undone": "{{what}}"', "glass.undone: there is no such text"),
        (f"{UNDID},", "", "glass.undid: it is missing"),
        (UNDID, f"{UNDID}, {UNDID}", "undid: it stands there twice"),
        (f"{ONE},", "", "page.games_count: its form “one” is missing"),
        (ONE, f'{ONE}, "few": ""', "“few” is no form of de, which has one, other in texts.py"),
        (ONE, '"one": "ein Spiel"', "page.games_count: its form “one” may be said of 0 too"),
        ('"window": {', '"windo": {', "windo: there is no such group"),
        ('"window": {', '"windo": {', "window: it is missing"),
        ('"over": "Das', '"over": "終', "glass.over: the display cannot draw “終” (CJK"),
        ('"over": "Das', '"over": "\\n', r"glass.over: the display cannot draw '\n' (a control"),
        ('"Deutsch"', '"English"', "glass.own_name: “English” is another language"),
        ('"key_clue": "', '"key_clue": "!', "glass.control_clue: “Hinweis” is not what its button"),
        ('"key_open": "', '"key_open": "Zuviel', "glass.key_open: “ZuvielÖffnen” is 45 pixels"),
        (
            '"In den Stapel"',
            '"In den Nachziehstapel"',
            "use_recycle: “In den Nachziehstapel” has no",
        ),
        ('"window": {', '"window": [', "it cannot be read: Expecting ',' delimiter"),
        ('"window": {', '"window": 1, "others": {', "it is no object of groups of texts"),
    ],
)
def test_what_is_wrong_is_told_with_its_key(text, instead, told):
    content = (FOLDER / "de.json").read_text("utf-8")
    assert text in content
    found = problems("de", content.replace(text, instead, 1))
    assert any(told in problem for problem in found), found


@pytest.mark.parametrize("content", [None, "{", "no JSON", "\x00", "[" * 100_000])
def test_a_file_that_cannot_be_read_is_one_sentence(content, tmp_path, monkeypatch):
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    if content is not None:
        (tmp_path / "xx.json").write_text(content)
    with pytest.raises(CompanionError, match=r"xx\.json cannot be read \(.+\); install") as told:
        read("xx")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", []),
        ("utf-8-sig", []),
        ("latin-1", ["it cannot be read: save it as UTF-8, which its byte 43 is not"]),
    ],
)
def test_how_an_editor_saved_a_file(encoding, told, tmp_path, monkeypatch):
    content = (FOLDER / "de.json").read_text("utf-8")
    for module in (texts, words):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    (tmp_path / "de.json").write_text(content, encoding, "replace")
    assert flaws("de") == told


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of words, from which nothing is read yet, nor is kept."""
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    texts.texts.cache_clear()
    read.cache_clear()
    yield tmp_path
    texts.texts.cache_clear()
    read.cache_clear()


def test_a_language_that_cannot_be_read_is_english_and_is_told(folder, caplog):
    (folder / "en.json").write_text('{"glass": {"over": "The game is over"}}')
    (folder / "xx.json").write_text('{"glass": {"over": ')
    assert texts.texts("", "glass")["over"] == "The game is over"  # before one is chosen
    assert not caplog.text
    assert texts.texts("xx", "glass")["over"] == "The game is over"
    assert texts.texts("yy", "glass")["over"] == "The game is over"
    assert re.search(
        r"words: the texts in .*xx\.json cannot be read \(Expecting value", caplog.text
    )


def test_a_text_that_a_language_lacks_is_english_and_is_told(folder, caplog):
    (folder / "en.json").write_text('{"glass": {"over": "Over", "lost": "Lost"}, "page": {}}')
    (folder / "xx.json").write_text('{"glass": {"over": "Fin"}}')
    own = texts.texts("xx", "page", "glass")
    assert (own["over"], own["lost"]) == ("Fin", "Lost")
    assert "xx.json lacks, and says in English: glass.lost" in caplog.text


def test_without_english_a_companion_ends_with_one_sentence(tmp_path):
    package = tmp_path / "companion"
    shutil.copytree(ROOT / "companion", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "words" / "en.json").write_text("{")
    said = subprocess.run(
        [
            *(sys.executable, "-m", "companion", "run", "--panel", "emulator"),
            "--state-dir",
            "games",
        ],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 1
    (sentence,) = said.stderr.splitlines()
    assert re.fullmatch(r"companion: the texts in .*en\.json cannot be read .*", sentence)


COUNTED = {
    **{key: {"other": (0, 2, 5, 100), "one": (1,)} for key in ("de", "en", "es", "it", "nl")},
    "fr": {"other": (2, 5, 100), "one": (0, 1)},
    "pl": {"many": (0, 5, 11, 12, 14, 21, 25, 112, 100), "few": (2, 3, 4, 22, 104), "one": (1,)},
    "pt": {"other": (2, 5, 100), "one": (0, 1)},
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_chooses_the_form_that_its_language_has(language):
    assert language in COUNTED, "say here what chooses a form, and in texts.py if not as in English"
    forms = {name: f"{name} {{count}}" for name in COUNTED[language]}
    own = Texts(language, {"cards": forms, "none": {**forms, "none": "no card"}})
    for name, numbers in COUNTED[language].items():
        for number in numbers:
            assert own.fill_in("cards", {"count": number}) == f"{name} {number}"
    assert own.fill_in("none", {"count": 0}) == "no card"
    assert own["cards"] == forms.get("other", forms.get("many")), "without a number"


def test_what_is_spoken_otherwise_is_a_field_of_the_text():
    own = Texts("en", {"one": {"one": "a", "other": "b", "spoken": {"one": "c"}}, "two": "d"})
    assert own.form("one", {"n": 1}, spoken=True) == "c"
    assert own.form("one", {"n": 2}, spoken=True) == "b"
    assert own.form("one", {"n": 1}) == "a"
    assert own.form("two", {}, spoken=True) == "d"


@pytest.mark.parametrize(
    ("group", "folders"),
    [
        ("window", ("hardware/emulator", "companion/panel.py")),
        ("wiring", ("wiring", "hardware/emulator/window", "companion/panel.py")),
        ("page", ("companion/page",)),
    ],
)
def test_every_text_is_said(group, folders):
    files = [file for folder in folders for file in (ROOT / folder, *(ROOT / folder).rglob("*"))]
    sources = "".join(file.read_text() for file in files if file.suffix in {".py", ".js"})
    names = set(re.findall(r"[\"'](\w+)[\"']", sources))
    starts = set(re.findall(r"(?:f\"|`)(\w+_)\$?{", sources))
    said = names | {f"{start}{name}" for start in starts for name in names}
    markup = "".join(file.read_text() for file in files if file.suffix == ".html")
    said |= set(re.findall(r"{(\w+)}", markup))
    assert read(DEFAULT)[group].keys() - said == set()
