"""Any requests at the page of a real companion, beside one guest who reads and sets the table."""

from tests.rig.daemons import daemon
from tests.rig.endurance import endure
from tests.rig.page_guests import page_of
from tests.rig.samples import fewer

REQUESTS, BROWSERS = fewer(5_000, 4), 12


def test_whatever_is_asked_a_guest_is_answered_and_the_process_stays_as_it_is(tmp_path):
    with daemon(tmp_path) as device, page_of(device, tmp_path) as browser:
        print(endure(device, browser, REQUESTS, BROWSERS, 1))
    assert "Traceback" not in device.log
