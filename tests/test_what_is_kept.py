"""What a device keeps beside the turns of its games: all of it is there after a restart."""

from contextlib import closing, contextmanager

from companion.daemon.socket.fields import PREFERENCES
from companion.face.dialogue import names, tips
from companion.face.preferences import Preferences
from companion.journal.kept import GUESTS, LAST_BACKUP, Kept
from companion.journal.reader import GamesReader
from companion.settings import APP, FILE
from tests.rig.running import Script, running

USUAL = Preferences()._asdict()


class Device:
    """A running companion, its scripts, and the page beside it."""

    def __init__(self, companion, script, page):
        self.face = lambda: companion.threads.core.dialogue.face
        self.script = script
        self.page = page
        self.code = ""

    def what_it_keeps(self):
        """Return all that a device can be asked of what it keeps, by what people call it."""
        view = self.page.ask(get="view")["view"]
        return {
            **view["preferences"],
            "the names that are offered": view["known"],
            "the next game": view["next"],
            "the stickers": self.script.ask(get="stickers")["stickers"],
            "the past games": self.script.ask(get="history")["history"],
            "the game on the table": self.script.tell(get="record").get("record"),
            "the last backup, and its tip": tips.keep_backup(self.face().backup).value,
            "the evening's code": self.page.tell(do="enter", token=self.code)["ok"],
        }

    def play(self, *players):
        """Play a short game."""
        self.script.ask(do="new", players=list(players))
        self.script.ask(do="action", action={"do": "concede", "reason": "conceded"})


@contextmanager
def started(folder):
    with (
        running(folder) as companion,
        Script(companion.settings.socket) as script,
        Script(companion.settings.view_socket) as page,
    ):
        script.ask(get="state")  # answered once the games are read
        yield Device(companion, script, page)


def test_all_that_is_kept_beside_the_turns_is_there_after_a_restart(tmp_path):
    file = tmp_path / ".config" / APP / FILE
    file.parent.mkdir(parents=True)
    file.write_text('players = ["Eve", "Fay"]\n')
    with started(tmp_path) as device:
        new = device.what_it_keeps()
        for _ in range(tips.UNSAVED):
            device.play("Ann", "Bem", "Cy")
    with started(tmp_path) as device:
        assert device.face().notice.phrase.key == "tip_backup"
    with started(tmp_path) as device:
        script = device.script
        assert device.face().notice is None, "a tip that was read comes again"
        for key, values in PREFERENCES.items():
            script.ask(do="prefer", key=key, value=next(v for v in values if v != USUAL[key]))
        script.ask(do="enrol", id="04aa", deck="ours", card="R1")
        script.ask(do="enrol", id="04bb", deck="ours", card="R2")
        script.ask(do="forget", id="04bb")
        script.ask(do="rename", name="Bem", to="Ben")
        script.ask(do="remove", name="Cy")
        script.ask(do="trial", game=2)
        script.ask(do="backup")
        device.code = code = script.ask(do="invite")["token"]
        before = device.what_it_keeps()
    assert [what for what in before if before[what] == new[what]] == []
    assert before["the names that are offered"][:2] == ["Ann", "Ben"]
    assert "Cy" not in before["the names that are offered"]
    for _ in range(2):
        with started(tmp_path) as device:
            device.code = code
            assert device.what_it_keeps() == before
    with closing(GamesReader(tmp_path)) as games:
        kept = vars(games.what_is_kept())
    # A kind of what is kept that nobody has done here shows as what a new device has.
    assert [what for what in kept if kept[what] == vars(Kept())[what]] == ["in_block"]
    assert kept["preferences"].keys() == {*PREFERENCES, names.SETTING, LAST_BACKUP, GUESTS}
