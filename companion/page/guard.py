"""The guard: by which names the page may be asked, and from which other pages.

A name that is not the companion's own is refused, so that no other site can point its own name at
this address and read the table through a guest's browser.
"""

import ipaddress
import re
import socket
from collections.abc import Iterable, Mapping
from typing import Final

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
"""What routers put behind names at home, and nobody can register (RFC 6761, 6762, 8375).

A phone asks for `pi.fritz.box` where a person typed `pi`. Any other search domain may belong to
somebody: its names are heard where the owner lists them.
"""
_PASSED_ON: Final = ("Forwarded", "X-Real-Ip", "Via")
"""What a proxy says of whom it asks for."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]/@\s]+)(?::[0-9]{1,5})?", re.IGNORECASE)


def own_names(more: Iterable[str]) -> frozenset[str]:
    """Return the names of this computer, and those that its owner added."""
    host = socket.gethostname().lower().rstrip(".")
    short = host.split(".")[0]
    return frozenset(
        {"localhost", host, short, f"{short}.local", *(name.lower() for name in more)} - {""}
    )


def is_own(header: str, names: Iterable[str]) -> bool:
    """Return True if a Host header has an address, or a name of this computer.

    Nobody can point an address elsewhere: a browser that asks by one had its page from there.
    """
    match = _HOST.fullmatch(header.strip())
    if match is None:
        return False
    host = match[1].strip("[]").lower().rstrip(".")
    label, _, domain = host.partition(".")
    if host in names:
        return True
    if label in names and domain in _NOBODYS:
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_here(address: str, headers: Mapping[str, str]) -> bool:
    """Return True if a request comes from this computer itself, and not by a proxy on it."""
    passed_on = {name for name in map(str.lower, headers) if name.startswith("x-forwarded-")}
    here = ipaddress.ip_address(address.split("%")[0] or "::").is_loopback
    return here and not passed_on and not any(name in headers for name in _PASSED_ON)


def is_foreign(origin: str | None, site: str | None, host: str) -> bool:
    """Return True if another site caused a request.

    origin, site, host: its Origin, Sec-Fetch-Site and Host headers, if any.
    """
    if site not in (None, "same-origin", "none"):
        return True
    own = host.strip().lower()
    return origin is not None and origin.lower() not in (f"http://{own}", f"https://{own}")
