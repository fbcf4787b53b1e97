"""Attempts: wrong codes are counted by their address, and all codes are judged at a pace."""

import asyncio
import re
import time

from companion.face.dialogue.guests import ALPHABET, EVENING_S, TOKEN_LENGTH
from companion.web import attempts
from companion.web.attempts import APART_S, MOST_ADDRESSES, PAUSE_S, WRONG_MOST, WRONG_S, Attempts
from companion.web.turns import AT_ONCE

ATTACKER, GUEST = "192.168.178.66", "192.168.178.20"


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_wrong_codes_are_counted_by_their_address_for_a_minute():
    clock = Clock()
    tried = Attempts(clock)
    assert [tried.wrong(ATTACKER) for _ in range(8)] == [False] * WRONG_MOST + [True] * 3
    assert not tried.wrong(GUEST)
    clock.now += WRONG_S
    assert not tried.wrong(ATTACKER)


def test_an_address_that_never_pauses_stays_one_of_too_many():
    clock = Clock()
    tried = Attempts(clock)
    for _ in range(1000):
        many = tried.wrong(ATTACKER)
        clock.now += 0.1
    assert many
    assert len(tried._wrong[ATTACKER]) <= WRONG_MOST + 1


def test_the_table_of_addresses_has_a_limit_and_the_one_that_was_wrong_last_stays():
    tried = Attempts(Clock())
    for number in range(3 * MOST_ADDRESSES):
        tried.wrong(f"fd00:0:0:{number:x}::/64")
        tried.wrong(ATTACKER)
    assert len(tried._wrong) == MOST_ADDRESSES
    assert tried.wrong(ATTACKER)


def test_codes_are_judged_one_after_the_other_and_the_first_at_once():
    async def several(count: int) -> float:
        tried = Attempts()
        began = time.monotonic()
        await asyncio.gather(*(tried.pace() for _ in range(count)))
        return time.monotonic() - began

    assert asyncio.run(several(11)) >= 10 * APART_S
    assert asyncio.run(several(1)) < APART_S or asyncio.run(several(1)) < APART_S


def test_a_guess_is_hopeless_at_the_pace_at_which_codes_are_judged():
    codes = len(ALPHABET) ** TOKEN_LENGTH
    judged = EVENING_S / APART_S
    of_one = EVENING_S * AT_ONCE / PAUSE_S
    told = [
        float(number.replace(",", ""))
        for number in re.findall(r"[0-9,]{6,}", attempts.__doc__ or "")
    ]
    assert told == [judged, round(codes / judged, -3), round(codes / of_one, -3)]
    assert judged / codes < 2e-6
