"""The guard: names and requests of other sites, and what each answer says to the browser."""

import re
import socket

import pytest

from companion.page import guard
from tests.rig.page_sessions import TOKEN
from tests.rig.pages import JSON, served

NAMES = frozenset({"localhost", "pi", "pi.local", "hanabi.lan"})


OURS = """
192.168.178.20:8080 192.168.178.21 [fd00::2]:8080 [FD00:0::2] 127.0.0.1:8080 [::1] localhost:1
LocalHost pi.local:8080 PI pi.local. hanabi.lan pi.fritz.box:8080 Pi.lan pi.home.arpa.
pi.localdomain pi.speedport.ip pi.internal
"""


OTHERS = """
evil.example evil.example:8080 192.168.178.20.evil.example pi.local.evil.example
pi.local@evil.example evil.example#pi.local pi.local:80:80 pi.local:port [fd00::2
0x7f000001 2130706433 pi.com pi.box other.fritz.box evil.pi.lan pi.lan.evil.example .lan
192.168.178.21.lan
"""


@pytest.mark.parametrize(
    ("own", "hosts"), [(True, OURS.split()), (False, [*OTHERS.split(), "", "pi local"])]
)
def test_the_own_names_and_any_address_are_heard_and_nothing_else(own, hosts):
    assert [host for host in hosts if guard.is_own(host, NAMES) != own] == []


@pytest.mark.parametrize(
    ("origin", "site", "foreign"),
    [
        (None, None, False),
        ("http://pi.local:8080", None, False),
        ("http://PI.local:8080", "same-origin", False),
        ("https://pi.local:8080", None, False),
        (None, "none", False),
        ("http://pi.local", None, True),
        ("http://pi.local:8081", None, True),
        ("http://evil.example", None, True),
        ("null", None, True),
        ("", None, True),
        ("file://pi.local:8080", None, True),
        (None, "cross-site", True),
        ("http://pi.local:8080", "same-site", True),
        ("http://[", None, True),
        ("http://[::1", None, True),
    ],
)
def test_a_request_that_another_site_caused_is_foreign(origin, site, foreign):
    assert guard.is_foreign(origin, site, "pi.local:8080") is foreign


def test_this_computer_has_its_names_and_those_of_its_owner(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Pi.lan")
    assert guard.own_names(["Hanabi.lan"]) == NAMES | {"pi.lan"}


@pytest.mark.parametrize(
    "path", ["/", "/words", "/live", "/games", "/page/index.html", "/nothing", "/K7Q2X9MP"]
)
def test_a_name_that_was_bent_to_this_address_reads_nothing_and_no_site_reads_along(page, path):
    answer = page.get(path, Host=f"evil.example:{page.page.port}")
    assert answer.status == 421
    assert answer.json["error"].startswith("This address is not the companion's")
    for headers in (answer.headers, page.get(path).headers):
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'")
        assert "img-src 'self' data:;" in policy, "a picture of a game is drawn under it"
        assert "unsafe" not in policy
        assert "blob" not in policy
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Server"] is None


def test_a_browser_gets_a_page_that_names_an_address_that_works(page):
    answer = page.get(
        "/", Host="evil.example", Accept="text/html,*/*;q=0.8", **{"Accept-Language": "de"}
    )
    said = answer.body.decode()
    assert (answer.status, answer.headers["Content-Type"]) == (421, "text/html; charset=utf-8")
    assert "Diese Adresse ist nicht die des Geräts" in said
    works = re.findall(r'href="http://([^/"]+)/"', said)[-1]
    assert page.get("/", Host=works).status == 200


def test_a_name_that_the_owner_added_is_heard(tmp_path):
    with served(tmp_path, names=("hanabi.lan",)) as page:
        assert page.get("/words", Host="hanabi.lan:80").status == 200
        assert page.get("/words", Host="other.lan:80").status == 421


@pytest.mark.parametrize("path", ["/enter", "/ask"])
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1"])
def test_another_site_posts_nothing(page, path, origin):
    assert page.post(path, {"token": "K7Q2X9MP"}, Origin=origin).status == 403
    assert not [body for body in page.device.asked if body.get("do") in ("enter", "new")]


def test_another_site_follows_no_table(page):
    assert page.get("/live", Origin="http://evil.example").status == 403
    assert page.get("/live", Sec_Fetch_Site="cross-site").status == 403


def test_a_cookie_from_a_page_over_https_goes_over_https_alone(guests):
    for scheme in ("https", "http"):
        origin = f"{scheme}://127.0.0.1:{guests.port}"
        told = {"Origin": origin, "X-Forwarded-Proto": "https"}
        answer = guests.post("/enter", {"token": TOKEN}, **told)
        assert ("Secure" in answer.headers["Set-Cookie"]) == (scheme == "https")


def test_a_form_of_another_site_is_no_request(page):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert page.ask("POST", "/enter", '{"token":"K7Q2X9MP"}', form).status == 415
    assert page.ask("POST", "/enter", '{"token":"K7Q2X9MP"}', {}).status == 415
    assert page.ask("POST", "/enter", "[]", JSON).status == 400
    assert page.ask("POST", "/enter", "{" * 4000, JSON).status == 400


def test_an_error_of_ours_is_logged_without_the_path(page, caplog, monkeypatch):
    monkeypatch.setattr(type(page.page), "files", None, raising=False)
    page.page.files = None
    answer = page.get("/K7Q2X9MP")
    assert (answer.status, answer.json["error"]) == (500, "Something went wrong here.")
    assert "an error in FileHandler" in caplog.text
    assert "K7Q2X9MP" not in caplog.text
