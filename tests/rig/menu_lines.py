"""The lines of a menu, and those of the turns: moved to and selected."""

from companion.face.dialogue import menus


def select(rig, *keys):
    """Open the menu and select these lines, one list after the other."""
    rig.more("menu")
    for key in keys:
        move_to(rig, key)
        rig.tap("play")


def move_to(rig, key):
    face, sitting = rig.core.view.face, rig.core.sitting
    labels = [line.label.key for line in menus.menu_lines(face, sitting)]
    target = labels.index(key if key.startswith("counter_") else f"menu_{key}")
    for _ in range((target - face.menu.cursor) % len(labels)):
        rig.tap("discard")


def labels(rig):
    return [line.label.key for line in menus.menu_lines(rig.core.view.face, rig.core.sitting)]


def mark(rig, number):
    """Move the mark of the turns to a line."""
    while (marked := rig.core.view.face.visit.mark) != number:
        rig.tap("clue" if marked > number else "discard")
