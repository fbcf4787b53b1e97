"""Every key of the settings wrong in turn: one sentence with the file, the key and what to do."""

import re
from pathlib import Path

import pytest

from companion.errors import ConfigError
from companion.settings import read, toml_value
from companion.settings_keys import SECTIONS, known_settings, section_of
from tests.rig.readmes import ROOT
from tests.rig.samples import EVERY_CASE
from tests.rig.servers import companion

KEYS = known_settings(SECTIONS)
OF_ANOTHER_TYPE = ["5", "2026-11-27", "12:30:00", "{ a = 1 }", "inf", "[[]]"]
OUT_OF_RANGE = {
    "state_dir": ['""', '"~nobody-of-this-name/x"', '"a\\nb"'],
    "socket": ['""', f'"/{"x" * 200}"', '"~nobody-of-this-name/x"'],
    "view_socket": ['""', f'"/{"x" * 200}"'],
    "language": ['"xx"', '"English"'],
    "players": ['["Ada"]', '["A", "B", "C", "D", "E", "F"]', '["Ada", "  "]', '["Ada", "Ada "]'],
    "port": ["0", "65536", "-1", "80.0", "true", '"80"'],
    "host": ['"pi"', '"192.168.178"', '"http://192.168.178.20"'],
    "names": ['["a b"]', '["http://pi"]', "[5]"],
    "broker": ['"mqtt://hub"', '"a b"', '"-x"', '"a..b"', f'"{64 * "x"}"'],
    "ca": ['"~nobody-of-this-name/x"'],
    "name": [f'"{65 * "x"}"'],
}
"""Values of the right type that cannot be, by the name of the key."""


def name_of(key: str) -> str:
    return key.rpartition(".")[2]


def is_count(key: str) -> bool:
    return name_of(key) == "port"


def mistakes(folder: Path, text: str | bytes) -> list[str]:
    file = folder / "companion.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(ConfigError) as error:
        read(("", *SECTIONS), {"COMPANION_CONFIG": str(file)})
    told = str(error.value).splitlines()
    assert all(line.startswith(f"{file}: ") for line in told)
    return [line.removeprefix(f"{file}: ") for line in told]


def written(key: str, value: str) -> str:
    section = section_of(key)
    head = f"[{section}]\n" if section else ""
    return f"{head}{name_of(key)} = {value}\n"


def wrong_values(key: str) -> list[str]:
    found = [value for value in OF_ANOTHER_TYPE if value != "5" or not is_count(key)]
    found.append('"yes"' if isinstance(KEYS[key].default, bool) else "true")
    return [*found, *OUT_OF_RANGE.get(name_of(key), ())]


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_value_is_one_sentence_that_names_the_key(tmp_path, key):
    for value in wrong_values(key):
        (told,) = mistakes(tmp_path, written(key, value))
        assert told.startswith(f"{key}: "), value
        assert re.search(
            r"must|each name|to 5 names|there twice|is none;|home of|has |is no|letters", told
        ), value
        if value == "2026-11-27" and "list of names" not in told:
            assert told.endswith("not 2026-11-27"), "a date is no text in quotes"


@pytest.mark.parametrize("key", KEYS)
def test_a_slip_of_the_pen_leads_to_the_key_that_was_meant(tmp_path, key):
    name = name_of(key)
    (told,) = mistakes(tmp_path, written(f"{key}x", '"x"'))
    assert told == f"{key}x: there is no such setting; did you mean {name!r}?"


@pytest.mark.parametrize("key", KEYS)
def test_a_key_in_another_section_is_sent_where_it_stands(tmp_path, key):
    name = name_of(key)
    for section in ("", *SECTIONS):
        elsewhere = f"{section}.{name}" if section else name
        if elsewhere not in KEYS:
            (told,) = mistakes(tmp_path, written(elsewhere, '"x"'))
            home = section_of(key)
            place = f"below [{home}]" if home else "above the first [section]"
            assert told.startswith(f"{elsewhere}: there is no such setting; {name} stands ")
            assert place in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[pgae]\nport = 1", "pgae: there is no such setting; did you mean 'page'?"),
        ("page = 8080", "page: must be a section, whose keys stand below a line [page]"),
        ("[[mqtt]]\nport = 1", "mqtt: must be a section, whose keys stand below a line [mqtt]"),
        (
            "[page]\nbrokr = 'x'",
            "page.brokr: there is no such setting; did you mean 'broker' below [mqtt]?",
        ),
        ("[page]\n'a.b' = 1", "page.a.b: there is no such setting; valid: host, names, open, port"),
        ("panel = ", "this is not TOML: Invalid value (at end of document)"),
        (b"panel = '\xff'", "the file is not text in UTF-8; save it as such"),
        ("#" * (1 << 17), "the file cannot be read: it has more than 65536 bytes"),
    ],
)
def test_what_is_no_setting_or_no_toml_is_one_sentence(tmp_path, text, told):
    assert mistakes(tmp_path, text) == [told]


@pytest.mark.parametrize(
    "text", ["'page.port' = 1", "'a.b' = 1", "panel = 'a'\npanel = 'b'", "\x00"]
)
def test_odd_names_are_one_sentence_too(tmp_path, text):
    assert len(mistakes(tmp_path, text)) == 1


def test_all_mistakes_are_told_at_once(tmp_path):
    assert len(mistakes(tmp_path, "socket = 5\n[page]\nport = 0\n[mqtt]\nname = 5\n")) == 3


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    for name, gist in (("none.toml", "No such file"), ("folder.toml", "Is a directory")):
        with pytest.raises(ConfigError, match=f"{name}: the file cannot be read: {gist}"):
            read(("",), {"COMPANION_CONFIG": str(tmp_path / name)})


READ = {
    "config": ("", "page", "mqtt"),
    "history": ("",),
    "web": ("page",),
    "mqtt": ("mqtt",),
}
"""Each program, and the sections that it reads."""


@pytest.mark.parametrize(
    ("program", "section"),
    [
        (name, section)
        for name, sections in READ.items()
        for section in (sections if EVERY_CASE else sections[-1:])
    ],
)
def test_a_program_with_a_mistake_in_its_section_ends_with_status_2(tmp_path, program, section):
    folder = tmp_path / ".config" / "hanabi-companion"
    folder.mkdir(parents=True)
    (folder / "companion.toml").write_text(f"[{section}]\nprot = 5" if section else "socket = 5")
    told = companion(program, directory=tmp_path)
    key = f"{section}.prot" if section else "socket"
    assert told.returncode == 2
    assert told.stderr.startswith(f"companion: {folder / 'companion.toml'}: {key}: ")
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("section", ["", *SECTIONS])
def test_mistakes_in_a_section_are_no_matter_of_those_who_do_not_read_it(tmp_path, section):
    file = tmp_path / "companion.toml"
    others = [name for name in ("", *SECTIONS) if name != section]
    file.write_text(f"[{section}]\nprot = 5" if section else "socket = 5")
    assert read(others, {"COMPANION_CONFIG": str(file)}).boot == ""


def test_the_page_of_the_settings_lists_every_key_with_its_default():
    text = (ROOT / "companion" / "commands" / "README.md").read_text("utf-8")
    row = re.compile(r"^\| `(\w+)` \| (?:`(.*?)`)? ?\| ", re.MULTILINE)
    assert row.findall(text.partition("## Settings")[2]) == [
        (name_of(key), "" if known.default == "" else toml_value(known.default))
        for key, known in KEYS.items()
    ]
