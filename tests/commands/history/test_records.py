"""`companion record --all`: the records of all games, which `companion replay` reads."""

import json
from contextlib import closing

import pytest

from companion.cli import main
from companion.game.record import parse_record, replay
from companion.journal.reader import GamesReader
from tests.rig.archive import keep, short
from tests.rig.many_games import ManyGames
from tests.rig.running import Script, running

pytestmark = pytest.mark.usefixtures("home")


def test_each_game_is_a_line_that_leads_to_its_last_state(tmp_path, capsys):
    group = ManyGames(tmp_path, 7)
    group.play(20)
    group.store.close()
    assert main(["record", "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    with closing(GamesReader(tmp_path)) as store:
        games = [game["game"] for game in reversed(store.history(1000))]
        assert len(lines) == len(games)
        for game, line in zip(games, lines, strict=True):
            *_, (_, state) = replay(parse_record(json.loads(line)))
            assert state == store.load(game).state
    records = tmp_path / "records.jsonl"
    records.write_text("\n".join(lines))
    assert main(["replay", str(records)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["game"] == len(games) - 1


def test_a_running_companion_is_asked(tmp_path, capsys):
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        script.ask(do="new", players=3)
        script.ask(do="action", action={"do": "clue"})
        assert main(["record", "--all"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == [{"do": "clue"}]


@pytest.mark.parametrize("words", [["record"], ["record", "1", "--all"]])
def test_a_number_or_all_is_wanted(tmp_path, capsys, words):
    keep(tmp_path, short("clue"))
    assert main(words) == 2
    assert "write the number of a game, or --all" in capsys.readouterr().err
