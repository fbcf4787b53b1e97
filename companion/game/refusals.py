"""Why an action is refused: a key that screens translate, and the English sentence."""

from collections.abc import Mapping
from typing import Final

from companion.errors import CompanionError

SENTENCES: Final[Mapping[str, str]] = {
    "over": "the game is over",
    "no_clue_token": "no clue token left",
    "all_clue_tokens": "all 8 clue tokens are available, so nothing can be discarded",
    "empty_hand": "no card left in that hand",
    "tile_first": "a bonus tile is to be resolved first",
    "no_tile": "no bonus tile is to be resolved",
    "tile_gone": "the bonus tile {tile} is not among those left ({tiles})",
    "tile_extra": "the bonus tile {tile} takes no {extra}",
    "tile_one": "a bonus tile takes a card, a suit or an unnamed card, not several of them",
    "must_recycle": "recycle must take a card while the discard pile has one",
    "deck_left": "recycle is used as replay only when the deck is empty",
    "not_in_pile": "no {card} among the named cards of the discard pile",
    "no_unnamed": "no unnamed card in the discard pile",
    "named_all": "every {card} is named already, so no unnamed card can be one",
    "does_not_fit": "{card} fits no firework now",
    "suit_absent": "this edition has no suit {suit}",
    "suit_complete": "the firework {suit} is complete",
    "no_such_card": "every {card} is on the table or in the discard pile already",
    "fits": "{card} fits its firework, so it is no misfire",
    "say_suit": "say which firework grew (suit or card)",
    "suit_unknown": "cards lie on fireworks without a name, so no suit can be judged",
    "none_fits": "every card that could fit lies in the discard pile already",
    "no_room": "that many cards cannot have been played without completing a firework",
    "not_complete": "no firework can be complete with so few cards",
    "black_twice": "the black firework is complete already",
    "by_black": '"by" can only be "K", with "completed", where the edition has black',
    "nothing_to_correct": "nothing to correct is given",
    "correct_value": "{counter} must be {expected}",
    "cards_do_not_sum": "the cards add up to {sum}, not to the {total} of this edition",
    "too_many_copies": "there are not that many {card} in the box",
    "no_unplaced": "unplaced cards are known only in the detail tokens",
    "no_last_round": "with Final Flourish there is no last round",
    "tile_keeps_seat": "a bonus tile is to be resolved first, so the seat stays",
    "tiles_needed": "a bonus tile is to be resolved, so one must be left",
    "own_clue": "nobody gives a clue to himself",
    "no_player": "there is no player {player}",
    "no_place": "the hand of player {player} has no place {place}",
    "never_named": "{suit} is never named in a clue",
    "tile_names": "the bonus tile {tile} gives no such clue",
    "malformed": "{problem}",
    "live_errors": "Hanab Live has games of three errors, not of two",
    "live_variant": "Hanab Live has no variant with these cards",
    "live_name": "turn {turn} does not name its card",
    "live_places": "turn {turn} was entered without its places: the detail hands asks for them",
    "live_action": "turn {turn} has something that Hanab Live does not have",
    "live_clues": "the clues cannot all be true of the cards that are left",
    "live_pass": "turn {turn} passed by itself, and Hanab Live has no pass: the game ends there",
    "live_empty": "Hanab Live takes no game without a turn",
    "live_link": "a link tells neither Final Flourish nor empty clues: take the file",
    "live_rules": "it has {rules}, which nothing here has",
    "live_nothing": "it is no game of Hanab Live",
    "live_old": "it has the form of before April 2020: take it from hanab.live/export anew",
    "live_cards": "{players} players with these {cards} cards play no {variant}",
    "live_absent": "turn {turn} has a card or a player that is not there",
    "live_refused": "turn {turn}: {why}",
}


class ActionRefused(CompanionError):
    """The rules refuse an action, and the state stays: a key of `SENTENCES`, and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        self.key = key
        self.facts = facts
        super().__init__(SENTENCES[key].format(**facts))
