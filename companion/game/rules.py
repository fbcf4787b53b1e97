"""The rules: a state and an action give the next state or a refusal.

README.md lists the rows cited here.
"""

from collections.abc import Collection

from companion.game.actions import (
    TILES,
    Action,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Misfire,
    Mix,
    Name,
    Play,
)
from companion.game.cards import BLACK, HIGHEST, Card, next_card, ranks_on
from companion.game.corrections import correct, names_every_counter, unplaced_bounds
from companion.game.outlook import lost_cards, reachable
from companion.game.places import check_places
from companion.game.refusals import ActionRefused
from companion.game.setup import Setup
from companion.game.state import CLUE_TOKENS, Reason, State, Status


def start(setup: Setup) -> State:
    """Return the state before the first turn: hands are dealt, the first seat acts."""
    return State(
        setup=setup,
        fireworks=dict.fromkeys(setup.box.suits, 0),
        deck=setup.box.total - setup.players * setup.hand_size,
        hands=(setup.hand_size,) * setup.players,
        discards={},
        tiles=TILES if setup.edition.flamboyants else (),
    )


def apply(state: State, action: Action) -> State:
    """Return the state after an action. Raises ActionRefused if the rules refuse it. A sentence
    says why.
    """
    match action:
        case Correct():
            return _settle_correction(state, correct(state, action.values), action.values.keys())
        case Name(card=named):
            state = _with_named(_without_unnamed(state), named)
            is_lost = not state.over and _lacks_cards(state)
            return _ended_state(state, "lost", "dead_card") if is_lost else state
        case Mix():
            check_places(state, action)
            return state
    if state.over:
        raise ActionRefused("over")
    if isinstance(action, Concede):
        lost = action.reason != "no_more_points"
        return _ended_state(state, "lost" if lost else "finished", action.reason)
    if isinstance(action, Bonus):
        return _resolve_tile(state, action)
    if state.bonus_pending:
        raise ActionRefused("tile_first")
    return take_turn(state, action)


def take_turn(state: State, action: Clue | Discard | Misfire | Play) -> State:
    """Return the state after one of the turns that players take."""
    check_places(state, action)
    match action:
        case Clue():
            if not state.clues:
                raise ActionRefused("no_clue_token")
            return _end_turn(state._replace(clues=state.clues - 1), draws=False)
        case Discard(card):
            if state.clues == CLUE_TOKENS:
                raise ActionRefused("all_clue_tokens")
            state = _onto_pile(_without_hand_card(state), card)
            return _end_turn(state._replace(clues=state.clues + 1))
        case Misfire(card):
            return _misfire_card(_without_hand_card(state), card)
        case Play():
            return _play_card(_without_hand_card(state), action)


# What may be said about a card (row 21)


def copies_left(state: State, card: Card) -> int:
    """Return the copies that are neither played nor named in the pile.

    Raises ActionRefused for an absent suit.
    """
    copies = state.setup.box.copies.get(card)
    if copies is None:
        raise ActionRefused("suit_absent", suit=card.suit)
    on_table = card.rank in ranks_on(card.suit, state.fireworks[card.suit])
    return copies - on_table - state.discards.get(card, 0)


def fits(state: State, card: Card) -> bool:
    """Return True if the card is the next one of its firework, as far as fireworks are known.

    A card of a suit that the edition lacks fits nothing.
    """
    return next_card(card.suit, state.fireworks.get(card.suit, HIGHEST)) == card


def _check_nameable(state: State, card: Card) -> None:
    """Raise ActionRefused for a card that cannot be one more in the pile."""
    if copies_left(state, card) < 1:
        raise ActionRefused("no_such_card", card=card)


def _without_unnamed(state: State) -> State:
    if not state.unnamed:
        raise ActionRefused("no_unnamed")
    return state._replace(unnamed=state.unnamed - 1)


def _with_named(state: State, card: Card) -> State:
    _check_nameable(state, card)
    state = state._replace(discards={**state.discards, card: state.discards.get(card, 0) + 1})
    if state.unplaced and reachable(state) < state.cards_played:
        raise ActionRefused("no_such_card", card=card)  # it lies on a firework that is not named
    return state


# Turns


def _without_hand_card(state: State) -> State:
    if not state.hands[state.seat]:
        raise ActionRefused("empty_hand")
    return state._replace(hands=_changed_hands(state, -1))


def _misfire_card(state: State, card: Card | None) -> State:
    """Return the state after a card that fitted nowhere burnt a fuse."""
    judged = None if state.unplaced else card
    if judged and fits(state, judged):
        raise ActionRefused("fits", card=judged)
    state = _onto_pile(state, card)
    return _end_turn(state._replace(errors=state.errors + 1))


def _play_card(state: State, play: Play) -> State:
    """Return the state after a card was played; a named one that does not fit is a misfire."""
    is_named = play.card or play.suit
    if is_named and state.unplaced:
        raise ActionRefused("suit_unknown")
    card = play.card or (_card_due(state, play.suit) if play.suit else None)
    if card is None:
        return _play_unplaced(state, play)
    _check_nameable(state, card)
    return _grow_firework(state, card.suit) if fits(state, card) else _misfire_card(state, card)


def _card_due(state: State, suit: str) -> Card:
    if suit not in state.fireworks:
        raise ActionRefused("suit_absent", suit=suit)
    card = next_card(suit, state.fireworks[suit])
    if card is None:
        raise ActionRefused("suit_complete", suit=suit)
    return card


def _play_unplaced(state: State, play: Play) -> State:
    """Return the state after a card fitted on a firework that is not named (detail `tokens`)."""
    if state.setup.detail != "tokens":
        raise ActionRefused("say_suit")
    if play.by:
        if BLACK not in state.fireworks:
            raise ActionRefused("by_black")
        if state.black_complete or state.fireworks[BLACK] == HIGHEST:
            raise ActionRefused("black_twice")
    complete = state.unplaced_complete + play.completed
    fewest, most = unplaced_bounds(state, state.unplaced + 1)
    if complete < fewest:
        raise ActionRefused("no_room")
    if complete > most:
        raise ActionRefused("not_complete")
    state = state._replace(
        unplaced=state.unplaced + 1,
        unplaced_complete=complete,
        black_complete=state.black_complete or play.by == BLACK,
    )
    if reachable(state) < state.cards_played:
        raise ActionRefused("none_fits")
    return _after_growth(state, token=play.completed, tile=False)


def _grow_firework(state: State, suit: str) -> State:
    height = state.fireworks[suit] + 1
    state = state._replace(fireworks={**state.fireworks, suit: height})
    tile = state.setup.edition.flamboyants and suit != BLACK
    completed = height == HIGHEST
    return _after_growth(state, token=completed and not tile, tile=completed and tile)


def _after_growth(state: State, token: bool, tile: bool) -> State:
    if token:
        state = _with_clue_token(state)
    if state.complete:
        return _ended_state(state, "won", "perfect")
    if tile and state.tiles:
        return state._replace(bonus_pending=True)
    return _end_turn(state)


# Bonus tiles (rows 17 to 20)


def _resolve_tile(state: State, bonus: Bonus) -> State:
    if not state.bonus_pending:
        raise ActionRefused("no_tile")
    if bonus.tile not in state.tiles:
        raise ActionRefused("tile_gone", tile=bonus.tile, tiles=", ".join(state.tiles))
    _check_tile(state, bonus)
    check_places(state, bonus)
    state = state._replace(
        bonus_pending=False, tiles=tuple(tile for tile in state.tiles if tile != bonus.tile)
    )
    if bonus.as_replay or bonus.tile == "replay":
        return _replay_card(state, bonus)
    match bonus.tile:
        case "clue":
            state = _with_clue_token(state)
        case "repair":
            state = _with_clue_token(state)._replace(errors=max(0, state.errors - 1))
        case "recycle":
            state = _recycle_card(state, bonus)
    return _end_turn(state)


def _with_clue_token(state: State) -> State:
    return state._replace(clues=min(CLUE_TOKENS, state.clues + 1))


def _check_tile(state: State, bonus: Bonus) -> None:
    takes = {"replay": ["card", "suit"], "recycle": ["card", "unnamed"]}.get(bonus.tile, [])
    if bonus.as_replay and bonus.tile == "recycle":
        takes = ["card", "suit", "as_replay"]
    for extra in ("card", "suit", "unnamed", "as_replay"):
        if getattr(bonus, extra) and extra not in takes:
            key = extra.removesuffix("_replay")
            raise ActionRefused("tile_extra", tile=bonus.tile, extra=key)
    if bool(bonus.card) + bool(bonus.suit) + bonus.unnamed > 1:
        raise ActionRefused("tile_one")
    if bonus.as_replay and state.deck:
        raise ActionRefused("deck_left")


def _recycle_card(state: State, bonus: Bonus) -> State:
    """Put a card of the pile back into the deck, if there is one."""
    if bonus.card:
        return _off_pile(state, bonus.card)._replace(deck=state.deck + 1)
    if bonus.unnamed:
        return _without_unnamed(state)._replace(deck=state.deck + 1)
    if state.pile:
        raise ActionRefused("must_recycle")
    return state


def _replay_card(state: State, bonus: Bonus) -> State:
    """Put a card of the pile onto its firework; without one the tile is spent."""
    card = bonus.card
    if card:
        state = _off_pile(state, card)
        if not fits(state, card):
            raise ActionRefused("does_not_fit", card=card)
        return _grow_firework(state, card.suit)
    if bonus.suit:
        card = _card_due(state, bonus.suit)
        state = _without_unnamed(state)
        if copies_left(state, card) < 1:
            raise ActionRefused("named_all", card=card)
        return _grow_firework(state, bonus.suit)
    return _end_turn(state)


# The pile


def _onto_pile(state: State, card: Card | None) -> State:
    """Return the state with one card more in the pile, None for one that is not named."""
    if card is None:
        return state._replace(unnamed=state.unnamed + 1)
    return _with_named(state, card)


def _off_pile(state: State, card: Card) -> State:
    discards = dict(state.discards)
    count = discards.pop(card, 0)
    if not count:
        raise ActionRefused("not_in_pile", card=card)
    if count > 1:
        discards[card] = count - 1
    return state._replace(discards=discards)


# Ends (rows 5, 7, 8, 14)


def _changed_hands(state: State, by: int) -> tuple[int, ...]:
    seat = state.seat
    return (*state.hands[:seat], state.hands[seat] + by, *state.hands[seat + 1 :])


def _ended_state(state: State, status: Status, reason: Reason) -> State:
    return state._replace(status=status, reason=reason, bonus_pending=False)


def _lacks_cards(state: State) -> bool:
    return state.setup.edition.flourish and bool(lost_cards(state))


def _end_turn(state: State, draws: bool = True) -> State:
    """Let the player draw, the last round count down, and the next player act."""
    state = _judge_counters(state)
    if state.over:
        return state
    turns_left = state.turns_left
    if turns_left is not None:
        turns_left -= 1
    if draws and state.deck:
        state = state._replace(deck=state.deck - 1, hands=_changed_hands(state, +1))
        is_last_card = not state.deck and not state.setup.edition.flourish
        if is_last_card and turns_left is None:
            turns_left = state.setup.players
    if turns_left == 0:
        return _ended_state(state._replace(turns_left=0), "finished", "last_round")
    return _pass_turns(next_seat(state._replace(turns_left=turns_left)))


def next_seat(state: State) -> State:
    """Return the state in which the next player acts."""
    return state._replace(seat=(state.seat + 1) % state.setup.players, turn=state.turn + 1)


def _pass_turns(state: State) -> State:
    """Pass the turns of players with an empty hand while there is no clue token. When no player can
    act, the game is over.
    """
    while not (state.over or state.clues or state.hands[state.seat] or state.bonus_pending):
        if state.turns_left is not None:
            if state.turns_left == 1:
                return _ended_state(state._replace(turns_left=0), "finished", "last_round")
            state = state._replace(turns_left=state.turns_left - 1)
        elif not any(state.hands):
            return (
                _ended_state(state, "lost", "dead_card") if state.setup.edition.flourish else state
            )
        state = next_seat(state)
    return state


def _settle_correction(before: State, state: State, corrected: Collection[str]) -> State:
    """Return the state after a correction: the game goes on, has ended, or is taken up again."""
    judged = _judge_counters(state._replace(status="playing", reason=None))
    if judged.over:
        return judged
    is_end = _lacks_cards(before) or _nobody_acts(before)
    given_up = before.reason == "dead_card" and not is_end
    if given_up or before.reason in ("conceded", "no_more_points"):
        return state  # undo takes that back
    state = judged
    if before.over and "seat" not in corrected:
        return _resume_turn(
            before, state, draws=not {"deck", "hands", "turns_left"} & set(corrected)
        )
    turn_is_over = before.over and _took_turn(before, before.deck)
    if turn_is_over and names_every_counter(corrected):
        # A correction of the seat alone keeps the number, as records have it.
        state = state._replace(turn=state.turn + 1)
    return _pass_turns(state)


def _nobody_acts(state: State) -> bool:
    """Return True if no player has a card, and there is no clue token."""
    return not (state.clues or any(state.hands))


def _judge_counters(state: State) -> State:
    if not state.fuses:
        return _ended_state(state, "lost", "fuses")
    if state.complete:
        return _ended_state(state, "won", "perfect")
    if _lacks_cards(state):
        return _ended_state(state, "lost", "dead_card")
    return _ended_state(state, "finished", "last_round") if state.turns_left == 0 else state


def _took_turn(before: State, deck: int) -> bool:
    """Return True if the player who acts had taken the turn before the game ended.

    A late name or a correction ends a game before the player who acts has taken a card.
    """
    if before.reason == "last_round":
        return True
    if before.hands[before.seat] == before.setup.hand_size:
        return False
    return before.reason != "dead_card" or (bool(deck) and not _nobody_acts(before))


def _resume_turn(before: State, state: State, draws: bool) -> State:
    """End the turn that had ended the game like any other. One that had not begun goes on."""
    if before.reason == "last_round":
        return _pass_turns(next_seat(state))
    if _took_turn(before, state.deck):
        return _end_turn(state, draws)
    return _pass_turns(state)
