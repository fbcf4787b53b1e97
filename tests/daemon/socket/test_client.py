"""What is told to a client: a line of JSON that is made in small pieces, however long it is."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.daemon.socket import client
from companion.daemon.socket.client import _encode_line

texts = st.text('aé"\n\\', max_size=5)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=40)
@given(st.dictionaries(texts, values, max_size=5))
def test_a_line_is_the_json_of_what_it_tells(line):
    assert json.loads(_encode_line(line)) == line
    assert _encode_line(line).endswith(b"\n")
    assert _encode_line(line).count(b"\n") == 1


def test_no_call_encodes_a_long_answer_at_once(monkeypatch):
    """No other thread runs while one call encodes."""
    pieces = []

    def noted(value):
        pieces.append(json.dumps(value))
        return pieces[-1]

    monkeypatch.setattr(client, "_ENCODE", noted)
    answer = {"ok": True, "history": [{"game": number, "players": 3} for number in range(1000)]}
    assert json.loads(_encode_line(answer)) == answer
    assert max(map(len, pieces)) < 100
