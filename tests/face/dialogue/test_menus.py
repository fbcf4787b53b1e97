"""The menu, the look pages and the screens that they open, by the buttons."""

import pytest

from companion.daemon.interfaces import Door
from companion.face import seats, words
from companion.face.dialogue import guests, menus
from companion.face.editions import EDITIONS
from companion.face.state import Counter, CounterName, Menu, MenuName, ScreenName, Token
from companion.game.actions import Concede, Correct, Discard, Misfire, Name
from companion.game.cards import Card
from companion.game.corrections import counters_on
from companion.game.edition import PRESETS
from tests.rig.menu_lines import labels, move_to, select
from tests.rig.real_builds import PRESSED
from tests.rig.rig import Rig
from tests.rig.samples import paired
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


@pytest.fixture
def game(rig):
    rig.tap("play")
    rig.tap("clue")
    rig.tap("discard")
    rig.play("R")
    return rig


def test_the_menu_closes_by_holding_discard_as_more_does(game):
    game.more("menu")
    assert game.screen == "menu"
    game.hold("discard")
    assert game.screen == "table"
    game.check()


def test_from_the_start_the_menu_leads_back_to_the_start(rig):
    rig.more("menu")
    rig.hold("clue")
    assert rig.screen == "start"
    rig.more("menu")
    rig.wait(25)
    assert rig.screen == "start"


def test_we_cannot_win_ends_the_game_lost_and_undo_takes_it_back(game):
    select(game, "cannot_win")
    assert game.screen == "end"
    assert (game.json["status"], game.json["reason"]) == ("lost", "conceded")
    game.hold("clue")
    assert game.screen == "table"


def test_no_more_points_ends_the_game_and_the_score_stands(game):
    select(game, "no_more_points")
    assert (game.json["status"], game.json["score"]) == ("finished", 1)


def test_a_flourish_has_its_own_way_to_give_up(rig):
    rig.ask(do="new", players=3, edition={"preset": "final-flourish"})
    rig.wait(1)
    rig.more("menu")
    keys = [line.label.key for line in menus.menu_lines(rig.core.view.face, rig.core.sitting)]
    assert "menu_no_more_points" not in keys
    rig.hold("discard")
    select(rig, "dead_card")
    assert rig.core.sitting.actions[-1] == Concede("dead_card")


def test_a_card_of_the_pile_gets_its_name_later(game):
    game.tap("clue")
    game.tap("discard")
    select(game, "name")
    assert game.screen == "naming"
    game.tap("clue")
    game.chord("clue", "discard")
    assert game.core.sitting.actions[-1] == Name(Card("W", 2))
    assert game.screen == "naming", "there is another one without a name"
    game.hold("discard")
    assert game.screen == "table"
    game.check()


def test_a_counter_is_corrected_to_what_lies_on_the_table(game):
    select(game, "correct", "counter_clues")
    assert game.core.view.face.menu.editing
    game.tap("clue")
    game.tap("clue")
    game.tap("play")
    move_to(game, "apply")
    game.tap("play")
    assert game.state.clues == 6
    assert game.core.sitting.actions[-1] == Correct(counters_on(game.state)), (
        "every counter as it lies there"
    )
    assert game.screen == "table"
    game.hold("clue")
    assert game.state.clues == 8


def test_a_correction_whose_cards_do_not_add_up_is_refused(game):
    select(game, "correct", "counter_deck")
    game.tap("clue")
    game.tap("play")
    move_to(game, "apply")
    game.tap("play")
    assert game.notice == "cards_do_not_sum"
    assert game.screen == "menu"
    assert not isinstance(game.core.sitting.actions[-1], Correct)
    move_to(game, "counter_missing")
    game.tap("play")
    game.tap("discard")
    game.tap("play")
    move_to(game, "apply")
    game.tap("play")
    assert (game.state.deck, game.state.missing) == (32, 1)


def test_values_stop_at_their_bounds(game):
    select(game, "correct", "counter_clues")
    for _ in range(12):
        game.tap("clue")
    assert game.core.view.face.menu.staged == {Counter(CounterName.CLUES): 0}
    for _ in range(12):
        game.tap("discard")
    assert game.core.view.face.menu.staged == {}, "all eight are there"


def test_without_a_change_there_is_nothing_to_correct(game):
    select(game, "correct", "apply")
    assert game.notice == "nothing_to_correct"


@pytest.mark.parametrize("screen", ["audit", "about"])
def test_a_page_of_the_menu_leads_back_to_it(game, screen):
    select(game, screen)
    assert game.screen == screen
    game.check()
    game.tap("play")
    assert game.screen == "menu"


def test_preferences_are_kept_over_a_restart(tmp_path):
    with Rig(tmp_path) as rig:
        select(rig, "help")
        move_to(rig, "brightness")
        rig.tap("play")
        chosen = rig.core.view.face.preferences
        assert (chosen.help, chosen.brightness) == ("off", "1")
    with Rig(tmp_path) as rig:
        assert rig.core.view.face.preferences == chosen


def choose_language(rig, language):
    """By the button that has it, among several at first."""
    while rig.screen == "language":
        options = rig.ask(get="screen")["screen"]["options"]
        (control,) = [control for control, items in options.items() if language in items]
        rig.tap(control)


def test_the_first_start_ever_asks_for_the_language_and_then_play_or_learn(tmp_path):
    with Rig(tmp_path, language="") as rig:
        assert rig.screen == "language"
        rig.hold("clue")
        assert rig.screen == "language"
        choose_language(rig, "fr")
        assert rig.core.view.language == "fr"
        screen = rig.ask(get="screen")["screen"]
        assert screen["name"] == "welcome"
        assert screen["options"] == {"clue": ["learn"], "play": ["play"]}
        assert screen["keys"] == {"clue": "Apprendre", "discard": "", "play": "Jouer"}
        rig.check()
        rig.tap("discard")
        assert rig.notice == "empty_cell"
        rig.tap("play")
        assert rig.screen == "start"
    with Rig(tmp_path, language="") as rig:
        assert rig.screen == "start"
        assert rig.core.view.language == "fr"


@pytest.mark.parametrize(("language", "build"), paired(words.LANGUAGES, PRESSED))
def test_on_every_build_and_in_every_language_the_first_start_leads_to_the_lesson(build, language):
    with Rig(language="", build=load(build)) as rig:
        choose_language(rig, language)
        screen = rig.ask(get="screen")["screen"]
        assert {words.texts(language)[key] for key in ("item_learn", "item_play")} <= set(
            screen["keys"].values()
        )
        rig.check()
        rig.wait(600)
        rig.tap("clue")  # it lights the display
        if rig.screen == "welcome":
            rig.tap("clue")
        assert rig.core.view.face.practice is not None
        rig.hold("clue")
        assert rig.screen == "start"


def test_a_double_press_on_the_language_answers_no_more_than_that():
    with Rig(language="") as rig:
        rig.tap("clue")
        rig.tap("clue", after=0.1)
        rig.tap("clue")
        assert (rig.screen, rig.notice) == ("welcome", "too_soon")


def test_before_play_or_learn_another_language_can_be_chosen():
    with Rig(language="") as rig:
        choose_language(rig, "fr")
        rig.hold("clue")
        assert rig.screen == "language"
        choose_language(rig, "en")
        assert (rig.screen, rig.core.view.language) == ("welcome", "en")
        rig.hold("discard")
        rig.hold("clue")
        assert rig.screen == "welcome"


def test_who_chose_the_language_in_the_settings_is_asked_nothing(tmp_path):
    with Rig(tmp_path, language="de") as rig:
        assert rig.screen == "start"


def test_the_language_can_be_changed_in_the_menu_in_mid_game(game):
    select(game, "language")
    choose_language(game, "fr")
    assert game.core.view.language == "fr"
    assert game.screen == "table"
    game.check()


@pytest.mark.parametrize("preset", EDITIONS)
def test_another_edition_is_at_most_eight_presses_from_power_on(rig, preset):
    place = EDITIONS.index(preset)
    way, times = (
        ("discard", place) if place <= len(EDITIONS) / 2 else ("clue", len(EDITIONS) - place)
    )
    rig.hold("play")
    for _ in range(times):
        rig.tap(way)
    assert rig.ask(get="screen")["screen"]["options"] == {"play": [preset]}
    rig.check()
    rig.tap("play")
    rig.tap("play")
    assert rig.core.sitting.setup.edition == PRESETS[preset]
    assert rig.presses <= 8


def test_every_edition_is_offered_once_whatever_it_is_called():
    offered = [PRESETS[name] for name in EDITIONS]
    assert len(set(offered)) == len(offered)
    assert set(offered) == set(PRESETS.values())


@pytest.mark.parametrize("screen", ["start", "table", "end"])
def test_the_voice_is_four_presses_away_without_reading(rig, screen):
    if screen != "start":
        rig.tap("play")
    for _ in range(3 * (screen == "end")):
        rig.hold("play")
    assert rig.screen == screen
    rig.hold("discard")
    for control in ("play", "clue", "play"):
        rig.tap(control)
    assert rig.core.view.face.preferences.voice != "off"


def test_the_editions_begin_at_the_one_of_the_next_game_and_lead_back(rig):
    rig.ask(do="new", players=3, edition={"preset": "grand"})
    rig.wait(1)
    select(rig, "new_game")
    before = rig.core.view.face.draft
    for button in ("clue", "discard"):
        rig.more("edition")
        assert rig.ask(get="screen")["screen"]["options"] == {"play": ["grand"]}
        rig.tap("clue")
        rig.hold(button)
        assert (rig.screen, rig.core.view.face.draft) == ("start", before)
    rig.hold("play")
    rig.wait(21)
    assert rig.screen == "start"


def test_the_edition_of_the_last_game_is_one_press_away(tmp_path):
    with Rig(tmp_path) as rig:
        rig.ask(do="new", players=4, edition={"preset": "grand"}, detail="cards")
        rig.wait(1)
        select(rig, "cannot_win")
    with Rig(tmp_path) as rig:
        rig.tap("play")
        assert rig.core.sitting.setup.edition == PRESETS["grand"]
        assert (rig.core.sitting.setup.detail, rig.core.sitting.setup.players) == ("cards", 4)


def test_single_rules_are_changed_in_the_menu(rig):
    select(
        rig, "rules", "black", "fuses", "multicolour", "multicolour", "multicolour_clue", "detail"
    )
    rig.hold("discard")
    assert rig.screen == "start"
    rig.tap("play")
    setup = rig.core.sitting.setup
    assert (setup.edition.black, setup.edition.fuses, setup.edition.multicolour) == (True, 4, 10)
    assert (setup.edition.multicolour_clue, setup.detail) == ("every", "cards")


def test_flamboyants_leave_the_detail_without_colours(rig):
    select(rig, "rules", "detail", "detail")
    assert rig.core.view.face.draft.setup.detail == "tokens"
    move_to(rig, "flamboyants")
    rig.tap("play")
    assert rig.core.view.face.draft.setup.detail == "colours"


def test_the_look_pages_follow_each_other_and_lead_back_to_the_table(game):
    seen = []
    game.more("look")
    for _ in range(6):
        seen.append((game.screen, game.core.view.face.page))
        game.check()
        game.hold("discard")
    assert seen == [*(("look", page) for page in range(5)), ("table", 0)]


def test_without_help_there_is_no_outlook(game):
    select(game, "help")
    game.hold("discard")
    game.more("look")
    for _ in range(3):
        assert game.screen == "look"
        game.hold("discard")
    assert game.screen == "table"


def test_a_turn_can_be_entered_from_a_look_page(game):
    game.more("look")
    game.tap("clue")
    assert game.screen == "table"
    assert game.state.clues == 7


def test_who_wants_no_new_game_after_all_comes_back_to_all_turns_of_the_old_one(game):
    before = game.core.sitting
    select(game, "new_game")
    game.down("clue")
    game.wait(1)
    assert "Let go: reopen the last game" in game.ask(get="screen")["screen"]["texts"]
    game.up("clue")
    assert (game.screen, game.core.sitting) == ("table", before)


# Naming


@pytest.fixture
def cards(rig):
    rig.ask(do="new", players=2, detail="cards")
    rig.wait(1)
    rig.tap("clue")
    return rig


def test_a_discard_counts_at_once_and_is_named_then(cards):
    cards.tap("discard")
    assert (cards.screen, cards.state.unnamed, cards.state.turn) == ("naming", 1, 3)
    cards.tap("clue")
    cards.tap("clue")
    assert cards.screen == "table"
    assert cards.core.sitting.actions[-1] == Discard(Card("W", 1))
    assert cards.state.unnamed == 0
    cards.check()


def test_a_name_and_its_discard_are_one_step_to_undo(cards):
    cards.tap("discard")
    cards.tap("clue")
    cards.tap("clue")
    cards.hold("clue")
    assert (cards.state.turn, cards.state.pile) == (2, 0)


def test_naming_closes_by_itself_and_drops_half_an_answer(cards):
    cards.tap("discard")
    cards.tap("clue")
    cards.wait(8)
    assert cards.screen == "table"
    assert cards.state.unnamed == 1
    cards.check()


def test_holding_discard_leaves_the_name_out(cards):
    cards.tap("discard")
    cards.hold("discard")
    assert (cards.screen, cards.state.unnamed) == ("table", 1)


def test_a_misfire_is_named_and_cannot_be_a_card_that_fits(cards):
    cards.hold("play")
    assert cards.screen == "naming"
    cards.tap("clue")
    ranks = [
        rank for ranks in cards.ask(get="screen")["screen"]["options"].values() for rank in ranks
    ]
    assert ranks == ["2", "3", "4", "5"]
    cards.chord("clue", "discard")
    assert cards.core.sitting.actions[-1] == Misfire(Card("W", 2))


def test_the_last_misfire_is_named_too(cards):
    for _ in range(3):
        cards.hold("play")
        assert cards.screen == "naming"
        cards.tap("clue")
        assert "clue" not in cards.ask(get="screen")["screen"]["options"]
        options = cards.ask(get="screen")["screen"]["options"]
        cards.press(next(iter(options)))
        assert cards.screen != "naming"
    assert cards.screen == "end"
    assert cards.state.unnamed == 0


def test_a_dead_card_in_a_flourish_ends_the_game_when_it_is_named(rig):
    rig.ask(do="new", players=2, detail="cards", edition={"preset": "final-flourish"})
    rig.wait(1)
    rig.tap("clue")
    rig.tap("discard")
    rig.tap("clue")
    rig.tap("play")
    rig.tap("play")
    assert rig.core.sitting.actions[-1] == Discard(Card("W", 5))
    assert (rig.json["status"], rig.json["reason"]) == ("lost", "dead_card")
    assert rig.json["hands"] == [5, 4], "the card that ends the game draws none"


def test_correct_tells_players_by_their_place_wherever_the_first_one_sits(rig):
    rig.ask(do="new", players=["Ada", "Bo", "Cy", "Di"])
    rig.wait(1)
    rig.hold("clue")
    for _ in range(3):
        rig.tap("discard")
    rig.tap("play")
    state = rig.ask(get="state")["state"]
    assert (state["seat"], state["place"]) == (1, [4, 1, 2, 3])
    select(rig, "correct")
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert "4" in texts, "as on the table"
    rig.tap("play")
    rig.tap("clue")
    rig.tap("clue")
    rig.tap("play")
    texts = rig.ask(get="screen")["screen"]["texts"]
    assert any("4→2" in text for text in texts)
    move_to(rig, "apply")
    rig.tap("play")
    assert rig.ask(get="state")["state"]["seat"] == 3
    assert seats.seat_place(rig.core.sitting) == 1
    rig.check()


def test_a_hand_that_is_corrected_is_that_of_the_player_at_the_place(rig):
    rig.tap("discard")
    rig.tap("play")
    lines = menus.menu_lines(
        rig.core.view.face._replace(menu=Menu(MenuName.CORRECT)), rig.core.sitting
    )
    hands = [line for line in lines if line.label.key == "counter_hands"]
    assert [line.label.facts["place"] for line in hands] == [1, 2, 3]
    assert [line.act.part for line in hands] == ["2", "0", "1"]


@pytest.mark.parametrize(("preset", "there"), [("classic", False), ("flamboyants", True)])
def test_bonus_tiles_are_in_the_menu_only_where_there_are_any(rig, preset, there):
    rig.ask(do="new", players=3, edition={"preset": preset})
    rig.wait(1)
    rig.more("menu")
    assert ("menu_tiles" in labels(rig)) == there


def test_a_game_of_two_fuses(rig):
    select(rig, "rules")
    move_to(rig, "fuses")
    rig.tap("play")
    rig.tap("play")
    assert rig.core.view.face.draft.setup.edition.fuses == 2
    rig.hold("discard")
    assert {"5 cards each", "50 cards"} <= set(rig.ask(get="screen")["screen"]["texts"])
    assert any("wo fuses" in text for text in rig.ask(get="screen")["screen"]["texts"])
    rig.tap("play")
    rig.hold("play")
    rig.hold("play")
    assert rig.json["reason"] == "fuses"
    rig.check()


def test_fuses_are_corrected_as_they_are_counted_everywhere_else(game):
    game.hold("play")
    select(game, "correct")
    move_to(game, "counter_fuses")
    game.tap("play")
    game.tap("discard")
    game.tap("play")
    move_to(game, "apply")
    game.tap("play")
    assert (game.state.errors, game.state.fuses) == (0, 3)


@pytest.mark.parametrize(
    ("preset", "says"),
    [
        ("rr-variant-4", "forbidden"),
        ("final-flourish", "allowed"),
        ("rr-variant-3", "forbidden"),
        ("colour-avalanche", "allowed"),
        ("classic", "as agreed"),
    ],
)
def test_you_have_none_follows_the_preset_that_was_chosen_also_after_a_restart(
    tmp_path, preset, says
):
    with Rig(tmp_path) as rig:
        rig.ask(do="new", players=3, edition={"preset": preset})
    with Rig(tmp_path) as rig:
        rig.more("look")
        for _ in range(4):
            rig.hold("discard")
        assert f'"You have none": {says}' in rig.ask(get="screen")["screen"]["texts"]


def test_black_shows_the_card_on_top_like_every_other_firework(rig):
    rig.ask(do="new", players=3, edition={"preset": "black-powder"})
    rig.wait(1)
    assert rig.ask(get="screen")["screen"]["texts"].count("5") == 0
    rig.ask(do="action", action={"do": "play", "suit": "K"})
    rig.wait(5)
    assert rig.ask(get="screen")["screen"]["texts"].count("5") == 1
    rig.ask(do="action", action={"do": "play", "suit": "K"})
    rig.wait(5)
    assert rig.ask(get="screen")["screen"]["texts"].count("4") == 1


def test_scripts_are_told_the_cursor_and_what_is_marked():
    with Rig(build=load("emulator-keys")) as rig:
        assert rig.ask(get="screen")["screen"]["cursor"] is None
        rig.tap("play")
        rig.ask(do="turn", steps=2)
        assert rig.ask(get="screen")["screen"]["options"] == {"play": ["R"]}
        rig.tap("play")
        assert rig.state.fireworks["R"] == 1
        rig.more("menu")
        rig.tap("discard")
        assert rig.ask(get="screen")["screen"]["cursor"] == 1
        rig.hold("discard")
        rig.more("turns")
        assert rig.ask(get="screen")["screen"]["cursor"] == 0


# What others change while a list is open


def marked(rig):
    face = rig.core.view.face
    return menus.menu_lines(face, rig.core.sitting)[face.menu.cursor].label


def test_the_same_line_stays_marked_when_others_come_and_go_before_it(rig):
    rig.more("menu")
    move_to(rig, "language")
    for urls in (["http://a.local"], []):
        rig.ask(Door.VIEW, do="serve", urls=urls)
        assert marked(rig).key == "menu_language"
    rig.check()


def test_a_marked_line_that_goes_leaves_another_one_marked(rig):
    rig.ask(Door.VIEW, do="serve", urls=["http://a.local"])
    rig.more("menu")
    move_to(rig, "about")
    rig.tap("clue")
    rig.tap("clue")
    while marked(rig).key != "menu_phone":
        rig.tap("clue")
    rig.ask(Door.VIEW, do="serve", urls=[])
    rig.tap("clue")
    rig.tap("discard")
    rig.tap("play")
    assert not rig.core.view.mistaken
    rig.check()


def test_the_list_of_a_place_closes_when_a_guest_begins_the_game(rig):
    rig.ask(Door.VIEW, do="serve", urls=["http://a.local"])
    rig.core.dialogue.face = guests.invite(rig.core.dialogue.face, Token("ABCDEFGH"), rig.now)
    menu = Menu(MenuName.SEAT, place=2)
    rig.core.dialogue.face = rig.core.dialogue.face._replace(
        scene=ScreenName.MENU, menu=menu, origin=ScreenName.START
    )
    rig.wait(1)
    assert rig.screen == "menu"
    assert rig.ask(Door.VIEW, do="new", token="ABCDEFGH", players=["Ann", "Ben"])["ok"]
    assert rig.screen == "table"
    rig.check()


def test_two_taps_at_once_of_which_the_first_opens_the_practice_are_one(rig):
    rig.more("menu")
    move_to(rig, "practice")
    rig.chord("play", "discard")
    assert rig.core.view.face.practice is not None
    assert not rig.core.view.mistaken
