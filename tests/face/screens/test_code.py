"""The code that opens the page: every address that is taken is drawn letter by letter."""

import random
from string import ascii_letters, digits

import pytest

from companion.daemon.socket.fields import LONGEST_URL
from companion.face import screens
from companion.face.dialogue.guests import TOKEN_LENGTH, is_near
from companion.face.qr import dark_modules
from companion.face.screens.layout import LABELS
from companion.face.state import GuestAccess, Token
from tests.rig.samples import fewer
from tests.rig.views import views

VIEWS = dict(views())
WIDEST = Token("W" * TOKEN_LENGTH)
BESIDE = 72
ROOM = LONGEST_URL - len("http://.local:65535")


def anything(dice: random.Random) -> str:
    """An address as long as one may be, of all that an address may have."""
    while True:
        size = dice.randint(1, ROOM)
        host = "".join(dice.choice(dice.choice((ascii_letters, digits, "-."))) for _ in range(size))
        if is_near(url := f"http://{host}.local:65535"):
            return url.upper()


ODD = [
    f"HTTP://{'W' * ROOM}.LOCAL:65535",
    f"HTTP://{'W' * (LONGEST_URL - len('http://.local'))}.LOCAL",
    "HTTP://A--B.LOCAL:8080",
    "HTTP://A.B.C.D.E.F.G.LOCAL:8080",
    f"HTTP://A{'-' * (ROOM - 2)}Z.LOCAL:65535",
    f"HTTP://{'MMMM-' * 3}MMM.LOCAL:65535",
    "HTTP://3D-PRINTER.LOCAL",
    "HTTP://192.168.178.123:65535",
]


@pytest.mark.parametrize(
    "url", [*ODD, *(anything(random.Random(seed)) for seed in range(fewer(60, 4)))]
)
def test_an_address_is_drawn_letter_by_letter(url):
    assert is_near(url)
    assert len(url) <= LONGEST_URL
    for name in ("phone", "phone-not-saved"):
        view = VIEWS[name]
        guests = GuestAccess((url,), WIDEST)
        page = screens.draw(view._replace(face=view.face._replace(guests=guests)))
        assert page.cut == [], name
        line, *texts = page.texts
        assert line == f"{url}/{WIDEST}"
        assert "".join(texts).startswith(url.partition("//")[2].lower()), name
        assert dark_modules(line)
        above = page.image.crop((BESIDE, LABELS - 1, page.width, LABELS))
        assert above.getextrema() == (255, 255), "the token reaches down to the labels"
