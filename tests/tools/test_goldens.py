"""A golden file that differs is told by name, with its difference, and how to take the new one."""

from PIL import Image

from tests.rig.goldens import COLUMNS, HOW, picture_differences, text_differences


def test_a_picture_that_differs_is_drawn_beside_the_golden_one(tmp_path, monkeypatch):
    golden = tmp_path / "table.png"
    made = {f"table-{number}": Image.new("1", (8, 4)) for number in range(2 * COLUMNS)}
    assert picture_differences(golden, made, tmp_path) == [f"{golden} is missing; {HOW}"]
    monkeypatch.setenv("UPDATE_GOLDEN", "1")
    assert picture_differences(golden, made, tmp_path) == []
    monkeypatch.delenv("UPDATE_GOLDEN")
    made["table-11"].putpixel((2, 1), 1)
    drawn = tmp_path / "table-11.png"
    told = picture_differences(golden, made, tmp_path)
    assert told == [f"table-11 differs in (2, 1, 3, 2), drawn in {drawn}; {HOW}"]
    with Image.open(drawn) as beside:
        assert [beside.getpixel((6 + column, 5)) for column in (0, 12, 24)] == [0, 255, 255]
    kept = golden.read_bytes()
    monkeypatch.setenv("UPDATE_GOLDEN", "1")
    assert picture_differences(golden, made, tmp_path) == []
    assert golden.read_bytes() != kept


def test_a_picture_that_is_new_or_gone_moves_no_other_one(tmp_path, monkeypatch):
    golden = tmp_path / "menu.png"
    made = {name: Image.new("1", (8, 4)) for name in ("one", "two", "three")}
    made["three"].putpixel((0, 0), 1)
    monkeypatch.setenv("UPDATE_GOLDEN", "1")
    assert picture_differences(golden, made, tmp_path) == []
    monkeypatch.delenv("UPDATE_GOLDEN")
    del made["one"]
    told = picture_differences(golden, {"new": made["two"], **made}, tmp_path)
    assert told == [
        f"one stands in {golden}, and is gone; {HOW}",
        f"new is missing in {golden}; {HOW}",
    ]
    larger = {**made, "one": Image.new("1", (8, 8))}
    told = picture_differences(golden, larger, tmp_path)
    assert told == [f"one has (8, 8) pixels, the golden one (8, 4); {HOW}"]


def test_a_text_that_differs_is_told_by_its_name_and_lines(tmp_path, monkeypatch):
    golden = tmp_path / "shows.txt"
    monkeypatch.setenv("UPDATE_GOLDEN", "1")
    assert text_differences(golden, {"won": "one\ntwo", "lost": "three"}) == []
    monkeypatch.delenv("UPDATE_GOLDEN")
    assert text_differences(golden, {"won": "one\ntwo\n", "lost": "three"}) == []
    told, more = text_differences(golden, {"won": "one\nthree"})
    assert told.startswith(f"--- won in {golden}")
    assert "-two\n+three" in told
    assert told.endswith(HOW)
    assert "-three" in more
