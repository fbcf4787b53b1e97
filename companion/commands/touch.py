"""`companion touch`: the touch table of a device with a touch screen, for a browser on it."""

from typing import Final

from companion.commands.effective import effective
from companion.commands.looking_on import need, view_socket
from companion.daemon.log import set_up_log
from companion.signals import run_and_exit

PORT: Final = 8090


def run(port: int | None, socket: str | None, view: str | None) -> int:
    """Serve the touch table until a signal comes; returns the exit status."""
    need("touch table", "web", "tornado")
    set_up_log()
    control = effective({"socket": socket}).settings.socket
    from companion.page.touch_server import TouchSite  # tornado may be missing

    site = TouchSite(PORT if port is None else port, view_socket(view, socket), control)
    run_and_exit(site.serve())
    return 0
