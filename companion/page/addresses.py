"""Addresses: those of this computer, and where people on its network find the page."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
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


def own_addresses(trie: Path = _TRIE) -> tuple[str, ...]:
    """Return the IPv4 addresses of this computer, that towards the network at large first."""
    found: list[str] = []
    # Without a network, or without such a table as Linux has it, the rest is found all the same.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(_ELSEWHERE)
        found.append(str(sock.getsockname()[0]))
    with suppress(OSError):
        found += _LOCAL.findall(trie.read_text("ascii", "replace"))
    return tuple(dict.fromkeys(found))


def page_urls(
    addresses: Iterable[str], port: int, hostname: str, bound: str = ""
) -> tuple[str, ...]:
    """Return where other computers find the page, as the device may show it; a name comes last.

    bound: the only address at which it is served, empty for all.
    """
    end = "" if port == USUAL_PORT else f":{port}"
    hosts = list(filter(_is_reachable, [bound] if bound else addresses))
    # One that this computer gave itself (RFC 3927) is found by its own cable alone: it is late.
    hosts.sort(key=lambda address: ipaddress.ip_address(address).is_link_local)
    short = hostname.split(".")[0]
    if hosts and _NAME.fullmatch(short):
        hosts.append(f"{short}.local")
    # In capitals: the device shows it as a QR code of the alphanumeric kind, which has no others.
    urls = [url for host in hosts if len(url := f"HTTP://{host}{end}".upper()) <= LONGEST]
    return (*urls[: MOST - 1], *urls[-1:]) if len(urls) > MOST else tuple(urls)


def _is_reachable(address: str) -> bool:
    """Return True if others on the network reach it: an IPv6 address is too long to be shown."""
    try:
        parsed = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return parsed.is_private and not (parsed.is_loopback or parsed.is_unspecified)
