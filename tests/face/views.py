"""Every screen in its typical states, by name: for golden pictures and for looking at."""

from companion.face.state import CHOOSING, END, PUT_BACK, Face, Notice, Phrase, wake
from companion.face.view import Held, View
from companion.game.actions import Action, Clue, Discard, Misfire, Play
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.table.events import Began, Did, Undid
from companion.table.sitting import EMPTY, Sitting, begin, follow


def _plays(suits: str) -> list[Action]:
    return [Play(suit=suit) for suit in suits]


def _sitting(actions: list[Action], players: int = 3, preset: str = "classic", first: int = 0) -> Sitting:
    sitting = begin(1, Began(Setup(players, PRESETS[preset]), first=first))
    for action in actions:
        sitting = follow(sitting, Did(action))
    return sitting


def _until_deck_is_empty(sitting: Sitting) -> Sitting:
    while sitting.state and sitting.state.deck:
        sitting = follow(sitting, Did(Clue() if sitting.state.clues > 5 else Discard()))
    return sitting


def _to_the_end(sitting: Sitting) -> Sitting:
    while sitting.playing:
        assert sitting.state is not None
        sitting = follow(sitting, Did(Clue() if sitting.state.clues else Discard()))
    return sitting


def _notice(face: Face, key: str, **facts: object) -> Face:
    return face._replace(notice=Notice(Phrase(key, facts), None))


def views() -> dict[str, View]:
    """The views by name."""
    middle = _sitting(
        [Clue(), *_plays("RRB"), Misfire(), Discard(), Clue(), *_plays("YYYYY"), Clue(), *_plays("W")]
    )
    table = wake(middle)
    choosing = table._replace(screen=CHOOSING)
    last = _until_deck_is_empty(middle)
    over = _to_the_end(last)
    lost = _sitting([Misfire()] * 3)
    perfect = _sitting(_plays("WRBYG" * 5))
    undone = follow(follow(follow(middle, Undid()), Undid()), Undid())
    grand = _sitting([Clue(), *_plays("RKMK")], 5, "grand")
    four_fuses = _sitting([Misfire(), Clue(), Misfire()], 2, "online")
    fresh = _sitting([], 4, first=2)
    start = wake(EMPTY)
    return {
        "start": View(EMPTY, start),
        "start-five-players": View(
            over, wake(over)._replace(draft=start.draft._replace(setup=Setup(5), first=3))
        ),
        "table-first-turn": View(fresh, wake(fresh)),
        "table": View(middle, table),
        "table-pressed": View(middle, table, pressed=frozenset({"clue"})),
        "table-seat-blinks": View(middle, choosing, dim_seat=True),
        "table-four-fuses": View(four_fuses, wake(four_fuses)),
        "table-seven-fireworks": View(grand, wake(grand)),
        "table-last-round": View(last, wake(last)),
        "table-not-saved": View(middle, table, saved=False),
        "choosing": View(middle, choosing),
        "choosing-spread": View(middle, choosing._replace(spread=("B", "Y", "G"))),
        "choosing-seven-fireworks": View(grand, wake(grand)._replace(screen=CHOOSING)),
        "notice-misfire": View(middle, _notice(table, "misfired", fuses=2)),
        "notice-completed": View(middle, _notice(table, "completed", suit="M")),
        "notice-last-round": View(last, _notice(wake(last), "last_round", turns=3)),
        "notice-refused": View(middle, _notice(table, "all_clue_tokens")),
        "held-undo": View(middle, table, pressed=frozenset({"clue"}), held=Held("clue", False)),
        "held-too-long": View(middle, table, pressed=frozenset({"play"}), held=Held("play", True)),
        "put-back": View(undone, table._replace(screen=PUT_BACK)),
        "end": View(over, wake(over)._replace(screen=END)),
        "end-board": View(over, wake(over)._replace(screen=END, page=1)),
        "end-lost": View(lost, wake(lost)._replace(screen=END)),
        "end-perfect": View(perfect, wake(perfect)._replace(screen=END)),
    }
