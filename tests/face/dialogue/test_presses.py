"""What presses do, through the whole companion in virtual time."""

import pytest
from PIL import ImageChops

from companion.face.game_pages import end_pages
from companion.face.state import Counter, CounterName
from companion.game.actions import Play
from tests.rig.menu_lines import select
from tests.rig.rig import Rig


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


@pytest.fixture
def game(rig):
    """A game of three that has just begun."""
    rig.tap("play")
    assert rig.screen == "table"
    return rig


def test_power_on_shows_the_start_and_one_press_begins_the_usual_game(rig):
    assert rig.screen == "start"
    rig.tap("play")
    assert rig.screen == "table"
    assert rig.presses == 1
    assert rig.state.setup.players == 3
    rig.check()


def test_the_start_screen_counts_players_from_two_to_five_and_round_again(rig):
    seen = []
    for _ in range(5):
        rig.tap("clue")
        seen.append(rig.core.view.face.draft.setup.players)
    assert seen == [4, 5, 2, 3, 4]


def test_who_starts_can_be_chosen_and_the_mark_points_there(rig):
    rig.tap("discard")
    rig.tap("play")
    assert rig.core.sitting.began.first == 1
    assert rig.state.seat == 0
    assert rig.device.levels()["seat"] == [0.0, 1.0, 0.0, 0.0, 0.0]


def test_a_discard_with_all_tokens_there_is_refused_and_says_why(game):
    game.tap("discard")
    assert game.state.turn == 1
    assert game.notice == "all_clue_tokens"
    game.check()


@pytest.mark.parametrize(
    ("suit", "buttons"),
    [("W", "clue"), ("R", "clue+discard"), ("B", "discard"), ("Y", "discard+play"), ("G", "play")],
)
def test_any_firework_is_one_gesture_after_play(game, suit, buttons):
    game.tap("play")
    assert game.ask(get="screen")["screen"]["options"][buttons] == [suit]
    game.press(buttons)
    assert game.core.sitting.actions == (Play(suit=suit),)
    game.check()


def test_black_takes_all_three_buttons(rig):
    rig.ask(do="new", players=3, edition={"preset": "grand"})
    rig.wait(1)
    rig.tap("play")
    rig.chord("clue", "discard", "play")
    assert rig.core.sitting.actions == (Play(suit="K"),)
    rig.tap("play")
    rig.chord("play", "clue")
    assert rig.core.sitting.actions[-1] == Play(suit="M")


@pytest.mark.parametrize("buttons", ["clue+play", "clue+discard+play"])
def test_buttons_that_stand_for_no_column_are_refused(game, buttons):
    game.tap("play")
    game.press(buttons)
    assert (game.screen, game.notice, game.state.turn) == ("choosing", "empty_cell", 1)
    game.check()


def test_the_column_is_marked_before_letting_go(game):
    experienced(game)
    game.tap("play", after=0.1)
    rest = game.glass
    game.down("clue")
    white = game.glass
    game.wait(0.03)
    game.down("discard")
    red = game.glass
    boxes = [ImageChops.difference(rest, picture).getbbox() for picture in (white, red)]
    assert boxes == [(4, 43, 21, 55), (29, 43, 46, 55)]
    game.look()
    game.wait(0.1)
    game.up("clue")
    assert game.glass.tobytes() == red.tobytes(), "the chord stays marked until all of it is up"
    game.up("discard")
    assert game.state.fireworks["R"] == 1


def test_choosing_changes_the_row_of_labels_alone(game):
    experienced(game)
    before = game.glass
    game.tap("play", after=0.1)
    assert ImageChops.difference(before, game.glass).getbbox()[1] >= 54


def test_the_same_chord_twice_at_once_does_not_choose_again(cards):
    cards.chord("clue", "discard", after=0.05)
    assert cards.core.view.face.choice.path == ("R",)
    cards.chord("clue", "discard")
    assert (cards.notice, cards.core.view.face.choice.path) == ("too_soon", ("R",))


def test_a_finished_firework_is_refused_and_the_others_stay_where_they_are(game):
    for _ in range(5):
        game.play("B")
    game.tap("play")
    options = game.ask(get="screen")["screen"]["options"]
    assert options == {"clue": ["W"], "clue+discard": ["R"], "discard+play": ["Y"], "play": ["G"]}
    game.tap("discard")
    assert game.notice == "empty_cell"


def test_holding_clue_steps_back_from_a_rank_to_the_suits(cards):
    cards.chord("discard", "play")
    assert cards.core.view.face.choice.path == ("Y",)
    cards.hold("clue")
    assert cards.core.view.face.choice.path == ()
    assert cards.screen == "naming"


@pytest.fixture
def cards(rig):
    """A game of two in which a card was discarded that gets a name."""
    rig.ask(do="new", players=2, detail="cards")
    rig.wait(1)
    rig.tap("clue")
    rig.tap("discard")
    return rig


def experienced(rig):
    """The same group after some games."""
    dialogue = rig.core.dialogue
    dialogue.face = dialogue.face._replace(newcomers=False, notice=None)
    rig.settle()


@pytest.fixture
def single():
    """A game of three by one button at a time."""
    with Rig(buttons="single") as rig:
        rig.tap("play")
        yield rig


def test_a_cell_with_several_fireworks_spreads_over_the_buttons(single):
    single.tap("play")
    single.tap("play")
    options = single.ask(get="screen")["screen"]["options"]
    assert options == {"clue": ["B"], "discard": ["Y"], "play": ["G"]}
    single.tap("discard")
    assert single.state.fireworks["Y"] == 1


def test_places_never_move_when_a_firework_is_finished(single):
    for _ in range(5):
        single.play("B")
    single.tap("play")
    single.tap("play")
    assert single.ask(get="screen")["screen"]["options"] == {"discard": ["Y"], "play": ["G"]}
    single.tap("clue")
    assert single.notice == "empty_cell"


def test_a_cell_with_one_firework_left_is_one_more_tap(single):
    for suit in "BY":
        for _ in range(5):
            single.play(suit)
    single.tap("play")
    single.tap("play")
    assert single.state.fireworks["G"] == 1


def test_holding_clue_steps_back_from_cells_one_level_at_a_time(single):
    single.tap("play")
    single.tap("play")
    single.hold("clue")
    assert single.core.view.face.choice.spread == ()
    assert single.screen == "choosing"
    single.hold("clue")
    assert single.screen == "table"
    assert single.state.turn == 1


@pytest.mark.parametrize("start", ["table", "choosing"])
def test_holding_play_is_a_misfire(game, start):
    if start == "choosing":
        game.tap("play")
    game.hold("play")
    assert game.state.errors == 1
    assert game.notice == "misfired"
    assert game.screen == "table"
    game.check()


def test_choosing_never_times_out_but_its_first_press_after_a_while_only_wakes_it(game):
    game.tap("play")
    game.wait(600)
    assert game.screen == "choosing"
    game.tap("clue")
    assert (game.screen, game.notice) == ("choosing", "awake")
    game.wait(3600)
    assert game.core.view.night == "blank"
    game.tap("clue")
    assert (game.screen, game.notice, game.core.view.night) == ("choosing", None, "")
    game.tap("clue")
    assert game.state.fireworks["W"] == 1


def test_the_seat_blinks_while_a_firework_is_chosen(game):
    game.tap("play", after=0.1)
    seen = set()
    for _ in range(8):
        game.wait(0.25)
        seen.add(game.device.levels()["seat"][0])
        game.check()
    assert seen == {0.0, 1.0}


def test_a_double_press_on_play_names_no_firework(game):
    game.tap("play", after=0.1)
    game.tap("play", after=0.1)
    assert game.core.view.face.choice.spread == ()


def test_a_sleeve_on_a_button_does_nothing_and_explains_it(game):
    game.down("clue")
    game.wait(0.8)
    assert game.core.view.held is not None
    game.wait(3)
    assert game.core.view.held.too_long
    game.check()
    game.wait(60)
    game.up("clue")
    assert game.state.turn == 1
    assert game.notice == "explain_clue"


def test_the_screen_says_what_letting_go_will_do(game):
    game.play("R")
    game.down("clue")
    game.wait(0.75)
    assert "Let go: undo red 1" in game.ask(get="screen")["screen"]["texts"]
    game.up("clue")
    assert game.state.fireworks["R"] == 0


def test_a_hold_whose_release_was_lost_is_not_taken_for_a_hold(game):
    game.edge("clue", True)
    game.wait(1.0)
    assert game.core.view.held is None
    assert game.state.errors == 0


def test_undo_restores_the_turn_and_says_what_it_undid(game):
    game.play("G")
    game.hold("clue")
    assert game.notice == "undid"
    assert (game.state.turn, game.state.seat, game.state.fireworks["G"]) == (1, 0, 0)
    game.check()


def test_undo_goes_back_to_the_first_turn_and_then_to_the_start(game):
    for _ in range(5):
        game.tap("clue")
    for _ in range(5):
        game.hold("clue")
    assert game.state.turn == 1
    game.hold("clue")
    assert game.screen == "start"
    game.hold("clue")
    assert game.notice == "nothing_to_undo"
    game.check()


def test_a_corrected_play_stays_corrected(game):
    game.play("G")
    game.hold("clue")
    game.play("R")
    assert game.ask(do="redo")["error"] == "nothing to redo"
    assert (game.state.fireworks["G"], game.state.fireworks["R"]) == (0, 1)


def finish(game: Rig) -> None:
    """Clues and discards until the deck is empty and the last round is over."""
    while not game.state.over:
        game.tap("clue" if game.state.clues > 6 else "discard")


def test_the_last_round_is_announced_until_the_next_press_and_counted_down(game):
    while game.state.deck:
        game.tap("clue" if game.state.clues > 6 else "discard")
    assert game.notice == "last_round"
    game.wait(600)
    assert game.notice == "last_round"
    game.check()
    game.tap("clue")
    assert game.notice is None
    assert game.state.turns_left == 2
    game.check()


def test_the_end_shows_its_pages_and_the_next_game_is_two_presses_away(game):
    finish(game)
    assert game.screen == "end"
    game.check()
    game.tap("discard")
    game.check()
    game.tap("play")
    assert game.screen == "start"
    game.tap("play")
    assert (game.screen, game.state.turn, game.core.sitting.game) == ("table", 1, 2)
    game.check()


def test_the_end_can_be_undone_from_the_next_game_too(game):
    finish(game)
    game.tap("play")
    game.tap("play")
    game.hold("clue")
    assert game.screen == "start"
    game.hold("clue")
    assert game.screen == "table"
    assert (game.core.sitting.game, game.state.turns_left) == (1, 1)
    game.check()
    game.more("turns")
    game.tap("discard")
    game.tap("discard")
    game.tap("play")
    assert not game.core.sitting.undone, "the last turn"
    game.more("turns")
    game.tap("discard")
    game.tap("discard")
    game.tap("play")
    assert game.core.sitting.game == 2
    game.check()


def test_a_child_on_all_buttons_for_five_seconds_is_put_right_by_seven_presses_at_most(game):
    game.play("R")
    before = game.json
    for number in range(25):
        control = ("clue", "play", "discard")[number * 7 % 3]
        game.hold(control, 0.05 + number % 3 * 0.03, after=0.08)
    game.wait(1)
    presses = game.presses
    while game.json != before or game.screen != "table":
        game.hold("clue")
        assert game.presses - presses <= 7, "more than seven presses to be right again"


def test_names_keep_their_places_when_somebody_else_starts(game):
    game.ask(do="new", players=["Ada", "Bo", "Cy"])
    game.wait(1)
    for _ in range(3):
        game.hold("play")
    game.tap("play")
    game.tap("discard")
    game.tap("play")
    began = game.core.sitting.began
    assert (began.names, began.first) == (("Bo", "Cy", "Ada"), 1)


# Quick fingers


def test_quick_taps_in_a_menu_a_counter_and_on_the_start_screen_all_count(rig):
    rig.tap("play")
    rig.more("menu")
    for _ in range(6):
        rig.tap("discard", after=0.07)
    assert rig.core.view.face.menu.cursor == 6
    rig.hold("discard")
    select(rig, "correct")
    rig.tap("discard")
    rig.tap("play")
    for _ in range(6):
        rig.tap("clue", after=0.07)
    assert rig.core.view.face.menu.staged == {Counter(CounterName.CLUES): 2}


@pytest.mark.parametrize("game_over", [False, True])
def test_quick_taps_turn_every_page_and_count_every_player(rig, game_over):
    if game_over:
        rig.tap("play")
        for _ in range(3):
            rig.hold("play")
        for _ in range(6):
            rig.tap("discard", after=0.07)
        assert rig.core.view.face.page == 6 % len(end_pages(rig.core.sitting))
        return
    for _ in range(6):
        rig.tap("clue", after=0.07)
    assert rig.core.view.face.draft.setup.players == 5


def test_a_double_press_is_told_that_it_was_too_soon_and_takes_no_turn(game):
    game.tap("clue", after=0.1)
    game.tap("clue")
    assert (game.notice, game.state.turn) == ("too_soon", 2)
    game.tap("clue")
    assert game.state.turn == 3


def test_a_double_press_at_the_end_begins_no_game(game):
    for _ in range(3):
        game.hold("play")
    game.wait(1)
    game.tap("play", after=0.1)
    game.tap("play")
    assert (game.screen, game.notice) == ("start", "too_soon")


def test_an_undo_right_after_a_turn_is_never_too_soon(game):
    game.tap("clue", after=0.05)
    game.hold("clue")
    assert game.state.turn == 1


# The game before


def lose(rig):
    for _ in range(3):
        rig.hold("play")
    rig.wait(1)


def said(rig):
    return rig.ask(get="screen")["screen"]["texts"]


def test_an_end_that_was_taken_back_stays_so_whatever_begins_after_it(game):
    game.play("W")
    lose(game)
    game.hold("clue")
    undone = game.core.sitting
    assert not game.state.over
    game.ask(do="new", players=2)
    history = game.ask(get="history")["history"]
    assert [(one["game"], one["status"]) for one in history] == [(2, "playing"), (1, "playing")]
    assert not game.ask(get="stats")["stats"]
    game.wait(1)
    game.hold("clue")
    assert game.core.sitting == undone._replace(undone=(), successor=2), "as it lay"
    game.check()


def test_a_finished_game_is_looked_at_without_an_undo(game):
    game.tap("clue")
    game.tap("discard")
    game.play("W")
    lose(game)
    finished = game.core.sitting
    seen = []
    for _ in end_pages(finished):
        seen += said(game)
        game.tap("discard")
    assert [text for text in seen if text.startswith("pile: 4")], "its pile"
    assert "Latest turns" in seen
    game.tap("play")
    game.more("menu")
    while said(game)[game.ask(get="screen")["screen"]["cursor"] + 1] != "How the last game ended":
        game.tap("discard")
    game.tap("play")
    assert game.screen == "end"
    assert game.core.sitting == finished


def press(rig, *presses):
    """Presses of buttons: each with the seconds at which it begins and ends."""
    moves = sorted(
        (at, control, down)
        for control, *span in presses
        for at, down in zip(span, (1, 0), strict=True)
    )
    now = 0.0
    for at, control, down in moves:
        rig.wait(at - now)
        (rig.down if down else rig.up)(control)
        now = at


@pytest.mark.parametrize("apart", [0.02, 0.14, 0.3, 0.6, 0.9])
def test_presses_that_overlap_on_the_start_screen_begin_no_game(rig, apart):
    press(rig, ("clue", 0, apart + 0.2), ("play", apart, apart + 0.2))
    assert (rig.screen, rig.notice) == ("start", "one_at_a_time")
    assert rig.core.view.face.draft.setup.players == 4, "the other press counts"


@pytest.mark.parametrize("second", ["clue", "discard", "play"])
@pytest.mark.parametrize("first", ["clue", "discard"])
@pytest.mark.parametrize("apart", [0.02, 0.14, 0.2, 0.6, 0.9])
def test_presses_that_overlap_at_the_table_count_nothing(game, first, second, apart):
    if first == second:
        return
    game.tap("clue")
    before = game.json
    press(game, (first, 0, apart + 0.2), (second, apart, apart + 0.1))
    assert (game.screen, game.notice, game.json) == ("table", "one_at_a_time", before)
    game.check()


@pytest.mark.parametrize("beside", [0.75, 1.5])
def test_a_press_beside_one_that_is_held_counts_nothing(game, beside):
    before = game.json
    press(game, ("play", 0, beside + 0.3), ("clue", beside, beside + 0.1))
    assert (game.screen, game.notice, game.json) == ("table", "one_at_a_time", before)


def test_a_hand_on_all_buttons_counts_nothing(game):
    before = game.json
    press(game, ("play", 0, 0.3), ("clue", 0.03, 0.3), ("discard", 0.08, 0.3))
    assert (game.screen, game.notice, game.json) == ("table", "one_at_a_time", before)


def test_an_answer_of_two_buttons_may_go_down_before_play_is_up(game):
    press(game, ("play", 0, 0.3), ("clue", 0.12, 0.4), ("discard", 0.2, 0.42))
    game.wait(1)
    assert (game.screen, game.state.fireworks["R"]) == ("table", 1)


@pytest.mark.parametrize("again", [0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36])
def test_green_is_as_quick_as_the_other_fireworks(game, again):
    press(game, ("play", 0, 0.07), ("play", again, again + 0.07))
    game.wait(1)
    assert (game.screen, game.state.fireworks["G"]) == ("table", 1)


def test_a_button_that_is_down_again_at_once_answers_nothing(game):
    press(game, ("play", 0, 0.03), ("play", 0.09, 0.15))
    game.wait(1)
    assert (game.screen, game.state.fireworks["G"]) == ("choosing", 0)


def test_where_no_colours_are_entered_play_twice_is_a_card_that_fits(rig):
    rig.ask(do="new", players=3, detail="tokens")
    rig.wait(1)
    press(rig, ("play", 0, 0.1), ("play", 0.2, 0.3))
    rig.wait(1)
    assert (rig.screen, rig.state.cards_played, rig.state.errors) == ("table", 1, 0)


def test_a_second_finger_joins_an_answer_a_little_late(game):
    press(game, ("play", 0, 0.2), ("clue", 0.12, 0.25), ("discard", 0.35, 0.45))
    game.wait(1)
    assert (game.screen, game.state.fireworks["R"]) == ("table", 1)


def test_a_discard_that_is_refused_takes_its_answer_with_it(rig):
    rig.ask(do="new", players=3, detail="cards")
    rig.wait(1)
    before = rig.json
    press(rig, ("discard", 0, 0.2), ("clue", 0.12, 0.25))
    rig.wait(1)
    assert (rig.screen, rig.notice, rig.json) == ("table", "one_at_a_time", before)


def test_a_discard_rolled_into_the_next_button_is_named(rig):
    rig.ask(do="new", players=3, detail="cards")
    rig.wait(1)
    rig.tap("clue")
    rig.wait(1)
    press(rig, ("discard", 0, 0.2), ("clue", 0.12, 0.25))
    rig.wait(1)
    assert rig.screen == "naming"
    assert rig.core.view.face.choice.path == ("W",)


def test_with_slow_hands_a_hold_is_longer(game):
    select(game, "hands")
    game.hold("discard")
    assert game.screen == "menu", "a second is a tap now"
    game.hold("discard", 1.4)
    game.tap("clue")
    game.hold("clue", 1.0)
    assert game.state.clues == 6
    game.hold("clue", 1.4)
    assert game.state.clues == 7


def test_play_rolled_into_the_next_button_is_a_play(game):
    press(game, ("play", 0, 0.15), ("clue", 0.1, 0.25))
    game.wait(1)
    assert (game.screen, game.state.fireworks["W"]) == ("table", 1)


def test_presses_that_overlap_in_a_list_are_its_taps(rig):
    rig.chord("clue", "discard")
    draft = rig.core.view.face.draft
    assert (draft.setup.players, draft.first) == (4, 1)


def test_buttons_held_together_on_the_start_screen_are_its_taps(rig):
    press(rig, ("clue", 0, 1), ("discard", 0.02, 1))
    draft = rig.core.view.face.draft
    assert (draft.setup.players, draft.first) == (4, 1)


def test_a_tap_after_a_press_that_came_too_soon_takes_no_turn_but_the_same_one_does(game):
    game.tap("clue", after=0.1)
    game.tap("play", after=0.3)
    game.tap("clue")
    assert (game.state.clues, game.notice) == (7, "too_soon")
    game.tap("clue")
    assert game.state.clues == 6
