"""The screens of the picker: every legal act can be pressed and no other, in few taps, within Discord's limits."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.games import Face, picker_screens
from cogs.games.seat_view import SeatView
from cogs.screen import Screen
from cogs.turn import move_screens
from rules.carcassonne.cells import TURNS, Cell
from rules.carcassonne.moves import Place
from rules.carcassonne.preview import preview_lay
from rules.core import Choices, Move, encode_move, play
from tests.cogs.harness import OfGame, Program, carcassonne, check, pressed, room, table_of, walk
from tests.cogs.toys import HAND, TOY, Discard, Draw, Jump, Lay, TradeEnd, discards, lays, position

WITH = [Choices(), Choices(("river1",)), Choices(("river2",))]


def expected(here: SeatView) -> set[str]:
    """Every act the rules allow: a lay with what may stand on it, where that is still asked."""
    acts = set()
    for move in here.legal:
        step = play(here.table.game, here.table.state, here.seat, move)
        if isinstance(move, Place) and not step.barrier and here.table.game.may_act(step.state, here.seat):
            acts |= {f"{move};{after}" for after in here.table.game.legal(step.state, here.seat)}
        else:
            acts.add(encode_move(move))
    return acts


def at_carcassonne(
    choices: Choices, seats: int, key: int, picks: Sequence[int], app: Program | None = None
) -> SeatView | None:
    game, step = carcassonne(choices, seats, bytes([key]) * 32, picks)
    if game.over(step.state):
        return None
    seat = min(game.waiting(step.state))
    table = table_of("carcassonne", step.state, seats, waiting=(seat,))
    table = type(table)(**{**{f.name: getattr(table, f.name) for f in fields(table) if f.init}, "choices": choices})
    return room(table, seat, app=app)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(WITH),
    st.integers(2, 4),
    st.integers(0, 255),
    st.lists(st.integers(0, 200), max_size=120),
)
async def test_every_legal_act_of_carcassonne_can_be_pressed_and_no_other(
    choices: Choices, seats: int, key: int, picks: list[int]
) -> None:
    here = at_carcassonne(choices, seats, key, picks)
    if here is None:
        return
    acts = await walk(here)
    assert set(acts) == expected(here)
    if any(isinstance(move, Place) for move in here.legal):
        assert all(taps <= 4 for taps in acts.values())
    else:
        assert set(acts.values()) == {2}


@pytest.mark.parametrize("seed", range(6))
async def test_late_positions_of_carcassonne(seed: int) -> None:
    luck = Random(seed)
    choices = WITH[seed % 3]
    here = at_carcassonne(choices, 2 + seed % 4, seed, [luck.randrange(200) for _ in range(60 + 5 * seed)])
    assert here is not None
    assert set(await walk(here)) == expected(here)


async def test_laying_takes_three_or_four_taps() -> None:
    here = at_carcassonne(Choices(), 2, 7, [5, 1] * 14)
    assert here is not None
    acts = await walk(here)
    turns: dict[str, int] = {}
    for move in here.legal:
        turns[str(move).split(" ")[1]] = turns.get(str(move).split(" ")[1], 0) + 1
    cells = len(turns)
    for act, taps in acts.items():
        cell = act.split(" ")[1]
        assert taps == (4 if turns[cell] > 1 else 3) - (cells == 1)


@pytest.mark.parametrize(
    ("cells", "turns", "rows"), [(25, 1, 5), (26, 1, 5), (63, 1, 5), (60, 2, 5), (63, 4, 5), (2, 2, 1)]
)
async def test_the_worst_boards_fit_on_a_screen(
    monkeypatch: pytest.MonkeyPatch, cells: int, turns: int, rows: int
) -> None:
    here = at_carcassonne(Choices(), 6, 1, [])
    assert here is not None
    grid = [Cell(x - 3, y - 4) for y in range(9) for x in range(7)][:cells]
    legal = tuple(Place(cell, turn) for cell in grid for turn in TURNS[:turns])
    monkeypatch.setattr(SeatView, "legal", property(lambda self: legal))
    here.tip = "-# Tip: " + "x" * 300
    screen = check(await picker_screens.picker_screen(here, ChoicePath()))
    assert len(screen.rows) <= rows + 1
    offered = [label for _, label, _ in pressed(screen)]
    if cells > 25:
        offered = []
        for button, _, _ in pressed(screen):
            sector = check(await picker_screens.picker_screen(here, ChoicePath.parse(button.text)))
            offered += [label for found, label, _ in pressed(sector) if found.family == "p"]
    assert sorted(offered) == sorted(map(str, grid))


async def test_cells_beyond_25_are_sectors_and_old_lists_lead_on(monkeypatch: pytest.MonkeyPatch) -> None:
    here = at_carcassonne(Choices(), 2, 1, [])
    assert here is not None
    legal = tuple(Place(Cell(x, y), turn) for y in range(4) for x in range(7) for turn in TURNS[:2])
    monkeypatch.setattr(SeatView, "legal", property(lambda self: legal))
    screen = check(await picker_screens.picker_screen(here, ChoicePath()))
    found = {label: button.text for button, label, _ in pressed(screen)}
    assert found == {"A · 12 places": "place ~M50-O53", "B · 16 places": "place ~P50-S53"}
    assert picker_screens.path_after_select(here, ChoicePath((), ("place",)), ("place N51 90",)) == ChoicePath(
        (), ("place", "N51", "90")
    )
    with pytest.raises(NoSuchChoice):
        await picker_screens.picker_screen(here, ChoicePath.parse("place ~M50-N51"))


async def test_the_first_screen_shows_the_cells_and_a_picture_of_them() -> None:
    app = Program()
    here = at_carcassonne(Choices(), 2, 3, [], app)
    assert here is not None
    screen = check(await picker_screens.picker_screen(here, ChoicePath()))
    cells = sorted({str(move).split(" ")[1] for move in here.legal})
    assert sorted(label for _, label, _ in pressed(screen)) == cells
    name, args, _ = app.easel.asked[-1]
    assert name == "choice"
    assert sorted(mark.token for mark in args[0]) == cells
    assert screen.files[0].alt == "choice in words"
    assert [b.label for b in screen.rows[-1]] == ["Close", "Text", "Hint"]


async def test_the_figure_screen_tells_what_every_place_is() -> None:
    app = Program()
    here = at_carcassonne(Choices(), 2, 3, [], app)
    assert here is not None
    line = encode_move(here.legal[0])
    screen = check(await picker_screens.picker_screen(here, ChoicePath((), tuple(line.split(" ")))))
    labels = [label for _, label, _ in pressed(screen)]
    assert labels[0] == "Lay here, no figure"
    assert [label.partition(" on the ")[0] for label in labels[1:]] == [f"{n}: Follower" for n in range(1, len(labels))]
    assert all(button.family == "c" for button, _, _ in pressed(screen))
    assert "ends your turn" in screen.text
    assert "draws the next tile" in screen.text
    name, (marks,), _ = app.easel.asked[-1]
    assert name == "preview"
    numbered = {mark.token: mark for mark in marks}
    for button, label, _ in pressed(screen):
        place = button.text.partition(".")[2]
        if place:
            mark = numbered[label.partition(":")[0]]
            assert mark.place.endswith(f".{place}")
            assert place.partition("-")[0] in label
            assert place.partition("-")[0] in mark.note
            assert mark.note not in screen.text  # told on the picture and on the button, not once more
    assert app.easel.asked[-1][2]["cell"] == here.legal[0].cell


async def test_where_nothing_can_be_put_no_figure_is_asked_for() -> None:
    """ "Put a figure on it? Nothing can be put on this tile." helped nobody."""
    for played in range(20, 140):
        here = at_carcassonne(Choices(("river2",)), 2, 3, [0] * played)
        assert here is not None
        lay = here.legal[0]
        if isinstance(lay, Place) and not preview_lay(here.table.game, here.table.state, here.seat, lay).asks_figure:
            break
    screen = check(await picker_screens.picker_screen(here, ChoicePath((), tuple(encode_move(lay).split(" ")))))
    assert [label for _, label, _ in pressed(screen)] == ["Lay here"]
    assert screen.text.startswith("**Your tile at ")
    assert "Put a figure" not in screen.text
    left = any(here.table.state.supply_of_seat(here.seat).values())
    assert ("Nothing can be put on this tile" if left else "You have no figure left to put on it") in screen.text


async def test_back_leads_to_the_question_before() -> None:
    here = at_carcassonne(Choices(), 2, 7, [5, 1] * 14)
    assert here is not None
    turned = next(m for m in here.legal if sum(str(o).split(" ")[1] == str(m).split(" ")[1] for o in here.legal) > 1)
    _, cell, turn = str(turned).split(" ")
    figure = await picker_screens.picker_screen(here, ChoicePath((), ("place", cell, turn)))
    back = figure.rows[-1][0]
    assert (back.label, back.id) == ("Back", f"p:12:40:place {cell}")
    turns = await picker_screens.picker_screen(here, ChoicePath((), ("place", cell)))
    assert turns.rows[-1][0].id == "p:12:40:place"
    first = await picker_screens.picker_screen(here, ChoicePath((), ("place",)))
    assert first.rows[-1][0].label == "Close"


async def test_a_picture_that_cannot_be_had_leaves_the_screen_whole() -> None:
    app = Program()
    here = at_carcassonne(Choices(), 2, 9, [], app)
    assert here is not None

    async def nothing(make: object, **_: object) -> None:
        return None

    app.studio.draw = nothing
    screen = check(await picker_screens.picker_screen(here, ChoicePath()))
    assert screen.files == ()
    assert len(list(pressed(screen))) > 1


async def test_a_picture_is_drawn_once_for_the_same_screen() -> None:
    app = Program()
    here = at_carcassonne(Choices(), 2, 11, [], app)
    assert here is not None
    for _ in range(3):
        await picker_screens.picker_screen(here, ChoicePath())
    assert len(app.easel.asked) == 1


# Any other game.


class Plain(Face):
    """A game without a face of its own."""


def toy_room(*listed: Move, then: Sequence[Move] = (), own: Face | None = None) -> SeatView:
    table = table_of("toy", position(*listed, then=then), 2, waiting=(0,))
    table = OfGame(**{f.name: getattr(table, f.name) for f in fields(table) if f.init}, rules_of=TOY)
    return room(table, 0, own or Plain())


def all_sets(here: SeatView, path: ChoicePath, screen: Screen) -> Iterator[Sequence[str]]:
    """Every choice a person could make in a select of cards."""
    row = screen.rows[0]
    for n in range(row.least, row.most + 1):
        for chosen in combinations([c.value for c in row.choices], n):
            try:
                picker_screens.path_after_select(here, path, chosen)
            except NoSuchChoice:
                continue
            yield chosen


TOY_MOVES = st.lists(
    st.one_of(
        st.sampled_from(lays(6, 6)),
        st.sampled_from(discards(HAND, 2)),
        st.builds(Jump, st.integers(0, 200)),
        st.just(Draw()),
        st.just(TradeEnd()),
    ),
    unique=True,
    min_size=1,
    max_size=60,
)


@settings(max_examples=25, deadline=None)
@given(TOY_MOVES)
async def test_every_legal_move_of_any_game_can_be_pressed(moves: list[Move]) -> None:
    acts = await walk(toy_room(*moves), all_sets)
    assert set(acts) == set(map(encode_move, moves))


@pytest.mark.parametrize("many", [126, 500])
async def test_lists_beyond_125_are_pressed_in_parts(many: int) -> None:
    acts = await walk(toy_room(*(Jump(n) for n in range(many))), all_sets)
    assert set(acts) == {f"jump {n}" for n in range(many)}


async def test_a_game_without_a_face_asks_once_more() -> None:
    here = toy_room(Draw(), TradeEnd())
    menu = check(await picker_screens.picker_screen(here, ChoicePath()))
    assert [label for _, label, _ in pressed(menu)] == ["Draw", "Trade end"]
    last = check(await picker_screens.picker_screen(here, ChoicePath((), ("draw",))))
    assert [(b.family, label) for b, label, _ in pressed(last)] == [("c", "Play it")]
    assert "`draw`" in last.text


async def test_the_menu_of_many_kinds_fits() -> None:
    here = toy_room(*lays(3, 3), *discards(HAND, 2), Draw(), TradeEnd(), Jump(1), Jump(2))
    screen = check(await picker_screens.picker_screen(here, ChoicePath()))
    assert len(list(pressed(screen))) == 5


async def test_moves_too_rich_to_be_listed_are_typed() -> None:
    screen = check(await picker_screens.picker_screen(toy_room(Draw(), TradeEnd()), ChoicePath()))
    assert [b.label for b in screen.rows[-1]] == ["Close", "Text", "Type it…", "Hint"]


async def test_cards_are_chosen_in_one_select() -> None:
    here = toy_room(*discards(HAND, 2))
    screen = check(await picker_screens.picker_screen(here, ChoicePath()))
    row = screen.rows[0]
    assert (row.least, row.most, len(row.choices)) == (2, 2, 4)
    path = picker_screens.path_after_select(
        here, ChoicePath((), ("discard",)), [row.choices[0].value, row.choices[1].value]
    )
    assert here.question_at_path(path).line == "discard brick,brick"
    with pytest.raises(NoSuchChoice):
        picker_screens.path_after_select(here, ChoicePath((), ("discard",)), ["77 brick", "0 brick"])


async def test_a_hand_of_others_is_in_no_screen() -> None:
    here = toy_room(*discards(HAND, 2))
    assert here.view.hand == HAND
    screen = await picker_screens.picker_screen(here, ChoicePath())
    assert "coin" not in str(screen)


@pytest.mark.parametrize(
    "text", ["jump 7", "nonsense", "lay Q1 90", "draw;jump 1", "discard brick", "~", "jump ~#9", ";;"]
)
async def test_a_forged_path_leads_nowhere(text: str) -> None:
    with pytest.raises(NoSuchChoice):
        await picker_screens.picker_screen(
            toy_room(*lays(2, 2), Draw(), Jump(1), Jump(2), then=[Jump(1)]), ChoicePath.parse(text)
        )


async def test_moves_too_long_for_a_button_are_still_played() -> None:
    hand = tuple(f"progress_card_number_{n:02}_of_many" for n in range(12))
    here = toy_room(Discard(hand), Discard(hand[:6]))
    screen = check(await picker_screens.picker_screen(here, ChoicePath((), ("discard", ",".join(hand)))))
    ((button, label, _),) = pressed(screen)
    assert (button.family, label) == ("c", "Play it")
    assert move_screens.expand_short_moves(here, button.moves) == (encode_move(Discard(hand)),)


async def test_a_chain_never_passes_luck() -> None:
    here = toy_room(Draw(), Lay(Cell(0, 0), TURNS[0]), then=[Jump(1), Jump(2)])
    assert here.view_after_move("draw") is None
    onward = here.view_after_move("lay M50 0")
    assert onward is not None
    assert [str(move) for move in onward.legal] == ["jump 1", "jump 2"]


async def test_a_room_is_gone_with_its_act() -> None:
    """And its view and position with it: nothing that it makes holds it until Python's collector comes."""
    here = at_carcassonne(Choices(), 2, 1, [0] * 9)
    assert here is not None
    gc.collect()
    gc.disable()
    try:
        await picker_screens.picker_screen(here, ChoicePath())
        assert here.position.vocabulary.kind_name("place")
        assert any(one is here for one in gc.get_objects())
        kept, here = id(here), None
        assert not any(isinstance(one, SeatView) and id(one) == kept for one in gc.get_objects())
    finally:
        gc.enable()
