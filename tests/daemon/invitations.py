"""Guests who are invited at the device."""

from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.face.dialogue import menus
from companion.face.state import MenuName

URL = "http://192.168.178.20:8080"


def serve(rig, *urls, answers=None):
    """Serve a page there, until its connection ends. Return the reply of that."""
    reply = (answers if answers is not None else []).append
    rig.inbox.append(Request({"do": "serve", "urls": list(urls or [URL])}, reply, Door.VIEW))
    rig.settle()
    return reply


def lines(rig):
    return list(rig.ask(get="screen")["screen"]["texts"])


def to_line(rig, word):
    """Open the menu and go down to a line."""
    rig.more("menu")
    for _ in range(20):
        face = rig.core.view.face
        assert face.menu.name == MenuName.MAIN
        if keys(rig)[face.menu.cursor] == word:
            return
        rig.tap("discard")
    raise AssertionError(f"no line {word}")


def keys(rig):
    return [line.label.key for line in menus.menu_lines(rig.core.view.face, rig.core.view.sitting)]


def invite(rig):
    """Choose *Phone* by the buttons. Return the token that the display shows."""
    to_line(rig, "menu_phone")
    rig.tap("play")
    assert rig.screen == "phone"
    return next(text.rpartition("/")[2] for text in lines(rig) if text.startswith("HTTP://"))
