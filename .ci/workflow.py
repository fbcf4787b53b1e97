"""Runs the steps of a workflow on this computer, but for those that only the service has.

`.ci/workflow.py publish` runs .github/workflows/publish.yml; `publish site` its job site alone, and
`nightly test-deb` what a matrix has with that word.
"""

import itertools
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
KNOWN: Final = {"github.token": "none"}
"""What the service would put in the place of an expression."""
SERVICE: Final = {
    "GITHUB_SERVER_URL": "https://example.org",
    "GITHUB_REPOSITORY": "someone/hanabi-companion",
    "GITHUB_REF_NAME": "v0",
}
"""What the service would put into the environment."""
GH: Final = """#!/bin/sh
echo "gh $*" >&2
for word; do
	case $word in dist/*) [ -s "$word" ] || { echo "$word is missing" >&2; exit 1; } ;; esac
done
"""
"""A stand-in for the service's own program: it checks the files that it is given."""


def filled(text: str, known: dict[str, str]) -> str:
    """Return a text with every expression that is known here."""
    return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: known[found[1]], text)


def jobs_of(
    name: str, wanted: tuple[str, ...]
) -> Iterator[tuple[list[dict[str, Any]], dict[str, str]]]:
    """Give the steps of each job that is wanted, and what its expressions stand for."""
    import yaml  # it comes with what makes the site

    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"))
    found = False
    for job, done in workflow["jobs"].items():
        matrix = done.get("strategy", {}).get("matrix", {})
        for values in itertools.product(*matrix.values()):
            words = " ".join([job, *values])
            if not wanted or {*wanted} & {*words.split()}:
                print(f"# {words}", flush=True)
                parts = {f"matrix.{key}": value for key, value in zip(matrix, values, strict=True)}
                yield done.get("steps") or [done], KNOWN | parts
                found = True
    if not found:
        sys.exit(f"{name}.yml has no job with {' or '.join(wanted)}")


def run_job(steps: list[dict[str, Any]], known: dict[str, str], tools: Path) -> None:
    """Run the steps of a job; raises a `CalledProcessError`."""
    path = f"{tools}:{os.environ['PATH']}"
    for step in steps:
        if "uses" in step:
            print(f"only the service can: {step['uses']}", flush=True)
            continue
        command = filled(step["run"], known)
        print(f"$ {command}", flush=True)
        given = {key: filled(value, known) for key, value in step.get("env", {}).items()}
        environ = {**os.environ, "PATH": path, **SERVICE, **given}
        subprocess.run(["bash", "-euc", command], cwd=ROOT, env=environ, check=True)


def main(name: str, *wanted: str) -> None:
    """Run a workflow's jobs one after the other."""
    with tempfile.TemporaryDirectory() as scratch:
        tool = Path(scratch) / "gh"
        tool.write_text(GH)
        tool.chmod(0o755)
        for steps, known in jobs_of(name, wanted):
            run_job(steps, known, Path(scratch))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"this step fails with {error.returncode}")
