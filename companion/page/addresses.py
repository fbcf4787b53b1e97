"""Addresses: those of this computer, and where people on its network find the page."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Final

LONGEST: Final = 38
"""Characters of an address that the device shows."""
MOST: Final = 8
USUAL_PORT: Final = 80
_TRIE: Final = Path("/proc/self/net/fib_trie")
"""Below a process, since its service sees no more of /proc than processes."""
_LOCAL: Final = re.compile(r"\|-- (\S+)\n\s+/32 host LOCAL")
_NAME: Final = re.compile(r"(?!localhost$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?")
"""A name that can lead others to this computer."""
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): nothing is sent to it."""


def own(trie: Path = _TRIE) -> tuple[str, ...]:
    """Return the IPv4 addresses of this computer, that towards the network at large first."""
    return tuple(dict.fromkeys([*_towards_others(), *_of_the_kernel(trie)]))


def urls(addresses: Iterable[str], port: int, hostname: str, bound: str = "") -> tuple[str, ...]:
    """Return where other computers find the page, as the device may show it; a name comes last.

    bound: the only address at which it is served, empty for all.
    """
    end = "" if port == USUAL_PORT else f":{port}"
    hosts = list(filter(_reachable, [bound] if bound else addresses))
    hosts.sort(key=lambda address: ipaddress.ip_address(address).is_link_local)
    short = hostname.split(".")[0]
    if hosts and _NAME.fullmatch(short):
        hosts.append(f"{short}.local")
    fitting = []
    for host in hosts:
        url = f"HTTP://{host}{end}".upper()
        if len(url) <= LONGEST:
            fitting.append(url)
    return (*fitting[: MOST - 1], *fitting[-1:]) if len(fitting) > MOST else tuple(fitting)


def _reachable(address: str) -> bool:
    """Return True if others on the network reach it: an IPv6 address is too long to be shown."""
    try:
        parsed = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return parsed.is_private and not (parsed.is_loopback or parsed.is_unspecified)


def _towards_others() -> list[str]:
    """Return the address from which this computer writes to the network at large, if any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(_ELSEWHERE)
        except OSError:
            return []
        return [str(sock.getsockname()[0])]


def _of_the_kernel(trie: Path) -> list[str]:
    """Return the IPv4 addresses that the kernel counts as its own."""
    try:
        return _LOCAL.findall(trie.read_text("ascii", "replace"))
    except OSError:
        return []
