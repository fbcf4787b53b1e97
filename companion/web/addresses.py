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
_SIX: Final = Path("/proc/self/net/if_inet6")
"""Below a process, since its service sees no more of /proc than processes."""
_LOCAL: Final = re.compile(r"\|-- (\S+)\n\s+/32 host LOCAL")
_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): nothing is sent to it."""


def own(trie: Path = _TRIE, six: Path = _SIX) -> tuple[str, ...]:
    """Every address of this computer, that towards the network at large first."""
    found = dict.fromkeys([*_towards_others(), *_four(trie), *_six(six)])
    return tuple(found)


def urls(addresses: Iterable[str], port: int, hostname: str, bound: str = "") -> tuple[str, ...]:
    """Where the page is found from other computers, as the device may show it; a name comes last.

    bound: the only address at which it is served, empty for all.
    """
    end = "" if port == USUAL_PORT else f":{port}"
    wanted = [bound] if bound else list(addresses)
    hosts = [address for address in wanted if _reachable(address)]
    hosts.sort(key=lambda address: ipaddress.ip_address(address).is_link_local)
    short = hostname.split(".")[0]
    if (
        hosts
        and re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?", short)
        and short != "localhost"
    ):
        hosts.append(f"{short}.local")
    found = [f"HTTP://{host}{end}".upper() for host in hosts]
    fitting = [url for url in found if len(url) <= LONGEST]
    return (*fitting[: MOST - 1], *fitting[-1:]) if len(fitting) > MOST else tuple(fitting)


def _reachable(address: str) -> bool:
    """Whether others on the network reach it: an IPv6 address is too long to be shown."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if found.version != 4 or found.is_loopback or found.is_unspecified:
        return False
    return found.is_private or found.is_link_local


def _towards_others() -> list[str]:
    """The address from which this computer would write to the network at large, if there is one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(_ELSEWHERE)
        except OSError:
            return []
        return [str(sock.getsockname()[0])]


def _four(trie: Path) -> list[str]:
    """The IPv4 addresses that the kernel counts as its own."""
    try:
        return _LOCAL.findall(trie.read_text("ascii", "replace"))
    except OSError:
        return []


def _six(path: Path) -> list[str]:
    """The IPv6 addresses."""
    try:
        lines = path.read_text("ascii", "replace").splitlines()
    except OSError:
        return []
    raw = (line.split()[0] for line in lines if line.strip())
    return [
        str(ipaddress.IPv6Address(int(one, 16)))
        for one in raw
        if re.fullmatch(r"[0-9a-f]{32}", one)
    ]
