"""Sessions of the page: judged and entered."""

from companion.face.preferences import Preferences
from tests.rig.pages import Served

TOKEN = "K7Q2X9MP"
NEXT = {
    "preset": "classic",
    "players": 3,
    "names": ["Ann", "", "", "", ""],
    "first": 1,
    "detail": "colours",
}
VIEW = {"ok": True, "view": {"preferences": Preferences()._asdict(), "next": NEXT, "known": []}}
"""What the device tells for the touch table."""
WRONG = {
    "ok": False,
    "error": "this is not the code",
    "phrase": {"key": "guests_wrong", "facts": {}},
}


def judge(body: dict) -> dict:
    return {"ok": True} if body["token"] == TOKEN else WRONG


def enter(page: Served, token: str = TOKEN) -> str:
    answer = page.post("/enter", {"token": token})
    assert answer.status == 204
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Max-Age=43200" in cookie
    return cookie.split(";")[0]
