"""Requests are declared once: what follows from that agrees, as does the socket's page."""

import json
import re
import shlex

import pytest

from companion.cli import main
from companion.daemon.door import STREAMS, Door
from companion.daemon.enrolment import MOST_STICKERS
from companion.daemon.requests import DECLARATIONS, parse_request
from companion.daemon.socket.client import LONGEST_LINE, MOST_UNREAD, USUAL_LINE
from companion.daemon.socket.fields import FIELDS, BadRequest
from companion.daemon.socket.server import MOST_CLIENTS, SPARED_S, UNREAD_FOR_S
from companion.panel import BUTTONS, ENCODER, PLAY_PAD, Tagged
from tests.rig.rig import Rig
from tests.rig.running import Script, running
from tests.tools.request_table import PAGE, example, needed, renewed

TEXT = PAGE.read_text("utf-8")
CODE = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("declared", DECLARATIONS, ids=lambda one: one.word)
def test_an_example_is_understood_with_every_field_and_with_those_alone_that_are_needed(declared):
    for body in (example(declared), {declared.verb: declared.word, **needed(declared)}):
        for door in declared.doors:
            assert parse_request(body, (*BUTTONS, ENCODER), door)[0] is declared
    assert set(declared.fields) <= set(FIELDS), "say in FIELDS what the new field may be"
    words = set(re.findall("[a-z]+", declared.ctl or ""))
    assert words <= {*declared.fields, "file"}, "name in `ctl` fields of the request alone"


def test_every_field_belongs_to_a_request():
    assert set(FIELDS) == {key for declared in DECLARATIONS for key in declared.fields}, (
        "take the field that no request has out of FIELDS"
    )


def test_no_two_requests_are_called_the_same():
    assert len({(declared.verb, declared.word) for declared in DECLARATIONS}) == len(
        DECLARATIONS
    ), "call the new request otherwise: another one has its verb and word"


def test_no_two_words_of_a_shell_are_the_same():
    words = [declared.word for declared in DECLARATIONS if declared.ctl is not None]
    assert len(set(words)) == len(words), "call the new word of `companion ctl` otherwise"


def test_what_undo_takes_not_back_is_refused_at_the_view_socket():
    for declared in DECLARATIONS:
        if Door.VIEW not in declared.doors:
            with pytest.raises(
                BadRequest, match=f"'{declared.word}' is nothing to {declared.verb}"
            ):
                parse_request(example(declared), (*BUTTONS, ENCODER), Door.VIEW)
    assert {one.word for one in DECLARATIONS if Door.VIEW in one.doors and one.verb == "do"} == {
        "subscribe", "serve", "enter", "new", "backup",
        "action", "answer", "undo", "redo", "repair", "correct",
        "rename", "trial",
    }, "name the new request here, if onlookers may ask for it"  # fmt: skip


def test_every_request_can_be_carried_out_with_its_fields():
    with Rig() as rig:
        rig.ask(do="new")
        for declared in DECLARATIONS:
            for door in declared.doors:
                answer = rig.ask(door, **example(declared))
                guarded = door == Door.VIEW and "token" in declared.fields
                assert "error" not in answer or guarded or declared.word in REFUSED, (
                    f"{declared.word}: carry it out in companion/daemon/requests.py, or name it in"
                    f" REFUSED if an emulated device refuses it: {answer}"
                )


REFUSED = (
    *("turn", "chord", "forget", "tag", "answer", "repair", "offers"),
    *("backup", "restore", "rename", "trial"),
)
"""Those that an emulated device with a new game, and without guests, refuses."""


def test_the_lists_of_the_page_are_those_of_the_declarations():
    assert renewed(TEXT) == TEXT, "run .venv/bin/python -m tests.tools.request_table"


@pytest.mark.parametrize(
    "limit",
    [LONGEST_LINE, USUAL_LINE, MOST_UNREAD, MOST_CLIENTS, MOST_STICKERS],
    ids=lambda limit: f"{limit:,}",
)
def test_the_page_has_the_limits_of_the_server(limit):
    assert f"{limit:,}" in TEXT
    assert (UNREAD_FOR_S, SPARED_S) == (10.0, 2.0), "ten seconds, two seconds"


def test_the_page_shows_the_lines_that_follow_a_subscription(tmp_path):
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new")
        for word in STREAMS:
            with Script(companion.threads.server.path) as listener:
                listener.ask(do=word)
                if word == "watch":
                    companion.inbox.post(
                        Tagged(("04e141124c2880",), PLAY_PAD, companion.inbox.clock())
                    )
                else:
                    script.press("clue")
                keys = ",".join(f'"{key}":[^,`]+' for key in listener.read())
                assert re.search(f"`{{{keys}}}`", TEXT), word


def test_the_words_for_a_shell_work_on_a_running_companion(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (shell,) = (code for language, code in CODE if language == "sh")
    with running(tmp_path) as companion:
        for line in shell.splitlines():
            program, ctl, *words = shlex.split(line)
            assert (program, ctl) == ("companion", "ctl")
            assert main([ctl, "--socket", str(companion.threads.server.path), *words]) == 0, line
    assert (tmp_path / "picture.png").exists()
    assert all(json.loads(line) for line in capsys.readouterr().out.splitlines())


def test_the_program_works_on_a_running_companion(tmp_path, capsys):
    (program,) = (code for language, code in CODE if language == "python")
    with running(tmp_path) as companion:
        exec(program, {"SOCKET": str(companion.threads.server.path)})
    assert capsys.readouterr().out.splitlines() == [
        "{'W': 0, 'R': 1, 'B': 0, 'Y': 0, 'G': 0}",
        "7 clue tokens are left",
    ]
