"""What is wrong with the layout of a page, as a browser draws it."""

from pathlib import Path

from tests.rig.chromium import Chromium

JUDGE = (Path(__file__).with_name("layout.js")).read_text("utf-8")
PLANT = """const sheet = new CSSStyleSheet();
sheet.replaceSync(arguments[0]);
document.adoptedStyleSheets = [sheet];"""
"""Plants a style."""


def faults(browser: Chromium, parts: list[str], below: str = "") -> list[str]:
    """Return what is wrong with a page that shows all `parts`; `below` may lie below the fold."""
    browser.still()
    return browser.run(JUDGE, parts, below)
