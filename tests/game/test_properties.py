"""Any entries in any edition leave a table that can be."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game.actions import (
    CONCESSIONS,
    CORRECTABLE,
    TILES,
    Action,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Information,
    Misfire,
    Mix,
    Name,
    Play,
    action_json,
    parse_action,
)
from companion.game.cards import CARDS, RANKS, SUITS, Card, ranks_on
from companion.game.corrections import counters_on, names_every_counter
from companion.game.edition import Edition, meant
from companion.game.outlook import critical_cards, lost_cards, max_score, points, score
from companion.game.record import load_json, parse_record, record_json, replay
from companion.game.refusals import ActionRefused
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.state import State
from companion.game.view import state_json
from tests.rig.samples import fewer

ENDS = {
    None: {"playing"},
    "perfect": {"won"},
    "fuses": {"lost"},
    "dead_card": {"lost"},
    "conceded": {"lost"},
    "last_round": {"finished"},
    "no_more_points": {"finished"},
}

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
editions = st.builds(
    Edition,
    multicolour=st.sampled_from((0, 5, 10)),
    multicolour_clue=st.sampled_from(("own", "every")),
    black=st.booleans(),
    flamboyants=st.booleans(),
    ending=st.sampled_from(("standard", "flourish")),
    fuses=st.sampled_from((3, 4)),
    explosion=st.sampled_from(("lost", "score")),
).map(meant)
setups = st.builds(
    Setup, st.integers(2, 5), editions, st.sampled_from(("tokens", "colours", "cards"))
).filter(lambda setup: not (setup.detail == "tokens" and setup.edition.flamboyants))
cards = st.sampled_from(list(CARDS.values()))
maybe_cards = st.none() | cards
counts = st.integers(-1, 12)
corrections = st.fixed_dictionaries(
    {},
    optional={
        "clues": counts,
        "errors": counts,
        "deck": st.integers(0, 70),
        "seat": counts,
        "hands": st.lists(counts, max_size=6),
        "fireworks": st.dictionaries(st.sampled_from(SUITS), counts, max_size=3),
        "discards": st.dictionaries(st.sampled_from(list(CARDS)), counts, max_size=3),
        "unnamed": counts,
        "unplaced": counts,
        "tiles": st.lists(st.sampled_from(TILES), max_size=6),
        "turns_left": st.none() | counts,
        "missing": counts,
    },
)
places = st.integers(1, 5)
maybe_places = st.none() | places
information = st.builds(
    Information,
    st.integers(1, 5),
    st.sampled_from(SUITS) | st.integers(1, 5),
    st.sets(places).map(sorted).map(tuple),
)


def tile_of(told: Information) -> str:
    """The tile that gives such a clue for nothing."""
    return "colour" if isinstance(told.value, str) else "value"


actions = st.one_of(
    st.builds(Clue, st.none() | information),
    st.builds(lambda card, place: Play(card, place=place), maybe_cards, maybe_places),
    st.sampled_from(SUITS).map(lambda suit: Play(suit=suit)),
    st.just(Play(completed=True)),
    st.just(Play(completed=True, by="K")),
    st.builds(Misfire, maybe_cards, maybe_places),
    st.builds(Discard, maybe_cards, maybe_places),
    st.builds(
        Bonus,
        st.sampled_from(TILES),
        maybe_cards,
        st.none() | st.sampled_from(SUITS),
        st.booleans(),
        st.booleans(),
        st.none(),
    ),
    st.builds(lambda told: Bonus(tile_of(told), information=told), information),
    st.builds(Mix, st.integers(1, 5)),
    st.builds(Name, cards),
    st.builds(Correct, corrections),
    st.builds(Concede, st.sampled_from(CONCESSIONS)),
)


def turns(state: State) -> list[Action]:
    """What a group might well do now; not all of it is legal."""
    suits = list(state.fireworks)
    if state.bonus_pending:
        plain = [Bonus(tile) for tile in state.tiles]
        fetched = [Bonus(tile, card) for tile in ("recycle", "replay") for card in state.discards]
        return [
            *plain,
            *fetched,
            Bonus("recycle", unnamed=True),
            *(Bonus("replay", suit=suit) for suit in suits),
            *(Bonus("recycle", suit=suit, as_replay=True) for suit in suits),
        ]
    plays: list[Action] = [Play(suit=suit) for suit in suits if state.fireworks[suit] < 5]
    if state.setup.detail == "tokens":
        plays = [Play(), Play(), Play(completed=True), Play(completed=True, by="K")]
    named = [Discard(card) for card in state.setup.box.copies if not state.setup.edition.flourish]
    return [
        *[Clue()] * (len(suits) if state.clues else 1),
        *[Discard()] * (len(suits) if state.clues < 8 else 1),
        *plays * 3,
        *named[:: len(named) // 4 or 1],
        Play(Card(suits[0], 1)),
        Play(Card(suits[-1], 3)),
        Misfire(),
        Name(Card(suits[0], 3)),
        *[Correct({"errors": 0})] * 3,
    ]


def attempt(state: State, action: Action) -> State | str:
    """The next state, or why there is none."""
    try:
        return apply(state, action)
    except ActionRefused as refusal:
        return str(refusal)


@st.composite
def games(draw: st.DrawFn) -> tuple[Setup, list[Action]]:
    """A set-up and up to 120 turns, most of them possible, a few wild."""
    setup = draw(setups)
    table = draw(st.randoms(use_true_random=True))
    state: State = start(setup)
    done: list[Action] = []
    for _ in range(draw(st.sampled_from((120, 60, 20, 4)))):
        chosen = draw(actions) if table.random() < 0.02 else table.choice(turns(state))
        done.append(chosen)
        after = attempt(state, chosen)
        state = state if isinstance(after, str) else after
    return setup, done


def check(state: State) -> None:
    """Everything that holds at every moment of every game."""
    edition, box = state.setup.edition, state.setup.box
    assert state.card_total == box.total, "the cards do not add up to the box"
    assert 0 <= state.clues <= 8
    assert 0 <= state.errors <= edition.fuses
    assert 0 <= state.seat < state.setup.players == len(state.hands)
    assert all(0 <= hand <= state.setup.hand_size for hand in state.hands)
    assert min(state.deck, state.unnamed, state.unplaced, state.missing) >= 0
    assert tuple(state.fireworks) == box.suits
    assert all(0 <= height <= 5 for height in state.fireworks.values())
    assert state.cards_played <= 5 * len(box.suits)
    assert len(box.copies) == len(box.suits) * len(RANKS)
    for card, copies in box.copies.items():
        on_firework = card.rank in ranks_on(card.suit, state.fireworks[card.suit])
        here = state.discards.get(card, 0) + on_firework
        assert here <= copies, f"more {card} than were printed"
    assert all(count > 0 for count in state.discards.values())
    assert not state.unplaced or state.setup.detail == "tokens"
    assert list(state.tiles) == sorted(set(state.tiles))
    assert not state.tiles or edition.flamboyants
    assert state.status in ENDS[state.reason]
    assert (state.reason == "perfect") <= state.complete
    assert (state.reason == "fuses") == (state.over and not state.fuses) or state.reason in (
        "conceded",
        "no_more_points",
        "dead_card",
    )
    if state.bonus_pending:
        assert state.tiles, "a tile is to be turned and none is left"
        assert not state.over
    if edition.flourish:
        assert state.turns_left is None
        assert state.reason != "last_round"
    elif not state.over and not state.bonus_pending:
        assert (state.turns_left is not None) >= (state.deck == 0), (
            "the deck is empty and no turn counts"
        )
    if state.turns_left is not None:
        assert (0 if state.over else 1) <= state.turns_left <= state.setup.players
    if not state.over:
        assert state.fuses
        assert not state.complete
        assert state.clues or state.hands[state.seat] or state.bonus_pending, "no player can act"
    check_outlook(state)


def check_outlook(state: State) -> None:
    best = 30 if state.setup.edition.multicolour else 25
    most, lost = max_score(state), lost_cards(state)
    assert points(state) <= most <= best
    assert score(state) in (0, points(state))
    assert not set(critical_cards(state)) & set(lost)
    assert (most == best) >= (not state.unplaced and not lost)
    shown = state_json(state)
    assert (
        (shown["seat"] is None) == (shown["reason"] is not None) == (shown["status"] != "playing")
    )
    assert shown["rating"] is None or 0 <= shown["rating"] <= 6
    assert json.loads(json.dumps(shown)) == shown


@settings(unhurried, max_examples=200)
@given(games())
def test_any_actions_whatever_leave_a_table_that_can_be(game):
    setup, done = game
    state = start(setup)
    check(state)
    for action in done:
        before = dict(state.fireworks), dict(state.discards)
        after = attempt(state, action)
        shown = state.fireworks, state.discards
        assert shown == before, "a table that was shown has changed"
        if isinstance(after, str):
            assert after
            assert "\n" not in after
            continue
        check(after)
        assert after.turn >= state.turn
        assert not state.over or isinstance(action, Name | Correct | Mix), (
            "a player acted after the end"
        )
        state = after


@settings(unhurried, max_examples=100)
@given(games())
def test_a_record_of_a_game_replays_to_the_same_tables(game):
    setup, done = game
    states, legal = [start(setup)], []
    for action in done:
        after = attempt(states[-1], action)
        if not isinstance(after, str):
            states.append(after)
            legal.append(action_json(action))
    text = json.dumps(record_json(setup, (), legal))
    replayed = list(replay(parse_record(load_json(text))))
    assert [raw for raw, _ in replayed] == [None, *legal]
    assert [state for _, state in replayed] == states


SOME = fewer(12, 2)
"""Moments of a game, each of which is corrected to each."""


def derived(state: State) -> bool:
    """Whether its counters alone say how a table stands: nobody's word has ended the game."""
    if state.reason == "dead_card":
        return state.setup.edition.flourish and bool(lost_cards(state))
    return state.reason not in ("conceded", "no_more_points")


@settings(unhurried, max_examples=100)
@given(games(), st.randoms(use_true_random=True))
def test_a_correction_of_every_counter_leaves_the_same_table_wherever_it_stands(game, dice):
    setup, done = game
    states = [start(setup)]
    for action in done:
        after = attempt(states[-1], action)
        states += [] if isinstance(after, str) else [after]
    states = [state for state in states if derived(state)]
    for shown in dice.sample(states, min(len(states), SOME)):
        counters = json.loads(json.dumps(counters_on(shown)))
        assert names_every_counter(counters)
        assert list(counters) == list(CORRECTABLE)
        for before in dice.sample(states, min(len(states), SOME)):
            if before.bonus_pending == shown.bonus_pending:
                after = apply(before, Correct(counters))
                assert counters_on(after) == counters
                assert (after.status, after.reason) == (shown.status, shown.reason)
                check(after)


def readable(action: Action) -> bool:
    """Whether a record can say it: a play has a card or a suit or says that it completed one."""
    return not (isinstance(action, Play) and (action.card or action.suit) and action.completed)


@settings(unhurried, max_examples=200)
@given(actions.filter(readable))
def test_every_action_is_read_back_as_it_was_written(action):
    assert parse_action(json.loads(json.dumps(action_json(action)))) == action


# Without an alphabet Hypothesis sorts all of Unicode first, which takes seconds.
texts = st.text('aR1 é"\\\n\0\u202e\ud800', max_size=4)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.floats(allow_nan=False)
    | texts
    | cards.map(str),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
keys = st.sampled_from(
    ("card", "suit", "completed", "by", "tile", "unnamed", "as", "reason", *CORRECTABLE, "clue", "")
)
verbs = st.sampled_from(
    ("clue", "play", "misfire", "discard", "bonus", "name", "correct", "concede")
)


@settings(unhurried, max_examples=200)
@given(
    setups,
    st.builds(
        lambda do, rest: {**rest, "do": do}, verbs, st.dictionaries(keys, json_values, max_size=3)
    ),
)
def test_whatever_stands_in_a_record_is_an_action_or_refused_in_a_sentence(setup, raw):
    try:
        after = attempt(start(setup), parse_action(raw))
    except ActionRefused as refusal:
        after = str(refusal)
    if isinstance(after, str):
        assert "\n" not in after
        assert len(after) < 400
    else:
        check(after)
