"""Aloud: the words for the ear, and that espeak-ng makes two different things of two cards."""

from itertools import combinations

import pytest

from companion.face import words
from companion.face.state import Own, Phrase
from companion.face.voice.aloud import aloud, cleaned_text, joined_sentences, speaking_seconds
from companion.game.cards import CARDS, Card
from tests.rig import espeak
from tests.rig.samples import paired

LANGUAGES = pytest.mark.parametrize("language", words.LANGUAGES)


@LANGUAGES
def test_a_sentence_has_the_words_for_the_ear_and_names_as_they_are(language):
    said = aloud(language, Phrase("undid", {"what": Phrase("a_card", {"card": Card("W", 3)})}))
    assert words.card(language, Card("W", 3), spoken=True) in said
    assert "R" in aloud(language, Phrase("player", {"name": Own("R")}))


@pytest.mark.parametrize(
    ("level", "language"), paired(["card", "a_discard_of", "a_misfire_of"], words.LANGUAGES)
)
def test_two_cards_differ_by_two_phonemes(level, language):
    if not espeak.speaks(language):
        pytest.skip(f"espeak-ng is not installed, or has no voice for {language}")
    key = "a_card" if level == "card" else level
    said = {
        card: joined_sentences(aloud(language, Phrase(key, {"card": card})))
        for card in CARDS.values()
    }
    heard = dict(zip(said, espeak.phonemes([*said.values()], language), strict=True))
    for one, other in combinations(heard, 2):
        assert distance(heard[one], heard[other]) >= 2, f"{said[one]} sounds like {said[other]}"


def test_the_printed_names_of_two_french_cards_would_sound_alike():
    """White and blue as the screens have them: what the words for the ear are for."""
    if not espeak.speaks("fr"):
        pytest.skip("espeak-ng is not installed, or has no voice for fr")
    assert distance(*espeak.phonemes(["3 blanc.", "3 bleu."], "fr")) == 1


def distance(one: list[str], other: list[str]) -> int:
    """How many phonemes must be changed, left out or put in to make one of the other."""
    row = list(range(len(other) + 1))
    for number, phoneme in enumerate(one, 1):
        above, row = row, [number]
        for place, wanted in enumerate(other, 1):
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (phoneme != wanted)))
    return row[-1]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("[[h@l'oU]] Ann", "h@l'oU Ann"),
        ("<speak>Ben</speak>", "speak Ben /speak"),
        ("Zoé\nDan\tEve", "Zoé Dan Eve"),
        ("{0}", "0"),
        ("--version", "--version"),
        ("\N{NO-BREAK SPACE}O'Brien ", "O'Brien"),
        ("日本", "日本"),
    ],
)
def test_a_name_is_no_command_to_what_speaks_it(name, said):
    assert cleaned_text(name) == said


WRONG = 0.34
"""By which part an estimate may be wrong."""


@LANGUAGES
def test_how_long_a_text_takes_is_estimated_well_enough(language):
    if not espeak.speaks(language):
        pytest.skip(f"espeak-ng is not installed, or has no voice for {language}")
    texts = words.texts(language)
    white, green = (words.card(language, CARDS[name], spoken=True) for name in ("W1", "G1"))
    long = [f"{text}." for text in texts.values() if len(text) > 30 and "{" not in text][::4]
    short = [f"Ben, {white}. Chloé.", texts["ask_play"]]
    labels = f"{texts['control_clue']}: {white}. {texts['control_play']}: {green}."
    for text in map(cleaned_text, (*short, labels, *long, " ".join(long[:5]))):
        takes, told = espeak.lasts(text, language), speaking_seconds(text, language)
        assert abs(told - takes) <= WRONG * takes, (
            f"“{text}” takes {takes:.2f} s, not {told:.2f} s:"
            f" mend the row of {language} in _SOUNDS of companion/face/voice/aloud.py"
        )


def test_sentences_begin_with_a_capital_and_end_with_a_stop():
    assert joined_sentences("blue 3", "", "last card!", " élan ") == "Blue 3. Last card! Élan."


def test_a_question_that_stands_over_its_answers_ends_as_a_sentence():
    assert (
        joined_sentences("a card for the deck:", "une carte\N{NO-BREAK SPACE}:")
        == "A card for the deck. Une carte."
    )
