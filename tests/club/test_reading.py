"""Reading: what the bridge tells comes out as it went in, and nothing else comes out at all."""

import pytest

from companion.club.reading import Junk, Presence, parse_presence
from companion.club.topics import availability_body, versioned_json


def test_whether_a_table_is_there():
    told = versioned_json({**availability_body(False, 4_000_000_000), "moon": "full"})
    assert parse_presence(told) == Presence(False, 4_000_000_000)


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"x", b"[]", b"null", b"\xff\xfe", b"{}", b"[" * 100_000, b'{"online":true}'),
        *(b'{"online":1,"start":1}', b'{"online":true,"start":"1"}'),
    ],
    ids=lambda payload: repr(payload[:40]),
)
def test_junk_is_junk(payload):
    with pytest.raises(Junk):
        parse_presence(payload)
