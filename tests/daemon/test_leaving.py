"""Clients that leave: what they asked for and wait for is not done any more, and nothing is kept of
them.

A client is known by its reply; whatever still refers to that would be told, or counted, for ever.
"""

import gc
import weakref

import pytest

from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.daemon.requests import DECLARATIONS
from tests.rig.rig import Rig
from tests.rig.samples import paired
from tests.tools.request_table import example
from wiring.reading.build import load

EVERY = [(door, example(one)) for one in DECLARATIONS for door in one.doors]
"""Each request at each socket that takes it."""


class Client:
    """A client, and what it was told."""

    def __init__(self) -> None:
        self.told = []

    def __call__(self, line):
        self.told.append(line)

    @property
    def answers(self):
        return [line for line in self.told if "ok" in line]


class Table:
    """A game, and a disk that writes when it is told to."""

    def __init__(self, rig):
        self.rig = rig
        self.late = []
        self.write = rig.books.write
        rig.books.write = lambda ticket, row: self.late.append((ticket, row))

    def ask(self, client, door=Door.CONTROL, /, **body):
        self.rig.inbox.append(Request(body, client, door))
        self.rig.settle()

    def begin_a_step(self):
        self.ask(Client(), do="action", action={"do": "clue"})
        assert self.late

    def end_the_step(self):
        while self.late:
            self.write(*self.late.pop(0))
            self.rig.settle()


@pytest.fixture
def table():
    with Rig(build=load("emulator-pads"), blind=True) as rig:
        rig.ask(do="new", players=3)
        rig.wait(1.0)
        yield Table(rig)


@pytest.mark.parametrize(("request_", "busy"), paired(EVERY, [False, True]), ids=str)
def test_nothing_is_kept_of_a_client_that_left(table, request_, busy):
    door, body = request_
    if busy:
        table.begin_a_step()
    client = Client()
    known = weakref.ref(client)
    told = client.told
    table.ask(client, door, **body)
    table.rig.core.drop_client(client)
    del client
    table.end_the_step()
    table.rig.wait(2.0)
    table.end_the_step()
    if known() is not None:  # it may hang in a cycle
        gc.collect()
    assert known() is None
    assert sum("ok" in line for line in told) == 1, (
        "the socket counts the requests that have no answer"
    )


@pytest.mark.parametrize(("door", "body"), EVERY, ids=str)
def test_what_waits_for_its_turn_is_not_done_once_its_client_left(table, door, body):
    rig = table.rig
    table.begin_a_step()
    client = Client()
    table.ask(client, door, **body)
    answered = len(client.answers)
    rig.core.drop_client(client)
    before = rig.core.enrolment.stickers
    told = len(client.told)
    table.end_the_step()
    rig.wait(1.0)
    assert len(rig.core.sitting.steps) == 1
    assert not table.late
    assert rig.core.enrolment.stickers == before
    assert len(client.told) == told
    assert answered or client.answers == [
        {"ok": False, "error": "the client that asked disconnected"}
    ]


def test_what_others_wait_for_is_done(table):
    table.begin_a_step()
    leaving, staying = Client(), Client()
    for client in (leaving, staying, leaving):
        table.ask(client, do="undo")
    table.rig.core.drop_client(leaving)
    table.end_the_step()
    table.end_the_step()
    assert staying.answers[0]["ok"]
    assert table.rig.state.turn == 1


def test_a_hold_whose_client_leaves_as_it_ends_is_no_gesture(table):
    table.begin_a_step()
    client = Client()
    table.ask(client, do="hold", control="clue", seconds=0.8)
    table.rig.wait(0.9)
    table.rig.core.drop_client(client)
    table.end_the_step()
    assert table.rig.state.turn == 2, "the hold of CLUE is undo"


def test_a_query_of_a_client_that_left_is_not_looked_up(table):
    waiting = []
    table.rig.books.answer_query = lambda query, reply: waiting.append(query)
    client = Client()
    for body in ({"get": "history"}, {"get": "stats"}, {"get": "record", "game": 9}):
        table.ask(client, **body)
        table.rig.core.drop_client(client)
    assert [query(None) for query in waiting] == [{}, {}, {}]


@pytest.mark.parametrize("word", ["watch", "subscribe"])
def test_who_listens_a_thousand_times_is_told_once_and_leaves_once(table, word):
    client = Client()
    for _ in range(1000):
        table.ask(client, do=word)
    assert len(client.told) == 1000
    table.rig.lay("04a1")
    table.ask(Client(), do="action", action={"do": "clue"})
    table.end_the_step()
    assert len(client.told) == 1001
    table.rig.core.drop_client(client)
    table.rig.lay("04a1")
    table.ask(Client(), do="undo")
    table.end_the_step()
    assert len(client.told) == 1001
