"""The browser and the judge that the page has."""

from tests.page.television.conftest import axe, browser

__all__ = ["axe", "browser"]
