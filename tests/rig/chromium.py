"""A real Chromium without a screen, and a page that it shows.

Nothing of it is looked up on the internet.
"""

import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.page import addresses

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")


def why_not() -> str:
    """Return why no browser can be had here; empty where one can."""
    if os.environ.get("COMPANION_BROWSER") != "1":
        return "needs Chromium and minutes: make test-browser"
    if not BROWSER or not DRIVER:
        return "no Chromium here: apt install chromium chromium-driver"
    if own_address() is None:
        return "this computer has no address but the loopback's"
    return ""


def own_address() -> str | None:
    """Return an address of this computer that other computers reach: a browser trusts the
    loopback's more.
    """
    for address in addresses.own_addresses():
        if not address.startswith("127."):
            return address
    return None


BROWSERS = [pytest.mark.browser, pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")]


class Chromium:
    """A browser with one page."""

    def __init__(self, driver: Any, shots: Path) -> None:
        self.driver = driver
        self.shots = shots

    def open(self, url: str, width: int = 1280, height: int = 720, language: str = "en") -> None:
        """Show a page, as a browser of this language and size does."""
        agent = self.run("return navigator.userAgent")
        self.do("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        self.size(width, height)
        self.driver.get("about:blank")  # else another fragment is no new page
        self.driver.get(url)

    def do(self, command: str, **options: Any) -> Any:
        """Return a command of the DevTools."""
        return self.driver.execute_cdp_cmd(command, options)

    @contextmanager
    def before(self, script: str) -> Iterator[None]:
        """Run a script in each page that is opened meanwhile, before its own."""
        added = self.do("Page.addScriptToEvaluateOnNewDocument", source=script)
        try:
            yield
        finally:
            self.do("Page.removeScriptToEvaluateOnNewDocument", **added)

    @contextmanager
    def media(self, name: str, value: str) -> Iterator[None]:
        """Be asked for pages of another kind meanwhile: `prefers-reduced-motion`, ..."""
        self.do("Emulation.setEmulatedMedia", features=[{"name": name, "value": value}])
        try:
            yield
        finally:
            self.do("Emulation.setEmulatedMedia", features=[])

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Have no network meanwhile."""
        speeds = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.do("Network.enable")
        self.do("Network.emulateNetworkConditions", offline=True, **speeds)
        try:
            yield
        finally:
            self.do("Network.emulateNetworkConditions", offline=False, **speeds)

    def size(self, width: int, height: int) -> None:
        self.do(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def run(self, script: str, *facts: Any) -> Any:
        """Return what a script returns."""
        return self.driver.execute_script(script, *facts)

    def keys(self, *pressed: str) -> None:
        """Press keys of the keyboard, one after the other."""
        from selenium.webdriver.common.action_chains import ActionChains

        for key in pressed:
            ActionChains(self.driver).send_keys(key).perform()

    def still(self) -> None:
        """Wait until two pictures have been drawn: what a script changed has its place then.

        A page behind another one draws none, and has its places all the same.
        """
        self.driver.execute_async_script(
            "const done = arguments[0]; setTimeout(done, 2000); requestAnimationFrame(() =>"
            " requestAnimationFrame(() => done()));"
        )

    def text(self, selector: str) -> str:
        """Return what an element says, or nothing where there is none."""
        found: str = self.run(
            "const one = document.querySelector(arguments[0]); return one ? one.textContent : '';",
            selector,
        )
        return " ".join(found.split())

    def until(
        self, selector: str, wanted: str | Callable[[str], bool], seconds: float = 30.0
    ) -> str:
        """Wait until an element says this."""
        fits = (lambda said: wanted in said) if isinstance(wanted, str) else wanted
        end = time.monotonic() + seconds
        while not fits(said := self.text(selector)):
            assert time.monotonic() < end, f"{selector} says {said!r}"
            time.sleep(0.05)
        return said

    def shot(self, name: str) -> None:
        """Keep a picture of the page, to be looked at; it takes longer than what is judged."""
        if os.environ.get("COMPANION_SHOTS") != "0":
            self.driver.save_screenshot(str(self.shots / f"{name}.png"))

    def spoken(self) -> list[str]:
        """Return what a screen reader finds, in its order: the accessibility tree's texts."""
        self.do("Accessibility.enable")
        nodes = self.do("Accessibility.getFullAXTree")["nodes"]
        return [
            node["name"]["value"]
            for node in nodes
            if not node.get("ignored")
            and node["role"]["value"] in ("StaticText", "button", "link", "img", "image")
            and node.get("name", {}).get("value", "").strip()
        ]

    def kill(self) -> None:
        """Kill the browser, as a flat battery does: nothing is put in order before."""
        os.kill(self.driver.capabilities["goog:processID"], signal.SIGKILL)

    def complaints(self) -> list[str]:
        """Return what the page or its policy complained about since the last time.

        A lost network does not count.
        """
        found = [
            json.dumps(entry)
            for entry in self.driver.get_log("browser")
            if entry["level"] == "SEVERE"
        ]
        return [one for one in found if '"network"' not in one]


@contextmanager
def chromium(
    shots: Path, profile: Path | None = None, flags: Sequence[str] = ()
) -> Iterator[Chromium]:
    """Start a browser with a profile of its own that is forgotten, or one that is kept."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = str(BROWSER)
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--disable-background-networking",
        "--disable-component-update",
        "--force-prefers-reduced-motion",
        *flags,
    ):
        options.add_argument(flag)
    if profile is not None:
        options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    driver.set_script_timeout(180)  # a page that compiles on a slowed processor answers late
    try:
        yield Chromium(driver, shots)
    finally:
        driver.quit()
