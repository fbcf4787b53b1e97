"""What the doctor says of the installed service: healthy, crashing, stopped, its last words."""

import asyncio
import json

import pytest

from companion.club.broker import Session
from companion.club.link import BrokerLink
from companion.commands.doctor.table import NOTE, OK, WRONG, CheckResult
from companion.onlooking.settings import Broker
from hardware.health.machine import CommandOutput
from hardware.health.mending import KIOSK, MQTT, SERVICE, WEB
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


def line(message: str, identifier: str = "companion", **more: str) -> dict[str, str]:
    return {"MESSAGE": message, "SYSLOG_IDENTIFIER": identifier, **more}


def ended(code: str, status: int) -> dict[str, str]:
    told = f"{SERVICE}: Main process exited, code={code}, status={status}"
    return line(told, "systemd", EXIT_CODE=code, EXIT_STATUS=str(status))


def journal(fake: Fake, *lines: object) -> None:
    text = "".join(f"{json.dumps(each)}\n" for each in lines)
    fake.commands["journalctl"] = CommandOutput(0, text)


@pytest.mark.parametrize("values", [WAITS, {**STARTS, "MainPID": "9"}], ids=["waits", "starts"])
def test_a_service_that_crashes_again_and_again_has_its_last_words(
    fake: Fake, values: dict[str, str]
) -> None:
    stopped = line(f"{SERVICE}: Failed with result 'exit-code'.", "systemd")
    older, next_start = line("companion: an older one"), line("companion: of the next start")
    end = ended("exited", 1)
    journal(fake, older, ended("exited", 3), line(f"companion: {BUSY}"), end, stopped, next_start)
    result = service(fake, **values, NRestarts="7")
    told = f"crashes again and again, 7 times so far (exit status 1), and said last: {BUSY}"
    assert result == CheckResult("service", WRONG, f"the service {told}", MORE)


FAILED = line(f"{SERVICE}: Failed at step NAMESPACE spawning it: No such file", "(ompanion)")


@pytest.mark.parametrize(
    ("values", "lines", "how"),
    [
        (WAITS, [], ""),
        ({**WAITS, "Result": "watchdog"}, [], " (it hung, and its watchdog ended it)"),
        ({**STARTS, "NRestarts": "1"}, [], ""),
        ({**STARTS, "NRestarts": "1"}, [ended("dumped", 11)], " (killed by signal 11)"),
        (
            WAITS,
            [FAILED, ended("exited", 226)],
            " (exit status 226), and said last: Failed at step NAMESPACE spawning it: No such file",
        ),
        (WAITS, [{"MESSAGE": [27, 91]}, 7, ended("exited", 2)], " (exit status 2)"),
    ],
)
def test_how_it_ended_is_told_as_far_as_it_is_known(
    fake: Fake, values: dict[str, str], lines: list[object], how: str
) -> None:
    journal(fake, *lines)
    told = CheckResult("service", WRONG, f"the service crashed{how}", MORE)
    assert service(fake, **values) == told


def test_who_may_not_read_the_journal_is_told_the_rest(fake: Fake) -> None:
    fake.commands["journalctl"] = CommandOutput(1, "")
    assert service(fake, **WAITS, NRestarts="7").sentence.endswith("7 times so far")
    told = service(fake, **WAITS, NRestarts="7", StatusText="no pins = no game").sentence
    assert told.endswith("7 times so far, and said last: no pins = no game")


@pytest.mark.parametrize(
    ("values", "state", "told", "mend"),
    [
        (RUNS, OK, "the service runs", ""),
        ({**RUNS, "UnitFileState": "disabled"}, NOTE, "does not start with the computer", START),
        ({**WAITS, "ActiveState": "failed"}, WRONG, "the service crashed", MORE),
        ({**ENDS, "NRestarts": "3"}, WRONG, "crashes again and again", MORE),
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


@pytest.mark.parametrize(
    ("restarts", "since", "state", "told"),
    [
        ("3", "990000000", WRONG, "crashes again and again, 3 times so far"),
        ("3", "900000000", NOTE, "the service runs, after it crashed 3 times"),
        ("1", "990000000", NOTE, "the service runs, after it crashed 1 time"),
    ],
)
def test_one_that_runs_after_a_crash_is_wrong_while_it_may_crash_again(
    fake: Fake, restarts: str, since: str, state: str, told: str
) -> None:
    result = service(fake, **RUNS, NRestarts=restarts, ActiveEnterTimestampMonotonic=since)
    assert (result.state, result.mend, told in result.sentence) == (state, MORE, True)


def test_where_systemd_does_not_answer_the_unit_tells_that_it_is_installed(fake: Fake) -> None:
    fake.commands["systemctl"] = CommandOutput(1, "Failed to connect to bus\n")
    assert "not installed" in looked(fake)["service"].sentence
    fake.put(f"etc/systemd/system/{SERVICE}")
    result = looked(fake)["service"]
    assert (result.state, result.mend) == (NOTE, "sudo companion doctor")


def test_where_nobody_answers_it_is_said_how_to_start_it(fake: Fake) -> None:
    assert looked(fake)["socket"].mend == f"sudo systemctl restart {SERVICE}"
    fake.uninstall()
    assert looked(fake)["socket"].mend == "companion run"


# The page and the bridge

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
    journal(fake, line("companion: a mistake"), ended("exited", 2))
    told = beside(fake, unit, **WAITS, NRestarts="7")
    words = "crashes again and again, 7 times so far (exit status 2), and said last: a mistake"
    more = f"sudo journalctl -u {unit} -e"
    assert told == CheckResult(name, WRONG, f"the {name} {words}", more)


async def said_without_a_broker() -> list[str]:
    """The status of a bridge's link before and after it tried a broker that is not there."""
    seen = []
    changed = asyncio.Event()
    link = BrokerLink(Session(Broker("127.0.0.1", 1), "table"), on_change=changed.set)
    seen.append(link.status)
    running = asyncio.create_task(link.run())
    await asyncio.wait_for(changed.wait(), 10)
    seen.append(link.status)
    running.cancel()
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


def test_a_page_that_runs_is_asked_and_phones_need_its_name(fake: Fake) -> None:
    fake.put("run/avahi-daemon/socket")
    assert "page's address" not in looked(fake)
    beside(fake, WEB, **RUNS)
    told = CheckResult("page's address", OK, "the page answers at http://127.0.0.1:8080")
    assert looked(fake)["page's address"] == told
    fake.page = "Connection refused"
    result = looked(fake)["page's address"]
    assert result.state == WRONG
    assert result.sentence.endswith("at http://127.0.0.1:8080 (Connection refused)")
    fake.lose("run/avahi-daemon/socket")
    result = looked(fake)["page's address"]
    assert (result.state, result.mend) == (NOTE, "sudo apt install avahi-daemon")
