"""`companion touch`: the touch table of a device with a touch screen, for a browser on it."""

from typing import Final

from companion.commands.effective import effective_settings
from companion.commands.looking_on import prepare_onlooker, view_socket
from companion.signals import run_and_exit

PORT: Final = 8090


def run(port: int | None, socket: str | None, view: str | None) -> int:
    """Serve the touch table until a signal comes. Return the exit status."""
    prepare_onlooker("touch table", "web", "tornado")
    control = effective_settings({"socket": socket}).settings.socket
    from companion.page.touch_server import TouchSite  # tornado may be missing

    site = TouchSite(PORT if port is None else port, view_socket(view, socket), control)
    run_and_exit(site.serve())
    return 0
