"""Names of people, in any script."""

import pytest

from companion.game.names import composed, cut_name, distinct, is_name, name_key

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
