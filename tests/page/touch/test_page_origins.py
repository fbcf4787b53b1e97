"""Where the page of `make try` comes from: https, plain http, a file."""

import time

from tests.rig.certificates import certificate
from tests.rig.chromium import BROWSERS, chromium, own_address
from tests.rig.try_page import TryPage
from tests.rig.try_server import folder_server

pytestmark = BROWSERS

CONTROLLED = "return navigator.serviceWorker.controller !== null"
KEPT = (
    "const done = arguments[0];caches.match('sounds/win.wav').then((found) => done(Boolean(found)))"
)
"""Tells whether the last file that the page asks for is kept."""


def test_over_https_it_is_kept_and_plays_on_without_its_server(try_folder, tmp_path):
    tls, trust = certificate(tmp_path, own_address())
    with chromium(tmp_path, tmp_path / "profile", [trust]) as browser:
        with folder_server(try_folder, own_address(), tls) as server:
            page = TryPage(browser, f"https://{own_address()}:{server.server_port}/")
            browser.open(f"{page.url}words.json")
            browser.run("return caches.open('an earlier version')")
            page.open()
            assert browser.run("return isSecureContext")
            page.until(CONTROLLED, 60)
            end = time.monotonic() + 60
            while not browser.driver.execute_async_script(KEPT):
                assert time.monotonic() < end, "the last file is not kept"
                browser.still()
            page.begin()
            page.enter("clue", None)
            page.saved()
        page.open()
        assert page.state["clues"] == 7
        page.enter("clue", None)
        assert page.comes_to({"clues": 6})


def test_over_plain_http_it_says_what_it_lacks_and_plays_and_saves(browser, try_folder):
    with folder_server(try_folder, own_address()) as server:
        page = TryPage(browser, f"http://{own_address()}:{server.server_port}/")
        page.open()
        assert not browser.run("return isSecureContext")
        page.speak("de")
        page.noted("beides braucht https")
        page.ask({"do": "prefer", "key": "language", "value": "en"})
        page.noted("To work offline and keep the screen on")
        browser.run("document.querySelector('.close').click()")
        page.begin()
        page.enter("clue", None)
        page.saved()
        page.open()
        assert page.state["clues"] == 7
        page.leave()


def test_over_plain_http_one_page_plays_though_two_start_at_once_or_one_is_busy(
    browser, try_folder
):
    """There are no locks over plain http."""
    with folder_server(try_folder, own_address()) as server:
        url = f"http://{own_address()}:{server.server_port}/"
        browser.open(f"{url}steps.js")
        browser.run(
            "for (let i = 0; i < 2; i++) document.body.append(document.createElement('iframe'));"
            "for (const frame of Array.from(frames)) frame.location = arguments[0]",
            url,
        )
        page = TryPage(browser, url)
        page.until("return Array.from(frames).some((frame) => frame.companion)")
        page.until(
            "return Array.from(frames).some((frame) =>"
            " frame.document.getElementById('loading')?.textContent.includes('another tab'))"
        )
        assert (
            browser.run("return Array.from(frames).filter((frame) => frame.companion).length") == 1
        )
        page.open()
        browser.run(
            "setTimeout(() => { const end = Date.now() + 6000; while (Date.now() < end); }, 500)"
        )
        playing = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.driver.get(url)
        browser.until("#loading", "another tab")
        browser.driver.close()
        browser.driver.switch_to.window(playing)
        page.leave()


def test_a_file_says_what_to_do(browser, try_folder):
    browser.open((try_folder / "index.html").as_uri())
    browser.until("#loading", "http.server")
