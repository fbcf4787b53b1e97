"""Names of people, in any script."""

import pytest

from companion.game.names import (
    composed,
    cut_name,
    distinct,
    is_name,
    isolated,
    name_key,
    told_apart,
)

ZOE = ("Zo\u00eb", "Zoe\u0308", "ZOE\u0308")


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Владимир",
        "山田",
        "Ελένη",
        "נועה",
        "ليلى",
        "สมชาย",
        "\u1112\u1161\u11ab\u1100\u1173\u11af",  # Hangul, decomposed
        "क्\u200dष",
        "می\u200cنا",
        "Nguyễn",
        "O'Neill-Šk",
        "Ｚｏｅ",
        "e\u0301" * 16,
        "ا\u200fب",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 8,
        "\U0001f44d\U0001f3fd" * 16,
        "\U0001f1e9\U0001f1ea" * 16,
        "\u2764\ufe0f\u200d\U0001f525",
    ],
)
def test_people_write_names_in_any_script(name):
    assert is_name(name)
    assert cut_name(name) == composed(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * 17,
        "A\nB",
        "A\u0000",
        "\u202eAnn",
        "A\u202enn",
        "\u2066Ann\u2069",
        "\u200eAnn",
        "Ann\u200f ",
        "Ann\u200d",
        "\u200cAnn",
        "A\u200d-n",
        "\ufeffAnn",
        "\ud800",
        7,
        None,
    ],
)
def test_what_nobody_sees_is_no_part_of_a_name(name):
    assert not is_name(name)
    if isinstance(name, str):
        assert not cut_name(name) or is_name(cut_name(name))


def test_a_person_is_one_however_the_name_is_written():
    assert len(set(map(name_key, ZOE))) == 1
    assert len(set(map(name_key, ("Groß", "GROSS", "gross")))) == 1
    assert distinct(["Ben", *ZOE, "BEN"]) == ("Ben", ZOE[0])


def test_others_stay_others():
    assert len(distinct(["Işık", "Isik", "Zoe", "Zoë", "Ｚｏｅ"])) == 5


def test_two_of_one_name_are_told_apart_whoever_else_sits_there():
    assert told_apart(("Ann", "Ben", "ann")) == ("Ann", "Ben", "ann 2")
    assert told_apart(("Ann", "Ann", "Ann 2")) == ("Ann", "Ann 3", "Ann 2")
    assert told_apart(("Ann 2", "Ann", "Ann", "Ann")) == ("Ann 2", "Ann", "Ann 3", "Ann 4")
    longest = "Maximilian-Jo-Lu"
    assert told_apart((longest, longest)) == (longest, "Maximilian-Jo- 2")
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    for names in ((longest,) * 5, (family,) * 4, ("x" * 15 + family,) * 2):
        apart = told_apart(names)
        assert len(set(map(name_key, apart))) == len(names)
        assert all(map(is_name, apart))


def test_a_name_that_reads_from_the_right_moves_no_other_in_a_list():
    told = ", ".join(map(isolated, ("Noam", "יעל", "محمد")))
    assert told == "Noam, \u2068יעל\u2069, \u2068محمد\u2069"
