"""What the doctor says of the installed service: healthy, crashing, stopped, its last words."""

import asyncio
import socket

import pytest

from companion.club.link import BrokerLink
from companion.club.settings import Broker
from hardware.health.machine import SERVICE, CommandOutput
from hardware.health.table import NOTE, OK, WRONG, CheckResult
from tests.rig.machines import Fake, looked

RUNS = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Result": "success"}
DEAD = {**RUNS, "ActiveState": "inactive", "SubState": "dead"}
STARTS = {**RUNS, "ActiveState": "activating", "SubState": "start"}
WAITS = {**STARTS, "SubState": "auto-restart", "Result": "exit-code"}
ENDS = {**WAITS, "ActiveState": "deactivating", "SubState": "stop-post"}
MORE = f"sudo journalctl -u {SERVICE} -e"
START = f"sudo systemctl enable --now {SERVICE}"
BUSY = "GPIO 5 is in use by the kernel or another program; free it or use another pin"


def properties(values: dict[str, str]) -> str:
    return "".join(f"{key}={value}\n" for key, value in values.items())


def service(fake: Fake, **values: str) -> CheckResult:
    fake.commands["systemctl"] = CommandOutput(0, properties(values))
    return looked(fake)["service"]


def journal(fake: Fake, said: str) -> None:
    fake.commands["journalctl"] = CommandOutput(0, said)


@pytest.mark.parametrize("values", [WAITS, STARTS], ids=["waits", "starts"])
def test_a_service_that_crashes_again_and_again_has_its_last_words(
    fake: Fake, values: dict[str, str]
) -> None:
    journal(fake, f"companion: {BUSY}\n")
    result = service(fake, **{**values, "Result": "exit-code"}, NRestarts="7")
    told = f"crashed, and was started again 7 times (it gave up), and said last: {BUSY}"
    assert result == CheckResult("service", WRONG, f"the service {told}", MORE)


@pytest.mark.parametrize(
    ("values", "how"),
    [
        (WAITS, "it gave up"),
        ({**WAITS, "Result": "watchdog"}, "it hung, and its watchdog ended it"),
        ({**WAITS, "Result": "core-dump"}, "a signal ended it"),
        ({**WAITS, "Result": "of a later systemd"}, "of a later systemd"),
    ],
)
def test_how_it_ended_is_told(fake: Fake, values: dict[str, str], how: str) -> None:
    sentence = f"the service crashed, and was started again 0 times ({how})"
    assert service(fake, **values) == CheckResult("service", WRONG, sentence, MORE)


def test_where_the_journal_says_nothing_its_status_has_the_last_words(fake: Fake) -> None:
    told = service(fake, **WAITS, StatusText="no pins = no game").sentence
    assert told.endswith("(it gave up), and said last: no pins = no game")


@pytest.mark.parametrize(
    ("values", "state", "told", "mend"),
    [
        (RUNS, OK, "the service runs", ""),
        ({**RUNS, "UnitFileState": "disabled"}, NOTE, "does not start with the computer", START),
        ({**WAITS, "ActiveState": "failed"}, WRONG, "the service crashed", MORE),
        ({**ENDS, "NRestarts": "3"}, WRONG, "started again 3 times", MORE),
        ({**ENDS, "Result": "success"}, NOTE, "systemd has it as deactivating", START),
        (DEAD, NOTE, "systemd has it as inactive", START),
        ({**DEAD, "NRestarts": "3"}, NOTE, "systemd has it as inactive", START),
        ({**STARTS, "NRestarts": "0"}, NOTE, "systemd has it as activating", START),
        ({**DEAD, "LoadState": "bad-setting"}, WRONG, "bad-setting", f"systemctl status {SERVICE}"),
    ],
)
def test_how_it_is_has_a_line(
    fake: Fake, values: dict[str, str], state: str, told: str, mend: str
) -> None:
    result = service(fake, **values)
    assert (result.state, result.mend, told in result.sentence) == (state, mend, True), result


def test_one_that_runs_after_a_crash_is_told(fake: Fake) -> None:
    result = service(fake, **RUNS, NRestarts="3")
    told = "the service runs, after it crashed 3 times"
    assert result == CheckResult("service", NOTE, told, MORE)


def test_where_nobody_answers_it_is_said_how_to_start_it(fake: Fake) -> None:
    assert looked(fake)["socket"].mend == f"sudo systemctl restart {SERVICE}"
    fake.uninstall()
    assert looked(fake)["socket"].mend == "companion run"


# The page and the bridge

WEB, MQTT, KIOSK = (f"hanabi-companion-{name}.service" for name in ("web", "mqtt", "kiosk"))
BESIDE = {WEB: "page", MQTT: "bridge", KIOSK: "kiosk"}


def beside(fake: Fake, unit: str, **values: str) -> CheckResult | None:
    fake.units[unit] = properties({"UnitFileState": "enabled", **values})
    return looked(fake).get(BESIDE[unit])


@pytest.mark.parametrize(("unit", "name"), BESIDE.items())
def test_of_what_is_enabled_it_is_said_how_it_is(fake: Fake, unit: str, name: str) -> None:
    assert name not in looked(fake)
    assert beside(fake, unit, **WAITS, UnitFileState="disabled") is None
    assert beside(fake, unit, **RUNS) == CheckResult(name, OK, f"the {name} runs")
    told = beside(fake, unit, **DEAD)
    assert told is not None
    assert (told.state, told.mend) == (NOTE, f"sudo systemctl enable --now {unit}")
    journal(fake, "companion: a mistake\n")
    told = beside(fake, unit, **WAITS, NRestarts="7")
    words = "crashed, and was started again 7 times (it gave up), and said last: a mistake"
    more = f"sudo journalctl -u {unit} -e"
    assert told == CheckResult(name, WRONG, f"the {name} {words}", more)


async def said_without_a_broker() -> list[str]:
    """The status of a bridge's link before and after it tried a broker that is not there."""
    seen = []
    link = BrokerLink(Broker("127.0.0.1", 1), "table", ("availability", b""), ())
    seen.append(link.status)
    link.open()
    await link.wait_while(lambda: link.status == seen[0], 10)
    seen.append(link.status)
    await link.leave_in_order()
    return seen


def test_a_bridge_without_its_broker_is_wrong_by_its_own_words(fake: Fake) -> None:
    connecting, away = asyncio.run(said_without_a_broker())
    assert beside(fake, MQTT, **RUNS, StatusText=connecting) == (
        "bridge",
        OK,
        "the bridge runs",
        "",
    )
    told = beside(fake, MQTT, **RUNS, StatusText=away)
    sentence = "the bridge runs, but is not connected: no broker at 127.0.0.1:1"
    assert told is not None
    assert (told.state, told.mend) == (WRONG, "sudo companion mqtt --check")
    assert told.sentence.startswith(sentence)


def test_where_a_page_is_found_is_told_and_that_phones_need_its_name(fake: Fake) -> None:
    fake.put("run/avahi-daemon/socket")
    assert "page's address" not in looked(fake)
    beside(fake, WEB, **RUNS)
    host = socket.gethostname().split(".")[0]
    told = CheckResult("page's address", OK, f"phones find the page at http://{host}.local:8080")
    assert looked(fake)["page's address"] == told
    fake.lose("run/avahi-daemon/socket")
    result = looked(fake)["page's address"]
    assert (result.state, result.mend) == (NOTE, "sudo apt install avahi-daemon")
