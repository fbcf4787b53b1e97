"""What hardware/pods/README.md tells makers: its lines and tables agree with the programs on both
sides.
"""

import re
from pathlib import Path

import hardware.pods
from hardware.pods.firmware import config
from hardware.pods.firmware.lights import decode_lights
from hardware.pods.firmware.protocol import RESEND_MS, LineReader, PodSession, unframe
from tests.rig.readmes import entry
from wiring.reading.build import parse_build

TEXT = (Path(hardware.pods.__path__[0]) / "README.md").read_text("utf-8")
LINES = re.findall(r"^    (host|pod)  +(\S.*)$", TEXT, re.MULTILINE)


def test_a_pod_says_what_the_exchange_says() -> None:
    shown: list[tuple[str, int]] = []
    controls = ["clue", "discard", "play", "undo", "W"]
    levels = [False] * 5
    pod = PodSession(
        "far end", controls, 27, lambda text, level: shown.append((text, level)), levels, 1000
    )
    pod.take_output()
    times = {"h": 1042, "t": 1050, "l": 1060, "a": 5300}
    heard: list[str] = []
    for who, line in LINES:
        if who == "host":
            pod.receive(line.encode() + b"\n", times[line[0]])
            continue
        if not heard:
            heard = LineReader().feed(pod.take_output())
        if not heard:
            levels[2] = not levels[2]
            pod.step(levels, int(line.split()[2]))
            heard = LineReader().feed(pod.take_output())
        assert heard.pop(0) == unframe(line.encode())
    assert not heard
    ((text, brightness),) = shown
    assert sum(map(any, decode_lights(text, brightness, 27, 255))) == 11


def test_the_table_of_config_py_has_all_of_it() -> None:
    told = re.findall(r"^ +\| `([A-Z_]+)` \|", TEXT, re.MULTILINE)
    assert told == [name for name in vars(config) if name.isupper()]


def test_the_entry_of_a_build_is_right() -> None:
    (pod,) = parse_build('board = "none"\n' + entry(TEXT), "mine", "mine.toml").pods
    assert pod.name == "far end"


def test_nothing_of_the_protocol_is_left_out() -> None:
    for word in "HDUTLhatl":
        assert re.search(rf"^\| `{word}\b", TEXT, re.MULTILINE)
    assert f"every {RESEND_MS} ms" in TEXT
