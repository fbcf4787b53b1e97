"""Commands of the operating system: each ends, and says why it failed."""

import time

from hardware.health import system


def test_a_command_that_never_ends_is_ended_with_a_sentence(monkeypatch):
    monkeypatch.setattr(system, "_LONGEST_S", 0.5)
    began = time.monotonic()
    done = system.work(("sh", "-c", "echo one; sleep 60; echo two"))
    assert time.monotonic() - began < 30
    assert (done.status, done.text) == (124, "sh: it was ended after 0.5 s\n")


def test_a_command_that_is_missing_is_told():
    assert system.work(("no-such-command",)).status == 127
