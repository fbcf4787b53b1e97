"""Runs the steps of a workflow on this computer, but for those that only the service has.

`.ci/workflow.py publish` runs .github/workflows/publish.yml; `publish site` its job site alone.
"""

import os
import re
import subprocess
import sys
import tempfile
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


def filled(text: str) -> str:
    """Return a text with every expression that is known here."""
    return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: KNOWN[found[1]], text)


def run_job(steps: list[dict[str, Any]], tools: Path) -> None:
    """Run the steps of a job; raises a `CalledProcessError`."""
    path = f"{tools}:{os.environ['PATH']}"
    for step in steps:
        if "uses" in step:
            print(f"only the service can: {step['uses']}", flush=True)
            continue
        command = filled(step["run"])
        print(f"$ {command}", flush=True)
        given = {key: filled(value) for key, value in step.get("env", {}).items()}
        environ = {**os.environ, "PATH": path, **SERVICE, **given}
        subprocess.run(["bash", "-euc", command], cwd=ROOT, env=environ, check=True)


def main(name: str, *wanted: str) -> None:
    """Run a workflow's jobs one after the other."""
    import yaml  # it comes with what makes the site

    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        tool = Path(scratch) / "gh"
        tool.write_text(GH)
        tool.chmod(0o755)
        for job in wanted or workflow["jobs"]:
            print(f"# {job}", flush=True)
            done = workflow["jobs"][job]
            run_job(done.get("steps") or [done], Path(scratch))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(f"this step fails with {error.returncode}")
