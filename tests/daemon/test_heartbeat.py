"""The heartbeat: the watchdog hears that all is well only while everybody answers."""

import logging

from companion.daemon.heartbeat import ThreadHeartbeat


class Manager:
    def __init__(self, patience=30.0):
        self.patience = patience
        self.heard = 0

    def well(self):
        self.heard += 1


class Worker:
    """Answers at once, unless it hangs."""

    def __init__(self):
        self.hangs = False
        self.waiting = []

    def ping(self, answer):
        self.waiting.append(answer)
        if not self.hangs:
            self.answer()

    def answer(self):
        while self.waiting:
            self.waiting.pop()()


def heartbeat(patience=30.0):
    manager, store, socket = Manager(patience), Worker(), Worker()
    return ThreadHeartbeat(manager, {"store": store.ping, "socket": socket.ping}), manager, store


def test_while_everybody_answers_the_watchdog_hears_so_three_times_in_its_patience():
    here, manager, _ = heartbeat()
    for second in range(31):
        here.check_threads(float(second))
    assert manager.heard == 4


def test_a_worker_that_hangs_silences_the_watchdog_and_is_told_once(caplog):
    logging.getLogger("companion").propagate = True
    here, manager, store = heartbeat()
    here.check_threads(0.0)
    store.hangs = True
    here.check_threads(10.0)
    assert manager.heard == 2, "it had answered to the round before"
    for second in (20.0, 30.0, 40.0):
        here.check_threads(second)
    assert manager.heard == 2
    assert caplog.messages == ["store: does not answer for 10 s"]
    assert len(store.waiting) == 1, "it is asked once"


def test_a_worker_that_comes_back_is_forgiven(caplog):
    logging.getLogger("companion").propagate = True
    here, manager, store = heartbeat()
    store.hangs = True
    for second in (0.0, 10.0, 20.0):
        here.check_threads(second)
    store.hangs = False
    store.answer()
    here.check_threads(30.0)
    assert manager.heard == 2
    assert caplog.records[-1].message == "store: answers again"


def test_between_rounds_nobody_is_asked():
    here, _, store = heartbeat()
    here.check_threads(0.0)
    store.hangs = True
    here.check_threads(9.9)
    assert not store.waiting
    assert here.deadline == 10.0


def test_without_a_watchdog_the_rounds_are_rare():
    here, _, _ = heartbeat(patience=None)
    here.check_threads(0.0)
    assert here.deadline == 60.0
