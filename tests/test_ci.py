"""The versions that CI runs with are those of pyproject.toml.

What cannot run is skipped with its reason.
"""

import re
import subprocess
import tomllib
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
EXTRAS = PROJECT["optional-dependencies"]
WANTED = [*PROJECT["dependencies"], *EXTRAS["window"], *EXTRAS["test"]]
DEBIAN_13 = {
    "luma.core": "2.4.2",
    "luma.oled": "3.10.0",
    "paho-mqtt": "2.1.0",
    "pillow": "11.1.0",
    "pygame": "2.6.1",
    "pyserial": "3.5",
    "segno": "1.6.6",
    "tornado": "6.4.2",
    "hypothesis": "6.130.5",
    "pytest": "8.3.5",
    "pytest-xdist": "3.6.1",
}
"""What its archive has; gpiozero there is older than what is wanted."""


def numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, without zeros at its end."""
    found = [int(part) for part in re.findall(r"\d+", version.partition(".post")[0])]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def pins(name: str) -> dict[str, str]:
    """The versions in one of CI's lists."""
    lines = (ROOT / ".ci" / name).read_text().splitlines()
    return dict(line.lower().split("==") for line in lines if not line.startswith("#"))


def lowest(requirement: str) -> tuple[str, tuple[int, ...]]:
    """The name and the lowest version of a requirement."""
    name, version = re.findall(r"^([\w.-]+)>=([\d.]+)", requirement)[0]
    return name, numbers(version)


@pytest.mark.parametrize(
    "requirement", [each for each in WANTED if "python_version >=" not in each]
)
def test_the_lowest_version_is_the_one_that_is_tested(requirement):
    name, version = lowest(requirement)
    assert numbers(pins("lowest.txt")[name]) == version


@pytest.mark.parametrize("requirement", WANTED)
def test_the_version_of_ci_is_allowed(requirement):
    name, version = lowest(requirement)
    assert numbers(pins("constraints.txt")[name]) >= version


@pytest.mark.parametrize("name", DEBIAN_13)
def test_what_debian_13_has_is_enough(name):
    (version,) = [each for other, each in map(lowest, WANTED) if other == name]
    assert numbers(DEBIAN_13[name]) >= version


@pytest.mark.parametrize(
    ("user", "reason"), [(1000, "they need root"), (0, "they need mmdebstrap")]
)
def test_where_no_debian_can_be_made_its_tests_are_skipped_with_the_reason(user, reason, tmp_path):
    for name, does in (("id", f"echo {user}"), ("dirname", f'echo "{ROOT / ".ci"}"')):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    words = ["/bin/bash", ROOT / ".ci" / "debian"]
    run = subprocess.run(
        words, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert f"skipped: {reason}" in run.stdout


def test_make_help_says_what_make_can_do_in_four_groups():
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    groups = [group.splitlines() for group in done.stdout.strip().split("\n\n")]
    assert len(groups) == 4
    assert all(not title.startswith("make ") for title, *_ in groups)
    told = re.findall(r"^make ([\w-]+) ", done.stdout, re.MULTILINE)
    assert len(told) == len(set(told)) <= 22
    targets = re.findall(r"^([a-z][\w-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert set(targets) - set(told) == {"help", "need-python", "clean"}


TARGETS = re.findall(r"^# make ([\w-]+) ", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("target", TARGETS)
def test_what_make_help_names_begins_and_what_it_would_run_is_there(target, tmp_path):
    words = ["make", "--dry-run", target, f"VENV={tmp_path / 'none'}"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    own = r"-m ((?:companion|hardware|systemd|tests|wiring)\b[\w.]*)"
    for module in re.findall(own, done.stdout):
        assert find_spec(module) is not None, module
    named = re.findall(r"(?<=\s)((?:\.ci|tests)/[\w./-]+)", done.stdout)
    assert [path for path in named if not (ROOT / path).exists()] == []


STEPS = """\
jobs:
  check:
    uses: ./.github/workflows/ci.yml
  one:
    steps:
      - uses: actions/checkout@v4
      - run: echo $GITHUB_REPOSITORY $KEY >said
        env: {KEY: "${{ github.token }}"}
      - run: gh release create v1 dist/made
"""


def test_the_steps_of_a_workflow_run_here_but_for_those_of_the_service(
    tmp_path, monkeypatch, capsys
):
    pytest.importorskip("yaml", reason="needs PyYAML: make test-browser")
    spec = spec_from_file_location("workflow", ROOT / ".ci" / "workflow.py")
    workflow = module_from_spec(spec)
    spec.loader.exec_module(workflow)
    monkeypatch.setattr(workflow, "ROOT", tmp_path)
    (tmp_path / ".github" / "workflows").mkdir(parents=True)
    (tmp_path / ".github" / "workflows" / "some.yml").write_text(STEPS)
    with pytest.raises(subprocess.CalledProcessError):
        workflow.main("some")
    assert (tmp_path / "said").read_text() == "someone/hanabi-companion none\n"
    told = capsys.readouterr().out
    assert "only the service can: ./.github/workflows/ci.yml" in told
    assert "only the service can: actions/checkout@v4" in told
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "made").write_text("something")
    workflow.main("some", "one")


WORKFLOWS = list((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=[file.stem for file in WORKFLOWS])
def test_a_job_may_read_alone_or_runs_nothing_of_the_repository(file):
    yaml = pytest.importorskip("yaml", reason="needs PyYAML: make test-browser")
    workflow = yaml.safe_load(file.read_text())
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        steps = job.get("steps", [job])
        got = [step for step in steps if "actions/checkout@" in step.get("uses", "")]
        assert all(step["with"]["persist-credentials"] is False for step in got)
        assert job["permissions"] == {"contents": "read"} or not got


@pytest.mark.parametrize("marker", PYPROJECT["tool"]["pytest"]["ini_options"]["markers"])
def test_tests_of_each_kind_run_in_a_job_all_of_them(marker):
    (target,) = re.findall(r"\(make ([\w-]+)", marker)
    commands = "".join(file.read_text() for file in WORKFLOWS)
    whole = rf"\bmake {target}(?: (?!ARGS)\w+=\S+)*(?:$| &&)"
    assert re.search(whole, commands, re.MULTILINE), target


@pytest.mark.parametrize("file", WORKFLOWS, ids=[file.stem for file in WORKFLOWS])
def test_each_action_is_named_by_its_commit(file):
    used = re.findall(r"uses: (.*)", file.read_text())
    assert used
    named = r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/ci\.yml"
    assert [each for each in used if not re.fullmatch(named, each)] == []


LEFT_OUT = {"companion/page/browser", "wiring/making", "wiring/pictures", "wiring/templates"}
"""Folders that no wheel has."""


def test_the_wheel_has_every_file_that_the_program_reads():
    globs = PYPROJECT["tool"]["setuptools"]["package-data"]
    shipped = {
        file
        for package, names in globs.items()
        for name in names
        for file in (ROOT / package.replace(".", "/")).glob(name)
    }
    data = {
        file
        for room in ("companion", "hardware", "wiring")
        for file in (ROOT / room).rglob("*")
        if file.suffix in (".css", ".html", ".js", ".json", ".toml", ".txt", ".wav")
        and str(file.parent.relative_to(ROOT)) not in LEFT_OUT
        and file.name != "xx.json"
    }
    assert data
    assert data <= shipped
