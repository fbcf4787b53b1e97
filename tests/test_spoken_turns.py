"""The voice of a whole companion: what its card gets is what espeak-ng makes of each turn."""

from typing import Any

import pytest

from companion.journal.store import Store
from tests.rig import espeak
from tests.rig.running import Script, running
from tests.rig.sound_card import NEEDS_MIXER, Card
from tests.rig.waiting import until

pytestmark = [
    espeak.NEEDS_ESPEAK,
    NEEDS_MIXER,
]

CLUE = {"do": "action", "action": {"do": "clue"}}
PLAY = {"do": "action", "action": {"do": "play", "card": "B1"}}
MISFIRE = {"do": "action", "action": {"do": "misfire", "card": "W5"}}
SAID: dict[str, list[tuple[dict[str, Any], str]]] = {
    "en": [
        (PLAY, "1, blue 1. 2."),
        ({"do": "undo"}, "Undone: blue 1. Player 1's turn."),
    ],
    "fr": [(CLUE, "1, un indice. 2.")],
    "de": [(MISFIRE, "1 Fehler weiß 5, noch 2 Gewitter übrig, 2.")],
}


@pytest.mark.parametrize("language", SAID)
def test_each_turn_is_heard_as_espeak_ng_speaks_it(language, tmp_path, monkeypatch):
    card = Card(tmp_path / "card.raw")
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(card.path))
    store = Store(tmp_path)
    for key, value in {"language": language, "voice": "full", "sound": "3", "help": "off"}.items():
        store.prefer(key, value)
    store.close()
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        script.ask(do="new", players=2, detail="cards")
        until(lambda: any(card.samples), pause=0.05)
        for turn, sentence in SAID[language]:
            until(card.quiet, pause=0.1)
            after = len(card.samples)
            script.ask(**turn)
            wanted = espeak.sound(sentence, language)
            until(lambda wanted=wanted, after=after: card.spoke(wanted, after), pause=0.1)
