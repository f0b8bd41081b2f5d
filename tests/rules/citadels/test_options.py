"""The validators of citadels.md 3, by their numbers, and what is drawn at random."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.citadels import options
from rules.citadels.cards import BONUS_PURPLES, CHARACTERS
from rules.citadels.game import KIND
from rules.core import BadOption, BadRecord, Chance, Choices, start_game
from words import catalogue

KEY = bytes(range(32))


def refused(*modules: str, **chosen: str) -> str:
    with pytest.raises(BadOption) as caught:
        KIND.normalize_choices(Choices(modules, tuple(sorted(chosen.items()))))
    return caught.value.key


def checked(*modules: str, **chosen: str) -> Choices:
    return KIND.normalize_choices(Choices(modules, tuple(sorted(chosen.items()))))


def seats(**chosen: str) -> list[int]:
    return list(KIND.make(checked(**chosen)).seats)


def test_V1_one_character_a_rank() -> None:
    assert refused(rank6="king") == "option.value"
    cast = options.draw_box(checked(rank6="alchemist"), 5, Chance(KEY)).cast
    assert [CHARACTERS[c].rank for c in cast] == list(range(1, 9))
    assert "alchemist" in cast


def test_V2_two_bonus_characters_without_the_switch() -> None:
    three = {"rank1": "witch", "rank3": "wizard", "rank5": "abbot"}
    assert refused(**three) == "cit.option_error.many_characters"
    checked(**three, many_bonus_characters="on")
    checked(rank1="witch", rank3="wizard", rank9="artist")


def test_V3_the_queen_needs_five() -> None:
    assert seats(rank9="queen") == [5, 6, 7, 8]
    phrase = options.seat_count_refusal(checked(rank9="queen"), 4)
    assert phrase is not None
    assert phrase.key == "cit.option_error.queen"


def test_V4_eight_need_rank_9() -> None:
    assert seats() == [2, 3, 4, 5, 6, 7]
    phrase = options.seat_count_refusal(Choices(), 8)
    assert phrase is not None
    assert phrase.key == "cit.option_error.eight"


def test_V5_two_or_three_without_rank_9() -> None:
    assert seats(rank9="artist") == [4, 5, 6, 7, 8]


def test_V6_the_diplomat_takes_the_graveyard_out() -> None:
    assert options.draw_box(checked(rank8="diplomat"), 4, Chance(KEY)).removed == {"graveyard": 1}
    four = BONUS_PURPLES[:4]
    assert (
        refused(
            *four,
            rank8="diplomat",
            without_graveyard="yes",
            without_keep="both",
            without_library="yes",
            without_smithy="yes",
            without_university="yes",
        )
        == "cit.option_error.removed"
    )
    drawn = options.draw_box(checked(*four, rank8="diplomat", without_graveyard="yes"), 4, Chance(KEY))
    assert sum(drawn.removed.values()) == 5


def test_V7_no_emperor_for_two() -> None:
    assert seats(rank4="emperor")[0] == 3


@pytest.mark.parametrize(
    ("bonus", "out", "fine"),
    [(3, 0, True), (3, 3, True), (3, 4, False), (5, 0, True), (5, 1, False), (5, 2, True), (5, 5, True), (5, 6, False)],
)
def test_V8_how_many_base_purples_go(bonus: int, out: int, fine: bool) -> None:
    names = ("smithy", "library", "university", "great_wall", "observatory", "laboratory")
    chosen = {f"without_{key}": "yes" for key in names[:out]}
    if fine:
        checked(*BONUS_PURPLES[:bonus], **chosen)
    else:
        assert refused(*BONUS_PURPLES[:bonus], **chosen) == "cit.option_error.removed"


@pytest.mark.parametrize(("bonus", "out"), [(3, 0), (4, 4), (14, 12)])
def test_V8_unnamed_ones_are_drawn(bonus: int, out: int) -> None:
    box = options.draw_box(checked(*BONUS_PURPLES[:bonus]), 4, Chance(KEY))
    assert sum(box.removed.values()) == out


def test_V9_a_bonus_district_exists_once() -> None:
    assert checked("park", "park").modules == ("park",)


def test_V10_V11_V12_are_allowed_and_never_drawn() -> None:
    told = options.choice_warnings(checked("hospital", "bell_tower", "ball_room", rank1="witch", target="7"))
    assert {phrase.key for phrase in told} == {"cit.warning.hospital", "cit.warning.bell_tower"}
    assert options.choice_warnings(checked("hospital", "bell_tower", "ball_room")) == []
    assert all(catalogue().find("en", phrase.key) for phrase in told)
    chosen = checked(districts="random", rank1="witch", target="7")
    drawn = {key for n in range(60) for key in options.draw_box(chosen, 4, Chance(bytes([n]) * 32)).bonus}
    assert drawn == set(BONUS_PURPLES) - {"hospital", "bell_tower", "ball_room"}


def test_V13_the_target() -> None:
    assert refused(target="9") == "option.value"
    assert start_game(KIND.make(checked(target="7")), 4, KEY).state.goal == 7


@pytest.mark.parametrize("n", range(2, 9))
@pytest.mark.parametrize("many", ["off", "on"])
def test_random_casts_are_legal(n: int, many: str) -> None:
    for seed in range(40):
        box = options.draw_box(checked(cast="random", many_bonus_characters=many), n, Chance(bytes([seed]) * 32))
        assert [CHARACTERS[c].rank for c in box.cast] == list(range(1, len(box.cast) + 1))
        replaced = [c for c in box.cast if CHARACTERS[c].bonus and CHARACTERS[c].rank < 9]
        assert len(replaced) == 2 or many == "on"
        fixed = {f"rank{CHARACTERS[c].rank}": c for c in box.cast}
        settled = checked(many_bonus_characters="on", **fixed)
        assert options.seat_count_refusal(settled, n) is None


def test_a_game_with_a_smaller_pool_draws_nothing_that_was_added_later() -> None:
    """The Artist and the Queen stand at the end of the characters."""
    older = replace(checked(cast="random", many_bonus_characters="on"), pools=((options.CHARACTER_POOL.key, 16),))
    assert not {"artist", "queen"} & options.possible_cards(older)
    for seed in range(40):
        assert not {"artist", "queen"} & set(options.draw_box(older, 5, Chance(bytes([seed]) * 32)).cast)
    older = replace(checked(districts="random"), pools=((options.DISTRICT_POOL.key, 3),))
    assert set(options.draw_box(older, 5, Chance(KEY)).bonus) == set(BONUS_PURPLES[:3])


def test_new_cards_stand_behind_those_of_the_first_release() -> None:
    """Saved games with a random cast or random districts name how many there were."""
    assert [*CHARACTERS][: options.CHARACTER_POOL.first][-2:] == ["artist", "queen"]
    assert BONUS_PURPLES[options.DISTRICT_POOL.first - 1] == "ball_room"


def test_chosen_characters_stay_in_a_random_cast() -> None:
    for seed in range(20):
        box = options.draw_box(checked(cast="random", rank1="witch", rank9="artist"), 5, Chance(bytes([seed]) * 32))
        assert {"witch", "artist"} <= set(box.cast)
        assert sum(CHARACTERS[c].bonus for c in box.cast) == 3


def test_the_first_crown_may_be_chosen() -> None:
    assert start_game(KIND.make(checked(crown="seat3")), 4, KEY).state.crown == 2
    assert seats(crown="seat5") == [5, 6, 7]


def test_presets_are_legal_and_code_is_short() -> None:
    for preset in KIND.presets.values():
        assert KIND.make(preset).seats
        assert "=" not in str(KIND.normalize_choices(KIND.presets["first"]))


def test_a_fixed_order_of_the_deck() -> None:
    game = KIND.make(Choices())
    stack = ["castle", "temple", "temple", "keep", "tavern"]
    assert sorted(start_game(game, 4, KEY, stack=stack).state.hands[0]) == ["castle", "keep", "temple", "temple"]
    with pytest.raises(BadRecord):
        start_game(game, 4, KEY, stack=["park"])
