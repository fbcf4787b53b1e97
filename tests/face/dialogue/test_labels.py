"""What a label promises: a blank one is refused, any other one leads to what the rules take."""

import random
from pathlib import Path

import pytest

from companion.face import words
from companion.face.command import event
from companion.face.dialogue import choices, intents
from companion.face.dialogue.labels import _on_release, explanation, key_phrases, key_texts
from companion.face.state import Choice, Purpose, ScreenName
from companion.game.actions import Clue, Discard, Misfire, Play
from companion.game.edition import PRESETS
from companion.game.refusals import ActionRefused
from companion.game.setup import DETAILS
from companion.journal.events import Did
from companion.journal.sitting import follow
from companion.panel import BUTTONS, PLAY, POWER
from tests.rig.goldens import text_differences
from tests.rig.samples import fewer, paired, sample
from tests.rig.views import game, show, views


def takes(sitting, command):
    """Whether the rules take a command."""
    try:
        return follow(sitting, event(command, sitting))
    except ActionRefused:
        return None


def answers(face, sitting):
    """Every complete answer to the open question, by the items picked one after the other."""
    for item in set().union(*map(set, choices.items_by_press(face, sitting).values())):
        picked = choices.take(face, sitting, item)
        if isinstance(picked, Choice):
            yield from answers(face._replace(scene=picked), sitting)
        else:
            yield picked


def positions(preset, detail, seed):
    """Positions of a game to its end, in which slips are likelier than at a table."""
    dice = random.Random(seed)
    sitting = game("", preset, dice.choice((2, 3, 4, 5)), detail)
    while sitting.playing:
        yield sitting
        state = sitting.state
        if state.bonus_pending:
            question = show(sitting).face
            sitting = takes(sitting, dice.choice(list(answers(question, sitting))))
            assert sitting is not None, "every answer about a tile is taken"
            continue
        suit = dice.choice(state.setup.box.suits)
        named = dice.choice(list(state.setup.box.copies)) if detail == "cards" else None
        plain = Play(completed=dice.random() < 0.3) if detail == "tokens" else Play(suit=suit)
        one = dice.choice((Clue(), Discard(named), Discard(), plain, plain, plain, Misfire(named)))
        if isinstance(one, Misfire) and state.fuses == 1 and dice.random() < 0.9:
            continue
        try:
            sitting = follow(sitting, Did(one))
        except ActionRefused:
            continue


@pytest.mark.parametrize(("preset", "detail"), paired(PRESETS, DETAILS))
def test_what_a_label_promises_is_kept(preset, detail):
    if PRESETS[preset].flamboyants and detail == "tokens":
        detail = "cards"
    for seed in range(fewer(12, 12)):
        for sitting in sample(positions(preset, detail, seed), 3):
            face = show(sitting).face
            if face.choice is not None:
                assert all(takes(sitting, answer) for answer in answers(face, sitting))
                continue
            opened = intents._choose_firework(face, sitting).face
            if key_phrases(face, sitting)[PLAY] is None:
                assert opened.notice is not None
                assert opened.notice.refusal
                continue
            assert opened.choice is not None
            offered = list(answers(opened, sitting))
            assert offered, sitting.actions
            assert all(takes(sitting, answer) for answer in offered), sitting.actions
            late = face._replace(scene=Choice(Purpose.NAME_LATE))
            if sitting.state.unnamed:
                assert all(takes(sitting, answer) for answer in answers(late, sitting))


@pytest.mark.parametrize("screen", [ScreenName.TABLE, ScreenName.LOOK])
@pytest.mark.parametrize(
    ("script", "texts"),
    [
        ("clue", ["clue", "discard", "choose"]),
        ("", ["clue", "", "choose"]),
        ("clue " * 8, ["", "discard", "choose"]),
    ],
)
def test_a_label_says_what_a_tap_does_and_nothing_else(screen, script, texts):
    sitting = game(script)
    face = show(sitting, scene=screen).face
    found = key_texts(face, sitting, lambda phrase: phrase.key.removeprefix("key_"))
    assert list(found.values()) == texts


def test_a_held_button_says_what_is_golden():
    holds: dict[str, str] = {}
    for name, view in views().items():
        if view.face.screen == ScreenName.HALTED:
            continue
        said = [
            f"{control} {_on_release(view.face, view.sitting, control).key}"
            f" {explanation(view.face, view.sitting, control).key}"
            for control in (*BUTTONS, POWER)
        ]
        if (text := "\n".join(said)) not in holds.values():
            holds[name] = text
    told = text_differences(Path(__file__).with_name("holds.txt"), holds)
    assert not told, "\n".join(told)


def test_before_a_language_is_chosen_no_label_is_in_any_of_them():
    view = views()["language"]
    labels = key_texts(view.face, view.sitting, lambda phrase: words.say("en", phrase))
    assert len(labels) == len(BUTTONS)
    assert " ".join(labels.values()) == " ".join(words.LANGUAGES).upper()
