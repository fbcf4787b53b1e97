"""Catalogues for translators: written, filled in by a program, read back, and drawn."""

import copy
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

import companion
from companion import LANGUAGES
from companion.face import words

polib = pytest.importorskip("polib", reason="polib is missing (pip install -e '.[translate]')")

from tests.tools import catalogue, messages, rooms  # noqa: E402

ROOT = Path(companion.__file__).parent
ACCENTS = str.maketrans("aeouzcsnAEOUZCS", "áěöůžčšňÁĚÖŮŽČŠ")
ENOUGH = 0.95
"""The share of texts whose row in the table is of today's text: a few may be newer than
the table."""


def entry(found, key: str):
    return next(one for one in found if one.msgctxt == key)


@pytest.fixture(scope="module")
def german():
    return catalogue.catalogue("de")


@pytest.fixture
def pseudo(german):
    """A fourth language: English with accents, as a program translates it."""
    found = polib.POFile()
    found.metadata = {**german.metadata, "Language": "xx", "X-Language-In-English": "Pseudo"}
    for one in german:
        parts = one.msgid.replace("{", "\0{").replace("}", "}\0").split("\0")
        said = "".join(part if part.startswith("{") else part.translate(ACCENTS) for part in parts)
        if one.msgctxt == "turn_number":
            said = one.msgid  # it stands in the first row, where no accent has room
        found.append(polib.POEntry(msgctxt=one.msgctxt, msgid=one.msgid, msgstr=said))
    return found


def test_a_text_has_its_meaning_its_room_and_its_screens(german):
    one = entry(german, "key_withdraw")
    assert (one.msgid, one.msgstr) == ("End", "Ende")
    assert "code for phones" in one.comment
    assert "Room: 18 pixels in one line." in one.comment
    assert ("phone", "") in one.occurrences
    assert "Room: 41 pixels in each of 2 lines." in entry(german, "sign_unsaved").comment
    assert "{what}" in entry(german, "undid").comment
    assert "only spoken" in entry(german, "say_points").comment
    assert "in a browser" in entry(german, "page/table").comment


def test_every_text_that_is_drawn_has_a_room():
    known = rooms.rooms(rooms.seen(rooms.measured("en")))
    drawn = {key for key in words.texts("en") if not key.startswith(rooms.SPOKEN)}
    assert drawn - set(known) <= {"card", "cut_from", "either"}, "these are only parts of others"
    assert all(pixels > 0 for pixels, _ in known.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_read_back_makes_the_module_that_it_was_written_of(language, tmp_path):
    file = tmp_path / "texts.po"
    assert messages.main(["--write", language, str(file)]) == 0
    found = polib.pofile(str(file))
    assert catalogue.wrong(found) == []
    for path, source in catalogue.modules(found, ROOT).items():
        assert source == path.read_text("utf-8"), (
            f"{path.name}: write its catalogue and read it, to order it"
        )


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ({"undid": "Zurück"}, ["undid: “Zurück” lacks {what}."]),
        (
            {"undid": "Zurück: {what} {who}"},
            ["undid: “Zurück: {what} {who}” has {who}, which nothing fills in."],
        ),
        ({"undid": "Zurück: {what"}, ["undid: “Zurück: {what” has a brace without the other."]),
        ({"over": "終"}, ["over: “終” has 終, which the display cannot draw."]),
        ({"over": ""}, ["over: “The game is over” is not translated."]),
        (
            {"key_withdraw": "Schlussstrich", "use_recycle": "In den Nachziehstapel"},
            [
                "bonnet-phone: it is 48 pixels wide, and there are 18.",
                "its longest word is 53 pixels wide, and there are 37.",
            ],
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_told_in_a_sentence_and_changes_nothing(
    german, texts, told, tmp_path, capsys
):
    package = tmp_path / "companion"
    file = tmp_path / "de.po"
    found = copy.deepcopy(german)
    for key, said in texts.items():
        entry(found, key).msgstr = said
    found.save(str(file))
    assert messages.main(["--read", str(file)], package) == 1
    for gist, sentence in zip(told, capsys.readouterr().err.splitlines(), strict=True):
        assert gist in sentence
    assert not package.exists()


@pytest.mark.parametrize(
    ("text", "told"), [("", "names no language"), ('nonsense "\n', "cannot be read as a catalogue")]
)
def test_a_file_that_is_no_catalogue_is_refused(text, told, tmp_path, capsys):
    file = tmp_path / "odd.po"
    file.write_text(text)
    assert messages.main(["--read", str(file)], tmp_path) == 2
    assert told in capsys.readouterr().err
    assert messages.main(["--read", str(tmp_path / "none.po")], tmp_path) == 2
    assert capsys.readouterr().err == f"there is no file {tmp_path / 'none.po'}\n"
    assert messages.main(["--write", "german", str(file)]) == 2


DRAW = """
import sys
from companion.face import screens, words
from tests.rig.views import translated, views
for name in ("language", "menu", "notice-misfire", "start-grand"):
    page = screens.draw(translated(views()[name], "xx"))
    page.image.save(f"{sys.argv[1]}/{name}.png")
    assert page.cut == [], (name, page.cut)
    print(*page.texts, sep="|")
"""


def test_a_fourth_language_is_its_catalogue_alone(pseudo, tmp_path, capsys):
    package = tmp_path / "companion"
    shutil.copytree(ROOT, package, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in (Path("hardware", "emulator", "window"), Path("wiring")):
        (tmp_path / folder).mkdir(parents=True)
        shutil.copy(ROOT.parent / folder / "words.py", tmp_path / folder / "words.py")
    file = tmp_path / "xx.po"
    pseudo.save(str(file))
    assert messages.main(["--read", str(file)], package) == 0, capsys.readouterr().err
    source = (package / "face" / "words" / "xx.py").read_text("utf-8")
    assert source.startswith('"""Pseudo."""')
    assert '"key_clue": "Člůě"' in source
    said = subprocess.run(
        [sys.executable, "-c", DRAW, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT.parent}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stderr
    language, menu, misfire, start = said.stdout.splitlines()
    assert "Láňgůágě" in language
    assert "Ěňglišh" in language
    assert "Tůrňš" in menu
    assert "Mišfirě! 2 fůšěš lěft" in misfire
    assert "Gráňd" in start
    with Image.open(tmp_path / "language.png") as picture:
        assert picture.size == (128, 64)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_native_speaker_finds_each_sentence_with_its_meaning(language):
    page = (ROOT / "face" / "words" / f"checking.{language}.md").read_text("utf-8")
    known = messages.backs(page)
    texts = {
        key: text for key, text in catalogue.written(language).items() if catalogue.has_words(text)
    }
    done = [key for key, text in texts.items() if known.get((key, text))]
    missing = sorted(set(texts) - set(done))
    assert len(done) >= ENOUGH * len(texts), f"put these back into English: {missing}"
