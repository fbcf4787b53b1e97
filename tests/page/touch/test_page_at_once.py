"""The table is there at once: its last picture, and Python's memory of a start."""

import time

import pytest

from tests.rig.chromium import BROWSERS
from tests.rig.samples import SOME_LANGUAGES
from tests.rig.try_page import TryPage
from tests.rig.try_server import FolderHandler, folder_server, packed

pytestmark = BROWSERS

HELD = """
const begin = WebAssembly.instantiateStreaming;
const gate = new Promise((go) => { window.go = go; });
WebAssembly.instantiateStreaming = async (...what) => { await gate; return begin(...what); };
"""
"""Holds the program back until `go()`."""
PAINTED = "return performance.getEntriesByName('painted').length > 0"
PICTURE = "return performance.getEntriesByName('picture').length > 0"
TOOK_UP = "return companion.python.then((one) => one.memory === null)"
"""Whether this start took up a memory, and so has none to keep."""
MEMORY = "indexedDB.open('hanabi-companion-memory', 1)"
KEPT = f"""return new Promise((done) => {{
    const asked = {MEMORY};
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => done(0);
    asked.onsuccess = () => {{
        const kept = asked.result.transaction('blocks').objectStore('blocks').count();
        kept.onsuccess = () => {{ asked.result.close(); done(kept.result); }};
    }};
}})"""
"""How many memories this browser has."""
DAMAGE = f"""const change = eval(arguments[0]); return new Promise((done) => {{
    const asked = {MEMORY};
    asked.onsuccess = () => {{
        const blocks = () => asked.result.transaction('blocks', 'readwrite').objectStore('blocks');
        blocks().openCursor().onsuccess = ({{ target: {{ result: {{ key, value }} }} }}) =>
            value.arrayBuffer().then((bytes) => {{
                const put = blocks().put(new Blob([change(new Uint8Array(bytes))]), key);
                put.onsuccess = () => {{ asked.result.close(); done(); }};
            }});
    }};
}})"""
RECORD = """
import sys
class Sought:
    names = []
    def find_spec(self, name, path=None, target=None):
        self.names.append(name)
sys.meta_path.append(Sought())
"""


@pytest.fixture
def begun(tablet) -> TryPage:
    """A page with a game of one turn that is on disk."""
    tablet.open()
    tablet.begin()
    tablet.enter("clue", None)
    assert tablet.comes_to({"turn": 2})
    tablet.saved()
    return tablet


def painted(tablet: TryPage) -> None:
    """Load the page until it is painted."""
    tablet.browser.open(tablet.url, 820, 1180)
    tablet.browser.do("Page.bringToFront")
    tablet.until(PAINTED, 60)


def python(tablet: TryPage, script: str) -> object:
    """Return what a script of Python comes to in the page."""
    return tablet.browser.run(
        "return companion.python.then((one) => String(one.python.runPython(arguments[0])))", script
    )


def play_everything(tablet: TryPage) -> None:
    """Ask all kinds of requests, those that are refused too."""
    ann = {"players": ["Ann", "Ben"], "detail": "hands"}
    for body in (
        {"do": "new", **ann},
        *({"do": "prefer", "key": "language", "value": one} for one in SOME_LANGUAGES),
        {"do": "prefer", "key": "language", "value": "xx"},
        {"do": "prefer", "key": "langage", "value": "en"},
        {"do": "prefer", "key": "voice", "value": "short"},
        {"do": "action", "action": {"do": "clue"}},
        {"do": "action", "action": {"do": "ply", "suit": "R"}},
        {"do": "action", "action": {"do": "play", "suit": "R"}},
        {"do": "action", "action": {"do": "discard"}},
        *({"do": "action", "action": {"do": "misfire"}} for _ in range(3)),
        *({"do": one} for one in ("undo", "redo", "nonsense")),
        {"do": "repair", "turn": 1, "as": "replace", "action": {"do": "discard"}},
        {"do": "correct", "clues": 3},
        *({"get": one} for one in ("state", "turns", "counters", "history", "offers", "stat")),
        {"do": "new", "players": 3, "edition": {"preset": "flamboyants"}},
        {"do": "new", "players": 9, "edition": {"preset": "flamboyant"}},
        {"do": "remove", "name": "ann"},
        {"no": 1},
    ):
        tablet.ask(body)
        tablet.saved()
    for path in ("/games", "/games/1", "/games/1.json", "/games/1/play?now=1e9", "/standings"):
        tablet.browser.run(f"return companion.read('{path}').catch(() => 0)")
    took = tablet.browser.run(
        "const backup = companion.page.backup();"
        "return import('./backup.js').then((one) => one.restore(companion, backup))"
        ".then(() => 'taken in', (error) => error.message)"
    )
    assert took == "taken in"


def test_whatever_is_asked_no_module_is_missing(tablet):
    """The folder has what is imported of Python alone; what is sought last is found nowhere."""
    tablet.open()
    python(tablet, RECORD)
    play_everything(tablet)
    optional = "{'_hashlib'}"
    assert python(tablet, f"sorted({{*Sought.names}} - {optional})") == "[]"


def test_the_last_picture_is_there_before_the_program_and_a_tap_on_it_counts_once(begun):
    with begun.browser.before(HELD):
        painted(begun)
    assert "2" in begun.browser.text("#said")
    begun.tap('.keys [data-act="clue"]')
    begun.browser.until(".news", "as soon as the program is there")
    begun.tap('.keys [data-act="discard"]')
    assert begun.browser.run("return companion.page") is None
    begun.browser.run("go()")
    begun.until(PICTURE, 60)
    assert "as soon as the program is there" not in begun.news
    assert begun.comes_to({"turn": 3, "clues": 6})
    begun.saved()
    begun.open()
    assert begun.comes_to({"turn": 3, "clues": 6}, 0)


def test_a_tap_that_still_waits_when_the_page_is_closed_does_not_count(begun):
    with begun.browser.before(HELD):
        painted(begun)
        begun.tap('.keys [data-act="clue"]')
        begun.browser.until(".news", "as soon as the program is there")
    begun.open()
    assert begun.comes_to({"turn": 2, "clues": 7}, 0)


def test_a_tap_on_a_picture_that_the_game_has_left_is_refused(begun):
    """A browser that was killed may have the turn and not yet its picture."""
    begun.browser.run("companion.disk.keepScene = () => {}")
    begun.enter("clue", None)
    assert begun.comes_to({"turn": 3})
    begun.saved()
    with begun.browser.before(HELD):
        painted(begun)
    begun.tap('.keys [data-act="clue"]')
    begun.browser.until(".news", "as soon as the program is there")
    begun.browser.run("go()")
    begun.browser.until(".news, .refusal", "went on meanwhile")
    assert begun.comes_to({"turn": 3, "clues": 6}, 0)


def test_a_picture_is_kept_only_once_its_turn_is_on_disk(begun):
    kept = "return companion.disk.load().then((one) => JSON.parse(one.scene).table.turn)"
    begun.browser.run("companion.disk.keep = () => new Promise(() => {})")
    begun.ask({"do": "action", "action": {"do": "clue"}})
    assert begun.browser.run(kept) == 2


def test_the_first_picture_asks_for_the_language_and_a_tap_on_one_counts(tablet):
    with tablet.browser.before(HELD):
        painted(tablet)
    tablet.tap('.languages [data-value="de"]')
    tablet.browser.run("go()")
    tablet.until("return document.querySelector('.begin') !== null", 60)
    assert tablet.ask({"get": "state"})["ok"]
    assert tablet.browser.run("return document.documentElement.lang") == "de"


@pytest.fixture
def remembered(begun) -> TryPage:
    """A page whose browser has its memory of the program."""
    assert not begun.browser.run(TOOK_UP)
    begun.until(KEPT, 60)
    return begun


@pytest.mark.parametrize(
    "damage",
    [
        "(memory) => memory.subarray(0, 1000000)",
        "(memory) => new Uint8Array(9)",
        "(memory) => memory.fill(0, 16, 48)",  # which Pyodide made it
    ],
)
def test_without_a_memory_that_fits_the_program_starts_from_the_beginning(remembered, damage):
    remembered.browser.run(DAMAGE, damage)
    remembered.open()
    assert not remembered.browser.run(TOOK_UP)
    remembered.enter("clue", None)
    assert remembered.comes_to({"turn": 3})


def test_random_numbers_and_the_time_are_those_of_this_start(remembered):
    """The memory was made at another time."""
    drawn = []
    for zone, hour in (("Asia/Tokyo", 9), ("America/Lima", -5)):
        remembered.browser.do("Emulation.setTimezoneOverride", timezoneId=zone)
        remembered.open()
        assert remembered.browser.run(TOOK_UP)
        drawn.append(python(remembered, "import random; random.random()"))
        found = python(remembered, "import time; time.localtime(86400 * 365).tm_hour")
        assert int(str(found)) == hour % 24
    assert drawn[0] != drawn[1]
    assert remembered.browser.run(KEPT) == 1


@pytest.mark.parametrize("parts", [8, 0])
def test_a_step_of_the_start_ends_by_silence_and_not_by_time(browser, folder, monkeypatch, parts):
    """The page's clock runs ten times as fast as this one."""
    stopped = []

    def slowly(handler: FolderHandler) -> None:
        if not handler.path.endswith("python.bin"):
            send(handler)
            return
        body = (folder / "pyodide" / "python.bin").read_bytes()
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        size = len(body) // 8 + 1
        for number in range(parts):
            handler.wfile.write(body[number * size : (number + 1) * size])
            handler.wfile.flush()
            time.sleep(2.5)
        while not parts and not stopped:
            time.sleep(0.1)

    packed(folder / "pyodide" / "pyodide.asm.wasm")  # now: it takes a while
    send = FolderHandler.do_GET
    monkeypatch.setattr(FolderHandler, "do_GET", slowly)
    fast = "const now = performance.now.bind(performance); performance.now = () => now() * 10;"
    with folder_server(folder) as server:
        tablet = TryPage(browser, f"http://localhost:{server.server_port}/")
        try:
            with browser.before(fast):
                if parts:
                    tablet.open()
                else:
                    browser.open(tablet.url)
                    browser.until("#loading", "pyodide/python.bin does not come", 60)
                    assert browser.run("return stage.hidden")
        finally:
            stopped.append(True)
        tablet.leave()
