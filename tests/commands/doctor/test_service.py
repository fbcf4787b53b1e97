"""What the doctor says of the installed service: healthy, crashing, stopped, and what it
said last.
"""

import json

import pytest

from companion.commands.doctor.table import NOTE, OK, WRONG, CheckResult
from hardware.health.machine import CommandOutput
from hardware.health.mending import MQTT, SERVICE, WEB
from tests.rig.machines import Fake, looked

RUNS = {"LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Result": "success"}
STARTS = {**RUNS, "ActiveState": "activating", "SubState": "start"}
WAITS = {
    **STARTS,
    "SubState": "auto-restart",
    "Result": "exit-code",
    "ExecMainCode": "1",
    "ExecMainStatus": "1",
}
MORE = f"sudo journalctl -u {SERVICE} -e"
BUSY = "GPIO 5 is in use by the kernel or another program; free it or use another pin"


def service(fake: Fake, **values: str) -> CheckResult:
    lines = "".join(f"{key}={value}\n" for key, value in values.items())
    fake.commands["systemctl"] = CommandOutput(0, lines)
    return looked(fake)["service"]


def line(message: str, identifier: str = "companion", **more: str) -> dict[str, str]:
    return {"MESSAGE": message, "SYSLOG_IDENTIFIER": identifier, **more}


def ended(code: str, status: int) -> dict[str, str]:
    told = f"{SERVICE}: Main process exited, code={code}, status={status}"
    return line(told, "systemd", EXIT_CODE=code, EXIT_STATUS=str(status))


def journal(fake: Fake, *lines: object) -> None:
    fake.commands["journalctl"] = CommandOutput(
        0, "".join(f"{json.dumps(each)}\n" for each in lines)
    )


def test_a_service_that_runs_is_well(fake: Fake) -> None:
    assert service(fake, **RUNS, NRestarts="0") == CheckResult("service", OK, "the service runs")


@pytest.mark.parametrize(
    "values",
    [{**WAITS, "NRestarts": "7"}, {**STARTS, "NRestarts": "7", "MainPID": "9"}],
    ids=["between two starts", "in a start"],
)
def test_a_service_that_crashes_again_and_again_has_its_last_words(
    fake: Fake, values: dict[str, str]
) -> None:
    stopped = line(f"{SERVICE}: Failed with result 'exit-code'.", "systemd")
    journal(
        fake,
        line("companion: an older one"),
        ended("exited", 3),
        line(f"companion: {BUSY}"),
        line(""),
        ended("exited", 1),
        stopped,
        line("companion: what the next start said"),
    )
    result = service(fake, **values)
    told = (
        "the service crashes again and again, 7 times so far (exit status 1), and said last:"
        f" {BUSY}"
    )
    assert result == CheckResult("service", WRONG, told, MORE)


@pytest.mark.parametrize(
    ("values", "lines", "how"),
    [
        (WAITS, [], " (exit status 1)"),
        ({**WAITS, "ExecMainCode": "2", "ExecMainStatus": "9"}, [], " (killed by SIGKILL)"),
        ({**WAITS, "Result": "watchdog"}, [], " (it hung, and its watchdog ended it)"),
        ({**STARTS, "NRestarts": "1"}, [], ""),
        ({**STARTS, "NRestarts": "1"}, [ended("dumped", 11)], " (killed by SIGSEGV)"),
        (
            {**WAITS, "ExecMainStatus": "226"},
            [
                line(
                    f"{SERVICE}: Failed at step NAMESPACE spawning it: No such file", "(ompanion)"
                ),
                ended("exited", 226),
            ],
            " (exit status 226), and said last: Failed at step NAMESPACE spawning it: No such file",
        ),
        (WAITS, [{"MESSAGE": [27, 91]}, 7, ended("exited", 2)], " (exit status 2)"),
    ],
)
def test_how_it_ended_is_told_as_far_as_it_is_known(
    fake: Fake, values: dict[str, str], lines: list[object], how: str
) -> None:
    journal(fake, *lines)
    result = service(fake, **values)
    assert result == CheckResult(
        "service", WRONG, f"the service crashed and is started again{how}", MORE
    )


def test_who_may_not_read_the_journal_is_told_the_rest(fake: Fake) -> None:
    fake.commands["journalctl"] = CommandOutput(1, "")
    assert service(fake, **WAITS, NRestarts="7").sentence.endswith("7 times so far (exit status 1)")
    told = service(fake, **WAITS, NRestarts="7", StatusText="no pins = no game").sentence
    assert told.endswith("7 times so far (exit status 1), and said last: no pins = no game")


def test_a_service_that_stays_down_is_wrong(fake: Fake) -> None:
    result = service(fake, **{**WAITS, "ActiveState": "failed", "SubState": "failed"})
    assert (result.state, result.mend) == (WRONG, MORE)
    assert result.sentence == "the service crashed and stays down (exit status 1)"


@pytest.mark.parametrize(
    ("restarts", "since", "state", "told"),
    [
        ("3", "990000000", WRONG, "again and again, 3 times so far; now it has run for 10 seconds"),
        ("3", "900000000", NOTE, "the service runs, after it crashed 3 times"),
        ("1", "990000000", NOTE, "the service runs, after it crashed once"),
    ],
)
def test_one_that_runs_after_a_crash_is_wrong_while_it_may_crash_again(
    fake: Fake, restarts: str, since: str, state: str, told: str
) -> None:
    result = service(fake, **RUNS, NRestarts=restarts, ActiveEnterTimestampMonotonic=since)
    assert (result.state, result.mend) == (state, MORE)
    assert told in result.sentence


def test_one_that_is_stopped_starting_or_not_enabled_is_a_note(fake: Fake) -> None:
    start = f"sudo systemctl enable --now {SERVICE}"
    stopped = service(fake, **{**RUNS, "ActiveState": "inactive", "SubState": "dead"})
    assert (stopped.state, stopped.mend) == (NOTE, start)
    assert service(fake, **STARTS, NRestarts="0").sentence == "the service is starting"
    assert service(fake, **RUNS, UnitFileState="disabled").mend == start


def test_one_that_cleans_up_after_a_crash_is_told_from_one_that_is_being_stopped(
    fake: Fake,
) -> None:
    ends = {**WAITS, "ActiveState": "deactivating", "SubState": "stop-post"}
    assert service(fake, **ends, NRestarts="3").state == WRONG
    stopped = service(fake, **{**ends, "Result": "success"})
    assert (stopped.state, stopped.sentence) == (NOTE, "the service is stopping")


def test_a_unit_that_systemd_refuses_is_wrong(fake: Fake) -> None:
    result = service(fake, LoadState="bad-setting", ActiveState="inactive")
    assert (result.state, result.mend) == (WRONG, f"systemctl status {SERVICE}")


def test_where_systemd_does_not_answer_the_unit_tells_that_it_is_installed(fake: Fake) -> None:
    fake.commands["systemctl"] = CommandOutput(1, "Failed to connect to bus\n")
    assert "not installed" in looked(fake)["service"].sentence
    fake.put(f"etc/systemd/system/{SERVICE}")
    result = looked(fake)["service"]
    assert (result.state, result.mend) == (NOTE, "sudo companion doctor")


@pytest.mark.parametrize(
    ("installed", "mend"), [(True, f"sudo systemctl restart {SERVICE}"), (False, "companion run")]
)
def test_where_nobody_answers_it_is_said_how_to_start_it(
    fake: Fake, installed: bool, mend: str
) -> None:
    if not installed:
        fake.uninstall()
    assert looked(fake)["socket"].mend == mend


# The page and the bridge


BESIDE = {WEB: "page", MQTT: "bridge"}


def beside(fake: Fake, unit: str, **values: str) -> CheckResult | None:
    fake.units[unit] = "".join(f"{key}={value}\n" for key, value in values.items())
    return looked(fake).get(BESIDE[unit])


def test_of_what_is_not_enabled_nothing_is_said(fake: Fake) -> None:
    assert not BESIDE.values() & looked(fake).keys()
    for unit in BESIDE:
        assert beside(fake, unit, **WAITS, UnitFileState="disabled") is None


@pytest.mark.parametrize(("unit", "name"), BESIDE.items())
def test_of_what_is_enabled_it_is_said_how_it_is(fake: Fake, unit: str, name: str) -> None:
    told = beside(fake, unit, **RUNS, UnitFileState="enabled")
    assert told == CheckResult(name, OK, f"the {name} runs")
    stopped = {**RUNS, "ActiveState": "inactive", "UnitFileState": "enabled"}
    told = beside(fake, unit, **stopped)
    assert told is not None
    assert told.state == NOTE
    assert told.mend == f"sudo systemctl enable --now {unit}"


@pytest.mark.parametrize(("unit", "name"), BESIDE.items())
def test_what_crashes_has_its_last_words_and_a_command(fake: Fake, unit: str, name: str) -> None:
    words = f"/etc/hanabi-companion/{name}.toml: a mistake"
    journal(fake, line(f"companion: {words}"), ended("exited", 2))
    told = beside(fake, unit, **WAITS, NRestarts="7", UnitFileState="enabled")
    sentence = (
        f"the {name} crashes again and again, 7 times so far (exit status 2), and said last:"
        f" {words}"
    )
    assert told == CheckResult(name, WRONG, sentence, f"sudo journalctl -u {unit} -e")


def test_a_bridge_that_runs_and_finds_no_broker_says_so(fake: Fake) -> None:
    state = {**RUNS, "UnitFileState": "enabled"}
    told = beside(fake, MQTT, **state, StatusText="not connected: no broker at pi:1883")
    sentence = "the bridge runs, but is not connected: no broker at pi:1883"
    assert told == CheckResult("bridge", WRONG, sentence, "sudo companion mqtt --check")
    told = beside(fake, MQTT, **state, StatusText="connecting to pi:1883")
    assert told == CheckResult("bridge", OK, "the bridge runs")


def test_a_page_that_runs_is_asked_and_phones_need_its_name(fake: Fake) -> None:
    fake.put("run/avahi-daemon/socket")
    assert "page's address" not in looked(fake)
    fake.units[WEB] = "".join(f"{key}={value}\n" for key, value in RUNS.items())
    fake.units[WEB] += "UnitFileState=enabled\n"
    told = CheckResult("page's address", OK, "the page answers at http://127.0.0.1:8080")
    assert looked(fake)["page's address"] == told
    fake.page = "Connection refused"
    result = looked(fake)["page's address"]
    assert result.state == WRONG
    assert result.sentence.endswith("at http://127.0.0.1:8080 (Connection refused)")
    fake.lose("run/avahi-daemon/socket")
    result = looked(fake)["page's address"]
    assert (result.state, result.mend) == (NOTE, "sudo apt install avahi-daemon")
