"""What is left on the glass when the computer goes down, and when the companion is only stopped."""

import pytest

from companion.daemon.system import HALTING
from companion.face import screens
from tests.rig.running import Script, running


@pytest.mark.parametrize("goes_down", [True, False])
def test_the_last_picture_stays_where_the_computer_goes_down(tmp_path, monkeypatch, goes_down):
    halting = tmp_path / "halting"
    monkeypatch.setenv(HALTING, str(halting))
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=3)
        farewell = screens.draw(companion.threads.core.dialogue.farewell).image
        if goes_down:
            halting.touch()
    shown = companion.emulated.shown_picture()
    if goes_down:
        assert shown.tobytes() == farewell.tobytes()
    else:
        assert shown.getbbox() is None
    assert not companion.emulated.lit_places()
