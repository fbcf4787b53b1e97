"""The site as it is read: every link, by axe, on phone, television and paper, without scripts."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest

from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS
from tests.rig.readmes import ROOT, pages

pytestmark = BROWSERS
PAGES = sorted(
    str(page.relative_to(ROOT)).replace("README.md", "index.html").replace(".md", ".html")
    for page in pages()
)
SIZES = [(360, 640), (1920, 1080)]
"""A phone and a television."""


class Read(HTMLParser):
    """What a page links to, and what can be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {""}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def test_every_page_is_there_and_every_link_and_anchor_of_it_leads_somewhere(site):
    read = {
        page.relative_to(site).as_posix(): Read(page.read_text("utf-8"))
        for page in site.rglob("*.html")
        if not page.is_relative_to(site / "try")
    }
    assert set(PAGES) <= set(read)
    lost = []
    for name, page in read.items():
        for link in page.links:
            if re.match(r"(https|mailto|data):", link):
                continue
            there, anchor = urldefrag(urljoin(f"/{name}", link))
            file = site / unquote(urlsplit(there).path).lstrip("/")
            if file.is_dir():
                file /= "index.html"
            known = read.get(file.relative_to(site).as_posix())
            if not file.is_file() or (known and unquote(anchor) not in known.anchors):
                lost.append(f"{name}: {link}")
    assert lost == []


def test_the_front_page_leads_to_the_touch_table_by_one_click(browser, address):
    browser.open(f"{address}/index.html", 360, 640)
    browser.run("document.querySelector('article .play a').click()")
    browser.until("title", "Hanabi")
    assert browser.run("return location.pathname") == "/try/"
    browser.driver.get("about:blank")


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_and_nothing_stands_outside(browser, axe, address, page):
    for width, height in SIZES:
        browser.open(f"{address}/{page}", width, height)
        browser.shot(f"site-{page.replace('/', '-')}-{width}")
        assert violations(browser, axe) == [], width
        assert browser.run("return document.documentElement.scrollWidth") <= width


def test_axe_finds_nothing_in_the_dark(browser, axe, address):
    with browser.media("prefers-color-scheme", "dark"):
        for page in ("index.html", "wiring/deluxe.html", "companion/commands/index.html"):
            browser.open(f"{address}/{page}", 1280, 720)
            browser.shot(f"site-{page.replace('/', '-')}-dark")
            assert violations(browser, axe) == [], page


def test_without_scripts_a_page_and_the_contents_are_read(browser, address):
    browser.do("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(f"{address}/companion/face/index.html", 1920, 1080)
        assert {"Every screen", "Card readers", "Play now"} <= {*browser.spoken()}
    finally:
        browser.do("Emulation.setScriptExecutionDisabled", value=False)


def test_sources_and_mistakes_have_their_place_where_the_repository_has_an_address(tmp_path):
    from systemd.making.site.__main__ import _make_pages

    _make_pages(tmp_path / "site", "https://example.org/hanabi")
    builds = Read((tmp_path / "site" / "wiring" / "bonnet.html").read_text("utf-8")).links
    assert "https://example.org/hanabi/blob/HEAD/wiring/bonnet.toml" in builds
    front = Read((tmp_path / "site" / "index.html").read_text("utf-8")).links
    assert "https://example.org/hanabi/issues" in front
