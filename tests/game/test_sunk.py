"""What sank each firework in real games: `rulings.txt` has single ones."""

from companion.game.actions import parse_action
from companion.game.cards import HIGHEST
from companion.game.rules import apply
from companion.game.sunk import sunk_fireworks
from tests.game import deal
from tests.games import real_games


def test_real_games_were_sunk_by_what_could_not_be_played_any_more():
    for record in real_games()[::8]:
        opening = deal(players=record.setup.players)
        states = []
        for raw in record.actions:
            states.append(apply((opening, *states)[-1], parse_action(raw)))
        last = states[-1]
        short = {suit for suit, height in last.fireworks.items() if height < HIGHEST}
        found = sunk_fireworks(opening, states)
        assert {one.card.suit for one in found} == short
        for card, turn in found:
            copies = opening.setup.box.copies[card]
            if turn is None:
                assert last.discards.get(card, 0) < copies
            else:
                before, after = (opening, *states)[turn - 1], (opening, *states)[turn]
                assert before.discards.get(card, 0) < copies <= after.discards.get(card, 0)
