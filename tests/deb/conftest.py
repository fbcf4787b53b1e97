"""Packages of two versions, and systems to install them in."""

import os
from pathlib import Path

import pytest

from systemd.making.build import build_package
from systemd.making.roots import opened_root, why_not
from systemd.making.stand_ins import ready_root, stand_in_debs, tester_root
from tests.rig import package_versions as versions

WHY_NOT = (
    why_not() if os.environ.get("COMPANION_DEB") == "1" else "builds packages: sudo make test-deb"
)


def pytest_collection_modifyitems(items):
    for item in items:
        if WHY_NOT and item.get_closest_marker("deb"):
            item.add_marker(pytest.mark.skip(reason=WHY_NOT))


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """Return this checkout's package, which satisfies lintian, or the package that is named."""
    if given := os.environ.get("COMPANION_DEB_PACKAGE"):
        return Path(given)
    return build_package(tmp_path_factory.mktemp("package"))


@pytest.fixture
def another(package, tmp_path):
    """Return a function that makes another version of the package, with its files changed."""

    def make(number, **files):
        return versions.another(package, number, tmp_path, **files)

    return make


class Device:
    """A system with apt, and the packages that are not in Debian."""

    def __init__(self, root):
        self.root = root
        self.stand_ins = [root.put(deb, f"/stand-ins/{deb.name}") for deb in stand_in_debs()]

    def apt(self, verb, *words, check=True):
        """Run apt without a network; gives what it said."""
        options = ("-y", "--no-install-recommends", "--allow-downgrades")
        return self.root.run("apt", verb, *options, *words, check=check)

    def install(self, package, check=True):
        """Install a package by its file, and the stand-ins."""
        path = self.root.put(package, f"/packages/{package.name}")
        return self.apt("install", *self.stand_ins, path, check=check)

    def user(self, code):
        """Run shell code as an ordinary user at home."""
        return self.root.shell(f"cd; {code}", user="builder")


@pytest.fixture
def empty():
    """Yield a system that has nothing but apt."""
    with opened_root(tester_root()) as root:
        yield Device(root)


@pytest.fixture
def device():
    """Yield a system that has what the package needs."""
    with opened_root(ready_root()) as root:
        yield Device(root)
