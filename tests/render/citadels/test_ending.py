"""The picture of a game of Citadels that is over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from render.citadels.ending import (
    NAMED_WIDE,
    SCENE_HIGH,
    FateCounts,
    PointsAct,
    build_act_scene,
    citadels_wording,
    draw_act_cards,
    draw_named_characters,
    most_named,
)
from render.citadels.renderer import RENDERER
from render.core.ending import Ending, Moment
from render.core.ending_picture import CHART
from rules.citadels.cards import CHARACTERS
from tests.render.endings import ending, without_course
from tests.render.looks import look
from tests.render.pictures import looks_as_before, same_in_all_threads
from tools.pictures.__main__ import example_look as look_of_eight

GOLDEN = Path(__file__).parent / "golden"
SEVEN, EIGHT = ("citadels", "whole_seven_players"), ("citadels", "whole_eight_dark_city")


def fates(whole: Ending) -> FateCounts:
    assert whole.chronicle is not None
    found: FateCounts = whole.chronicle.facts
    return found


def test_it_tells_the_result_whole() -> None:
    picture = RENDERER.ending(ending(*SEVEN), look_of_eight(7))
    assert picture.size[0] == 1000
    assert len(picture.alt) <= 1024
    assert picture.alt.startswith("The game is over: Đorđe wins with 26 points. Citadels, 9 rounds. Đorđe (W) 26: ")
    assert "Đorđe +9: Round 9: Đorđe built Town Hall for 5 gold." in picture.alt
    assert "Dearest city: Đorđe and Lin, 22 gold." in picture.alt


def test_murders_thefts_and_crowns_are_counted() -> None:
    found = fates(ending(*SEVEN))
    assert sum(found.facts_of_seats["crowned"]) == ending(*SEVEN).view.round
    assert sum(found.facts_of_seats["stolen"]) == sum(found.facts_of_seats["lost"])
    murdered = sum(n for (power, _), n in found.naming_counts.items() if power == "murder")
    assert 0 < sum(found.facts_of_seats["murdered"]) <= murdered
    assert most_named(found, "murder")[0][1] == max(n for (p, _), n in found.naming_counts.items() if p == "murder")


def test_the_course_ends_with_the_points() -> None:
    told = ending(*EIGHT).chronicle
    assert told is not None
    assert told.points_by_turn[-1][1] == ending(*EIGHT).view.scores
    assert told.last_turn == ending(*EIGHT).view.round


def test_what_is_given_up_shows_what_everybody_saw() -> None:
    early = ending(*EIGHT, 200)
    assert not early.view.over
    picture = RENDERER.ending(early, look_of_eight(8))
    assert picture.alt.startswith("The game is over: Ended without a winner.")


def test_where_older_rules_played_points_and_cities_are_left() -> None:
    picture = RENDERER.ending(without_course(*EIGHT), look_of_eight(8))
    assert "Round" not in picture.alt
    assert "Dearest city" in picture.alt


def test_the_same_game_gives_the_same_bytes() -> None:
    same_in_all_threads(partial(RENDERER.ending, ending(*EIGHT), look_of_eight(8)), 4)


@pytest.mark.parametrize("name", ["whole_two_players", "whole_five_everything", "whole_base_four"])
def test_any_number_of_seats(name: str) -> None:
    whole = ending("citadels", name)
    picture = RENDERER.ending(whole, look(whole.view.seats, "light", rtl=True))
    assert picture.size[1] < 1.5 * picture.size[0]


def test_a_tie_is_told_by_what_broke_it() -> None:
    whole = ending("citadels", "whole_two_players")
    sheet = tuple(replace(row, total=20, districts=18 + seat) for seat, row in enumerate(whole.view.sheet))
    tied = replace(whole, view=replace(whole.view, sheet=sheet), winners=(1,))
    assert citadels_wording(tied, look(2)).tie == "Equal points: more in districts decide, 19 to 18."
    assert not citadels_wording(whole, look(2)).tie


def test_what_changed_points_beside_the_price_is_told_also_where_nothing_was_built() -> None:
    whole = ending(*SEVEN)
    assert whole.chronicle is not None
    act: PointsAct = next(one.payload for one in whole.chronicle.moments if one.gains[0] > 0)
    row = act.before.sheet[0]
    more = replace(row, cards={"imperial_treasury": sum(row.cards.values()) + 6}, colours=row.colours - 3)
    quiet = PointsAct(act.before, replace(act.before, sheet=(more, *act.before.sheet[1:])), ())
    told = build_act_scene(look_of_eight(7), whole, Moment(4, (3, 0, 0, 0, 0, 0, 0), quiet))
    assert told.words == "Round 4: five colours \N{MINUS SIGN}3, card texts +6."


def test_eight_seats_make_it_little_higher() -> None:
    assert RENDERER.ending(ending(*EIGHT), look_of_eight(8)).size[1] < 1560


@pytest.mark.parametrize("times", [1, 12])
@pytest.mark.parametrize("rtl", [False, True])
def test_all_who_were_named_stand_beside_the_chart_under_words_and_none_on_another(times: int, rtl: bool) -> None:
    some = sorted(CHARACTERS, key=lambda one: (CHARACTERS[one].rank, one))
    everybody = {("murder", one): times for one in some[1:9]} | {("rob", one): times for one in some[2:9]}
    sheet = draw_named_characters(FateCounts({}, everybody), look(8, "dark", rtl=rtl), (NAMED_WIDE, CHART))
    assert [name for name in sheet.boxes if not name.startswith("head ")] == [
        f"{power} {character}" for power, character in everybody
    ]
    assert {"head murder", "head rob"} < sheet.boxes.keys()
    boxes = list(sheet.boxes.values())
    for at, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= NAMED_WIDE
        assert 0 <= top < bottom <= CHART
        for other in boxes[:at]:
            assert left >= other[2] or other[0] >= right or top >= other[3] or other[1] >= bottom


def test_three_cards_of_a_moment_have_room_in_its_panel() -> None:
    view = ending(*SEVEN, 200).view
    assert view.turn is not None
    said = {"seat": 0, "own": "temple", "to_seat": 1, "district": "palace", "n": 3}
    shown = look_of_eight(7)
    drawn = draw_act_cards(PointsAct(view, view, (("cit.power.exchange", said),)), shown, (318, SCENE_HIGH))
    empty = Image.new("RGB", (6, SCENE_HIGH), shown.shades.ground)
    for left in (0, 312):
        assert drawn.crop((left, 0, left + 6, SCENE_HIGH)).tobytes() == empty.tobytes()
    assert len(drawn.crop((20, 70, 298, 90)).getcolors(10_000)) > 20


def test_it_looks_as_before() -> None:
    looks_as_before(RENDERER.ending(ending(*EIGHT), look_of_eight(8)), GOLDEN / "ending.png")
