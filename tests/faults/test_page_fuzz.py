"""Rude browsers at the page of a real companion, beside a guest who reads and sets the table."""

import os

from tests.faults.marks import FAULTS
from tests.rig.daemons import SEED, daemon
from tests.rig.endurance import endure
from tests.rig.page_guests import page_of

pytestmark = FAULTS

REQUESTS = int(os.environ.get("COMPANION_FAULTS_REQUESTS", "20000"))


def test_twenty_thousand_rude_requests_harm_neither_a_guest_nor_the_page(tmp_path):
    with daemon(tmp_path) as running:
        with page_of(running, tmp_path) as browser:
            print(endure(running, browser, REQUESTS, 12, 1000 * SEED))
        assert "Traceback" not in running.log
