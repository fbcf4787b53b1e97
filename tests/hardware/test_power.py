"""What feeds the device, with made-up drivers: the supply of a Raspberry Pi, and a battery."""

from queue import SimpleQueue

import pytest

from companion.panel import Charge, Supplied
from hardware.battery import INTERVAL_S, GaugedBattery, _charge_of, find_battery
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


def gauge(folder, **values):
    battery = folder / "battery"
    battery.mkdir(exist_ok=True)
    for name, value in {"type": "Battery", **values}.items():
        (battery / name).write_text(f"{value}\n")
    return battery


class Watch:
    """A watched battery: the test gives its values, one reading each."""

    def __init__(self, folder, **values):
        self.folder = folder
        self.go, self.read, self.posted = SimpleQueue(), SimpleQueue(), SimpleQueue()
        gauge(folder, **values)
        GaugedBattery(folder / "battery", self.wait).listen(self.posted.put)
        assert self.read.get(timeout=30) == INTERVAL_S

    def wait(self, seconds):
        self.read.put(seconds)
        self.go.get()

    def reads(self, **values):
        """What is posted after a reading of these values."""
        gauge(self.folder, **values)
        self.go.put(True)
        self.read.get(timeout=30)
        return self.rest()

    def rest(self):
        return [self.posted.get_nowait().charge for _ in range(self.posted.qsize())]


@pytest.fixture
def watch(tmp_path):
    return lambda **values: Watch(tmp_path, **values)


def test_a_battery_is_low_then_empty_as_it_runs_down(watch):
    battery = watch(capacity=100, status="Discharging")
    posted = {}
    for percent in range(99, 2, -1):
        if told := battery.reads(capacity=percent):
            posted[percent] = told
    assert posted == {15: [Charge.LOW], 5: [Charge.EMPTY]}


def test_a_charger_makes_it_fine_at_once(watch):
    battery = watch(capacity=100, status="Discharging")
    assert battery.reads(capacity=4) == [Charge.EMPTY]
    assert battery.reads(status="Charging") == [Charge.FINE]
    assert battery.reads(status="Unknown") == [Charge.EMPTY]


def test_a_gauge_that_stands_at_nothing_switches_nothing_off(watch):
    battery = watch(capacity=3)
    assert battery.rest() == [Charge.LOW]
    assert battery.reads() == []
    assert battery.reads(capacity=2) == [Charge.EMPTY], "it falls, so it is no wrong gauge"


def test_a_driver_that_gives_its_level_alone(watch):
    battery = watch(capacity_level="Normal")
    assert battery.reads(capacity_level="Low") == [Charge.LOW]
    assert battery.reads(capacity_level="Critical") == [Charge.EMPTY]
    assert battery.reads(capacity_level="Unknown") == [Charge.FINE]


def test_a_battery_that_is_taken_out_is_no_alarm(watch, tmp_path):
    battery = watch(capacity=100)
    assert battery.reads(capacity=10) == [Charge.LOW]
    (tmp_path / "battery" / "capacity").unlink()
    assert battery.reads() == [Charge.FINE]


@pytest.mark.parametrize(
    ("percent", "before", "charge"),
    [
        (16, Charge.FINE, Charge.FINE),
        (15, Charge.FINE, Charge.LOW),
        (18, Charge.LOW, Charge.LOW),
        (19, Charge.LOW, Charge.FINE),
        (5, Charge.LOW, Charge.EMPTY),
        (8, Charge.EMPTY, Charge.EMPTY),
        (9, Charge.EMPTY, Charge.LOW),
        (0, Charge.FINE, Charge.EMPTY),
    ],
)
def test_it_has_to_rise_by_a_margin(percent, before, charge):
    assert _charge_of(percent, before) == charge


def test_only_a_battery_of_the_device_itself_counts(tmp_path):
    assert find_battery(tmp_path / "nowhere") is None
    battery = gauge(tmp_path, scope="Device", capacity=50)
    assert find_battery(tmp_path) is None
    gauge(tmp_path, scope="System", present=0)
    assert find_battery(tmp_path) is None
    gauge(tmp_path, present=1, type="Mains")
    assert find_battery(tmp_path) is None
    gauge(tmp_path)
    assert find_battery(tmp_path) == battery
