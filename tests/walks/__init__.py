"""Walks: what hands do at the device, and what eyes see then, as text.

    # A game of three that has just begun
    begin: play

    a discard with all tokens there is refused and says why
        discard > turn 1, notice all_clue_tokens  -- the eighth token is there

A section says what its walks have: `with:` what the rig is made with, `begin:` what is done first.
In a line of a walk stands what hands do, and behind `>` what is seen then, with commas between;
what follows `--` says why. `HANDS` and `EYES` are the first words; any other one of a hand is a
control that is tapped, or several with `+` between, and any other one of an eye an attribute of the
state, or the path of one (`menu.cursor`, `draft.first`). `x3` does it three times.
"""

import json
import re
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Self
from unittest.mock import patch

from companion import clock
from companion.daemon import pending
from companion.face import screens
from companion.face.dialogue.guests import ALPHABET
from companion.game.actions import TILES, action_json, parse_action
from companion.game.actions import Action as Action
from companion.game.actions import Concede as Concede
from companion.game.actions import Play as Play
from companion.game.cards import CARDS as CARDS
from companion.game.cards import SUITS
from companion.game.corrections import counters_on
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal.stickers import Sticker
from companion.panel import CARD_READER
from tests.rig.menu_lines import labels, mark, move_to, select
from tests.rig.rig import MEMORY, Rig
from tests.rig.views import action
from tests.walks import around
from tests.walks.around import Around, Notes
from wiring.reading.build import load

JSON: Final = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
PART: Final = re.compile(rf'(?:"[^"]*"|{JSON}|[^,"{{])+')
"""What stands between commas, but for those in quotes and in JSON."""
TIMES: Final = re.compile(r"^(.*?)(?: x(\d+))?$")
"""What hands do, and how often."""


STARTED: Final = 1_790_000_000.6
"""The time by the computer's clock when a walk begins."""


build_of: Final = cache(load)
"""A build by its name, read once."""


class Walk(NamedTuple):
    """A walk as it stands in a file."""

    title: str
    options: Mapping[str, str]
    """What the rig is made with; `stickers` are the editions of our deck and of theirs, `first` is
    the bonus tile that comes first, `computer` can be switched off (`listens`) or not (`deaf`), the
    pin of the control `taken` is taken before the games are read."""
    lines: tuple[str, ...]


class Walker:
    """A device, and what is known of it from before."""

    def __init__(self, folder: Path, options: Mapping[str, str], around: Around) -> None:
        self.folder = folder
        self.options = options
        self.around = around
        self.rig = self.started()
        self.known: dict[str, object] = {}
        """What was remembered."""
        self.answer: dict[str, Any] = {}
        """What who asked last was answered."""
        self.refusal: dict[str, Any] = {}
        """The last answer that was a refusal."""
        self.before = self.so_far()
        """How much there was when this line began."""

    def so_far(self) -> dict[str, int]:
        """Return how much was spoken, and so on."""
        lists = {"heard": self.rig.stage.heard, "sounds": self.rig.stage.sounds}
        lists |= {"told": self.around.told, "shown": self.around.shown}  # type: ignore[dict-item]
        return {name: len(each) for name, each in lists.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.rig.__exit__()

    def started(self) -> Rig:
        """Return a companion with the games that lie there."""
        given = dict(self.options)
        decks = given.pop("stickers", "").split("+")
        given.pop("first", None)
        if kind := given.pop("computer", ""):
            given["computer"] = around.computer(self.folder, kind)  # type: ignore[assignment]
        with around.taken_pin(given.pop("taken", "")):
            rig = Rig(self.folder, build_of(given.pop("build", "emulator")), **given)  # type: ignore[arg-type]
        for deck, preset in zip(("ours", "theirs"), filter(None, decks), strict=False):
            rig.core.enrolment.stickers |= stickers(deck, preset)
        self.around.watch(rig)
        return rig

    def restart(self) -> None:
        """Stop the companion and start it again."""
        self.rig.__exit__()
        self.rig = self.started()

    def note(self, answer: dict[str, Any]) -> None:
        """Note an answer."""
        self.answer = answer
        if not answer["ok"]:
            self.refusal = answer

    def told(self, key: str) -> Any:
        """Return what scripts are told of the screen."""
        return self.rig.ask(get="screen")["screen"][key]


def tag(word: str) -> str:
    """Return the tag of a sticker: `R1`, its second copy `R1#1`, `theirs:R1` of another deck."""
    deck, _, name = word.rpartition(":")
    card, _, copy = name.partition("#")
    return f"{deck or 'ours'}/{card}{copy or 0}".encode().hex()


def stickers(deck: str, preset: str) -> dict[str, Sticker]:
    """Return a sticker for each card of an edition's box, by their tags."""
    return {
        tag(f"{deck}:{card}#{copy}"): Sticker(deck, card)
        for card, count in Setup(3, PRESETS[preset]).box.copies.items()
        for copy in range(count)
    }


# What hands do


def overlap(rig: Rig, *presses: tuple[str, float, float]) -> None:
    """Press buttons, each from a second to another."""
    moves = [(down, control, True) for control, down, _ in presses]
    moves += [(up, control, False) for control, _, up in presses]
    now = 0.0
    for at, control, pressed in sorted(moves):
        rig.wait(at - now)
        (rig.down if pressed else rig.up)(control)
        now = at


def overlapped(walker: Walker, *words: str) -> None:
    """Press buttons that overlap: `overlap play 0 0.3 clue 0.1 0.4`."""
    overlap(walker.rig, *zip(words[::3], map(float, words[1::3]), map(float, words[2::3])))  # noqa: B905


def lay(walker: Walker, *words: str) -> None:
    """Lay a card on the reader, or several on a pad, and wait: `lay R1 W1 on discard 0.1`."""
    cards, _, where = " ".join(words).partition(" on ")
    reader, *after = where.split() or [CARD_READER]
    walker.rig.lay(*map(tag, cards.split()), reader=reader, after=float(*after or [0.5]))


def enter(walker: Walker, *words: str) -> None:
    """Have a script enter turns: `enter clue W discard:B4`."""
    for word in words:
        ask(walker, json.dumps({"do": "action", "action": action_json(action(word))}))


def ask(walker: Walker, body: str) -> None:
    """Have a script ask for something, which is granted."""
    walker.note(walker.rig.ask(**json.loads(body)))
    assert walker.answer["ok"], walker.answer


def refused(walker: Walker, body: str) -> None:
    """Have a script ask for something, which is refused."""
    walker.note(walker.rig.ask(**json.loads(body)))
    assert not walker.answer["ok"], walker.answer


def new(walker: Walker, body: str = "{}") -> None:
    """Begin a game of three, unless something else is said."""
    ask(walker, json.dumps({"do": "new", "players": 3, **json.loads(body)}))
    walker.rig.wait(1)


def turn(walker: Walker, steps: str) -> None:
    """Turn the encoder."""
    walker.rig.device.rotate(int(steps))
    walker.rig.settle()
    walker.rig.wait(0.2)


def remember(walker: Walker) -> None:
    """Remember all that may be `same` later."""
    walker.known = {what: thing(walker) for what, thing in SAME.items()}


HANDS: Final[dict[str, Callable[..., object]]] = {
    "hold": lambda walker, control, *seconds: walker.rig.hold(control, *map(float, seconds)),
    "down": lambda walker, control: walker.rig.down(control),
    "up": lambda walker, control: walker.rig.up(control),
    "lost": lambda walker, control: walker.rig.lose(control),
    "overlap": overlapped,
    "wait": lambda walker, seconds: walker.rig.wait(float(seconds)),
    "touch": lambda walker, suit: walker.rig.touch(suit),
    "more": lambda walker, item: walker.rig.more(item),
    "select": lambda walker, *lines: select(walker.rig, *lines),
    "to": lambda walker, line: move_to(walker.rig, line),
    "line": lambda walker, key: walker.rig.select(key),
    "mark": lambda walker, number: mark(walker.rig, int(number)),
    "restart": Walker.restart,
    "look": lambda walker, *_: around.look_on(walker),
    **around.HAPPENS,
    **{hand.__name__: hand for hand in (around.invite, around.phone, around.asks)},
    **{hand.__name__: hand for hand in (around.serve, around.gone)},
    **{hand.__name__: hand for hand in (lay, enter, ask, refused, new, turn, remember)},
}
"""What hands do, by the first word; `tap` before it makes a control of it."""


def move(walker: Walker, words: str) -> None:
    """Do what a hand does."""
    bare = words.removeprefix("tap ")
    first, *rest = bare.split(" ", 1) if "{" in bare else bare.split()
    if first == "play" and {*rest} & {*SUITS}:
        walker.rig.play(rest[0])
    elif first in HANDS and bare == words:
        HANDS[first](walker, *rest)
    else:
        walker.rig.press(first, *map(float, rest))


# What eyes see


def joined(words: str) -> str:
    """Return a text with plain blanks, and without quotes around it."""
    return words.strip('"').replace("\N{NO-BREAK SPACE}", " ")


def agree(walker: Walker, _: str) -> bool:
    """Whether glass, lights and store say the same as the state."""
    walker.rig.check()
    return True


def offers(walker: Walker, words: str) -> bool:
    """Whether a button, or several, stands for these items alone."""
    buttons, *items = words.split()
    return bool(walker.told("options").get(buttons) == items)


def label(walker: Walker, words: str) -> bool:
    """Whether a button has this label."""
    control, _, text = words.partition(" ")
    return bool(walker.told("keys")[control] == text)


def told(walker: Walker, words: str) -> bool:
    """Whether scripts are told this of the screen."""
    key, _, value = words.partition(" ")
    return plain(walker.told(key)) == value


def heard(walker: Walker, words: str) -> bool:
    """Whether this was spoken since the line began, each sentence in quotes."""
    return walker.rig.stage.heard[walker.before["heard"] :] == re.findall('"([^"]*)"', words)


def sounds(walker: Walker, words: str) -> bool:
    """Whether these were the sounds since the line began."""
    return [name for name, _ in walker.rig.stage.sounds[walker.before["sounds"] :]] == words.split()


def rests(walker: Walker, _: str) -> bool:
    """Whether nothing is due until somebody does something."""
    due = walker.rig.stage.drawing.next_due(walker.rig.now)
    return walker.rig.core.deadline(walker.rig.now) is None and due is None


def shown(walker: Walker, words: str) -> bool:
    """Whether these were the pictures since the line began: buttons that are down, and the turn."""
    return walker.around.shown[walker.before["shown"] :] == words.split()


def lines_told(walker: Walker, count: str) -> bool:
    """Whether an onlooker was told so many lines since the line began."""
    return len(walker.around.told) - walker.before["told"] == int(count)


def onlooker(walker: Walker, words: str) -> bool:
    """Whether the last line of an onlooker has this: `onlooker choice.purpose play`."""
    return has(walker.around.told[-1], words)


def answer(walker: Walker, words: str) -> bool:
    """Whether who asked last was answered this: `answer history.0.trial yes`."""
    return has(walker.answer, walker.around.coded(words))


def has(value: Any, words: str) -> bool:
    """Whether a value has this at a path."""
    path, _, wanted = words.partition(" ")
    for key in path.split("."):
        value = value[int(key)] if key.isdigit() else value.get(key, "absent")
    return plain(value) == wanted


def logged(walker: Walker, words: str) -> bool:
    """Whether this was logged, and so often: once, unless a number says how often."""
    text, count = re.fullmatch(r"(.*?)(?: (\d+))?", walker.around.coded(words)).groups()  # type: ignore[union-attr]
    return " ".join(walker.around.logged).count(joined(text)) == int(count or 1)


def code(walker: Walker, words: str) -> bool:
    """Whether the code is one, or is the same as another one: `code 2 as 1`."""
    tokens = walker.around.tokens
    if words == "well formed":
        return re.fullmatch(f"[{ALPHABET}]{{8}}", tokens[-1]) is not None
    one, _, other = words.split()
    return tokens[int(one) - 1] == tokens[int(other) - 1]


def rows(walker: Walker, words: str) -> bool:
    """Whether this is known of the hands, the newest card first: `rows . . R? r . / . . . . .`.

    `R` was touched, `r` passed, `?` is behind a card of which not all is known.
    """
    return " / ".join(" ".join(map(in_short, row)) for row in rows_of(walker)) == words


def rows_of(walker: Walker) -> list[list[dict[str, Any]]]:
    """Return what scripts are told of the cards in each hand."""
    return walker.rig.ask(get="state")["state"]["rows"]  # type: ignore[no-any-return]


def in_short(card: dict[str, Any]) -> str:
    """Return what is known of a card of a hand."""
    said = [*map(str, card["touched"]), *(str(value).lower() for value in card["passed"])]
    return ("".join(said) or ".") + ("" if card["whole"] else "?")


SAME: Final[dict[str, Callable[[Walker], object]]] = {
    "counters": lambda walker: counters_on(walker.rig.state),
    "game": lambda walker: walker.rig.core.sitting._replace(undone=()),
    "steps": lambda walker: walker.rig.core.sitting.steps,
    "table": lambda walker: walker.rig.core.sitting.state and walker.rig.json,
    "visit": lambda walker: walker.rig.core.view.face.visit,  # type: ignore[union-attr]
    "notice": lambda walker: walker.rig.notice,
    "face": lambda walker: walker.rig.core.view.face,  # type: ignore[union-attr]
    "glass": lambda walker: walker.rig.glass.tobytes(),
    "lights": lambda walker: walker.rig.ask(get="lights")["lights"],
    "shine": lambda walker: walker.rig.device.brightness_by_place(),
    "sent": lambda walker: walker.rig.device.model.bytes_received,  # type: ignore[union-attr]
    "mark": lambda walker: walker.rig.ask(get="state")["state"] and walker.rig.core.sitting.mark,
}
"""What can be the same as it was remembered; what was undone is no part of a game."""
EYES: Final[dict[str, Callable[[Walker, str], object]]] = {
    "says": lambda walker, text: joined(text) in joined(" ".join(walker.told("texts"))),
    "text": lambda walker, text: joined(text) in walker.told("texts"),
    "once": lambda walker, text: walker.told("texts").count(text) == 1,
    "same": lambda walker, what: SAME[what](walker) == walker.known[what],
    "error": lambda walker, text: text in (walker.refusal or walker.around.answers[-1])["error"],
    "phrase": lambda walker, key: walker.refusal["phrase"]["key"] == key,
    "actions": lambda walker, words: (
        walker.rig.core.sitting.actions == tuple(action(word) for word in words.split())
    ),
    "last": lambda walker, words: (
        walker.rig.core.sitting.actions[-1]
        == (parse_action(json.loads(words)) if "{" in words else action(words))
    ),
    "edition": lambda walker, preset: walker.rig.core.sitting.setup.edition == PRESETS[preset],  # type: ignore[union-attr]
    "volume": lambda walker, step: walker.rig.stage.sounds[-1][1] == step,
    "options": lambda walker, body: walker.told("options") == json.loads(body),
    "lists": lambda walker, key: key in labels(walker.rig),
    "lines": lambda walker, words: [f"menu_{word}" for word in words.split()] == labels(walker.rig),
    "at": lambda walker, key: labels(walker.rig)[walker.rig.core.view.face.menu.cursor] == key,  # type: ignore[union-attr]
    "answered": lambda walker, words: (
        [plain(answer["ok"]) for answer in walker.around.answers] == words.split()
    ),
    "light": lambda walker, how: (walker.rig.device.levels()["seat"][0] > 0) == (how == "lit"),
    "lit": lambda walker, words: (
        sum(walker.rig.ask(get="lights")["lights"][words.split()[0]]) == int(words.split()[1])
    ),
    "sent": lambda walker, words: (
        SAME["sent"](walker) - walker.known["sent"] < int(words.removeprefix("below "))  # type: ignore[operator]
    ),
    "tells": lambda walker, code: walker.around.coded(code) in json.dumps(walker.around.told),
    "bright": lambda walker, _: walker.rig.device.screen_brightness() == 1,
    "dark": lambda walker, _: walker.rig.glass.getbbox() is None,
    "off": lambda walker, _: (walker.folder / "poweroff").exists(),
    "farewell": lambda walker, text: (
        text in screens.draw(walker.rig.core.dialogue.farewell).texts  # type: ignore[arg-type]
    ),
    **{eye.__name__: eye for eye in (agree, offers, label, told, heard, sounds)},
    **{
        eye.__name__: eye
        for eye in (rests, shown, lines_told, onlooker, logged, code, answer, rows)
    },
}
"""What eyes see, by the first word; `not` before it says the contrary."""


def plain(value: object) -> str:
    """Return a value as it is written in a walk."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        value = [f"{key} {plain(value[key])}" for key in value]
    if isinstance(value, frozenset):
        value = sorted(value)
    if type(value) in (tuple, list):
        value = " ".join(map(plain, value))  # type: ignore[call-overload]
    return "none" if value is None or value == "" else str(value)


def seen(walker: Walker, path: str) -> str:
    """Return what an attribute is, from the view to the state; of a suit its height."""
    rig, view = walker.rig, walker.rig.core.view
    sitting = rig.core.sitting
    assert view is not None
    if path in SUITS:
        return str(rig.state.fireworks[path])
    first, *rest = path.split(".")
    places = (rig, rig.core, view, view.face, view.face.choice, sitting, sitting.state)
    known = [getattr(there, first) for there in places if hasattr(there, first)]
    value: Any = known[0] if known else rig.json[first]
    for name in rest:
        value = getattr(value, name)
    if path == "menu.staged":
        value = {f"{counter.name}{counter.part}": value[counter] for counter in value}
    return plain(value)


def look(walker: Walker, words: str) -> None:
    """Hold against the device what is seen."""
    bare = words.removeprefix("not ")
    first, _, rest = bare.partition(" ")
    found = EYES[first](walker, rest) if first in EYES else seen(walker, first) == rest
    if bool(found) != (bare == words):
        there = walker.rig.ask(get="screen")["screen"] if first in EYES else seen(walker, first)
        spoken = walker.rig.stage.heard[walker.before["heard"] :]
        raise AssertionError(f"{words}: {there} {spoken}")


# Walks as text


def go(walker: Walker, line: str) -> None:
    """Do and see what stands in a line."""
    hands, _, eyes = line.partition("> ")
    walker.before = walker.so_far()
    try:
        for part in filter(str.strip, PART.findall(hands)):
            words, times = TIMES.findall(part.strip())[0]
            for _ in range(int(times or 1)):
                move(walker, words)
        for part in filter(str.strip, PART.findall(eyes)):
            look(walker, part.strip())
    except Exception as error:
        error.add_note(line)
        raise


def walk(given: Walk) -> None:
    """Go a walk to its end."""
    first = given.options.get("first", TILES[0])
    order = (first, *(tile for tile in TILES if tile != first))
    beside = Around()
    with (
        tempfile.TemporaryDirectory(dir=MEMORY) as folder,
        patch.object(pending, "_shuffle_tiles", lambda: order),
        patch.object(clock, "passing", lambda: STARTED + beside.passed),
        Notes(beside.logged),
        Walker(Path(folder), given.options, beside) as walker,
    ):
        for line in given.lines:
            go(walker, line)


def walks(file: Path) -> list[Walk]:
    """Return the walks of a file."""
    found: list[Walk] = []
    options: dict[str, str] = {}
    begin: tuple[str, ...] = ()
    for line in file.read_text("utf-8").splitlines():
        said = line.partition(" -- ")[0].rstrip()
        first, _, rest = said.partition(" ")
        if first == "#":
            options, begin = {}, ()
        elif first == "with:":
            options = dict(option.split("=") for option in rest.split())
        elif first == "begin:":
            begin += (rest,)
        elif said.startswith(" "):
            found[-1] = found[-1]._replace(lines=(*found[-1].lines, said.strip()))
        elif said:
            found.append(Walk(said, options, begin))
    return found
