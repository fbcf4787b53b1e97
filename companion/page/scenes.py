"""The touch table: what a scene of it shows, in words of one language, as JSON.

It computes no rule: what can be done is what the companion offers.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from companion.face import seats, words
from companion.face.dialogue.menus import RULES, ending_question
from companion.face.editions import EDITIONS, changed_rules_of, edition_name
from companion.face.on_table import on_table
from companion.face.phrase_json import NoPhrase, parse_phrase
from companion.face.preferences import CHOICES, CLOCK, CLUES, TILES, VOICE, VOLUME, Preferences
from companion.game.actions import Concede, ConcedeReason
from companion.game.edition import PRESETS, Edition, box
from companion.game.record import edition_json, parse_edition
from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from companion.numbers import Json
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.page import tables
from companion.page.words import device_text, refusal_text
from companion.words.texts import Texts, capital, texts

SET_HERE: Final[Json] = {
    **{key: CHOICES[key] for key in ("help", CLUES, TILES, VOLUME, CLOCK)},
    VOICE: ("off", "short"),  # in full it reads a display aloud
}
"""The preferences that mean something to a table without a display, lights and buttons, with what
each can be.
"""
DEVICE_TEXTS: Final = (
    *("key_clue", "key_discard", "key_begin", "item_misfire", "item_done"),
    *("item_fits", "item_completes", "item_other", "item_K", "item_clue"),
    *("item_repair", "item_colour", "item_value", "item_recycle", "item_replay"),
    *("tile_clue", "tile_repair", "tile_colour", "tile_value", "tile_recycle", "tile_replay"),
    *("menu_turns", "menu_audit", "menu_new_game", "menu_apply", "menu_end_game"),
    *("menu_phone", "phone_withdrawn"),
    *("menu_detail", "own_rules", "detail_tokens", "detail_colours", "detail_cards", "use_recycle"),
    *("detail_hands", "own_clue", "a_mix"),
    *("use_replay", "ask_completed", "ask_name_discard", "ask_name_misfire", "ask_name_late"),
    *("turn_never", "turn_forgotten", "turn_another", "sum_of", "too_soon", "one_at_a_time"),
    *("nothing_to_undo", "none_fits", "not_offered"),
)
"""The texts of the device that the touch table says too."""


def _scene_json(look: Look, offers: Json | None, language: str) -> Json:
    """Return a table and what can be done at it; without a game nothing can."""
    table = tables.table_json(look, language)
    if offers is None:
        return {"table": table, "offers": {"answers": {}, "refused": {}}, "opposite": False}
    state = on_table(look.sitting).state
    worth: ConcedeReason = "dead_card" if state.setup.edition.flourish else "no_more_points"
    ends = {"conceded": "menu_cannot_win", worth: f"menu_{worth}"}
    return {
        "table": table,
        "offers": in_words(offers, language),
        "opposite": seats.opposite(look.sitting),
        "concede": {
            reason: {
                "text": device_text(language, text),
                "asks": words.say(language, ending_question(look.sitting, Concede(reason))),
            }
            for reason, text in ({} if state.over else ends).items()
        },
    }


def whole_scene(
    look: Look, offers: Json | None, chosen: Preferences, following: Json, known: Sequence[str]
) -> Json:
    """Return all that the touch table draws.

    following: the next game as it would begin. known: the names that are offered for it.
    """
    return {
        **_scene_json(look, offers, look.language),
        "mark": look.mark,
        "known": [*known],
        "language": chosen.language,
        "preferences": [
            {
                "key": key,
                "label": device_text(look.language, f"menu_{key}"),
                "value": getattr(chosen, key),
                "values": {value: device_text(look.language, f"{key}_{value}") for value in can_be},
            }
            for key, can_be in SET_HERE.items()
        ],
        "draft": following,
    }


def answer_in_words(answer: Json, look: Look) -> Json:
    """Return an answer in words, its error too; the key of a refusal's phrase stays beside it.

    Offers at an earlier turn come with its table.
    """
    began = look.sitting.began
    offers = answer.get("offers", {})
    if began is not None and "record" in offers:
        then = replay_record(look.sitting.game, offers["record"], began.first).sitting
        shown = look._replace(sitting=then, announcement=None)  # what is said now is not of then
        return {"ok": True, **_scene_json(shown, offers, look.language)}
    told = {**in_words(answer, look.language), "key": answer.get("phrase", {}).get("key", "")}
    if not answer["ok"]:
        phrase = parse_phrase(answer["phrase"]) if "phrase" in answer else None
        told["error"] = refusal_text(phrase, answer["error"], look.language)
    return told


def in_words(value: Any, language: str) -> Any:
    """Return JSON with a sentence in place of every phrase."""
    if isinstance(value, dict):
        try:
            return capital(words.say(language, parse_phrase(value)))
        except NoPhrase:
            return {key: in_words(part, language) for key, part in value.items()}
    if isinstance(value, list):
        return [in_words(part, language) for part in value]
    return value


def page_words(own: Texts) -> Json:
    """Return all words of a page, and the editions, rules and boxes in words.

    own: the texts that it says beside those of the device.
    """
    language = own.language
    told = texts(language, "glass").by_key
    editions = []
    for preset in EDITIONS:
        edition = PRESETS[preset]
        differs = changed_rules_of(edition)  # from the classic game
        facts = {
            "preset": preset,
            "name": edition_name(language, edition, preset),
            "rules": [device_text(language, f"rule_{key}") for key in differs or ("none",)],
            "edition": edition_json(edition),
        }
        editions.append({**facts, **_box_json(edition)})
    return {
        "language": language,
        "languages": {other: words.texts(other)["own_name"] for other in words.LANGUAGES},
        "words": {**{key: told[key] for key in DEVICE_TEXTS}, **own.by_key},
        "editions": editions,
        "rules": [
            {
                "key": rule,
                "label": device_text(language, f"menu_{rule}"),
                "values": [[one, device_text(language, f"{rule}_{one}".lower())] for one in values],
            }
            for rule, values in RULES.items()
        ],
        # Of each choice of cards, for groups with rules of their own.
        "boxes": [
            {"multicolour": more, "black": black}
            | _box_json(parse_edition({"multicolour": more, "black": black}))
            for more, black in product(RULES["multicolour"], RULES["black"])
        ],
    }


def _box_json(edition: Edition) -> Json:
    """Return the contents of an edition's box, and the number of cards that each player gets."""
    return {
        "cards": box(edition).total,
        "suits": list(box(edition).suits),
        "hands": {
            players: Setup(players, edition).hand_size
            for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
        },
    }
