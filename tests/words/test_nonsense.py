"""More languages, before there are any: made of nonsense, long and full of accents."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import companion
from companion.face import screens
from companion.words.texts import Texts
from tests.rig.views import translated, views
from tests.tools.nonsense import nonsense
from tests.tools.rooms import instead, measured, too_wide
from tests.tools.words import flaws

ROOT = Path(companion.__file__).parent
NAMES = {
    "es": ("Español", "Idioma"),
    "it": ("Italiano", "Lingua"),
    "nl": ("Nederlands", "Taal"),
    "pl": ("Polski", "Język"),
    "pt": ("Português", "Idioma"),
}


def test_a_language_of_nonsense_fits_every_screen_or_is_told_by_key():
    groups = nonsense("xx")
    assert flaws("xx", json.dumps(groups)) == []
    texts = Texts("xx", groups["glass"] | groups["voice"])
    places = measured("xx", texts)
    told = " ".join(too_wide(places))
    said = {place.said for place in places if f"{place.key}: " in told}
    with instead("xx", texts):
        for name, view in views().items():
            untold = set(screens.draw(translated(view, "xx")).cut) - said
            assert not untold, name


def test_a_language_has_the_plural_forms_that_it_needs():
    groups = nonsense("pl")
    assert groups["board"]["tables_count"].keys() == {"one", "few", "many"}
    assert flaws("pl", json.dumps(groups)) == []
    del groups["board"]["tables_count"]["few"]
    assert flaws("pl", json.dumps(groups)) == ["board.tables_count: its form “few” is missing"]


CHOOSE = """
from companion.face import screens
from companion.words.texts import LANGUAGES
from hardware.emulator.window.layout import WindowLayout
from tests.rig.rig import Rig
from wiring.reading.build import load

def draw(rig):
    page = screens.draw(rig.core.view)
    assert page.cut == [], (build, page.cut)
    return page

for build in ("table", "bonnet", "oled-hat", "deluxe", "emulator", "emulator-keys"):
    for language in LANGUAGES:
        with Rig(build=load(build), language="") as rig:
            while not rig.core.dialogue.face.preferences.language:
                items = draw(rig).items
                rig.tap(next(button for button, cell in items.items() if language in cell))
            assert rig.core.dialogue.face.preferences.language == language
        WindowLayout(load(build), language)
print(*LANGUAGES)
"""


def test_the_first_start_asks_for_eight_languages_on_every_build(tmp_path):
    shutil.copytree(ROOT, tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    for language, (name, word) in NAMES.items():
        groups = nonsense(language, str)
        groups["glass"] |= {"own_name": name, "menu_language": word}
        file = tmp_path / "companion" / "words" / f"{language}.json"
        file.write_text(json.dumps(groups), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CHOOSE],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT.parent}", "SDL_VIDEODRIVER": "dummy"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "de en es fr it nl pl pt"
