"""Addresses: which ones this computer has, and which the device shows."""

import ipaddress
import os
import subprocess
import sys

import pytest

from companion.face.dialogue.guests import is_near
from companion.page.addresses import own_addresses, page_urls

TRIE = """Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 192.168.178.0/24 2 0 2
        |-- 192.168.178.0
           /24 link UNICAST
        |-- 192.168.178.20
           /32 host LOCAL
        |-- 192.168.178.255
           /32 link BROADCAST
Local:
     |-- 127.0.0.1
        /32 host LOCAL
"""


def test_the_kernels_table_has_every_address(tmp_path):
    trie = tmp_path / "fib_trie"
    trie.write_text(TRIE)
    found = own_addresses(trie)
    assert {"192.168.178.20", "127.0.0.1"} <= set(found)
    assert "192.168.178.255" not in found
    assert len(set(found)) == len(found)


def test_this_computer_has_its_loopback_and_without_the_kernels_table_it_is_no_error(tmp_path):
    assert "127.0.0.1" in own_addresses()
    assert all(map(ipaddress.IPv4Address, own_addresses(tmp_path / "none")))


def test_the_device_shows_addresses_of_the_local_network_in_capitals_and_the_name_last():
    addresses = (
        "192.168.178.123",
        "127.0.0.1",
        "::1",
        "fd00::2",
        "8.8.8.8",
        "169.254.3.4",
        "10.0.0.5",
    )
    assert page_urls(addresses, 8080, "Pi.lan") == (
        "HTTP://192.168.178.123:8080",
        "HTTP://10.0.0.5:8080",
        "HTTP://169.254.3.4:8080",
        "HTTP://PI.LOCAL:8080",
    )


@pytest.mark.parametrize(
    "hostname",
    [
        "hanabi",
        "3d-printer",
        "a--b",
        "a-",
        "-a",
        "a_b",
        "a..b",
        "x" * 64,
        "\N{KELVIN SIGN}",
        "é",
        "",
        "10",
        "a.b",
    ],
)
@pytest.mark.parametrize("port", [1, 80, 65535])
def test_whatever_is_told_to_the_device_it_takes(hostname, port):
    told = page_urls(("192.168.178.123", "169.254.3.4", "127.0.0.1"), port, hostname)
    assert told
    assert all(is_near(url) for url in told)


def test_a_page_of_one_address_is_found_there_alone():
    addresses = ("10.0.0.5", "10.0.0.6")
    assert page_urls(addresses, 80, "localhost", "10.0.0.6") == ("HTTP://10.0.0.6",)
    assert page_urls(addresses, 80, "pi", "127.0.0.1") == ()


def test_no_more_are_told_than_the_device_takes_and_none_that_is_too_long():
    many = tuple(f"10.0.0.{number}" for number in range(1, 12))
    found = page_urls(many, 8080, "pi")
    assert len(found) == 8
    assert found[-1] == "HTTP://PI.LOCAL:8080"
    longest = f"HTTP://{'A' * 20}.LOCAL:8080"
    assert page_urls(("10.0.0.5",), 8080, "a" * 20) == ("HTTP://10.0.0.5:8080", longest)
    assert page_urls(("10.0.0.5",), 8080, "a" * 21) == ("HTTP://10.0.0.5:8080",)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
def test_they_are_found_where_a_service_sees_of_proc_only_processes():
    code = (
        "from companion.page.addresses import own_addresses; print('127.0.0.1' in own_addresses())"
    )
    hidden = 'mount -t proc -o subset=pid proc /proc && exec "$@"'
    words = ["unshare", "--mount", "sh", "-c", hidden, "sh", sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if "mount" in done.stderr or "unshare" in done.stderr:
        pytest.skip("nothing may be mounted here")
    assert done.stdout.strip() == "True", done.stderr
