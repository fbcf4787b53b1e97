"""A golden file that differs is told with its name, its difference, and how to take the new one."""

from PIL import Image

from tests.rig.goldens import HOW, picture_difference, text_difference


def test_a_picture_that_differs_is_drawn_beside_the_golden_one(tmp_path, monkeypatch):
    golden, drawn = tmp_path / "kept" / "table.png", tmp_path / "table.png"
    golden.parent.mkdir()
    picture = Image.new("1", (8, 4))
    assert picture_difference(golden, picture, tmp_path) == f"{golden} is missing; {HOW}"
    picture.save(golden)
    assert picture_difference(golden, picture, tmp_path) == ""
    assert not drawn.exists()
    picture.putpixel((2, 1), 1)
    told = picture_difference(golden, picture, tmp_path)
    assert told == f"{golden} differs in (2, 1, 3, 2), drawn in {drawn}; {HOW}"
    with Image.open(drawn) as sheet:
        assert [sheet.getpixel((2, row)) for row in (1, 9, 17)] == [0, 255, 255]
    monkeypatch.setenv("UPDATE_GOLDEN", "1")
    assert picture_difference(golden, picture, tmp_path) == ""


def test_a_text_that_differs_is_told_by_its_lines(tmp_path):
    golden = tmp_path / "show.txt"
    golden.write_text("one\ntwo\n")
    assert text_difference(golden, "one\ntwo\n") == ""
    told = text_difference(golden, "one\nthree\n")
    assert "-two\n+three" in told
    assert told.endswith(HOW)
