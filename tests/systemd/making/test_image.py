"""`make image`: a card's files get into the first partition of an image, or it stays as it was."""

import hashlib
import json
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from companion.errors import BadInput, CompanionError
from systemd.making import image as making
from systemd.making.card import __main__ as cards
from systemd.making.image import SECTOR, _first_partition, _put_files

pytestmark = pytest.mark.skipif(
    not (shutil.which("mcopy") and shutil.which("mkfs.fat")),
    reason="mtools or dosfstools is not here",
)
START, SECTORS = 2048, 80_000
BEHIND = b"the second partition" * 100
OF_LITE = {"config.txt": "dtparam=audio=on\n", "cmdline.txt": "quiet\n", "user-data": "#cloud\n"}


def mtools(tool, image, *words):
    command = [tool, "-i", f"{image}@@{START * SECTOR}", *words]
    return subprocess.run(command, capture_output=True, check=True).stdout


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """An image with a partition table, a FAT without files, and what lies behind it."""
    folder = tmp_path_factory.mktemp("bare")
    fat = folder / "fat"
    with fat.open("wb") as file:
        file.truncate(SECTORS * SECTOR)
    subprocess.run(["mkfs.fat", "-F", "32", "-n", "bootfs", fat], check=True, capture_output=True)
    table = bytearray(SECTOR)
    table[446:462] = struct.pack("<B3xB3xII", 0x80, 0x0C, START, SECTORS)
    table[510:] = b"\x55\xaa"
    image = folder / "raspios.img"
    with image.open("wb") as file:
        file.write(table)
        file.seek(START * SECTOR)
        file.write(fat.read_bytes())
        file.write(BEHIND)
    return image


@pytest.fixture
def made(bare, tmp_path):
    """Gives an image with these files."""

    def make(files):
        (tmp_path / "image").mkdir()
        image = Path(shutil.copy(bare, tmp_path / "image"))
        for name, text in files.items():
            (tmp_path / "text").write_text(text)
            mtools("mcopy", image, tmp_path / "text", f"::/{name}")
        return image

    return make


@pytest.fixture
def image(made):
    return made(OF_LITE)


@pytest.fixture
def card(tmp_path):
    """A card's files, as `make card` leaves them."""
    folder = tmp_path / "card"
    (folder / "companion").mkdir(parents=True)
    (folder / "vendor-data").write_text("#cloud-boothook\n")
    (folder / "companion.toml").write_text('panel = "bonnet"\n')
    (folder / "companion" / "hanabi-companion_0.2.0~dev0_all.deb").write_bytes(
        bytes(range(256)) * 9
    )
    return folder


def test_the_files_lie_beside_those_of_the_system_and_nothing_else_changes(image, card):
    before = image.read_bytes()
    _put_files(image, card)
    for file in card.rglob("*"):
        if file.is_file():
            name = f"::/{file.relative_to(card)}"
            assert mtools("mcopy", image, "-n", name, "-") == file.read_bytes()
    for name, text in OF_LITE.items():
        assert mtools("mcopy", image, "-n", f"::/{name}", "-").decode() == text
    after = image.read_bytes()
    behind = (START + SECTORS) * SECTOR
    assert (after[: START * SECTOR], after[behind:]) == (before[: START * SECTOR], BEHIND)
    assert [path.name for path in image.parent.iterdir()] == [image.name]


def test_a_second_time_the_packages_of_the_first_are_gone(image, card):
    _put_files(image, card)
    (deb,) = (card / "companion").iterdir()
    deb.rename(deb.with_name("hanabi-companion_0.3.0_all.deb"))
    _put_files(image, card)
    listed = mtools("mdir", image, "-b", "::/companion").decode()
    assert "0.3.0" in listed
    assert "0.2.0" not in listed


def spoilt(image, how):
    """Make an image that is none."""
    content = bytearray(image.read_bytes())
    if how == "text":
        content = b"no image\n"
    elif how == "empty":
        content = b""
    elif how == "no signature":
        content[510] = 0
    elif how == "cut off":
        del content[len(content) // 2 :]
    elif how == "linux first":
        content[450] = 0x83
    elif how == "packed":
        content = b"\xfd7zXZ\0" + bytes(4096)
    image.write_bytes(content)


@pytest.mark.parametrize(
    "how", ["text", "empty", "no signature", "cut off", "linux first", "packed"]
)
def test_a_file_that_is_no_image_is_one_sentence_and_stays(image, card, how, monkeypatch, capsys):
    spoilt(image, how)
    before = image.read_bytes()
    with pytest.raises(BadInput, match="is no whole image of a card"):
        _put_files(image, card)
    monkeypatch.setenv("IMAGE", str(image))
    monkeypatch.setenv("BUILD", "bonnet")
    monkeypatch.setattr(cards, "make_card", lambda *words: pytest.fail("it was built"))
    assert making.main() == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"make image: {image} is no whole image")
    assert image.read_bytes() == before


@pytest.mark.parametrize("files", [{}, {"config.txt": "", "cmdline.txt": ""}, {"grub.cfg": ""}])
def test_another_system_is_one_sentence_and_stays(made, card, files):
    image = made(files)
    before = image.read_bytes()
    with pytest.raises(BadInput, match="is another system"):
        _put_files(image, card)
    assert image.read_bytes() == before


def test_a_partition_that_is_no_file_system_is_another_system(image, card):
    with image.open("r+b") as file:
        file.seek(START * SECTOR)
        file.write(bytes(SECTOR * 64))
    before = image.read_bytes()
    with pytest.raises(BadInput, match="is another system"):
        _put_files(image, card)
    assert image.read_bytes() == before


def test_without_room_it_is_one_sentence_and_stays(image, card):
    (card / "companion" / "large.deb").write_bytes(b"x" * (SECTORS * SECTOR))
    before = image.read_bytes()
    with pytest.raises(CompanionError, match="have no room in the first partition"):
        _put_files(image, card)
    assert image.read_bytes() == before


@pytest.mark.parametrize(("name", "gist"), [("", "no image is named"), ("/nowhere.img", "No such")])
def test_an_image_that_is_not_there_is_one_sentence(monkeypatch, capsys, name, gist):
    monkeypatch.setenv("IMAGE", name)
    monkeypatch.setenv("BUILD", "bonnet")
    assert making.main() != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("make image: ")
    assert gist in line


def test_imager_is_told_of_the_image_as_it_is_now(image, card, monkeypatch, capsys):
    monkeypatch.setenv("IMAGE", str(image))
    monkeypatch.setenv("BUILD", "bonnet")
    monkeypatch.setattr(making, "DIST", card.parent)
    monkeypatch.setattr(cards, "make_card", lambda build, folder: None)
    assert making.main() == 0
    assert f"{image}.json" in capsys.readouterr().out
    (entry,) = json.loads((image.parent / f"{image.name}.json").read_text())["os_list"]
    assert entry["url"] == image.as_uri()
    assert entry["extract_size"] == image.stat().st_size
    assert entry["extract_sha256"] == hashlib.sha256(image.read_bytes()).hexdigest()
    assert entry["name"] == "Hanabi table companion (bonnet)"
    assert _first_partition(image).size == SECTORS * SECTOR


def test_without_mtools_it_says_what_to_get(image, card, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CompanionError, match="sudo apt install mtools"):
        _put_files(image, card)
