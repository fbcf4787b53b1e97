"""The voice of a whole companion: what its card gets is what espeak-ng makes of each turn."""

from importlib.util import find_spec

import pytest

from companion.table.store import Store
from tests.rig import espeak
from tests.rig.running import Script, running
from tests.rig.sound_card import Card
from tests.rig.waiting import until

pytestmark = [
    espeak.NEEDS_ESPEAK,
    pytest.mark.skipif(find_spec("pygame") is None, reason="pygame is not installed"),
]

TURNS = [
    {"do": "action", "action": {"do": "clue"}},
    {"do": "action", "action": {"do": "play", "card": "B1"}},
    {"do": "action", "action": {"do": "misfire", "card": "W5"}},
    {"do": "undo"},
]
SAID = {
    "en": [
        "Player 1: a clue, 7 clue tokens left; player 2 to act.",
        "Player 2: blue 1, 1 point; player 1 to act.",
        "Player 1: misfire white 5, 2 fuses left; player 2 to act.",
        "Undone: misfire white 5. Player 1 to act.",
    ],
    "fr": [
        "Joueur 1 : un indice, il reste 7 jetons; à jouer : joueur 2.",
        "Joueur 2 : bleue 1, 1 point; à jouer : joueur 1.",
        "Joueur 1 : raté blanche 5, il reste 2 mèches; à jouer : joueur 2.",
        "Annulé : raté blanche 5. À jouer : joueur 1.",
    ],
    "de": [
        "Spieler 1: Hinweis, noch 7 Hinweis-Plättchen; Spieler 2 ist dran.",
        "Spieler 2: blau 1, 1 Punkt; Spieler 1 ist dran.",
        "Spieler 1: Fehler weiß 5, noch 2 Gewitter-Plättchen; Spieler 2 ist dran.",
        "Zurückgenommen: Fehler weiß 5. Spieler 1 ist dran.",
    ],
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
        for turn, sentence in zip(TURNS, SAID[language], strict=True):
            until(card.quiet, pause=0.1)
            after = len(card.samples)
            script.ask(**turn)
            wanted = espeak.sound(sentence, language)
            until(lambda wanted=wanted, after=after: card.place(wanted, after) is not None, pause=0.1)
