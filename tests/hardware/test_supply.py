"""The supply of a Raspberry Pi, with a made-up driver."""

from queue import SimpleQueue

from companion.panel import Supplied
from hardware.supply import PiSupply, find_alarm


def driver(folder, name="rpi_volt"):
    device = folder / "hwmon3"
    device.mkdir()
    (device / "name").write_text(f"{name}\n")
    alarm = device / "in0_lcrit_alarm"
    alarm.write_text("0\n")
    return alarm


class Kernel:
    """Wakes the waiting thread when the test says so."""

    def __init__(self):
        self.woken = SimpleQueue()

    def wait(self, fd):
        if self.woken.get(timeout=30) is None:
            raise OSError("the driver was taken out")


def test_the_alarm_is_found_among_other_devices(tmp_path):
    other = tmp_path / "hwmon0"
    other.mkdir()
    (other / "name").write_text("cpu_thermal\n")
    assert find_alarm(tmp_path) is None
    alarm = driver(tmp_path)
    assert find_alarm(tmp_path) == alarm


def test_a_supply_that_is_low_from_the_start_is_posted_at_once(tmp_path):
    alarm, kernel, posted = driver(tmp_path), Kernel(), SimpleQueue()
    alarm.write_text("1\n")
    PiSupply(alarm, kernel.wait).listen(posted.put)
    assert posted.get(timeout=30) == Supplied(True)
    alarm.write_text("0\n")
    kernel.woken.put(True)
    assert posted.get(timeout=30) == Supplied(False)
    kernel.woken.put(True)
    kernel.woken.put(None)
    assert posted.empty()


def test_a_driver_that_goes_away_takes_its_alarm_along(tmp_path):
    alarm, kernel, posted = driver(tmp_path), Kernel(), SimpleQueue()
    alarm.write_text("1\n")
    PiSupply(alarm, kernel.wait).listen(posted.put)
    assert posted.get(timeout=30) == Supplied(True)
    kernel.woken.put(None)
    assert posted.get(timeout=30) == Supplied(False)
