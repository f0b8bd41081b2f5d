"""The picture of a game of Catan that is over."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path

import pytest

from render import Ending
from render.catan.ending import BARS_WIDE, PlayedTurn, draw_dice_panel
from render.catan.expansions.cities_knights.landings import CELL_GAP, WORDS_GAP, Landings
from render.catan.pieces import ship_sprite
from render.catan.renderer import RENDERER, catan_palette
from render.core import ending_picture
from render.core.ending import decisive_moments
from render.core.fonts import BOLD, fit_text
from render.core.palette import encode_png
from tests.render.endings import ending, without_course
from tests.render.looks import LONG, look
from tests.render.pictures import looks_as_before, same_in_all_threads

GOLDEN = Path(__file__).parent / "golden"
BASE, KNIGHTS = ("catan", "whole_base_six"), ("catan", "whole_ck_online_four")


def test_it_tells_the_result_whole() -> None:
    picture = RENDERER.ending(ending(*BASE), look(6))
    assert picture.size[0] == 1000
    assert len(picture.alt) <= 1024
    assert picture.alt.startswith("The game is over: Mara wins with 10 points. Catan, 113 turns. Mara (R) 10: ")
    assert "Ionuț (B) 8: cities 4, point cards 4." in picture.alt
    assert "Mara +2: Turn 95: Largest Army (4). Taken from Ionuț." in picture.alt
    assert "113 rolls: 2 3×, 3 6×" in picture.alt


def test_every_point_of_the_course_is_what_everybody_saw() -> None:
    told = ending(*KNIGHTS).chronicle
    assert told is not None
    assert told.points_by_turn[-1][1] == ending(*KNIGHTS).view.scores
    assert [at for at, _ in told.points_by_turn] == sorted({at for at, _ in told.points_by_turn})
    assert told.last_turn == ending(*KNIGHTS).view.turn - 1  # it was won when the turn began


def test_the_barbarians_are_told_by_their_module() -> None:
    whole = ending(*KNIGHTS)
    assert whole.chronicle is not None
    (landings,) = whole.chronicle.facts
    assert isinstance(landings, Landings)
    assert len(landings.attacks) == 7
    assert landings.beaten_attack_count == 5
    assert sum(landings.event_die_counts.values()) == sum(whole.view.sums)
    assert len(landings.chart_marks()) == 7
    assert "The barbarians landed 7 times and were beaten 5 times." in RENDERER.ending(whole, look(4)).alt
    quiet = ending(*BASE).chronicle
    assert quiet is not None
    assert not any(note.chart_marks() for note in quiet.facts)
    assert "barbarians" not in RENDERER.ending(ending(*BASE), look(6)).alt


def test_hidden_points_are_no_moment_of_those_who_did_not_win() -> None:
    """Ionuț had four point cards, which nobody saw until the last turn, which was not theirs."""
    for moment in decisive_moments(ending(*BASE), 99):
        played: PlayedTurn = moment.payload
        assert moment.gains[1] <= 2, played


def test_what_is_given_up_shows_what_everybody_saw() -> None:
    early = ending(*BASE, 300)
    assert not early.view.over
    assert early.view.tally["point_cards"] == (0,) * 6
    picture = RENDERER.ending(early, look(6))
    assert picture.alt.startswith("The game is over: Ended without a winner.")
    assert "point card" not in picture.alt


def test_where_older_rules_played_points_and_dice_are_left() -> None:
    picture = RENDERER.ending(without_course(*KNIGHTS), look(4))
    assert picture.size[1] < RENDERER.ending(ending(*KNIGHTS), look(4)).size[1] - 500
    assert "Sam wins with 13 points" in picture.alt
    assert "Turn" not in picture.alt
    assert "104 rolls" in picture.alt
    uncounted = without_course(*KNIGHTS)
    bare = Ending(replace(uncounted.view, sums=()), uncounted.winners)
    assert "rolls" not in RENDERER.ending(bare, look(4)).alt


def test_several_winners_share_the_title() -> None:
    whole = ending(*KNIGHTS)
    shared = Ending(whole.view, (0, 3), whole.chronicle)
    assert "Mara and Sam share the victory with 2 points" in RENDERER.ending(shared, look(4)).alt


def test_the_same_game_gives_the_same_bytes() -> None:
    same_in_all_threads(partial(RENDERER.ending, ending(*KNIGHTS), look(4)), 4)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("rtl", [False, True])
def test_long_names_in_both_directions(theme: str, rtl: bool) -> None:
    picture = RENDERER.ending(ending(*BASE), look(6, theme, rtl, LONG))
    assert picture.size == RENDERER.ending(ending(*BASE), look(6)).size


def test_a_count_stands_on_its_own_bar_also_where_more_was_expected() -> None:
    """Once it stood above the line of what had been expected, as if it were that."""
    whole = ending(*KNIGHTS)
    sums = tuple(5 if i == 5 else n for i, n in enumerate(whole.view.sums))  # of so many sevens, half as many
    boxes = draw_dice_panel(Ending(replace(whole.view, sums=sums), whole.winners, whole.chronicle), look(4)).boxes
    for number in range(2, 13):
        if sums[number - 2]:
            assert 0 <= boxes[f"bar {number}"][1] - boxes[f"count {number}"][3] <= 10


def test_the_dice_look_as_before() -> None:
    image = draw_dice_panel(ending(*KNIGHTS), look(4)).image
    picture = RENDERER.ending(ending(*KNIGHTS), look(4))
    looks_as_before(replace(picture, png=encode_png(image, catan_palette())), GOLDEN / "ending_dice.png")
    looks_as_before(picture, GOLDEN / "ending.png")


@pytest.mark.parametrize("rtl", [False, True])
def test_beside_the_dice_each_number_stands_nearer_to_its_own_sign(rtl: bool) -> None:
    notes = Landings()
    notes.event_die_counts.update(ship=35, trade=88, politics=14, science=48)
    wide = ending_picture.INSIDE - BARS_WIDE - 44
    shown = [fit_text(str(n), wide // 4 - 30 - WORDS_GAP - CELL_GAP - 1, 30, BOLD, 27)[0] for n in (35, 88, 14, 48)]
    assert shown == ["35", "88", "14", "48"]
    (row,) = notes.dice_panel_rows(look(3, rtl=rtl), wide)
    alpha = row.getchannel("A")
    filled = [alpha.crop((x, 0, x + 1, row.height)).getbbox() is not None for x in range(row.width)]
    runs = [(key, len([*run])) for key, run in groupby(filled[:: -1 if rtl else 1])]
    gaps = [n for key, n in runs if not key][0 if runs[0][0] else 1 :]
    between = [n for n in gaps if n >= CELL_GAP]
    assert len(between) >= 3  # the largest are those between one number and the next sign
    assert runs[[key for key, _ in runs].index(True)][1] >= 20  # it begins with a sign, from either side


@pytest.mark.parametrize("rtl", [False, True])
def test_the_ship_stands_where_its_line_begins(rtl: bool) -> None:
    notes = Landings()
    notes.attacks.append((4, True))
    (row,) = notes.dice_panel_rows(look(3, rtl=rtl), 280)
    drawn = ship_sprite(38)
    x = 280 - drawn.width if rtl else 0
    assert row.crop((x, 0, x + drawn.width, 38)).tobytes() == drawn.crop((0, 0, drawn.width, 38)).tobytes()
