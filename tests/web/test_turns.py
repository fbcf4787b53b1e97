"""Turns: few requests of a lane at a time, the others in the order in which they came."""

import asyncio

from companion.web.turns import AT_ONCE, LaneTurns


class Requests:
    """Requests that note when their turn comes."""

    def __init__(self) -> None:
        self.turns = LaneTurns()
        self.answered: list[str] = []
        self.tasks: list[asyncio.Task] = []

    async def ask(self, lane: str, *names: str) -> None:
        for name in names:
            self.tasks.append(asyncio.create_task(self._ask(lane, name)))
        await self.rest()

    async def _ask(self, lane: str, name: str) -> None:
        await self.turns.take(lane, name)
        self.answered.append(name)

    async def give_back(self, name: str) -> None:
        self.turns.give_back(name)
        await self.rest()

    async def rest(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)


def test_few_of_a_lane_are_answered_at_a_time_and_the_others_in_their_order():
    async def play():
        requests = Requests()
        await requests.ask("a", *"12345")
        assert "".join(requests.answered) == "12345"[:AT_ONCE] == "12"
        await requests.give_back("2")
        await requests.give_back("1")
        assert "".join(requests.answered) == "1234"
        await requests.ask("a", "6")
        await requests.give_back("3")
        assert "".join(requests.answered) == "12345"

    asyncio.run(play())


def test_a_full_lane_holds_up_no_other():
    async def play():
        requests = Requests()
        await requests.ask("a", *(f"a{number}" for number in range(90)))
        await requests.ask("b", "b1")
        assert requests.answered[-1] == "b1"

    asyncio.run(play())


def test_who_leaves_while_waiting_is_passed_over_and_who_is_answered_keeps_the_turn():
    async def play():
        requests = Requests()
        await requests.ask("a", *"1234")
        requests.turns.leave("3")
        requests.turns.leave("1")
        await requests.rest()
        assert "4" not in requests.answered
        await requests.give_back("1")
        assert requests.answered[-1] == "4"

    asyncio.run(play())


def test_nothing_is_kept_of_those_who_were_answered_or_left():
    async def play():
        requests = Requests()
        await requests.ask("a", *"123")
        requests.turns.leave("3")
        for name in "1122x":  # twice, and one that never asked
            await requests.give_back(name)
        assert len(requests.turns) == 0
        assert not requests.turns._lanes
        assert all(task.done() for task in requests.tasks)

    asyncio.run(play())
