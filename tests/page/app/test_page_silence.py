"""A server that takes questions and answers none: the page says so, and goes on once it answers."""

from collections.abc import Iterator

import pytest

from companion.page.words import TEXTS
from tests.rig.chromium import BROWSERS, Chromium
from tests.rig.pages import Served, served
from tests.rig.waiting import until

pytestmark = BROWSERS
HASTY = """
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = () => timeout(300);
const fetched = window.fetch.bind(window);
window.silent = "/words";
window.fetch = (path, options = {}) => window.silent && path.startsWith(window.silent)
  ? new Promise((_, fail) => options.signal?.addEventListener("abort", fail))
  : fetched(path, options);
window.EventSource = class extends EventSource {
  constructor(path) { super(window.silent ? "/none" : path); }
};
"""
"""Nothing answers at what begins with `silent`, nobody waits for long, and streams are refused."""


@pytest.fixture
def page(browser: Chromium, tmp_path) -> Iterator[Served]:
    with browser.before(HASTY), served(tmp_path) as running:
        yield running


def test_a_server_that_answers_nothing_is_told_until_it_does(browser, page):
    browser.open(f"http://127.0.0.1:{page.port}/")
    until(lambda: browser.run("return document.getElementById('unreachable').checkVisibility()"))
    assert "No connection" in browser.text("#unreachable")
    browser.run("window.silent = '/games'; window.location.hash = '#games'")
    browser.until("#view", TEXTS["en"]["offline"])
    browser.run("window.silent = '/standings'; window.location.hash = '#standings'")
    browser.until("#view", TEXTS["en"]["offline"])
    assert browser.run("return document.getElementById('unreachable') === null")
    browser.until("#signs", TEXTS["en"]["offline"])
    browser.run("window.silent = ''")
    browser.until("#signs", lambda said: said == "", 20)
