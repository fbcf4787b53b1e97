"""Switching the computer off by the buttons, a weak supply, and what is left on the glass."""

import pytest

from companion.daemon.dialogue import GOING_DOWN_S
from companion.daemon.system import HALTING, Computer
from companion.errors import CompanionError
from companion.face import screens
from companion.face.dialogue import menus
from companion.journal.writer_messages import NotSaved
from companion.panel import Charge, Charged, Supplied
from tests.rig.rig import Rig
from tests.rig.running import Script, running
from wiring.reading.build import load


class Plug(Computer):
    """A computer that counts how often it was asked."""

    can_switch_off = True

    def __init__(self, broken=False):
        self.asked = 0
        self.broken = broken

    def switch_off(self):
        if self.broken:
            raise CompanionError("the file cannot be made")
        self.asked += 1


def begun(build="emulator-keys", computer=None):
    rig = Rig(build=load(build), computer=computer)
    rig.ask(do="new", players=3)
    rig.wait(1)
    rig.tap("clue")
    return rig


def test_the_menu_switches_off_in_two_presses_and_says_so():
    plug = Plug()
    with begun(computer=plug) as rig:
        rig.more("menu")
        rig.select("menu_switch_off")
        assert plug.asked == 0, "it asks first"
        rig.tap("play")
        assert plug.asked == 1
        assert (rig.screen, rig.notice) == ("table", "switching_off")


def test_a_computer_that_does_not_go_down_is_told_with_what_to_do():
    with begun(computer=Plug()) as rig:
        rig.hold("power", after=GOING_DOWN_S - 1)
        assert rig.notice == "switching_off"
        rig.wait(2)
        told = "It won't switch off: pull the plug. The game is saved"
        assert told in " ".join(rig.ask(get="screen")["screen"]["texts"])
        rig.wait(600)
        assert rig.notice == "still_on"
        rig.tap("clue")
        assert rig.state.turn == 3, "and the game can go on"


def test_what_is_not_saved_is_told_when_it_is_switched_off():
    with begun(computer=Plug()) as rig:
        rig.inbox.append(NotSaved(rig.core.dialogue.pending._ticket, "full"))
        rig.books.write = lambda ticket, row: rig.inbox.append(NotSaved(ticket, "full"))
        rig.tap("clue")
        rig.hold("power")
        assert "Switching off. Turn 2 and later are lost" in " ".join(
            rig.ask(get="screen")["screen"]["texts"]
        )
        rig.wait(GOING_DOWN_S)
        assert "pull the plug. Turn 2 and later are lost" in " ".join(
            rig.ask(get="screen")["screen"]["texts"]
        )
        assert screens.draw(rig.core.dialogue.farewell).texts[1] == "Turn 2 and later are lost"


def test_where_the_computer_cannot_be_asked_the_menu_does_not_offer_it():
    with begun() as rig:
        rig.more("menu")
        face = rig.core.view.face
        assert "menu_switch_off" not in [
            line.label.key for line in menus.menu_lines(face, rig.core.sitting)
        ]


def test_holding_the_power_key_switches_off_however_long():
    for seconds in (1.0, 5.0):
        plug = Plug()
        with begun(computer=plug) as rig:
            rig.down("power")
            rig.wait(seconds)
            assert any("switch off" in text for text in rig.ask(get="screen")["screen"]["texts"])
            assert plug.asked == 0
            rig.up("power")
            assert plug.asked == 1


def test_a_tap_of_the_power_key_says_how_it_is_meant():
    plug = Plug()
    with begun(computer=plug) as rig:
        rig.tap("power")
        assert (plug.asked, rig.notice) == (0, "power_is_held")


def test_a_power_key_without_a_computer_to_ask_says_so():
    with begun() as rig:
        rig.hold("power")
        assert rig.notice == "cannot_switch_off"


def test_a_computer_that_does_not_listen_leaves_the_game_as_it_was():
    with begun(computer=Plug(broken=True)) as rig:
        rig.hold("power")
        assert rig.notice == "failed"
        rig.wait(1)
        rig.tap("clue")
        assert rig.state.turn == 3


def test_a_weak_supply_is_a_sign_on_the_screen_until_a_minute_after():
    with begun() as rig:
        rig.inbox.append(Supplied(True))
        rig.settle()
        assert "low power" in rig.ask(get="screen")["screen"]["texts"]
        rig.wait(300)
        assert rig.core.view.weak
        rig.inbox.append(Supplied(False))
        rig.settle()
        rig.wait(59)
        assert rig.core.view.weak
        rig.wait(2)
        assert not rig.core.view.weak
        assert "low power" not in rig.ask(get="screen")["screen"]["texts"]


def test_the_last_picture_says_that_the_game_is_kept():
    with begun() as rig:
        view = rig.core.dialogue.farewell
        assert view.face.screen == "halted"
        assert screens.draw(view).texts[:2] == ["Switched off", "Saved at turn 2"]


def test_when_the_computer_goes_down_the_last_picture_stays_and_the_lights_are_dark(
    tmp_path, monkeypatch
):
    halting = tmp_path / "halting"
    monkeypatch.setenv(HALTING, str(halting))
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=3)
        view = companion.threads.core.dialogue.farewell
        halting.touch()
    assert companion.emulated.shown_picture().tobytes() == screens.draw(view).image.tobytes()
    assert not companion.emulated.lit_places()


def test_a_companion_that_is_only_stopped_leaves_a_dark_screen(tmp_path, monkeypatch):
    monkeypatch.setenv(HALTING, str(tmp_path / "halting"))
    with running(tmp_path) as companion:
        pass
    assert companion.emulated.shown_picture().getbbox() is None


def charged(rig, charge):
    rig.inbox.append(Charged(charge))
    rig.settle()


def test_a_low_battery_is_a_sign_and_an_empty_one_switches_off():
    plug = Plug()
    with begun(computer=plug) as rig:
        charged(rig, Charge.LOW)
        assert "low battery" in rig.ask(get="screen")["screen"]["texts"]
        rig.tap("clue")
        charged(rig, Charge.EMPTY)
        assert (plug.asked, rig.notice) == (1, "switching_off")
        rig.check_store()
        charged(rig, Charge.FINE)
        assert not rig.core.view.battery


def test_an_empty_battery_of_a_computer_that_cannot_be_asked_is_a_sign():
    with begun() as rig:
        before = rig.notice
        charged(rig, Charge.EMPTY)
        assert rig.core.view.battery
        assert rig.notice == before


@pytest.mark.parametrize("open_it", [("tap", "play"), ("hold", "discard"), ("hold", "play")])
def test_an_empty_battery_switches_off_whatever_is_open(open_it):
    plug = Plug()
    gesture, control = open_it
    with begun(computer=plug) as rig:
        getattr(rig, gesture)(control)
        charged(rig, Charge.EMPTY)
        assert (plug.asked, rig.notice) == (1, "switching_off")
