"""The package: built twice alike, installed in an empty system, played with, removed."""

import pytest

from tests.tools.deb.build import build
from tests.tools.deb.playing import BEGIN, GO_ON, turn

pytestmark = pytest.mark.deb


def test_two_builds_are_the_same_to_the_bit(package, tmp_path):
    again = build(tmp_path, lint=False)
    assert (again.name, again.read_bytes()) == (package.name, package.read_bytes())


def test_an_empty_system_needs_nothing_but_apt_and_the_package(device, package):
    device.install(package)
    assert turn(device.user(BEGIN)) == 2
    assert turn(device.user(GO_ON)) == 3
    told = device.root.run("companion", "doctor", "emulator", user="builder", check=False)
    assert told.returncode == 0, told.stdout
