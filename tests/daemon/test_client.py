"""What is told to a client: a line of JSON, however long, that keeps no other thread waiting."""

import json
import sys
import threading
import time

from hypothesis import given
from hypothesis import strategies as st

from companion.daemon.client import encoded

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), values, max_size=5))
def test_a_line_is_the_json_of_what_it_tells(line):
    assert json.loads(encoded(line)) == line
    assert encoded(line).endswith(b"\n")
    assert encoded(line).count(b"\n") == 1


def test_a_long_answer_holds_no_other_thread_back_while_it_is_encoded():
    """Another thread sees the clock advance many times in the time that it takes."""
    answer = {"ok": True, "history": [{"game": number, "players": ["A", "B"]} for number in range(10_000)]}
    seen: list[float] = []
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            seen.append(time.perf_counter())

    interval = sys.getswitchinterval()
    sys.setswitchinterval(0.0002)
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        began = time.perf_counter()
        encoded(answer)
        ended = time.perf_counter()
    finally:
        over.set()
        watcher.join()
        sys.setswitchinterval(interval)
    seen = [began, *[at for at in seen if began < at < ended], ended]
    longest = max(later - earlier for earlier, later in zip(seen, seen[1:], strict=False))
    assert longest < (ended - began) / 4, f"{longest:.3f} s of {ended - began:.3f} s"
