"""The companion with and without the programs beside it: what it says where one is not there."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion import onlookers
from companion.onlookers import LISTED, Listed
from tests.rig.readmes import ROOT
from tests.rig.servers import environ
from tests.rig.waiting import until

FOLDERS = {"web": "companion/page", "mqtt": "companion/club"}


class Without:
    """A copy of the program without an onlooker's folder."""

    def __init__(self, folder: Path, listed: Listed) -> None:
        self.folder, self.listed = folder, listed
        for room in ("companion", "hardware", "wiring"):
            shutil.copytree(
                ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__")
            )
        shutil.rmtree(folder / FOLDERS[listed.command])
        self.absence = onlookers.absence_of(listed)

    def words(self, *words: str) -> list[str]:
        # A checkout that is installed in place would give the folder that the copy has not.
        code = "import sys; "
        code += "sys.meta_path = [one for one in sys.meta_path if 'editable' not in repr(one)]"
        code += f"; sys.path.insert(0, {str(self.folder)!r}); from companion.cli import main"
        return [sys.executable, "-I", "-c", f"{code}; sys.exit(main())", *words]

    def said(self, *words: str, status: int = 0) -> str:
        told = subprocess.run(
            self.words(*words),
            env=environ(self.folder),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert "Traceback" not in told.stderr
        assert told.returncode == status, told.stderr
        return told.stdout + told.stderr


def said_by_a_run(folder: Path, words: list[str]) -> str:
    """Start a companion, and end it once it is ready. Return what it said."""
    said = folder / "said.log"
    with said.open("wb") as out:
        process = subprocess.Popen(words, env=environ(folder), stdout=out, stderr=out, cwd=ROOT)
    try:
        until(lambda: "ready: build" in said.read_text())
        until(lambda: said.read_text().count("\n") > 1)
        process.terminate()
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
    return said.read_text()


@pytest.fixture(params=LISTED, ids=lambda listed: listed.command)
def without(request, tmp_path) -> Without:
    return Without(tmp_path / "program", request.param)


def test_without_its_folder_the_rest_works_and_says_what_it_would_bring(without):
    listed = without.listed
    settings = without.folder / ".config" / "hanabi-companion" / "companion.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'language = "fr"\n[{listed.section}]\nport = 81\n')
    helped = " ".join(without.said("--help").split())
    assert f"{listed.command} {without.absence}" in helped.replace("compan- ion", "companion")
    config = without.said("config")
    assert 'language = "fr"' in config
    assert f"# [{listed.section}] is not read: {without.absence}" in config
    (other,) = (each for each in LISTED if each != listed)
    assert f"\n[{other.section}]\n" in config
    doctor = without.said("doctor", "emulator")
    assert "ok     settings: the settings are valid" in doctor
    assert f"note   {listed.section}: {without.absence}" in doctor
    words = without.words("run", "--panel", "emulator", "--headless")
    assert "Traceback" not in said_by_a_run(without.folder, words)
    for words in ((listed.command, "--view", "x"), ("run", f"--{listed.command}")):
        refusal = without.said(*words, status=1)
        assert refusal == f"companion: {without.absence}; install the whole program\n"


MISSING = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *of: (
    None if name.startswith(("paho", "tornado")) else find(name, *of)
)
from companion.cli import main
sys.exit(main())
"""


def test_a_touch_screen_runs_without_what_shows_it_and_says_what_to_install(tmp_path):
    words = [sys.executable, "-c", MISSING, "run", "--panel", "touch", "--emulate"]
    said = said_by_a_run(tmp_path, words)
    assert "Traceback" not in said
    assert "the page, which would serve the page of the table to browsers, needs tornado" in said
    assert "paho" not in said, "nobody asked for the bridge"


def test_a_mistake_in_a_module_of_an_onlooker_is_not_taken_for_its_absence(monkeypatch):
    monkeypatch.setitem(sys.modules, "companion.club.identity", None)
    monkeypatch.delitem(sys.modules, "companion.club.onlooker", raising=False)
    with pytest.raises(ModuleNotFoundError):
        onlookers.find_onlooker(LISTED[1])


def test_the_start_imports_no_onlooker_that_nobody_asked_for(tmp_path):
    told = "import sys; from companion import settings, cli; settings.load(); "
    told += "cli.command_parser(['run']).parse_args(['run']); "
    told += "print([name for name in sys.modules if name.endswith('.onlooker')])"
    words = [sys.executable, "-c", told]
    found = subprocess.run(
        words, env=environ(tmp_path), cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: listed.command)
def test_an_onlooker_has_its_keys_in_its_own_section(listed):
    onlooker = onlookers.find_onlooker(listed)
    assert onlooker is not None
    assert {key.partition(".")[0] for key in onlooker.keys} == {listed.section}
    assert (ROOT / "systemd" / onlooker.unit.file).exists()
