"""Every screen in its typical states, by name: for golden pictures and for looking at."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from companion.face.command import Begin, Command, Do, Reaction, Undo
from companion.face.dialogue import intents, menus, outcomes, practice, presses, repairs
from companion.face.dialogue.choices import question_columns
from companion.face.dialogue.presses import Target
from companion.face.editions import EDITIONS
from companion.face.preferences import ButtonMode, Preferences
from companion.face.spoken import last_step
from companion.face.state import (
    Choice,
    CounterName,
    Draft,
    EntryKind,
    Face,
    GuestAccess,
    LastBackup,
    Lesson,
    Menu,
    MenuName,
    Notice,
    Own,
    Phrase,
    Purpose,
    ScreenName,
    TableCounter,
    Token,
    face_at_rest,
    face_at_start,
)
from companion.face.view import Held, View
from companion.face.words import LANGUAGES
from companion.game.actions import (
    TILES,
    Action,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Information,
    Misfire,
    Name,
    Play,
)
from companion.game.cards import CARDS
from companion.game.edition import PRESETS, Edition
from companion.game.outlook import pace
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Undid
from companion.journal.sitting import EMPTY, Sitting, begin, follow
from companion.journal.statistics.standings import Figures, Standing
from companion.panel import POWER, Labels, Side

NAMES = ("Marie", "Jean", "Maximilian", "Zoé", "Anne-Sophie")
VERSION = "0.1.0"
"""What the pictures say, so that a release changes none."""
Named = Iterator[tuple[str, View]]


def action(word: str) -> Action:
    """Return an action: `clue`, `R` (that firework grows), `R1` (the rules judge it),
    `discard:W1`, `+` (it fits), `concede:REASON`, ...
    """
    what, _, card = word.partition(":")
    named = CARDS.get(card)
    actions: dict[str, Action] = {
        "clue": Clue(),
        "discard": Discard(named),
        "misfire": Misfire(named),
        "name": Name(named),  # type: ignore[arg-type]
        "tile": Bonus(card),  # type: ignore[arg-type]
        "concede": Concede(card),  # type: ignore[arg-type]
        "+": Play(),
        "++": Play(completed=True),
    }
    if what in actions:
        return actions[what]
    return Play(CARDS[what]) if what in CARDS else Play(suit=what)


def game(
    script: str,
    edition: Edition | str = "classic",
    players: int = 3,
    detail: str = "colours",
    names: bool = False,
    **began: object,
) -> Sitting:
    """Return a game after these turns; `began` has what else is said of its beginning."""
    rules = PRESETS[edition] if isinstance(edition, str) else edition
    setup = Setup(players, rules, detail)  # type: ignore[arg-type]
    sitting = begin(1, Began(setup, NAMES[:players] if names else (), **began))  # type: ignore[arg-type]
    for word in script.split():
        sitting = follow(sitting, Did(action(word)))
    return sitting


def empty_deck(sitting: Sitting) -> Sitting:
    """Return the game once the last card is drawn."""
    while sitting.state and sitting.state.deck:
        sitting = follow(sitting, Did(Clue() if sitting.state.clues > 5 else Discard()))
    return sitting


def finished(sitting: Sitting) -> Sitting:
    """Return the game once the last round is over."""
    while sitting.playing:
        assert sitting.state is not None
        sitting = follow(sitting, Did(Clue() if sitting.state.clues else Discard()))
    return sitting


def then(sitting: Sitting, *actions: Action) -> Sitting:
    for one in actions:
        sitting = follow(sitting, Did(one))
    return sitting


MIDDLE = "clue R R B misfire discard clue Y Y Y Y Y clue W"
CARDS_GAME = (
    "clue R R clue discard:W1 clue misfire:B4 clue discard:W1 W clue discard:Y3 discard:B4 clue "
    "discard:G2 Y Y clue discard"
)
TOKENS_GAME = "+ + clue + misfire + + ++ + clue"
GRAND = "clue R K M K clue W misfire discard M M"
ALL = " ".join("WRBYG" * 5)


FRESH = face_at_start(EMPTY, Preferences(language="en"))
"""The face at the first start, once a language was chosen."""


def show(sitting: Sitting, **given: Any) -> View:
    """Return a sitting on the screen that it rests on, but for what is given of face and view."""
    there = {key: given.pop(key) for key in View._fields if key in given}
    face = face_at_start(sitting, FRESH.preferences)._replace(**given)
    return View(sitting, face)._replace(**there)


def asking(
    sitting: Sitting,
    purpose: Purpose,
    chosen: tuple[str, ...] = (),
    spread: tuple[str, ...] = (),
    **given: Any,
) -> View:
    """Return the same with a question, and what was answered of it."""
    return show(sitting, scene=Choice(purpose, chosen, spread), **given)


def at_menu(sitting: Sitting, name: MenuName = MenuName.MAIN, cursor: int = 0, **menu: Any) -> View:
    """Return the same in a menu, at one of its lines."""
    return show(sitting, scene=ScreenName.MENU, menu=Menu(name, cursor, **menu))


def telling(sitting: Sitting, phrase: Phrase) -> View:
    """Return the same with a notice over it."""
    return show(sitting, notice=Notice(phrase, None))


def ended(sitting: Sitting, **given: Any) -> View:
    """Return the same on the screen of the end."""
    return show(sitting, scene=ScreenName.END, **given)


def held(view: View, control: str, too_long: bool = False) -> View:
    """Return the view while a button is held."""
    return view._replace(pressed=frozenset({control}), held=Held(control, too_long))


def drafted(setup: Setup, first: int = 0, names: tuple[str, ...] = ()) -> View:
    return View(EMPTY, FRESH._replace(draft=Draft(setup, names, first)))


def _starts() -> Named:
    for name, spread in (("language", ()), ("language-spread", LANGUAGES[:3])):
        asked = Choice(Purpose.LANGUAGE, spread=spread)
        yield name, View(EMPTY, face_at_start(EMPTY)._replace(scene=asked))
    welcome = FRESH._replace(scene=Choice(Purpose.WELCOME), origin=ScreenName.WELCOME)
    yield "welcome", View(EMPTY, welcome)
    yield "more-first", View(EMPTY, intents._open_more(welcome))
    for number, (name, edition) in enumerate(PRESETS.items()):
        yield f"start-{name}", drafted(Setup(2 + number % 4, edition), number % 2)
    own = PRESETS["grand"]._replace(ending="flourish", fuses=4, explosion="score")
    yield "start-own-rules", drafted(Setup(5, own), 4)
    yield "start-tokens", drafted(Setup(3, PRESETS["black-powder"], "tokens"), 2)
    yield "start-cards-names", drafted(Setup(4, PRESETS["rr-variant-2"], "cards"), 1, NAMES[1:])
    yield "start-names", drafted(Setup(3), 2, NAMES[:3])
    long = ("Maximiliane-Char", "Ann")
    yield "start-names-long", drafted(Setup(2), 0, long)
    yield "start-not-saved", drafted(Setup(4, PRESETS["colour-avalanche"]))._replace(saved=False)
    for number, name in enumerate(EDITIONS):
        listed = FRESH._replace(scene=ScreenName.EDITION, menu=Menu(cursor=number))
        yield f"edition-{name}", View(EMPTY, listed)
    more = FRESH._replace(scene=Choice(Purpose.MORE), origin=ScreenName.START)
    yield "more-start", View(EMPTY, more)


def _tables() -> Named:
    middle = game(MIDDLE)
    yield "table-first-turn", show(game("", players=4, first=2))
    yield "table", show(middle)
    yield "table-pressed", show(middle, pressed=frozenset({"clue"}))
    yield "table-seat-blinks", show(middle, dim_seat=True)
    yield "table-four-fuses", show(game("misfire clue misfire", "online", 2))
    yield "table-six-fireworks", show(game("clue R M M W W W W W", "rr-variant-1", 5))
    yield "table-seven-fireworks", show(game(GRAND, "grand", 5))
    yield "table-five-seats", show(game("clue clue clue", players=5))
    yield "table-names", show(game(MIDDLE, names=True))
    yield "table-names-long", show(game("clue clue misfire", "online", 5, names=True, first=3))
    yield "table-tokens", show(game(TOKENS_GAME, detail="tokens"))
    yield "table-clock", show(middle, left=95)
    yield "table-clock-over", show(game("misfire clue misfire", "online", 2), left=-885)
    yield "table-clock-names", show(game(MIDDLE, names=True), left=-885)
    yield "table-clock-weak", show(middle, left=-15, weak=True)
    yield from _last_rounds(middle)
    yield "table-marked", show(middle, marked="B")
    yield "table-seven-marked", show(game(GRAND, "grand", 5), marked="K")
    ruined = game(
        "clue clue clue discard:R5 clue clue discard:W3 discard:W3", players=4, detail="cards"
    )
    yield "table-cannot-finish", show(ruined)
    yield "table-help-off", show(ruined, preferences=FRESH.preferences._replace(help="off"))
    grand = game(
        "clue clue clue discard:R5 K clue discard:K1 discard:M5 G G G G", "grand", 4, "cards"
    )
    yield "table-seven-cannot-finish", show(grand)
    yield "table-six-cannot-finish", show(game("clue clue discard:R5 discard:M5 M", "rr-variant-1"))
    yield "table-not-saved", show(middle, saved=False)
    yield "table-clues-gone", show(game("clue " * 8))


def _last_rounds(middle: Sitting) -> Named:
    yield "table-last-round", show(empty_deck(middle))
    yield "table-last-turn", show(then(empty_deck(middle), Clue(), Clue()))
    flourish = empty_deck(game(MIDDLE, "final-flourish", 2))
    yield "table-flourish", show(game(MIDDLE, "final-flourish"))
    yield "table-flourish-empty-deck", show(then(flourish, Discard(), Clue(), Discard()))


def _choices() -> Named:
    middle = game(MIDDLE)
    grand = game(GRAND, "grand", 5)
    yield "choosing", asking(middle, Purpose.PLAY)
    yield "choosing-spread", asking(middle, Purpose.PLAY, (), ("B", "Y", "G"))
    yield "choosing-one-left", asking(game("B " * 5 + "Y " * 5), Purpose.PLAY)
    yield "choosing-seven-fireworks", asking(grand, Purpose.PLAY)
    yield "choosing-seven-spread", asking(grand, Purpose.PLAY, (), ("R", "M", "K"))
    yield "choosing-gaps", asking(game("W W W W W " + "Y " * 5), Purpose.PLAY)
    yield "outcome", asking(game("+ + + + + + + +", detail="tokens"), Purpose.OUTCOME)
    black = game("+ + + + + + + +", "black-powder", detail="tokens")
    yield "outcome-which", asking(black, Purpose.OUTCOME, ("completes",))
    yield "outcome-first", asking(game("", detail="tokens"), Purpose.OUTCOME)
    discarded = game(CARDS_GAME, detail="cards")
    yield "naming", asking(discarded, Purpose.NAME)
    yield "naming-rank", asking(discarded, Purpose.NAME, ("B",))
    yield "naming-rank-spread", asking(discarded, Purpose.NAME, ("B",), ("3", "4", "5"))
    seven = game(GRAND + " misfire", "grand", 5, "cards")
    yield "naming-misfire", asking(seven, Purpose.NAME)
    yield "naming-black", asking(seven, Purpose.NAME, ("K",))
    yield "naming-multicolour", asking(seven, Purpose.NAME, ("M",))
    yield "naming-late", asking(middle, Purpose.NAME_LATE)


def _tiles() -> Named:
    five = "clue discard:R2 clue discard:B1 W W W W W"
    for tile in ("clue", "repair", "colour", "value"):
        yield f"tile-{tile}", show(game(five, "flamboyants", tiles=(tile,)))
    recycle = game(five, "flamboyants", detail="cards", tiles=("recycle",))
    yield "tile-recycle", show(recycle)
    yield "tile-recycle-rank", asking(recycle, Purpose.TILE, ("R",))
    named = game(
        "clue discard:R2 clue discard:R3 W W W W W", "grand", 4, "cards", tiles=("recycle",)
    )
    yield "tile-recycle-two", asking(named, Purpose.TILE, ("R",))
    yield (
        "tile-recycle-unnamed",
        show(game("clue discard W W W W W", "flamboyants", tiles=("recycle",))),
    )
    yield "tile-recycle-nothing", show(game("W W W W W", "flamboyants", tiles=("recycle",)))
    empty = then(empty_deck(game("W W W W", "flamboyants", tiles=("recycle",))), Play(suit="W"))
    yield "tile-recycle-empty-deck", show(empty)
    yield "tile-recycle-as-replay", asking(empty, Purpose.TILE, ("replay",))
    yield (
        "tile-replay",
        show(game("clue discard:B1 R" + " W" * 5, "grand", 4, "cards", tiles=("replay",))),
    )
    yield (
        "tile-replay-unnamed",
        show(game("clue discard" + " W" * 5, "grand", 4, tiles=("replay",))),
    )
    yield "tile-replay-nothing", show(game("W W W W W", "flamboyants", tiles=("replay",)))
    yield from _more(game(five, "flamboyants"))
    yield from _own_tiles()


def _more(tile: Sitting) -> Named:
    asked = Choice(Purpose.MORE)
    yield "more-table", show(game(MIDDLE), scene=asked)
    yield "more-end", show(finished(empty_deck(game(MIDDLE))), scene=asked)
    one_at_a_time = Notice(Phrase("one_at_a_time"), 1.0, refusal=True)
    yield "notice-one-at-a-time", show(game(MIDDLE), notice=one_at_a_time)
    yield "more", show(tile, scene=asked)
    yield "more-none", show(game("W W W W W", "flamboyants", tiles=("replay",)), scene=asked)
    unnamed = game("clue discard W W W W W", "flamboyants", tiles=("recycle",))
    yield "more-unnamed", show(unnamed, scene=asked)
    yield "held-more", held(show(unnamed), "discard")


def _own_tiles() -> Named:
    own = FRESH.preferences._replace(tiles="table")
    turned = game("W W W W W", "flamboyants")
    yield "tile-own", show(turned, preferences=own)
    later = then(game("W W W W W tile:clue", "flamboyants"), *[Play(suit="B")] * 5)
    yield "tile-own-one-out", show(later, preferences=own)
    yield "tile-own-spread", asking(turned, Purpose.TILE, (), ("colour", "value"), preferences=own)


def _said() -> Named:
    middle = game(MIDDLE)

    def notice(sitting: Sitting, key: str, **facts: object) -> View:
        return telling(sitting, Phrase(key, facts))

    yield "notice-misfire", notice(middle, "misfired", fuses=2)
    yield "notice-completed", notice(middle, "completed", suit="M")
    yield "notice-completed-full", notice(middle, "completed_full", suit="M")
    yield "notice-last-round", notice(empty_deck(middle), "last_round", turns=3)
    yield "notice-last-round-five", notice(empty_deck(game("", players=5)), "last_round", turns=5)
    yield "notice-refused", notice(middle, "all_clue_tokens")
    yield "notice-undid", notice(middle, "undid", what=Phrase("a_card", {"card": CARDS["M5"]}))
    misfire = Phrase("a_misfire_of", {"card": CARDS["R3"]})
    yield "notice-redid", notice(middle, "redid", what=misfire)
    yield "notice-awake", asking(middle, Purpose.PLAY, notice=Notice(Phrase("awake"), None))
    nothing = Notice(Phrase("nothing_to_undo"), None)
    yield "notice-on-start", View(EMPTY, FRESH._replace(notice=nothing))
    yield "notice-passed", notice(middle, "passed", turns=1)
    yield "notice-failed", notice(middle, "failed")
    for control, name in (("clue", "undo"), ("discard", "named"), ("play", "misfire")):
        yield f"held-{name}", held(show(middle), control)
        yield f"held-too-long-{control}", held(show(middle), control, too_long=True)
    start = View(EMPTY, FRESH)
    yield "held-too-long-start", held(start, "clue", too_long=True)
    yield "held-edition", held(start, "discard")
    yield "held-nothing", held(start, "play")


def look(sitting: Sitting, page: str, help: str = "outlook") -> View:
    """Return a page of the look at a game, where this much help is given."""
    number = ("pile", "outlook", "actions", "clue").index(page)
    if help != "outlook" and number > 1:
        number -= 1
    chosen = FRESH.preferences._replace(help=help)
    return show(sitting, scene=ScreenName.LOOK, page=number, preferences=chosen)


def _hands() -> Named:
    """Hands of which clues were given, one of them with marks that cannot both be true."""
    red = Clue(Information(2, "R", (1, 4)))
    three = Clue(Information(2, 3, (1, 2)))
    blue = Clue(Information(2, "B", (4,)))
    for name, level, names, turns in (
        ("touched", "touched", False, (red, Clue(Information(1, 5, (3,))), three)),
        ("all", "all", True, (red, Clue(Information(1, 5, (3,))), three)),
        ("unknown", "all", False, (Clue(), Clue(Information(1, 5, (3,))), three)),
        ("false", "all", False, (red, Clue(Information(1, 5, ())), blue)),
    ):
        sitting = then(game("", names=names), *turns)
        chosen = FRESH.preferences._replace(clues=level)
        number = 4 + (1 - sitting.state.seat) % 3  # the hand of the second player
        seen = show(sitting, scene=ScreenName.LOOK, page=number, preferences=chosen)
        yield f"look-hand-{name}", seen


def _looks() -> Named:
    cards = game(CARDS_GAME, detail="cards")
    colours = game(MIDDLE)
    seven = game(
        "clue R K M K clue clue clue W discard:M3 discard:M3 discard:K1 discard:R2 G misfire:G1 M",
        "grand", 5, "cards",
    )  # fmt: skip
    yield "look-pile", look(cards, "pile")
    yield "look-pile-help-off", look(cards, "pile", "off")
    yield "look-pile-unnamed", look(colours, "pile")
    yield "look-pile-empty", look(game(""), "pile")
    six = game("clue discard:M2 clue discard:M4 M", "rr-variant-2", detail="cards")
    yield "look-pile-six", look(six, "pile")
    yield "look-pile-seven", look(seven, "pile")
    yield from _outlooks(cards, colours, seven)
    yield "look-actions", look(colours, "actions")
    named = game(GRAND + " misfire:M5", "grand", 5, "cards", names=True)
    yield "look-actions-names", look(named, "actions")
    yield "look-actions-none", look(game(""), "actions")
    yield from _hands()
    yield "look-clue", look(game(""), "clue")
    yield "look-clue-grand", look(seven, "clue")
    yield "look-clue-own", look(game("clue", "rr-variant-1"), "clue")
    yield "look-clue-avalanche", look(game("", "colour-avalanche"), "clue", "counts")


def _outlooks(cards: Sitting, colours: Sitting, seven: Sitting) -> Named:
    flourish = game(MIDDLE.replace("discard", "discard:B1"), "final-flourish", 4, names=True)
    last = empty_deck(colours)
    yield "look-outlook", look(cards, "outlook")
    yield "look-outlook-first-turn", look(game(""), "outlook")
    yield "look-outlook-unnamed", look(colours, "outlook")
    yield "look-outlook-seven", look(seven, "outlook")
    yield "look-outlook-tokens", look(game(TOKENS_GAME, detail="tokens"), "outlook")
    yield "look-outlook-one-discard", look(_pace(1), "outlook")
    yield "look-outlook-no-discard", look(_pace(0), "outlook")
    yield "look-outlook-unnamed-no-discard", look(_pace(0, named=False), "outlook")
    yield "look-pile-counts", look(cards, "pile", "counts")
    yield "look-outlook-last-turn", look(then(last, Clue(), Clue()), "outlook")
    yield "look-outlook-last-round", look(then(last, Clue()), "outlook")
    yield "look-outlook-no-token", look(game("Y Y Y Y"), "outlook")
    yield "look-outlook-no-more", look(_no_more(), "outlook")
    yield "look-outlook-flourish", look(flourish, "outlook")
    trap = then(empty_deck(game(MIDDLE, "final-flourish", 2)), Discard(), Clue(), Discard())
    yield "look-outlook-flourish-empty-deck", look(trap, "outlook")


def _pace(spare: int, named: bool = True) -> Sitting:
    """Return a game in which so many discards are left before points are lost."""
    sitting = game("", detail="cards")
    pile = iter([f"{suit}{rank}" for rank in (1, 1, 2) for suit in "WRBYG"])
    while sitting.state and pace(sitting.state) != spare:
        sitting = follow(sitting, Did(Clue()))
        sitting = follow(sitting, Did(Discard(CARDS[next(pile)] if named else None)))
    return sitting


def _no_more() -> Sitting:
    """Return a last round in which the cards that are left fit nothing."""
    gone = "clue clue clue clue clue misfire:W5 R R R R R B B B B B Y Y Y Y Y G G G G G W W W W"
    return game(gone, detail="cards")


def _menus() -> Named:
    middle = game(MIDDLE)
    start = FRESH._replace(scene=ScreenName.MENU, origin=ScreenName.START)
    yield "menu-start", View(EMPTY, start)
    yield "menu", at_menu(middle)
    yield "menu-middle", at_menu(middle, cursor=5)
    over = finished(empty_deck(middle))
    yield "menu-last-game", show(over, scene=ScreenName.MENU, origin=ScreenName.START)
    yield "menu-last", at_menu(follow(middle, Undid()), cursor=12)
    yield from _seats(start)
    draft = Draft(Setup(5, PRESETS["grand"], "cards"))
    yield "menu-rules", View(EMPTY, start._replace(menu=Menu(MenuName.RULES), draft=draft))
    yield "menu-rules-last", View(EMPTY, start._replace(menu=Menu(MenuName.RULES, 7), draft=draft))
    yield from _correcting()
    yield from _turns()
    yield "audit", show(middle, scene=ScreenName.AUDIT)
    state = middle.state
    assert state is not None
    lost = then(middle, Correct({"missing": 2, "deck": state.deck - 2}))
    yield "audit-missing", show(lost, scene=ScreenName.AUDIT)
    yield "about", show(middle, scene=ScreenName.ABOUT)
    yield from _phone(middle)
    yield from _corrections(middle)


def _seats(start: Face) -> Named:
    known = (*NAMES, "Jo", "W", "Maximiliane-Charlotte")
    seated = start._replace(draft=Draft(Setup(3), NAMES[:3], 1), known=known)
    yield "menu-names", View(EMPTY, seated._replace(menu=Menu(cursor=1)))
    yield "menu-seat", View(EMPTY, seated._replace(menu=Menu(MenuName.SEAT, 1, place=1)))
    yield "menu-seat-last", View(EMPTY, seated._replace(menu=Menu(MenuName.SEAT, 12, place=2)))
    unsaved = View(EMPTY, seated._replace(menu=Menu(MenuName.SEAT)))._replace(saved=False)
    yield "menu-seat-not-saved", unsaved
    yield "menu-forget", View(EMPTY, seated._replace(menu=Menu(MenuName.FORGET, 6)))


def _correcting() -> Named:
    seven = game(GRAND, "grand", 5)
    yield "menu-correct", at_menu(seven, MenuName.CORRECT)
    staged = {TableCounter(CounterName.DECK): 44, TableCounter(CounterName.HANDS, "1"): 3}
    yield "menu-correct-editing", at_menu(seven, MenuName.CORRECT, 3, editing=True, staged=staged)
    seated_game = game(MIDDLE, names=True, players=5, first=3)
    seat = {TableCounter(CounterName.SEAT): 5}
    yield "menu-correct-names", at_menu(seated_game, MenuName.CORRECT, editing=True, staged=seat)
    yield "menu-correct-hands", at_menu(seated_game, MenuName.CORRECT, 5)
    firework = {TableCounter(CounterName.FIREWORKS, "M"): 5}
    yield "menu-correct-fireworks", at_menu(seven, MenuName.CORRECT, 14, staged=firework)
    yield "menu-correct-apply", at_menu(seven, MenuName.CORRECT, 24, staged=staged)


def _corrections(middle: Sitting) -> Named:
    """Yield what is said of counters that were set and do not count yet."""
    for key in ("awake_correct", "correct_first"):
        menu = at_menu(middle, MenuName.CORRECT, 5)
        said = menu.face._replace(notice=Notice(Phrase(key), None))
        yield f"notice-{key.replace('_', '-')}", menu._replace(face=said)
    dropped = {"counter": Phrase("counter_fireworks", {"suit": "M"}), "number": 3}
    yield "notice-correct-dropped", telling(middle, Phrase("correct_dropped", dropped))
    more = Phrase("correct_dropped_more", {**dropped, "more": 4})
    yield "notice-correct-dropped-more", telling(middle, more)


def _phone(middle: Sitting) -> Named:
    """Yield where guests find the page: one address or several, short or long."""
    token, home = Token("K7Q2X9MP"), "HTTP://192.168.178.123:8080"
    one = show(middle, scene=ScreenName.PHONE, guests=GuestAccess((home,), token))
    yield "phone", one
    several = show(
        middle,
        scene=ScreenName.PHONE,
        page=1,
        guests=GuestAccess((home, "HTTP://HANABI-TABLE-AT-HOME.LOCAL:8080"), token),
    )
    yield "phone-second", several
    yield "phone-pressed", several._replace(pressed=frozenset({"discard"}))
    yield "phone-not-saved", one._replace(saved=False)
    asked = show(middle, scene=ScreenName.MENU, guests=GuestAccess((home,)))
    yield "menu-phone", asked._replace(face=_on_line(asked.face, middle, "menu_phone"))
    for key, sitting, face in (
        ("phone_gone", EMPTY, FRESH),
        ("phone_withdrawn", EMPTY, FRESH),
    ):
        yield key.replace("_", "-"), View(sitting, face._replace(notice=Notice(Phrase(key), None)))
    played = {"what": last_step(middle)}
    for told in (
        Phrase("guest_did", played),
        Phrase("named_guest_did", {"name": Own("Wilhelmina"), **played}),
        Phrase("guest_did", {"what": Phrase("a_new_game")}),
    ):
        face = face_at_start(middle)._replace(notice=Notice(told, None))
        yield (
            f"{told.key.replace('_', '-')}-{'new' if told.facts != played else 'turn'}",
            View(middle, face),
        )


def _on_line(face: Face, sitting: Sitting, key: str) -> Face:
    """Return the menu with its cursor on a line."""
    keys = [line.label.key for line in menus.menu_lines(face, sitting)]
    return face._replace(menu=face.menu._replace(cursor=keys.index(key)))


def _moved(face: Face, by: int) -> Face:
    assert face.visit is not None
    return repairs.move_mark(face, face.visit, by)[0]


def visited(sitting: Sitting, by: int = 0, **face: object) -> View:
    """Return a visit to the turns of a game, the mark moved by some lines."""
    view = show(sitting)
    return view._replace(face=_moved(repairs.open_turns(view.face, sitting), by)._replace(**face))  # type: ignore[arg-type]


def told(view: View, how: str, *commands: Do) -> View:
    """Return the same once a turn was told of the marked line."""
    assert view.face.visit is not None
    group = Target(view.sitting)
    face, _ = repairs.begin_turn(view.face, view.face.visit, EntryKind(how))
    for command in commands:
        face, _ = presses.at_hand(face, group).commit(face, command, 0.0)
    return view._replace(face=face, sitting=presses.at_hand(face, group).sitting)


def _turns() -> Named:
    middle = game(MIDDLE)
    yield "turns-first", visited(middle, -99)
    yield "turns", visited(middle, -3)
    yield "turns-last", visited(middle)
    yield "turns-now", visited(middle, 1)
    named = game(GRAND + " misfire:M5", "grand", 5, "cards", names=True)
    yield "turns-seven", visited(named)
    yield "turns-six", visited(game("clue M", "rr-variant-1"))
    yield "turns-tokens", visited(game("+ + clue +", detail="tokens"), -1)
    yield "turns-last-round", visited(then(empty_deck(middle), Clue(), Clue()))
    yield "turns-end", visited(finished(empty_deck(middle)), 1)
    corrected = then(middle, Correct({"clues": 3}), Clue())
    yield "turns-correction", visited(corrected, -1)
    back = middle
    for _ in range(4):
        back = follow(back, Undid())
    yield "turns-undone", visited(back, 3)
    yield "turns-game-undone", visited(finished(game(""))._replace(successor=2), 2)
    yield "turns-first-game-undone", visited(EMPTY._replace(successor=1), 1)
    yield "turns-not-saved", visited(middle, -3)._replace(saved=False)
    yield "turns-not-saved-seven", visited(game(GRAND, "grand", 5), -3)._replace(saved=False)
    yield from _marked_turns(middle, named, corrected)
    yield from _misfits()
    yield from _missing_tiles()
    yield from _repaired(middle)


def _marked_turns(middle: Sitting, named: Sitting, corrected: Sitting) -> Named:
    yield "turn", visited(middle, scene=ScreenName.TURN, menu=Menu(MenuName.TURN))
    yield "turn-correction", visited(corrected, -1, scene=ScreenName.TURN, menu=Menu(MenuName.TURN))
    yield "turns-forgotten", told(visited(middle, -3), "forgotten")
    yield "turns-another", told(visited(named, -3), "another")


def _misfits() -> Named:
    """Yield a further card on a firework that is complete."""
    misfit = told(visited(game("W W W W W clue R"), -4), "forgotten", Do(Play(suit="W")))
    yield "turns-misfit-told", misfit
    misfit = misfit._replace(face=misfit.face._replace(notice=None))
    yield "turns-misfit", misfit
    awake = Notice(Phrase("awake_turns"), None)
    yield "notice-awake-turns", misfit._replace(face=misfit.face._replace(notice=awake))
    yield "leaving", misfit._replace(face=misfit.face._replace(scene=Choice(Purpose.LEAVING)))


def _missing_tiles() -> Named:
    flamboyant = game("W W W W R clue", "flamboyants", tiles=("clue", *TILES[1:]))
    asked = told(visited(flamboyant, -4), "forgotten", Do(Play(suit="W")))
    yield "turns-tile-told", asked
    yield "turns-tile", asked._replace(face=asked.face._replace(notice=None))
    left = repairs._drop_turn(asked.face._replace(notice=None), asked.face.visit)
    its_tile = left._replace(scene=ScreenName.TURN, menu=Menu(MenuName.TURN, 1))
    yield "turn-tile", View(flamboyant, its_tile)


def _repaired(middle: Sitting) -> Named:
    what = Phrase(
        "repaired_another", {"turn": 17, "what": Phrase("a_misfire_of", {"card": CARDS["Y4"]})}
    )
    besides = (Phrase("left_out", {"what": Phrase("a_name", {"card": CARDS["M4"]})}),)
    but = Phrase("repaired_but", {"what": what, "besides": besides})
    yield "notice-repaired-but", telling(middle, but)


def _ends() -> Named:
    over = finished(empty_deck(game(MIDDLE)))
    yield "end", ended(over)
    yield "end-tokens", ended(then(game("+ + +", detail="tokens"), Concede("conceded")))
    yield "end-board", ended(over, page=2)
    yield "end-lost", ended(game("misfire misfire misfire"))
    yield "end-lost-points", ended(game("R R B misfire misfire misfire", "summary"))
    yield "end-perfect", ended(game(ALL))
    yield "end-perfect-30", ended(game(" ".join("WRBYGM" * 5), "rr-variant-1"))
    yield "end-perfect-black", ended(game(" ".join("WRBYGK" * 5), "black-powder"))
    yield "end-negative", ended(finished(empty_deck(game("W", "black-powder"))))
    yield "end-24", ended(then(_no_more(), Concede("no_more_points")))
    yield "end-conceded", ended(then(game(MIDDLE), Concede("conceded")))
    yield "end-board-seven", ended(then(game(GRAND, "grand", 5), Concede("conceded")), page=2)
    tokens = then(game("+ + +", detail="tokens"), Concede("conceded"))
    yield "end-board-tokens", ended(tokens, page=2)
    yield "end-flourish-won", ended(game(ALL, "final-flourish"))
    yield "end-flourish-lost", ended(game("clue discard:R5", "final-flourish", detail="cards"))
    yield "end-flourish-fuses", ended(game("misfire W misfire misfire", "final-flourish"))
    yield "end-not-saved", ended(over, saved=False)
    yield "end-weak", ended(over, weak=True)
    yield from _meanings(over)
    yield from _end_pages(over)


def _end_pages(over: Sitting) -> Named:
    """Yield what sank the others, the curve, the code."""
    exact = "W clue clue clue clue clue discard:R5 discard:Y3 misfire:Y3 clue discard:W5"
    sunk = then(game(exact, detail="cards"), Concede("conceded"))
    yield "end-sunk", ended(sunk, page=3)
    four = then(game("W W W W W", detail="cards"), Concede("conceded"))
    yield "end-sunk-four", ended(four, page=3)
    yield "end-sunk-unnamed", ended(over, page=3)
    fives = " ".join(f"discard:{suit}5" for suit in "RWBYG") + " misfire:M5 misfire:K1"
    seven = then(game(f"{'clue ' * 5}{fives}", "grand", 5, "cards"), Concede("conceded"))
    yield "end-sunk-seven", ended(seven, page=3)
    yield "end-curve", ended(over, page=4)
    yield "end-curve-falling", ended(sunk, page=4)
    yield "end-curve-black", ended(then(game(GRAND, "grand", 5), Concede("conceded")), page=4)
    tiles = game("Y Y clue discard:R5 clue R W clue B", "flamboyants", detail="cards")
    yield "end-curve-tiles", ended(then(tiles, Concede("conceded")), page=4)
    named = finished(empty_deck(game(MIDDLE, names=True)))
    yield from _codes(named)
    yield "end-pile", ended(sunk, page=6)
    yield "end-actions", ended(named, page=7)
    yield "end-board-not-saved", ended(named, page=2, saved=False)
    yield "end-code-held", held(ended(named, page=5), "clue")._replace(pressed=frozenset())


def _codes(named: Sitting) -> Named:
    day = Standing(1, "2026-11-20", Figures(), Figures(), named=True)
    yield "end-code", ended(named, page=5, standing=day)
    yield "end-code-no-day", ended(game(ALL, players=5), page=4)
    full = then(game(GRAND, PRESETS["grand"]._replace(fuses=4), 5, names=True), Concede("conceded"))
    yield "end-code-full", ended(full, page=5, standing=day)
    yield "end-code-not-saved", ended(named, page=5, saved=False)
    yield "end-code-pressed", ended(named, page=5, pressed=frozenset({"clue", "play"}))


def _meanings(over: Sitting) -> Named:
    """Yield a result beside the earlier games."""
    yield "end-story", ended(over, page=1)
    black = then(game("W K K", "black-powder"), Concede("conceded"))
    yield "end-story-black", ended(black, page=1)
    yield "end-story-won", ended(game(" ".join("WRBYGK" * 5), "black-powder"), page=1)
    before = Figures(7, 21, 1, 0, 3)
    alike = Standing(1, "2026-11-20", before, before, named=True)
    yield "end-best", ended(over, page=1, standing=alike)
    yield "end-best-number", ended(over, page=1, standing=alike._replace(named=False))
    yield "end-best-not-saved", ended(over, page=1, standing=alike, saved=False)
    low = alike._replace(before=before._replace(best=8), named=False)
    yield "end-new-best", ended(over, page=1, standing=low)
    yield "end-best-again", ended(over, page=1, standing=alike._replace(before=Figures(2, 9)))
    yield (
        "end-streak",
        ended(over, page=1, standing=alike._replace(ever=before._replace(streak=12))),
    )
    first = Standing(1, "2026-11-20", Figures(), Figures(1, 9), named=True)
    yield "end-first", ended(over, page=1, standing=first)
    yield "end-first-alike", ended(over, page=1, standing=first._replace(ever=before))
    perfect = ended(game(ALL), page=1)
    yield "end-perfect-first", perfect._replace(standing=first._replace(ever=Figures(9, 25, 1)))
    yield "end-perfect-more", perfect._replace(standing=first._replace(ever=Figures(90, 25, 12)))
    lost = game("misfire W misfire misfire", "final-flourish")
    yield "end-flourish-so-far", ended(lost, page=1, standing=alike)


def _taps(table: Sitting) -> Named:
    card = CARDS["M5"]
    for name, phrase in (
        ("tapped", Phrase("tapped", {"card": card})),
        ("two-cards", Phrase("two_cards")),
        ("unknown-sticker", Phrase("unknown_sticker")),
        ("other-deck", Phrase("other_deck", {"deck": "Wednesday"})),
        ("lies-on-firework", Phrase("lies_on_firework", {"card": card})),
        ("lies-on-pile", Phrase("lies_on_pile", {"card": card})),
        ("cannot-be", Phrase("cannot_be", {"card": card})),
        ("this-is", Phrase("this_is", {"card": card})),
        ("unplugged", Phrase("unplugged", {"part": Phrase("part_discard")})),
        ("plugged", Phrase("plugged", {"part": Phrase("part_card")})),
        ("keypad-away", Phrase("keypad_away")),
        ("keypad-back", Phrase("keypad_back")),
    ):
        yield f"tap-{name}", telling(table, phrase)


def _backups(middle: Sitting) -> Named:
    for name, backup in (
        ("about-backup", LastBackup(1_800_000_000.0, 1)),
        ("about-backup-games", LastBackup(60.0, -11)),
        ("about-backup-now", LastBackup(60.0, 1)),
    ):
        about = show(middle, scene=ScreenName.ABOUT)
        yield name, about._replace(face=about.face._replace(backup=backup))
    for name, phrase in (
        ("restored", Phrase("restored", {"games": 1000})),
        ("restored-nothing", Phrase("restored", {"games": 0})),
        ("restore-refused", Phrase("restore_refused")),
        ("tip-backup", Phrase("tip_backup")),
    ):
        yield name, telling(middle, phrase)


def _offs() -> Named:
    middle = game(MIDDLE)
    yield from _taps(middle)
    named = game(MIDDLE, names=True)
    yield "table-weak", show(named, weak=True)
    yield "table-battery", show(named, battery=True)
    for name, menu in (("menu-switch-off", Menu(cursor=12)), ("menu-power", Menu(MenuName.POWER))):
        yield name, show(middle, scene=ScreenName.MENU, menu=menu, can_switch_off=True)
    yield "hold-power", show(middle, can_switch_off=True, held=Held(POWER, too_long=False))
    for name, lost in (("", None), ("-lost", 12), ("-game-lost", 0)):
        told = {"kept": outcomes.kept_from(lost)}
        unsaved = show(middle)._replace(saved=lost is None, lost=lost)
        for key in ("switching_off", "still_on"):
            face = unsaved.face._replace(notice=Notice(Phrase(key, told), None))
            yield f"{key.replace('_', '-')}{name}", unsaved._replace(face=face)
        if name:
            yield f"halted{name}", unsaved._replace(face=show(middle, scene=ScreenName.HALTED).face)
    face = show(middle).face
    for name, told_of in (
        ("control-unusable", outcomes.tell_unusable(face, ("discard",))),
        ("controls-unusable", outcomes.tell_unusable(face, ("clue", "play"))),
        ("control-usable", outcomes.tell_usable(face, "discard", 0)),
        ("control-stuck", outcomes.tell_stuck(face, "encoder")),
    ):
        yield name, View(middle, told_of)
    not_off, tapped = Phrase("cannot_switch_off"), Phrase("power_is_held")
    yield "switching-off-not", show(middle, notice=Notice(not_off, None, refusal=True))
    yield "power-tapped", show(middle, notice=Notice(tapped, None, refusal=True))
    for name, kind, file in (
        ("games-mended", "mended", ""),
        ("games-mended-kept", "mended", "games.damaged-1.txt"),
        ("games-lost", "lost", ""),
        ("games-lost-kept", "lost", "games.damaged-1.txt"),
        ("games-end", "end", ""),
        ("games-end-kept", "end", "games.damaged-1.txt"),
        ("games-other-kept", "other", "games.other-1.txt"),
        ("games-two-kept", "two", "games.other-1.sqlite3"),
        ("games-broken-off", "broken_off", ""),
    ):
        yield name, telling(middle, outcomes.mended(kind, file, 42))
    yield from _backups(middle)
    for name, key in (("boot-ignored", "boot_ignored"), ("in-memory", "in_memory")):
        yield name, telling(middle, Phrase(key))
    yield "halted", show(middle, scene=ScreenName.HALTED)
    yield "halted-between-games", show(finished(middle), scene=ScreenName.HALTED)


def translated(view: View, language: str) -> View:
    """Return the view as a group of another language sees it."""
    preferences = view.face.preferences._replace(language=language)
    return view._replace(face=view.face._replace(preferences=preferences))


def _learning() -> Named:
    """Yield the practice, lesson by lesson, and the tips of the first games."""
    new = FRESH._replace(newcomers=True)
    yield "start-newcomers", View(EMPTY, new)
    menu = new._replace(scene=ScreenName.MENU, origin=ScreenName.START)
    yield "menu-start-newcomers", View(EMPTY, menu)
    start = practice.start_practice(new._replace(draft=Draft(Setup(4), (), 1)), new)
    face = start
    for lesson, way in practice.WAYS.items():
        assert face.practice is not None
        target = presses.at_hand(face, Target(EMPTY))
        yield f"practice-{lesson}", View(target.sitting, face)
        if lesson == Lesson.PLAY:
            asked = face._replace(scene=Choice(Purpose.PLAY))
            yield "practice-play-choosing", View(face.practice.sitting, asked)
        if lesson == Lesson.DONE:
            break
        wrong, _ = practice.check_lesson(face, Reaction(face, Begin(face.draft)), 0.0)
        yield f"practice-{lesson}-again", View(target.sitting, wrong)
        face = _after_lesson(face, target, _ANSWERS[way.asks])
    assert start.practice is not None
    yield "practice-leaving", View(start.practice.sitting, start, held=Held("clue", too_long=False))
    for shortcut in ("", "keys", "pads"):
        yield f"tip-press-{shortcut}", show(game(""), newcomers=True, shortcut=shortcut)
    yield "tip-misfire", asking(game("clue W"), Purpose.PLAY, newcomers=True)


_ANSWERS: Final = {
    Clue: Do(Clue()),
    Discard: Do(Discard()),
    Play: Do(Play(suit="W")),
    Undo: Undo(),
}
"""What a group does in a lesson, by what that asks."""


def _after_lesson(face: Face, target: Target, command: Command) -> Face:
    """Return the face once the answer to a lesson counts."""
    face, step = target.commit(face, command, 0.0)
    return practice.advance(face_at_rest(face, step.after), face.practice, step.after)


def pressed(view: View, *buttons: str) -> View:
    """Return the view with these buttons down."""
    return view._replace(pressed=frozenset(buttons))


def _pressed_columns(five: View, seven: View) -> Named:
    yield "columns-one-pressed", pressed(five, "discard")
    yield "columns-two-pressed", pressed(five, "clue", "discard")
    yield "columns-complete-pressed", pressed(five, "discard", "play")
    yield "columns-three-pressed", pressed(seven, "clue", "discard", "play")
    yield "columns-none-pressed", pressed(five, "clue", "play")
    rank = asking(seven.sitting, Purpose.NAME_LATE, ("K",))
    yield "columns-rank-pressed", pressed(rank, "clue", "discard")


def _columns() -> Named:
    """Yield choices by columns, in what else may be there."""
    middle = game(MIDDLE)
    grand = game(GRAND, "grand", 5)
    play = Choice(Purpose.PLAY)
    yield "columns-six", asking(game("clue R M M W W W W W", "rr-variant-1", 5), Purpose.PLAY)
    yield "columns-six-black", asking(game("clue R K K W W", "black-powder", 4), Purpose.PLAY)
    yield "columns-all-but-one", asking(game(ALL.replace("G", "")), Purpose.PLAY)
    yield from _pressed_columns(asking(middle, Purpose.PLAY), asking(grand, Purpose.PLAY))
    yield "columns-seat-blinks", asking(middle, Purpose.PLAY, dim_seat=True)
    yield "columns-names", asking(game(MIDDLE, names=True), Purpose.PLAY)
    yield "columns-newcomers", asking(middle, Purpose.PLAY, newcomers=True)
    yield "columns-newcomers-not-saved", asking(grand, Purpose.PLAY, newcomers=True, saved=False)
    discarded = game(CARDS_GAME, detail="cards")
    yield "columns-newcomers-rank", asking(discarded, Purpose.NAME, ("B",), newcomers=True)
    yield "columns-opposite", pressed(asking(middle, Purpose.PLAY), "clue")._replace(flipped=True)
    refused = asking(middle, Purpose.PLAY, notice=Notice(Phrase("empty_cell"), None))
    yield "columns-refused", pressed(refused, "clue")
    yield "columns-held", held(asking(middle, Purpose.PLAY), "play")
    tokens = game(TOKENS_GAME, detail="tokens")
    yield "columns-tokens", asking(tokens, Purpose.NAME)
    yield "columns-tokens-rank", asking(tokens, Purpose.NAME, ("Y",))
    visit = told(visited(middle), EntryKind.FORGOTTEN)
    entering = View(visit.sitting, visit.face._replace(scene=play))
    yield "columns-entering", entering
    yield "columns-entering-pressed", pressed(entering, "play")


BONNET = Labels(order=("play", "clue", "discard"), marks="56•")
"""A joystick at the left of the display, two buttons at its right."""
OLED_HAT = Labels(Side.RIGHT, rows=(-2, 24, 49))
"""Three keys at the right of the display."""


def labelled(view: View, labels: Labels, buttons: str = ButtonMode.SINGLE) -> View:
    """Return the view on a build whose labels stand elsewhere."""
    preferences = view.face.preferences._replace(buttons=buttons)
    return view._replace(face=view.face._replace(preferences=preferences, labels=labels))


_BONNET = """
    table language welcome start-classic menu turns turn end end-code end-code-not-saved phone
    phone-second more-table cells-choosing cells-choosing-spread cells-naming-rank tile-own
    tile-replay-unnamed
"""
_OLED_HAT = """
    language start-classic start-own-rules start-names start-names-long start-tokens
    edition-grand more-table
    more-start table table-pressed table-names table-clock table-clock-names
    table-seven-fireworks table-last-round
    table-cannot-finish table-seven-cannot-finish table-tokens table-flourish-empty-deck
    table-not-saved table-marked cells-choosing cells-choosing-spread
    cells-choosing-seven-fireworks cells-naming-rank cells-naming-misfire outcome outcome-which
    cells-tile-recycle tile-clue tile-recycle-empty-deck tile-own tile-own-spread notice-misfire
    notice-last-round notice-last-round-five notice-repaired-but held-undo held-too-long-clue
    look-pile look-pile-unnamed look-pile-six look-pile-seven look-outlook look-outlook-flourish
    look-actions look-clue look-clue-grand menu menu-last menu-rules menu-seat menu-correct
    menu-correct-editing menu-correct-fireworks audit-missing about phone phone-second
    phone-not-saved turns turns-undone turns-seven turns-misfit turns-tokens turns-forgotten turn
    leaving end end-best end-negative end-perfect-first end-board end-sunk end-sunk-seven
    end-curve end-code welcome more-first practice-play practice-play-again practice-undo halted
    language-spread
"""
_OLED_HAT_COLUMNS = """
    choosing choosing-seven-fireworks columns-six columns-two-pressed columns-newcomers
    columns-opposite columns-refused columns-held columns-entering columns-tokens
"""


def _elsewhere(found: dict[str, View]) -> Named:
    """Yield where the labels do not stand below the picture in their usual order."""
    for name in _BONNET.split():
        yield f"bonnet-{name}", labelled(found[name], BONNET)
    for name in _OLED_HAT.split():
        yield f"oled-hat-{name}", labelled(found[name], OLED_HAT)
    for name in _OLED_HAT_COLUMNS.split():
        yield f"oled-hat-{name}", labelled(found[name], OLED_HAT, ButtonMode.TOGETHER)


def _by_cells(found: dict[str, View]) -> Named:
    """Yield what is chosen by columns, by one button at a time."""
    for name, view in found.items():
        if question_columns(view.face, view.sitting) and not name.startswith("columns-"):
            single = view.face.preferences._replace(buttons=ButtonMode.SINGLE)
            yield f"cells-{name}", view._replace(face=view.face._replace(preferences=single))


@cache
def views() -> Mapping[str, View]:
    """Return the views by name; they are made once."""
    found: dict[str, View] = {}
    groups = (_starts, _tables, _choices, _columns, _tiles, _said, _looks, _menus, _ends, _offs)
    for group in (*groups, _learning):
        for name, view in group():
            assert name not in found, name
            found[name] = view
    found |= dict(_by_cells(found))
    found |= dict(_elsewhere(found))
    return MappingProxyType(
        {name: view for name, view in found.items() if not _spread_in_columns(view)}
    )


def _spread_in_columns(view: View) -> bool:
    """Return True if a cell is opened where there are none."""
    choice = view.face.choice
    return choice is not None and choice.spread != () and question_columns(view.face, view.sitting)
