"""The site, made once, with the touch table in it, and a browser that reads it.

With `COMPANION_SITE` it is that folder, as `make site` made it.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.try_server import folder_server


@pytest.fixture(scope="session")
def site(try_folder, tmp_path_factory) -> Path:
    if "COMPANION_SITE" in os.environ:
        return Path(os.environ["COMPANION_SITE"]).absolute()
    from systemd.making.site.__main__ import _make_pages  # Sphinx, which a test run may lack
    from systemd.making.site.preparing import TOUCH

    folder = tmp_path_factory.mktemp("made") / "site"
    _make_pages(folder, "")
    (folder / TOUCH).symlink_to(try_folder)
    return folder


@pytest.fixture(scope="session")
def address(site, browser) -> Iterator[str]:
    with folder_server(site) as serving:
        browser.driver.set_script_timeout(120)  # axe reads long pages
        yield f"http://localhost:{serving.server_port}"
