"""The guard: by which names the page may be asked, and from which other pages.

A name that is not the companion's own is refused, so that no other site can point its own name at
this address and read the table through a guest's browser.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src"
        " 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Sent with every answer."""
_NOBODYS: Final = (
    *("corp", "home", "home.arpa", "internal", "intranet", "lan", "local", "localdomain"),
    *("private", "test", "fritz.box", "speedport.ip"),
)
"""What routers put behind names at home, and nobody can register (RFC 6761, 6762, 8375)."""
_RESOLVER: Final = Path("/etc/resolv.conf")
_OWN_SITES: Final = ("same-origin", "none")
"""What a browser says of a request that no other site caused."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]/@\s]+)(?::[0-9]{1,5})?", re.IGNORECASE)


def own_names(more: Iterable[str] = ()) -> frozenset[str]:
    """Return the names of this computer, and those that its owner added."""
    host = socket.gethostname().lower().rstrip(".")
    short = host.split(".")[0]
    return frozenset(
        {"localhost", host, short, f"{short}.local", *(name.lower() for name in more)} - {""}
    )


def host_of(header: str) -> str:
    """Return the name in a Host header, in small letters and without the port.

    Return "" for no valid one.
    """
    match = _HOST.fullmatch(header.strip())
    return match[1].strip("[]").lower().rstrip(".") if match else ""


def is_own(header: str, names: Iterable[str], addresses: Iterable[str]) -> bool:
    """Return True if a Host header names this computer."""
    host = host_of(header)
    if not host:
        return False
    label, _, domain = host.partition(".")
    if host in names:
        return True
    if label in names and domain in (*_NOBODYS, *search_domains()):
        return True
    try:
        asked = ipaddress.ip_address(host)
    except ValueError:
        return False
    return asked.is_loopback or any(asked == ipaddress.ip_address(address) for address in addresses)


def search_domains(resolver: Path = _RESOLVER) -> frozenset[str]:
    """Return the domains of this computer's network, as its router told them.

    A domain of one word, such as `com`, may have this computer's name for anybody.
    """
    try:
        lines = resolver.read_text("utf-8", "replace").lower().splitlines()
    except OSError:
        return frozenset()
    found = []
    for line in lines:
        key, *names = line.split() or [""]
        if key in ("search", "domain"):
            found += [name.rstrip(".") for name in names]
    return frozenset(name for name in found if "." in name)


def is_foreign(origin: str | None, site: str | None, host: str) -> bool:
    """Return True if another site caused a request.

    origin, site: its Origin and Sec-Fetch-Site headers, if any.
    """
    if site is not None and site not in _OWN_SITES:
        return True
    if origin is None:
        return False
    try:
        page = urlsplit(origin)
    except ValueError:  # such as a bracket that is never closed
        return True
    return page.scheme not in ("http", "https") or page.netloc.lower() != host.strip().lower()
