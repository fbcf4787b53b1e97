"""The control socket, over a real socket: what scripts may ask, and what clients must not break."""

import json
import socket
import stat
import time

import pytest

from companion.daemon.server import LONGEST_LINE, MOST_CLIENTS, SocketError
from tests.running import Script, running


@pytest.fixture
def companion(tmp_path):
    with running(tmp_path) as companion:
        yield companion


@pytest.fixture
def script(companion):
    with Script(companion.threads.server.path) as script:
        yield script


@pytest.fixture
def game(script):
    script.ask(do="new", players=3)
    return script


def test_a_press_is_answered_when_it_is_saved_and_shown(game):
    answer = game.ask(do="press", control="clue")
    assert answer["shown"]
    state = game.ask(get="state")["state"]
    assert (state["clues"], state["saved"]) == (7, True)
    assert state["serial"] >= answer["serial"]


def test_a_refused_press_says_why(game):
    answer = game.tell(do="press", control="discard")
    assert answer["ok"] is False
    assert "all 8 clue tokens" in answer["error"]


def test_a_chord_opens_put_back(game):
    game.press("clue")
    game.ask(do="undo")
    game.ask(do="chord", controls=["discard", "play"])
    assert game.ask(get="screen")["screen"]["name"] == "put back"


def test_actions_undo_and_redo_without_buttons(game):
    game.ask(do="action", action={"do": "play", "card": "R1"})
    game.ask(do="undo")
    assert game.ask(get="state")["state"]["fireworks"]["R"] == 0
    game.ask(do="redo")
    assert game.ask(get="state")["state"]["fireworks"]["R"] == 1


def test_a_new_game_keeps_the_old_one_and_undo_brings_it_back(game):
    game.press("clue")
    game.ask(do="new", players=5, edition={"preset": "grand"}, detail="cards")
    state = game.ask(get="state")["state"]
    assert (state["players"], state["detail"], state["deck"]) == (5, "cards", 50)
    game.ask(do="undo")
    state = game.ask(get="state")["state"]
    assert (state["game"], state["players"], state["clues"]) == (1, 3, 7)
    game.ask(do="redo")
    assert game.ask(get="state")["state"]["game"] == 2


def test_the_record_replays(game):
    from companion.game.record import parse_record, replay

    game.press("clue")
    game.play("R")
    record = game.ask(get="record")["record"]
    *_, (_, last) = replay(parse_record(record))
    assert (last.clues, last.fireworks["R"]) == (7, 1)


def test_the_frame_is_what_the_display_holds(companion, game):
    import base64
    import io

    from PIL import Image

    png = base64.b64decode(game.ask(get="frame")["png"])
    assert Image.open(io.BytesIO(png)).convert("1").tobytes() == companion.emulated.picture().tobytes()


def test_the_history_has_every_game_the_newest_first(game):
    game.press("clue")
    game.ask(do="new", players=2)
    history = game.ask(get="history")["history"]
    assert [(entry["game"], entry["players"], entry["turn"]) for entry in history] == [(2, 2, 1), (1, 3, 2)]


def test_a_subscriber_hears_of_every_change(companion, game):
    with Script(companion.threads.server.path) as listener:
        listener.ask(do="subscribe")
        game.press("clue")
        game.press("clue")
        first, second = listener.read(), listener.read()
        assert [first["state"]["clues"], second["state"]["clues"]] == [7, 6]
        assert first["serial"] < second["serial"]


@pytest.mark.parametrize(
    ("line", "gist"),
    [
        (b"hello", "no valid JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[]", "an object"),
        (b"{}", '"do" or "get"'),
        (b'{"do":"press","get":"state"}', '"do" or "get"'),
        (b'{"do":"pres"}', "did you mean 'press'?"),
        (b'{"get":"stat"}', "did you mean 'state'?"),
        (b'{"do":5}', "nothing to do"),
        (b'{"do":"press"}', "no control"),
        (b'{"do":"press","control":"clew"}', "did you mean 'clue'?"),
        (b'{"do":"press","control":["clue"]}', "no control"),
        (b'{"do":"press","control":"clue","x":1}', "no key 'x'"),
        (b'{"do":"hold","control":"clue"}', "seconds"),
        (b'{"do":"hold","control":"clue","seconds":true}', "seconds"),
        (b'{"do":"hold","control":"clue","seconds":-1}', "seconds"),
        (b'{"do":"hold","control":"clue","seconds":1e9}', "seconds"),
        (b'{"do":"hold","control":"clue","seconds":NaN}', "NaN"),
        (b'{"do":"chord","controls":["clue"]}', "two buttons"),
        (b'{"do":"chord","controls":"clue"}', "two buttons"),
        (b'{"do":"new","players":9}', "players"),
        (b'{"do":"new","players":3,"edition":{"fuses":7}}', "edition.fuses"),
        (b'{"do":"new","players":3,"detail":"tokens","edition":{"flamboyants":true}}', "flamboyants"),
        (b'{"do":"action"}', "an action is an object"),
        (b'{"do":"action","action":{"do":"fly"}}', "no action"),
        (b'{"do":"turn","steps":1}', "this build"),
        (b'{"do":"tag","id":"04","reader":"play"}', "no sticker"),
        (b'{"get":"history","limit":0}', "limit"),
        (b"[" * 5000, "nested"),
    ],
)
def test_a_senseless_request_gets_one_sentence_and_changes_nothing(script, line, gist):
    script.send(line + b"\n")
    answer = script.read()
    assert answer["ok"] is False
    assert gist in answer["error"]
    assert "\n" not in answer["error"]
    assert script.ask(get="state")["state"] is None


def test_requests_in_one_packet_are_answered_in_order(game):
    lines = [{"do": "press", "control": "clue"}, {"get": "state"}, {"do": "undo"}, {"get": "state"}]
    game.send(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    answers = [game.read() for _ in lines]
    assert [answers[1]["state"]["clues"], answers[3]["state"]["clues"]] == [7, 8]


def test_a_request_may_come_in_pieces(game):
    for byte in b'{"get":"state"}\n':
        game.send(bytes([byte]))
    assert game.read()["ok"]


def test_a_client_that_stopped_sending_still_gets_its_answer(companion):
    with Script(companion.threads.server.path) as script:
        script.send(b'{"do":"new","players":4}\n')
        script.sock.shutdown(socket.SHUT_WR)
        assert script.read()["ok"]
        assert script.lines.readline() == b""


HUNG_UP = (BrokenPipeError, ConnectionResetError)


def flood(rude, raw):
    """Send until the companion has had enough."""
    for _ in range(20000):
        rude.send(raw)


def test_an_endless_line_is_cut_off_and_the_table_notices_nothing(companion, game):
    with (
        Script(companion.threads.server.path) as rude,
        pytest.raises(HUNG_UP),
    ):
        flood(rude, b"x" * LONGEST_LINE)
    game.press("clue")


def test_a_client_that_never_reads_is_cut_off(companion, game):
    with (
        Script(companion.threads.server.path) as rude,
        pytest.raises(HUNG_UP),
    ):
        flood(rude, b'{"get":"frame"}\n' * 50)
    game.press("clue")


def test_a_thousand_clients_are_more_than_are_taken_and_harm_nobody(companion, game):
    rude = []
    for _ in range(MOST_CLIENTS * 3):
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.setblocking(False)
        try:
            sock.connect(str(companion.threads.server.path))
        except BlockingIOError:
            sock.close()
        else:
            rude.append(sock)
    game.press("clue")
    for sock in rude:
        sock.close()
    time.sleep(0.1)
    with Script(companion.threads.server.path) as later:
        later.ask(get="state")


def test_a_client_that_leaves_while_it_waits_harms_nobody(companion, game):
    for _ in range(20):
        with Script(companion.threads.server.path) as hasty:
            hasty.send(b'{"do":"press","control":"clue"}\n')
    game.ask(get="state")


def test_the_socket_is_for_its_group_alone(companion):
    assert stat.S_IMODE(companion.threads.server.path.stat().st_mode) == 0o660


def test_a_second_companion_at_the_same_socket_is_refused(companion, tmp_path):
    with pytest.raises(SocketError, match="another companion"), running(tmp_path):
        pass


def test_a_socket_left_over_from_a_crash_is_taken_over(tmp_path):
    stale = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stale.bind(str(tmp_path / "hanabi-companion.sock"))
    stale.close()
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(get="state")


def test_the_socket_is_gone_after_the_end(tmp_path):
    with running(tmp_path) as companion:
        assert companion.threads.server.path.exists()
    assert not companion.threads.server.path.exists()
