"""Addresses: those of this computer, and where people on its network find the page."""

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.face.dialogue.guests import is_near

LONGEST: Final = 38
"""Characters of an address that the device shows."""
MOST: Final = 8
USUAL_PORT: Final = 80
_TRIE: Final = Path("/proc/self/net/fib_trie")
"""Below a process, since its service sees no more of /proc than processes."""
_LOCAL: Final = re.compile(r"\|-- (\S+)\n\s+/32 host LOCAL")
_OWN_ALONE: Final = ("0.", "127.")
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
    # This computer alone finds itself by these.
    hosts = [one for one in ([bound] if bound else addresses) if not one.startswith(_OWN_ALONE)]
    # One that this computer gave itself (RFC 3927) is found by its own cable alone: it is late.
    hosts.sort(key=lambda host: host.startswith("169.254."))
    urls = _near_urls(hosts, port)
    short = hostname.split(".")[0]
    if urls and short != "localhost":
        urls += _near_urls([f"{short}.local"], port)
    return (*urls[: MOST - 1], *urls[-1:]) if len(urls) > MOST else tuple(urls)


def _near_urls(hosts: Iterable[str], port: int) -> list[str]:
    """Return the addresses of a page at these hosts, but for those that the device does not show.

    In capitals: it shows one as a QR code of the alphanumeric kind, which has no others.
    """
    end = "" if port == USUAL_PORT else f":{port}"
    urls = (f"HTTP://{host}{end}".upper() for host in hosts)
    return [url for url in urls if is_near(url) and len(url) <= LONGEST]
