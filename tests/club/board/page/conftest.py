"""The browser and the judge that the page has."""

from tests.web.page.conftest import axe, browser

__all__ = ["axe", "browser"]
