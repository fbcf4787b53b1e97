"""The start of the page of `make try`: each step ends, with a device or with a sentence."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from systemd.making.browser.folder import integrity
from tests.rig.chromium import BROWSERS, Chromium
from tests.rig.try_page import TryPage
from tests.rig.try_server import FolderHandler, folder_server, packed

pytestmark = BROWSERS

REFUSE = "() => Promise.reject(new DOMException('it is refused', 'SecurityError'))"
THROW = "() => { throw new DOMException('it is refused', 'SecurityError'); }"
SILENT = "() => new Promise(() => {})"
NEVER = "IDBFactory.prototype.open = () => ({})"
STORE = "({ getAll: () => ({}), getAllKeys: () => ({}), put() {}, delete() {} })"
READS_NEVER = f"IDBDatabase.prototype.transaction = () => ({{ objectStore: () => {STORE} }})"
BLOCKED = (
    "IDBFactory.prototype.open = () => {"
    " const asked = {}; setTimeout(() => asked.onblocked(), 99); return asked; }"
)

PROGRAM = ("pyodide/pyodide.asm.js", "pyodide/pyodide.asm.wasm", "pyodide/python.bin")
SLOW_S = 21.0
"""By then a start is called slow."""


@pytest.fixture
def page(browser, server) -> Iterator[Callable[[str], TryPage]]:
    """Opens the page in a browser in which a script has run before."""
    tablet = TryPage(browser, f"http://localhost:{server.server_port}/")

    with ExitStack() as stack:

        def opened(script: str) -> TryPage:
            stack.enter_context(browser.before(script))
            tablet.open()
            return tablet

        yield opened
    tablet.leave()


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (f"LockManager.prototype.request = {REFUSE}", "it is refused"),
        (f"LockManager.prototype.request = {THROW}", "it is refused"),
        (f"LockManager.prototype.request = {SILENT}", "the browser does not answer"),
        (f"IDBFactory.prototype.open = {THROW}", "it is refused"),
        (f"delete Navigator.prototype.locks; IDBFactory.prototype.open = {THROW}", "it is refused"),
        (NEVER, "the browser does not answer"),
        (BLOCKED, "another page has the database"),
        (READS_NEVER, "the browser does not answer"),
    ],
)
def test_where_the_browser_keeps_nothing_it_plays_and_says_that_it_does_not_save(page, script, why):
    tablet = page(script)
    tablet.noted("cannot save the games here")
    assert why in tablet.notes
    tablet.browser.run("document.querySelector('.close').click()")
    tablet.begin()
    tablet.enter("clue", None)
    assert tablet.comes_to({"clues": 7})
    assert tablet.browser.run("return document.getElementById('loading')") is None
    assert "cannot save the games here" in tablet.news
    tablet.ask({"do": "prefer", "key": "language", "value": "de"})
    tablet.browser.until(".news", "die Spiele hier nicht speichern")


def test_a_page_that_is_just_leaving_keeps_no_other_one_from_playing(page):
    leaves = "new Promise((done) => setTimeout(done, 1500))"
    page(f"navigator.locks.request('hanabi-companion', () => {leaves})")


def test_a_database_that_stops_answering_costs_no_turn(page):
    tablet = page("0")
    tablet.begin()
    tablet.browser.run(READS_NEVER)
    tablet.enter("clue", None)
    tablet.browser.until(".news", "cannot save the games here")
    assert tablet.comes_to({"clues": 7})


def test_games_that_could_not_be_read_are_never_written_over(page):
    tablet = page(f"if (sessionStorage.getItem('deaf')) {READS_NEVER}")
    tablet.begin()
    tablet.enter("clue", None)
    tablet.saved()
    tablet.browser.run("sessionStorage.setItem('deaf', 'yes')")
    tablet.open()
    tablet.noted("cannot save the games here")
    tablet.browser.run("document.querySelector('.close').click()")
    tablet.begin()
    for _ in range(3):
        tablet.enter("clue", None)
    assert tablet.comes_to({"turn": 4})
    tablet.browser.run("sessionStorage.clear()")
    tablet.open()
    assert (tablet.state["turn"], tablet.state["clues"]) == (2, 7)


def test_a_browser_that_plays_no_sound_or_does_not_speak_says_so(page):
    tablet = page(
        "AudioContext = function () { throw new Error('no card'); };"
        "speechSynthesis.speak = (words) => words.onerror({ error: 'synthesis-failed' })"
    )
    tablet.browser.run("companion.host().play('clue', 0.5)")
    tablet.browser.until(".news", "plays no sounds")
    tablet.noted("plays no sounds: no card")
    tablet.browser.run("companion.host().say('Ann', 'en', 0.5)")
    tablet.noted("does not speak: synthesis-failed")


def test_a_sound_ends_the_one_before_and_a_screen_that_is_seen_again_stays_awake(page):
    tablet = page(
        "window.heard = []; const nodes = AudioBufferSourceNode.prototype;"
        "for (const name of ['start', 'stop']) { const now = nodes[name];"
        " nodes[name] = function () { heard.push(name); now.call(this); }; }"
        "window.awake = 0; WakeLock.prototype.request = async () => { awake += 1; };"
    )
    for sounds in ("start", "start,stop,start"):
        tablet.browser.run("companion.host().play('win', 0.5)")
        tablet.until(f"return heard.join() === '{sounds}'")
    tablet.until("return awake === 1")
    tablet.browser.run("document.dispatchEvent(new Event('visibilitychange'))")
    tablet.until("return awake === 2")


def test_a_wake_lock_that_was_refused_or_taken_is_asked_for_at_the_next_touch(page):
    tablet = page(
        "window.asked = 0; window.lock = { released: false };"
        "WakeLock.prototype.request = async () => {"
        " asked += 1; if (asked === 1) throw new Error('low battery'); return lock; };"
    )
    tablet.until("return asked === 1")
    touch = "document.dispatchEvent(new Event('pointerdown'));"
    tablet.browser.run(touch)
    tablet.until("return asked === 2")
    tablet.browser.run(touch)
    assert tablet.browser.run("return asked") == 2
    tablet.browser.run(f"lock.released = true; {touch}")
    tablet.until("return asked === 3")


@pytest.mark.parametrize("answer", [REFUSE, THROW, SILENT, "() => Promise.resolve(false)"])
def test_a_browser_that_will_not_promise_to_keep_the_games_is_told(page, answer):
    tablet = page(
        "StorageManager.prototype.persisted = async () => false;"
        f"StorageManager.prototype.persist = {answer}"
    )
    tablet.noted("may delete the games")
    assert tablet.browser.run("return document.getElementById('loading')") is None


@pytest.mark.parametrize("answer", [REFUSE, THROW])
def test_a_service_worker_that_is_refused_is_told(page, answer):
    tablet = page(f"ServiceWorkerContainer.prototype.register = {answer}")
    tablet.noted("To work offline")


def test_a_service_worker_that_cannot_keep_a_file_is_told(browser, folder):
    (folder / "sounds" / "win.wav").unlink()
    with folder_server(folder) as server:
        tablet = TryPage(browser, f"http://localhost:{server.server_port}/")
        tablet.open()
        tablet.noted("To work offline")
        tablet.leave()


def test_a_server_that_knows_neither_mjs_nor_wasm_is_enough(browser, folder, monkeypatch):
    for suffix in (".mjs", ".wasm", ".webmanifest"):
        monkeypatch.setitem(FolderHandler.extensions_map, suffix, "application/octet-stream")
    with folder_server(folder) as server:
        tablet = TryPage(browser, f"http://localhost:{server.server_port}/")
        tablet.open()
        tablet.leave()


def fails(browser: Chromium, folder: Path, language: str = "en") -> str:
    """Return what the page says at last: it stays, though a slow start would say so later."""
    with folder_server(folder) as server:
        browser.open(f"http://localhost:{server.server_port}/", language=language)
        tablet = TryPage(browser, "")
        told: str = tablet.until(
            "const text = document.getElementById('loading').textContent;"
            "return !text.endsWith(' …') && text",
            120,
        )
        time.sleep(max(0.0, SLOW_S - browser.run("return performance.now()") / 1000))
        assert told == browser.text("#loading")
    return told


@pytest.mark.parametrize("name", PROGRAM)
def test_a_file_that_is_cut_off_or_missing_is_named(browser, folder, name):
    start = "The companion cannot start here: "
    file = folder / name
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    told = fails(browser, folder)
    assert told.startswith(start)
    assert "is damaged on the server" in told
    assert name.partition("/")[0] in told
    assert "Traceback" not in told
    file.unlink()
    assert fails(browser, folder).startswith(f"{start}{name} is missing on the server (404)")


@pytest.mark.parametrize("name", ["main.js", "words.json", "dom.js", "pyodide/pyodide.js"])
def test_a_script_that_does_not_come_is_told_in_the_browsers_language(browser, folder, name):
    (folder / name).unlink()
    assert "kopiert den ganzen Ordner" in fails(browser, folder, "de")


def test_scripts_of_a_wrong_type_are_told(browser, folder, monkeypatch):
    monkeypatch.setitem(FolderHandler.extensions_map, ".js", "text/plain")
    assert "text/javascript" in fails(browser, folder)


@pytest.mark.parametrize("name", ["instantiate", "instantiateStreaming", "compile"])
def test_too_little_memory_is_told(browser, server, name):
    tablet = TryPage(browser, f"http://localhost:{server.server_port}/")
    refuse = "async () => { throw new RangeError('could not allocate memory'); }"
    compiled = "WebAssembly.instantiateStreaming = async (answer, imports) =>"
    compiled += " WebAssembly.instantiate(await WebAssembly.compile("
    compiled += "await (await answer).arrayBuffer()), imports);"
    source = f"{compiled if name != 'instantiateStreaming' else ''} WebAssembly.{name} = {refuse};"
    with browser.before(source):
        browser.open(tablet.url)
        browser.until("#loading", "too little memory", 60)
    tablet.leave()


def test_a_new_version_is_there_at_the_second_visit_whatever_is_kept(browser, folder):
    """The server lets files be kept for ten minutes; what others keep at this address stays."""
    kept = "return caches.keys().then((names) => names.filter((name) => name.includes('new')))"
    with folder_server(folder) as server:
        tablet = TryPage(browser, f"http://localhost:{server.server_port}/")
        tablet.open()
        tablet.until("return navigator.serviceWorker.controller !== null", 60)
        browser.run("return caches.open('of others')")
        worker = (folder / "kept.js").read_text("utf-8").replace('VERSION = "', 'VERSION = "new-')
        for name, old, new in (
            ("index.html", 'id="stage"', 'id="stage" data-new="index"'),
            ("touch.js", "import ", "window.marked = 'touch';\nimport "),
        ):
            before = (folder / name).read_bytes()
            after = before.replace(old.encode(), new.encode(), 1)
            assert integrity(before) in worker
            worker = worker.replace(integrity(before), integrity(after))
            (folder / name).write_bytes(after)
        (folder / "kept.js").write_text(worker, "utf-8")
        packed.cache_clear()
        seen = "return [stage.dataset.new === 'index', window.marked === 'touch']"
        tablet.open()
        assert browser.run(seen) == [False, False], "one version, whole"
        tablet.until(f"{kept}.then((names) => names.length === 1)", 60)
        tablet.until("return caches.keys().then((names) => names.length === 2)", 60)
        tablet.open()
        assert browser.run(seen) == [True, True]
        assert "of others" in browser.run("return caches.keys()")
        tablet.leave()
