"""What somebody missed: the frames of turns, and how things stand."""

from __future__ import annotations

import time
from dataclasses import replace
from statistics import median
from typing import Any

import pytest

from render import Recap, RecapStep, RecapTurn, TurnPhrase, load_renderer
from render.carcassonne import recap_picture as recap_module
from render.carcassonne.captions import turn_caption
from render.carcassonne.cutout import choose_board_windows
from render.carcassonne.expansions import extras_in_view
from render.carcassonne.facts import all_facts
from render.carcassonne.recap_picture import (
    HIGH,
    LINE,
    ROOM,
    TWO_LINES,
    _build_now_frame,
    _build_turn_frame,
    _describe_next_tile,
    _ongoing_module_part,
    describe_tile_marks,
    draw_carcassonne_recap,
)
from render.carcassonne.turn_changes import compute_turn_changes, list_cutout_items
from render.core.recap_strip import BAR, COLUMN, GAP, HEAD, INSIDE, MARGIN, WIDE
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import Drawn, Piece

from ..looks import LONG, look
from ..pictures import opened
from .modules import whole
from .recaps import recap, steps
from .scenes import scene
from .turns import FRAME, after, eaten, event, frame, laid_at, one, seats, words

GAMES = (
    "whole_abbey_count_river2_five",
    "whole_abbey_three",
    "whole_base_three",
    "whole_bridge_no_bids_five",
    "whole_bridge_three",
    "whole_classic_four",
    "whole_count_four",
    "whole_king_cult_two",
    "whole_princess_four",
    "whole_princess_late_two",
)


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_of_a_game_has_its_frame(name: str) -> None:
    """What was laid is always seen; nobody who is still there is said to be gone; words are few."""
    found = steps(name)
    assert len(found) > 20
    for step in found:
        turn = compute_turn_changes(step.before, step.after, step.turn.events, 0)
        shown = choose_board_windows(
            list_cutout_items(turn), [(laid.cell.x, laid.cell.y) for laid in turn.view.laid], (INSIDE, HIGH)
        )
        for cell in turn.news.laid:
            assert any(window.shows((cell.x, cell.y, cell.x + 1, cell.y + 1)) for window in shown), cell
        for piece in turn.lost:
            assert step.before.pieces.count(piece) != step.after.pieces.count(piece) or piece not in step.before.pieces
        assert 0 < len(turn_caption(step.turn, seats(step.after), 0, step.after)) < 130


@pytest.mark.parametrize(("name", "at"), [(GAMES[2], 6), (GAMES[0], 60), (GAMES[7], 30), (GAMES[8], 70)])
@pytest.mark.parametrize(("theme", "rtl"), [("dark", False), ("light", True)])
def test_a_page_has_a_frame_for_each_turn_and_how_things_stand(name: str, at: int, theme: str, rtl: bool) -> None:
    what = recap(name, at, 5)
    picture = load_renderer("carcassonne").recap(what, seats(what.now, theme=theme, rtl=rtl, names=LONG))
    words = [turn_caption(step.turn, seats(step.after, names=LONG), 0, step.after) for step in what.steps]
    line = LINE * any(len(said) > TWO_LINES for said in words)
    assert picture.size == (WIDE, 2 * MARGIN + BAR + 3 * (GAP + FRAME + line))
    image = opened(picture)
    for number, step in enumerate(what.steps):
        assert step.turn.seat is not None
        column = number % 2 if not rtl else 1 - number % 2
        x, y = MARGIN + column * (COLUMN + GAP), MARGIN + BAR + GAP + number // 2 * (FRAME + line + GAP)
        fill = seats(what.now, names=LONG).seats[step.turn.seat].colour.fill
        assert image.getpixel((x + COLUMN // 2, y + 5)) == fill, number
    assert len(picture.png) < 400_000
    assert 0 < len(picture.alt) <= 1024


def test_six_turns_of_seats_make_a_page_and_nobodys_have_no_frame() -> None:
    turns = [RecapTurn(seat, ()) for seat in (0, 1, 2, None, 0, 1, 2, 0)]
    assert load_renderer("carcassonne").recap_pages(turns) == [7, 1]
    what = recap(GAMES[1], 20, 2)
    nobody = RecapStep(RecapTurn(None, (), (TurnPhrase("The game begins.", 5),)), what.start, what.start)
    assert draw_carcassonne_recap(replace(what, steps=(*what.steps, nobody), now=None), seats(what.now)).size == (
        WIDE,
        2 * MARGIN + BAR + GAP + FRAME,
    )


def test_a_page_is_quick() -> None:
    what = recap(GAMES[0], 60, 6)
    draw, how = load_renderer("carcassonne").recap, seats(what.now)
    draw(what, how)
    spent = []
    for _ in range(3):
        begun = time.process_time()
        draw(what, how)
        spent.append(time.process_time() - begun)
    assert median(spent) < 0.4


# --- what a turn brought


def test_who_went_home_for_nothing_is_told_from_the_earlier_view() -> None:
    before = scene()
    now, events = eaten(before, 2)
    turn = compute_turn_changes(before, now, events, 2)
    assert turn.lost == (before.pieces[2],)
    mine = [item for item in list_cutout_items(turn) if item.mine]
    assert [item.part for item in mine] == [(1, 0, 2, 1)]
    assert turn.news.laid == {Cell.parse("P50"): 1}


def test_who_scored_is_not_among_the_lost_who_got_nothing_is() -> None:
    before = scene()
    road = before.pieces[2]
    city = before.pieces[0]
    scored = event(
        "carc.feature.scored",
        seats=[2],
        points=4,
        category="roads",
        spot="M50.road-E",
        cell="M50",
        tiles=["M50", "N50"],
        complete=True,
        returned=[[road.kind, road.seat, "N50.road-E"], [city.kind, city.seat, "M49.city-E"]],
    )
    left = tuple(piece for piece in before.pieces if piece not in (road, city))
    turn = compute_turn_changes(before, after(before, "P50", left), (laid_at("P50", 1), scored), 0)
    assert turn.lost == (city,)
    assert [dict(one.points) for one in turn.news.scored] == [{2: 4}]


def test_a_figure_that_drove_on_is_not_lost() -> None:
    before = scene()
    wagon = Piece("wagon", 1, Cell.parse("O51"), "road-N")
    before = replace(before, pieces=(*before.pieces, wagon))
    there = replace(wagon, cell=Cell.parse("O50"), place="road-E")
    drove = event("carc.wagon.moved", seat=1, figure="wagon", spot="O50.road-E", cell="O50", place="road-E")
    turn = compute_turn_changes(
        before, after(before, "P50", (*before.pieces[:-1], there)), (laid_at("P50", 1), drove), 0
    )
    assert turn.lost == ()
    assert (2, 0, 3, 1) in [item.part for item in list_cutout_items(turn)]


def test_a_tile_that_lay_there_before_is_framed_in_the_turn_that_tells_of_it() -> None:
    now = after(scene(), "P50")
    assert compute_turn_changes(now, now, (laid_at("P50", 2),), 0).news.laid == {Cell.parse("P50"): 2}
    assert compute_turn_changes(scene(), now, (event("carc.figure.passed", seat=0),), 0).news.laid == {}


def test_tiles_of_a_market_are_no_cells() -> None:
    held = event("carc.bazaar.held", seat=1, tiles=["base-A", "base-B"], left=3)
    assert compute_turn_changes(scene(), after(scene(), "P50"), (laid_at("P50", 1), held), 0).news.laid


def test_who_enters_a_quarter_is_seen_where_they_stand_in_it() -> None:
    entered = [s for s in steps("whole_count_four") if any(key == "carc.count.entered" for key, _ in s.turn.events)]
    found = 0
    for step in entered:
        turn = compute_turn_changes(step.before, step.after, step.turn.events, 0)
        parts = [item.part for item in list_cutout_items(turn)]
        for extra, seen in extras_in_view(turn.view):
            for number, (x, y) in extra.figure_positions(seen, turn.view).items():
                found += number in turn.news.moved and (x - 0.5, y - 0.5, x + 0.5, y + 0.5) in parts
    assert found >= len(entered) > 0


def test_a_way_belongs_to_the_turn_in_which_it_was_made() -> None:
    moved = [step for step in steps("whole_princess_four") if any("step" in params for _, params in step.turn.events)]
    assert moved
    for step in moved:
        assert compute_turn_changes(step.before, step.after, step.turn.events, 0).news.ways
    last = moved[0].after
    gift = event("carc.fairy.turn", seat=1, seats=[1], cell="M50", points=1, category="fairy")
    assert compute_turn_changes(last, last, (gift,), 0).news.ways == ()


def test_a_turn_in_which_nothing_was_laid_shows_the_last_tile() -> None:
    (item,) = list_cutout_items(compute_turn_changes(scene(), scene(), (), None))
    assert item.part == (-1, 1, 0, 2)


# --- pictures of it


def test_a_loss_is_drawn_and_the_readers_has_a_number() -> None:
    before = scene()
    now, events = eaten(before, 2)
    red, white = (0xE0, 0x32, 0x2C), (255, 255, 255)
    yours, others = frame(one(before, now, events, 2)), frame(one(before, now, events, 0))
    nothing = frame(one(now, now, events[:1], 2))
    for drawn, crossed in ((yours, True), (others, True), (nothing, False)):
        colours = {pixel for _, pixel in drawn.getcolors(1 << 17)}
        assert (red in colours) == crossed
        assert not crossed or white in colours
    yellow = seats(now).seats[2].colour.fill
    assert _count(yours, yellow) > _count(others, yellow) + 300


def test_a_new_tile_is_framed_in_the_colour_of_who_laid_it() -> None:
    before, now = scene(), after(scene(), "P50")
    drawn, plain = frame(one(before, now, (laid_at("P50", 1),), 0)), frame(one(now, now, (), 0))
    blue = seats(now).seats[1].colour.fill
    assert _count(drawn, blue) > _count(plain, blue) + 1000


def _count(image: Any, colour: tuple[int, int, int]) -> int:
    return sum(n for n, pixel in image.getcolors(1 << 17) if pixel == colour)


# --- how things stand


def test_the_tile_to_lay_and_what_matters_of_it() -> None:
    how = look(3)
    assert not describe_tile_marks("base-A", how)
    assert (
        describe_tile_marks("princess-rrff-volcano", how)
        == "Your tile is a volcano: the dragon flies to where you lay it."
    )
    several = [tile for tile, of in all_facts().items() if len(of.list_marks()) > 1]
    now = replace(scene(), drawn=Drawn("princess-rrff-volcano", 0))
    said = _describe_next_tile(Recap("", 0, (), (), None, now, "lay the tile"), how)
    assert 0 < max(len(describe_tile_marks(tile, how)) for tile in several) <= ROOM
    assert said.startswith("Your tile is a volcano")
    now = replace(recap(GAMES[7], 20, 2).now, drawn=Drawn("base-E", 0))
    how = seats(now)
    asked, quiet = (
        _build_now_frame(Recap("", 0, (), (), None, now, task), how, COLUMN, 76) for task in ("lay the tile", "")
    )
    top = (4, HEAD, COLUMN - 4, HEAD + 24)
    assert asked.crop(top).tobytes() != quiet.crop(top).tobytes(), "what is asked stands below the title"


def test_an_auction_that_runs_stands_among_how_things_are() -> None:
    now = replace(whole(), drawn=None)
    how = seats(now)
    bazaar = now.extras["bridge"].bazaar
    what = Recap("", 0, (), (), None, now, "bid")
    row, said = _ongoing_module_part(what, how, 366)
    assert row is not None
    assert row.width == 366
    assert said.startswith("Tile ") == (bazaar.lot is not None)
    free = tuple(replace(lot, seat=None, laid=False) for lot in bazaar.lots)
    for change in ({"lots": free}, {"lots": free, "leader": 1, "lot": 1, "price": 3, "stage": "bid"}):
        extra = replace(now.extras["bridge"], bazaar=replace(bazaar, **change))
        other = replace(now, extras={**now.extras, "bridge": extra})
        drawn, _ = _ongoing_module_part(replace(what, now=other), how, 366)
        assert drawn is not None
        assert drawn.tobytes() != row.tobytes()
    gone = replace(now, extras={**now.extras, "bridge": replace(now.extras["bridge"], bazaar=None)})
    assert _ongoing_module_part(replace(what, now=gone), how, 366) == (None, "")
    own = replace(now, drawn=Drawn("base-E", 0))
    assert _ongoing_module_part(replace(what, now=own), how, 366) == (None, "")


def test_how_things_stand_is_lower_where_it_stands_alone() -> None:
    what = recap(GAMES[7], 20, 2)
    drawn = draw_carcassonne_recap(what, seats(what.now))
    assert drawn.height < 2 * MARGIN + BAR + 2 * (GAP + FRAME)


@pytest.mark.parametrize("change", [{"drawn": None}, {"drawn": Drawn("base-E", 2)}, {"over": True, "drawn": None}])
def test_the_last_frame_with_another_ones_tile_or_none(change: dict[str, Any]) -> None:
    what = recap(GAMES[1], 20, 3)
    now = replace(what.now, **change)
    assert draw_carcassonne_recap(replace(what, now=now, task=""), seats(now)).width == WIDE


def test_an_abbey_is_told_once() -> None:
    laid = event("carc.abbey.laid", seat=1, tile="abbey-tile", cell="J49", turn=0)
    put = event("carc.figure.deployed", seat=1, figure="follower", feature="abbey", cell="J49")
    both = TurnPhrase("laid the abbey at J49 and put a follower on it.", 4, "carc.abbey.laid_with")
    assert words(laid, put, said=(both,)) == "Follower on the abbey."
    assert words(laid, said=(replace(both, key="carc.abbey.laid"),)) == "Laid the abbey."


def test_only_the_steps_of_the_turn_are_drawn() -> None:
    now = whole()
    cells = [Cell(50 + n, 50) for n in range(5)]
    now = replace(now, extras={**now.extras, "princess": replace(now.extras["princess"], path=tuple(cells))})

    def step(number: int) -> tuple[str, dict[str, Any]]:
        old, cell = str(cells[number - 1]), str(cells[number])
        return event("carc.dragon.moved", seat=1, cell=cell, old=old, step=number, returned=[])

    assert [way.cells for way in compute_turn_changes(now, now, (step(3), step(4)), 0).news.ways] == [tuple(cells[2:])]
    assert [way.cells for way in compute_turn_changes(now, now, tuple(map(step, (1, 2, 3, 4))), 0).news.ways] == [
        tuple(cells)
    ]


def test_an_auction_is_nobodys_turn_and_frames_what_was_got() -> None:
    now = whole()
    sold = event("carc.bazaar.free", seat=1, lot=1, tile="base-B")
    other = event("carc.bazaar.free", seat=1, lot=2, tile="base-B")
    first, second = (
        _build_turn_frame(one(now, now, (found,), 0).steps[0], one(now, now, (), 0), seats(now), "", 76)
        for found in (sold, other)
    )
    assert first.tobytes() != second.tobytes()
    assert first.getpixel((200, 6)) == seats(now).shades.panel, "no head in the colour of a seat"


def test_who_is_asked_for_a_tile_is_not_told_that_they_choose_one() -> None:
    now = replace(whole(), drawn=None)
    bazaar = replace(now.extras["bridge"].bazaar, stage="open", auctioneer=0, lot=None, leader=None)
    now = replace(now, extras={**now.extras, "bridge": replace(now.extras["bridge"], bazaar=bazaar)})
    assert _ongoing_module_part(Recap("", 0, (), (), None, now, "bid"), seats(now), 366)[1] == ""
    assert "chooses a tile" in _ongoing_module_part(Recap("", 1, (), (), None, now, ""), seats(now), 366)[1]


def test_a_fairy_that_came_to_where_the_reader_stands_too_is_told_so() -> None:
    now = whole()
    now = replace(now, extras={**now.extras, "princess": replace(now.extras["princess"], graced=(0, 1))})
    moved = RecapTurn(1, (event("carc.fairy.moved", seat=1, cell="N50", old="M50"),))
    assert turn_caption(moved, look(3), 0, now) == "Moved the fairy from M50 to N50, where you stand too."
    assert turn_caption(moved, look(3), 2, now) == "Moved the fairy from M50 to N50."


@pytest.mark.parametrize("name", ["Ștefan-Ion", "Maximiliana-Alexandra", "Bo"])
def test_whose_tile_it_is_stands_clear_of_the_frame(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    real = recap_module.text_sprite

    def noted(text: str, *rest: Any) -> Any:
        said.append(text)
        return real(text, *rest)

    monkeypatch.setattr(recap_module, "text_sprite", noted)
    how = look(3, names=((name, "R"), ("Ann", "B"), ("Ben", "Y")))
    now = replace(scene(), drawn=Drawn("base-E", 0))
    side = recap_module._next_tile_image(Recap("", 1, (), (), None, now, ""), how)
    assert side is not None
    for x in (0, side.width - 4):
        assert side.crop((x, 0, x + 4, 38)).getcolors() == [(4 * 38, how.shades.panel)]
    assert said[0].startswith(name[:4]) or name in said[0]
