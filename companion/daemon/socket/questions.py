"""Questions of scripts about the game, the screen and the stickers: their answers as JSON."""

from collections.abc import Mapping

from companion.daemon.interfaces import Reply
from companion.face import seats, words
from companion.face.dialogue import choices, labels, menus, names, repairs
from companion.face.dialogue import offers as offered
from companion.face.dialogue.counters import as_it_lies, bounds, card_sum, check_staged
from companion.face.dialogue.counters import table_counters as all_counters
from companion.face.editions import EDITIONS
from companion.face.on_table import on_table
from companion.face.phrase_json import phrase_json
from companion.face.spoken import last_step, spoken_action
from companion.face.state import Choice, Draft, EntryKind, Face, Purpose, ScreenName, TableCounter
from companion.face.view import View
from companion.game.actions import Action, action_json
from companion.game.cards import next_card
from companion.game.edition import PRESETS
from companion.game.names import Names
from companion.game.places import named_in_clues, rows_json
from companion.game.record import edition_json
from companion.game.setup import HANDS
from companion.game.view import state_json
from companion.journal import repair
from companion.journal.past_games import game_record
from companion.journal.sitting import Sitting
from companion.numbers import Json


def table_state_json(sitting: Sitting, saved: bool, serial: int) -> Json | None:
    """Return the state of the game on the table; None before the first game ever."""
    began = sitting.began
    if sitting.state is None or began is None:
        return None
    setup = began.setup
    return {
        **state_json(sitting.state),
        "game": sitting.game,
        "mark": sitting.mark,
        "edition": edition_json(setup.edition),
        "preset": began.preset,
        "players": setup.players,
        "names": list(began.names),
        "place": [seats.place_of(sitting, seat) + 1 for seat in range(setup.players)],
        "detail": setup.detail,
        "rows": rows_json(sitting.rows),
        "saved": saved,
        "serial": serial,
    }


def screen_json(view: View | None) -> Json | None:
    """Return the texts of the screen, and the items of each button."""
    if view is None:
        return None
    from companion.face import screens  # it imports Pillow, which a touch table has no use for

    face = view.face
    entry = face.entry
    cursor = None
    if face.screen == ScreenName.MENU:
        cursor = face.menu.cursor
    elif face.screen == ScreenName.TURNS and face.visit is not None:
        cursor = face.visit.mark
    phrases = labels.key_phrases(face, view.sitting)
    return {
        "name": face.screen,
        "practice": face.practice.lesson if face.practice else None,
        "entering": entry and {"turn": repairs.turn_number(entry), "as": entry.kind},
        "texts": screens.draw(view).texts,
        "cursor": cursor,
        "keys": {
            control: words.say(view.language, phrase) if phrase else ""
            for control, phrase in phrases.items()
        },
        "options": labels.options(face, view.sitting),
    }


def next_game(draft: Draft) -> Json:
    """Return the next game as it would begin: what `new` takes, with each name at its place."""
    setup = draft.setup
    same = (name for name in EDITIONS if PRESETS[name] == setup.edition)
    return {
        "preset": draft.preset or next(same, ""),
        "edition": edition_json(setup.edition),
        "players": setup.players,
        "names": list(names.by_place(draft)),
        "first": draft.first + 1,
        "detail": setup.detail,
    }


def reply_with_unshown(reply: Reply, seated: Names) -> Reply:
    """Return a reply that tells, too, which of these names the display shows by their places."""
    from companion.face.glyphs.letters import shown_name  # it imports Pillow: a page has none

    lacking = [name for name in seated if name and not shown_name(name, seated)]
    if not lacking:
        return reply
    return lambda answer: reply({**answer, "unshown": lacking} if answer["ok"] else answer)


def offers_json(
    face: Face, sitting: Sitting, turn: int | None, kind: EntryKind, action: Action | None
) -> Json:
    """Return the offers now; with a turn those just before it, or after an action there.

    Raises CompanionError where there is no such turn.
    """
    then = sitting
    if turn is not None:
        then = repairs.before_turn(sitting, turn, kind, action)
    state = on_table(then).state
    following = {suit: next_card(suit, height) for suit, height in state.fireworks.items()}
    game: Json = {
        "turn": state.turn,
        "refused": {name: phrase_json(phrase) for name, phrase in offered.refusals(then).items()},
        "next": {suit: card and str(card) for suit, card in following.items()},
        "answers": {
            purpose.value: list(map(list, offered.answers(face, then, purpose)))
            for purpose in offered.ASKED
        },
        "tile": _tile_json(face, then) if state.bonus_pending else None,
    }
    if state.setup.detail == HANDS:
        game["named"] = named_in_clues(state.setup.edition)
        game["clues"] = offered.clue_values(then)
    if turn is not None:
        return {**game, "record": game_record(then)}
    return {**game, **_steps_json(face, sitting)}


def _steps_json(face: Face, sitting: Sitting) -> Json:
    """Return the steps that undo and redo would take back or bring again; None for none."""
    undone = redone = None
    if sitting.steps or sitting.ends_with_repair:
        undone = phrase_json(last_step(sitting))
    if sitting.redoable:
        visit = repairs.open_turns(face, sitting).visit
        assert visit is not None, "the turns are open now"
        redone = phrase_json(repairs.redo_phrase(visit, 1))
    return {"undo": undone, "redo": redone}


def _tile_json(face: Face, sitting: Sitting) -> Json:
    """Return the bonus tile that waits for an answer, and what each answer records."""
    here = face._replace(scene=Choice(Purpose.TILE))
    tile = choices.revealed_tile(here, sitting)
    answers = offered.answers(face, sitting, Purpose.TILE)
    bonuses = [action_json(command.action) for command in answers.values()]
    question = phrase_json(choices.tile_phrase(here, sitting))
    return {"tile": tile and tile.name, "question": question, "bonuses": bonuses}


def turns_json(sitting: Sitting) -> list[Json] | None:
    """Return the turns of the game on the table, the first one first; None without a game."""
    if sitting.opening is None:
        return None
    return [
        {
            "turn": outcome.before.turn,
            "seat": outcome.before.seat + 1 if outcome.line.turn else None,
            "actions": [action_json(did.action) for did in outcome.dids],
            "what": phrase_json(spoken_action(outcome.line.action, outcome.before)),
        }
        for outcome in repair.refit(sitting.opening, repair.lines_of(sitting))
    ]


def counters_json(sitting: Sitting, staged: Mapping[TableCounter, int]) -> Json:
    """Return the counters as they would be with these set, and the sum of the cards then.

    Raises CompanionError where a counter cannot be set so.
    """
    check_staged(sitting, staged)
    return {
        "each": [
            {
                "name": counter.name,
                "part": counter.part,
                "value": value,
                "shown": as_it_lies(counter, value),
                "lowest": bounds(sitting, counter)[0],
                "highest": bounds(sitting, counter)[1],
                "label": phrase_json(menus.counter_name(sitting, counter, value)),
            }
            for counter, value in {**all_counters(sitting, staged), **staged}.items()
        ],
        "sum": card_sum(sitting, staged),
        "total": on_table(sitting).setup.box.total,
    }
