"""Words: every key that the code says has its text, and no two things have one name."""

import ast
import itertools
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.face import words
from companion.face.dialogue import choices, menus
from companion.face.dialogue.grammar import GRAMMAR
from companion.face.dialogue.intents import HANDLERS
from companion.face.dialogue.practice import WAYS
from companion.face.preferences import CHOICES
from companion.face.state import Phrase
from companion.game.actions import TILES
from companion.game.cards import RANKS, SUITS, Card
from companion.game.edition import PRESETS
from companion.game.refusals import SENTENCES
from companion.game.setup import DETAILS
from companion.panel import (
    BUTTONS,
    CARD_READER,
    DISCARD_PAD,
    ENCODER,
    JOYSTICK,
    PLAY_PAD,
    POWER,
    UNDO,
)
from companion.words.texts import read
from tests.tools.words import GROUPS, forms

SOURCES = Path(words.__file__).parents[1]
LANGUAGES = pytest.mark.parametrize("language", words.LANGUAGES)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@LANGUAGES
def test_every_refusal_of_the_rules_can_be_said(language):
    missing = set(SENTENCES) - set(words.texts(language))
    assert not missing, "give these refusals a text in companion/words"


@LANGUAGES
def test_a_refusal_asks_for_no_fact_that_the_rules_do_not_give(language):
    for key in SENTENCES:
        unknown = fields(words.texts(language)[key]) - fields(SENTENCES[key])
        assert not unknown, f"say {key} without these, or let the rules give them"


# Nothing is called the same as another thing beside it

TOGETHER = {
    "suits": [f"suit_{suit}" for suit in SUITS],
    "short labels": [f"label_{suit}" for suit in SUITS],
    "labels": [f"item_{suit}" for suit in SUITS],
    "tiles": [f"tile_{tile}" for tile in TILES],
    "tile labels": [f"item_{tile}" for tile in TILES],
    "outcomes": [f"item_{item}" for item in ("fits", "completes", "misfire")],
    "editions": [f"edition_{preset}" for preset in PRESETS],
    "edition labels": [f"item_{preset}" for preset in PRESETS],
    "verdicts": [f"rating_{rating}" for rating in range(7)],
    "steps": [
        "a_clue",
        "a_play",
        "a_discard",
        "a_misfire",
        "a_correction",
        "an_end",
        "a_game",
        "a_repair",
    ],
    "table": ["key_clue", "key_discard", "key_choose"],
}


@LANGUAGES
def test_names_are_unique(language):
    texts = words.texts(language)
    for kind, keys in TOGETHER.items():
        together = [texts[key] for key in keys]
        same = [text for text in together if together.count(text) > 1]
        assert not same, f"these {kind} stand beside each other: call one of them otherwise"


@LANGUAGES
def test_no_suit_is_an_initial(language):
    assert min(len(words.suit_label(language, suit)) for suit in SUITS) >= 3


# Every key that the code makes


def _filled(pattern: str, *values: object) -> list[str]:
    return [pattern.replace("{}", str(value)) for value in values]


INTENTS = {row[button.upper()] for row in GRAMMAR.values() for button in BUTTONS}
HOLDS = {
    intent
    for row in GRAMMAR.values()
    for column, intent in row.items()
    if column.startswith("hold") and intent != "skip"
}
ITEMS = [*SUITS, *RANKS, choices.DONE, "other", *TILES, *PRESETS]
ITEMS += [choices.AS_BEFORE, choices.GO_ON, choices.CUT]
DECISIONS = ["forgotten", "another", choices.NEVER, "its_tile", choices.BACK_TO]
MORE = ["turns", "look", "edition", "menu", "voice"]
MORE += [choices.NO_CARD, choices.UNNAMED, choices.LEARN, choices.PLAY_IT]
ITEMS += MORE
ITEMS += [item for cell in choices.OUTCOME_CELLS for item in cell]
VALUES = [f"{rule}_{value}".lower() for rule, values in menus.RULES.items() for value in values]
VALUES += [f"{key}_{value}" for key, values in CHOICES.items() for value in values]
NAMED = ("name_discard", "name_misfire", "name_late")
MADE = {
    "{}_of": ["a_discard_of", "a_misfire_of"],
    "tip_hold_{}": [f"tip_hold_{button}" for button in ("clue", "discard", "play")],
    "ask_{}": _filled("ask_{}", "play", "outcome", "completed", "more", "welcome", *NAMED),
    "ask_{}_of": _filled("ask_{}_of", *NAMED),
    "audit_{}": _filled("audit_{}", "deck", "pile", "fireworks", "hands", "missing"),
    "clue_multicolour_{}": _filled("clue_multicolour_{}", "own", "every"),
    "clue_none_{}": _filled("clue_none_{}", "yes", "no", "agreed"),
    "counter_{}": _filled(
        "counter_{}", "seat", "clues", "fuses", "deck", "hands", "fireworks", "unplaced", "unnamed",
        "missing", "turns_left", "tiles",
    ),
    "counter_{}_named": _filled("counter_{}_named", "seat", "hands"),
    "detail_{}": _filled("detail_{}", *DETAILS),
    "edition_{}": _filled("edition_{}", *PRESETS),
    "effect_{}": _filled("effect_{}", "clue", "repair", "colour", "value"),
    "end_{}": _filled("end_{}", "fuses", "last_round", "dead_card", "conceded", "no_more_points"),
    "explain_{}": _filled("explain_{}", *BUTTONS),
    "games_{}": _filled("games_{}", "mended", "lost", "end", "broken_off"),
    "games_{}_kept": _filled("games_{}_kept", "mended", "lost", "end", "other", "two"),
    "hold_{}": _filled("hold_{}", *HOLDS),
    "item_{}": _filled("item_{}", *ITEMS),
    "key_{}": _filled("key_{}", *INTENTS - {"column", "left", "middle", "right"}),
    "label_{}": _filled("label_{}", *SUITS),
    "menu_{}": _filled("menu_{}", *menus.RULES, *CHOICES, "detail"),
    "control_{}": _filled("control_{}", *BUTTONS, UNDO, POWER, *JOYSTICK, ENCODER),
    "repaired_{}": _filled("repaired_{}", "forgotten", "another", "tile", "never"),
    "entering_{}": _filled("entering_{}", "forgotten", "another", "tile"),
    "more_{}": _filled("more_{}", *MORE),
    "turn_{}": _filled("turn_{}", *DECISIONS),
    "rating_{}": _filled("rating_{}", *range(7)),
    "rule_{}": _filled(
        "rule_{}", "flourish", "black", "multicolour_5", "multicolour_10", "every_colour",
        "flamboyants", "fuses_2", "fuses_4", "explosion",
    ),
    "legend_{}": _filled("legend_{}", "left", "played", "gone", "last"),
    "brief_{}": _filled(
        "brief_{}", "flourish", "black", "multicolour_5", "multicolour_10", "every_colour",
        "flamboyants", "fuses_2", "fuses_4", "explosion",
    ),
    "start_{}": _filled("start_{}", "tokens", "cards"),
    "suit_{}": _filled("suit_{}", *SUITS),
    "tile_{}": _filled("tile_{}", *TILES),
    "title_{}": ("title_main", "title_rules", "title_correct", "title_power", "title_forget"),
    "practice_{}{}": (*_filled("practice_{}", *WAYS), "practice_play_choose"),
    "{}_again": (*_filled("practice_{}_again", *WAYS), "practice_play_choose_again"),
    "sign_{}": ("sign_unsaved", "sign_weak", "sign_battery"),
    "part_{}": _filled("part_{}", CARD_READER, PLAY_PAD, DISCARD_PAD),
    "lies_on_{}": ("lies_on_firework", "lies_on_pile"),
    "use_{}": _filled("use_{}", "recycle", "replay"),
    "{}_{}": VALUES,
}  # fmt: skip
"""The keys that the code puts together, by how it does."""


def said() -> Iterator[tuple[Path, ast.expr]]:
    """Whatever the code gives to something that says it."""
    places = {"Phrase": 0, "_menu_line": 0, "refuse_press": 2, "face_saying": 2}
    places |= {"CompanionError": 1, "StoreError": 1, "BadRequest": 1}
    for folder in ("face", "journal", "daemon"):
        for path in (SOURCES / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and node.args:
                    function = node.func
                    name = getattr(function, "id", getattr(function, "attr", ""))
                    place = places.get(name)
                    if name == "say" and isinstance(function, ast.Attribute):
                        place = 0
                    if place is not None and len(node.args) > place:
                        yield path, node.args[place]


def spelt(value: ast.expr) -> Iterator[str]:
    """The keys, or how they are made, in an expression."""
    match value:
        case ast.Constant(value=str(key)):
            yield key
        case ast.JoinedStr():
            yield "".join(
                part.value if isinstance(part, ast.Constant) else "{}" for part in value.values
            )
        case ast.IfExp():
            yield from spelt(value.body)
            yield from spelt(value.orelse)


def test_every_phrase_that_the_code_names_has_its_words():
    known = set(words.texts(words.DEFAULT))
    found = set()
    for path, value in said():
        for key in spelt(value):
            menu = getattr(value, "value", "") == key and f"menu_{key}" in known
            found.add(key)
            if "{}" in key:
                assert key in MADE, f"{path.name} makes {key}: list its values in MADE"
            else:
                assert key in known or menu, f"{path.name} says {key}"
    assert len(found) > 100


def test_every_key_that_the_code_can_make_has_its_words():
    known = set(words.texts(words.DEFAULT))
    for pattern, keys in MADE.items():
        assert set(keys) <= known, f"{pattern}: give these a text, or take them out of MADE"


def test_there_are_no_words_that_nothing_says():
    named = {key for keys in MADE.values() for key in keys} | set(SENTENCES)
    for folder in ("face", "journal", "daemon", "commands"):
        for path in (SOURCES / folder).rglob("*.py"):
            named |= set(re.findall(r"[\"'](\w+)[\"']", path.read_text()))
    named |= {f"menu_{key}" for key in named} & set(words.texts(words.DEFAULT))
    named |= {
        f"ask_{kind}{of}"
        for kind in ("name_late", "name_discard", "name_misfire")
        for of in ("", "_of")
    }
    named |= {f"hold_{intent}" for intent in HANDLERS}
    unused = set(words.texts(words.DEFAULT)) - named - {"card"}
    assert not unused, "take these texts out of every language, or say them"


# A number before a noun

SEVERAL = {
    *("so_many", "players", "guest_players", "so_many_players"),  # two to five
    *("start_cards_dealt", "cards_of", "audit_right", "points_of", "played"),  # of tens
    *("start_box", "start_each"),  # a box, and a hand
    *(
        "controls_unusable",
        "leaving_many",
        "deal",
        "outlook_turns",
    ),  # two or more: one has words of its own
}
"""What is said of several only."""
NO_COUNTS = ("card", "suit", "rank", "turn", "place", "name", "who", "what", "control", "file")
PLURAL = {"en": r"[a-z]+s\b", "fr": r"(?!sans|dans)[a-zé]+s\b"}


@pytest.mark.parametrize("language", PLURAL)
def test_behind_a_number_that_may_be_one_a_noun_has_its_singular(language):
    plural = re.compile(rf"\{{(?!(?:{'|'.join(NO_COUNTS)})\}})\w+\}}\s{PLURAL[language]}")
    for group, texts in read(language).items():
        own = {key: forms(text) for key, text in texts.items()}
        counting = {key for key, text in own.items() if plural.search(text["other"])}
        lacking = {key for key in counting - SEVERAL if "one" not in own[key]}
        assert not lacking, f"{group}: give these a form for one, or name them in SEVERAL"
        singular = [text["one"] for text in own.values() if "one" in text]
        assert not [text for text in singular if plural.search(text)], "say these in the singular"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 fuses left", "1 fuse left", "2 fuses left"]),
        (
            "de",
            ["Noch 0 Gewitter übrig", "Noch 1 Gewitter übrig", "Noch 2 Gewitter übrig"],
        ),
        ("fr", ["Encore 0 permise", "Encore 1 permise", "Encore 2 permises"]),
    ],
)
def test_one_is_in_the_singular_and_in_french_none_too(language, said):
    for number, end in enumerate(said):
        assert words.say(language, Phrase("misfired", {"fuses": number})).endswith(end)


def test_facts_are_put_into_words_first():
    undone = Phrase("undid", {"what": Phrase("a_card", {"card": Card("R", 3)})})
    assert words.say("en", undone) == "Undone: red\N{NO-BREAK SPACE}3"
    assert words.say("fr", undone) == "Annulé\N{NO-BREAK SPACE}: 3\N{NO-BREAK SPACE}rouge"


OF_CARD_AND_OF_FIREWORK = {
    "es": {"W": ("blanca", "blanco"), "R": ("roja", "rojo"), "K": ("negra", "negro")},
    "fr": {"W": ("blanche", "blanc"), "G": ("verte", "vert"), "K": ("noire", "noir")},
    "it": {"W": ("bianca", "bianco"), "R": ("rossa", "rosso"), "K": ("nera", "nero")},
    "pl": {"W": ("biała", "biały"), "R": ("czerwona", "czerwony"), "M": ("tęczowa", "tęczowy")},
    "pt": {"W": ("branca", "branco"), "R": ("vermelha", "vermelho"), "K": ("preta", "preto")},
}


@pytest.mark.parametrize("language", OF_CARD_AND_OF_FIREWORK)
def test_a_card_and_a_firework_have_a_colour_each_in_their_own_form(language):
    texts = words.texts(language)
    for suit, (of_card, of_firework) in OF_CARD_AND_OF_FIREWORK[language].items():
        values = {"card": Card(suit, 3), "card_suit": suit, "suit": suit}
        expected = {"card": of_card, "card_suit": of_card, "suit": of_firework}
        named = texts.keys() - {"card", "key_card"}  # what a card's name is made of
        for key, fact in itertools.product(named, values):
            if fact not in fields(texts[key]):
                continue
            facts = dict.fromkeys(fields(texts[key]), 2) | {fact: values[fact]}
            for spoken in (False, True):
                said = words.say(language, Phrase(key, facts), spoken)
                assert re.search(rf"\b{expected[fact]}\b", said, re.IGNORECASE), (key, said)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_tip_of_a_hold_calls_its_button_as_the_label_does(language):
    texts = words.texts(language)
    labels = {"clue": "key_clue", "discard": "key_discard", "play": "key_choose"}
    for button, label in labels.items():
        assert texts[label].upper() in texts[f"tip_hold_{button}"]
    assert texts["key_choose"] in texts["tip_misfire"]


def test_french_signs_stand_off_and_are_not_parted_from_their_words():
    for group in GROUPS:
        for key, text in read("fr")[group].items():
            for form in forms(text).values():
                assert not re.search(r"[ \w][!?:;»](?!//|\d)", form), key
                assert "« " not in form, key
