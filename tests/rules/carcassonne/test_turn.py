"""The turn: its order, what is refused and why, set-up, editions."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import FunctionType

import pytest

import rules.carcassonne
from rules.carcassonne import KIND
from rules.carcassonne.expansion import Expansion
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.laying import check_lay
from rules.carcassonne.tiles import BY_ID, TILES
from rules.core import (
    BadOption,
    BadRecord,
    Choices,
    GameOver,
    IllegalMove,
    NotYourDecision,
    decode_move,
    play,
    start_game,
)

from .table import BLUE, KEY, RED, Table, make, place

# Words that are the key of a module and mean something else where they stand: a mark, a building, a place.
COMMON = {("tiles.py", "princess"), ("cells.py", "bridge")}
PRESETS = "game.py"
BASE_TURN = [
    (200, "carc.draw", "base"),
    (300, "carc.lay", "base"),
    (400, "carc.figures", "base"),
    (700, "carc.score", "base"),
    (999, "carc.end", "base"),
]


def test_the_order_of_a_turn() -> None:
    assert KIND.make(Choices()).pipeline() == BASE_TURN
    assert KIND.make(Choices(("river1",))).pipeline() == BASE_TURN
    lake = (150, "carc.river.lake", "river2")
    assert KIND.make(Choices(("river2",))).pipeline() == [lake, *BASE_TURN]
    assert KIND.make(Choices(("river1", "river2"))).pipeline() == [lake, *BASE_TURN]


WHOLE_TURN = """
100 carc.fairy princess
120 carc.bazaar.turn bridge
150 carc.river.lake river2
180 carc.abbey.time abbey
200 carc.draw base
300 carc.lay base
400 carc.figures base
500 carc.dragon princess
550 carc.castle.time bridge
600 carc.count.before count
700 carc.score base
750 carc.barn.fields abbey
760 carc.lords bridge
800 carc.wagon.time abbey
850 carc.count.after count
880 carc.dragon.late princess
900 carc.again trade
950 carc.bazaar.time bridge
999 carc.end base
"""


def test_the_order_of_a_turn_with_everything() -> None:
    steps = KIND.make(Choices(KIND.modules)).pipeline()
    told = WHOLE_TURN.split("\n")[1:-1]
    known = {line.split()[2] for line in told}  # more modules may come
    assert [f"{rank} {step} {module}" for rank, step, module in steps if module in known] == told
    for module in KIND.modules:  # and of any combination: those of its modules, in the same order
        kept = [entry for entry in steps if entry[2] in ("base", module)]
        assert KIND.make(Choices((module,))).pipeline() == kept


def test_modules_are_found_and_named_nowhere_else() -> None:
    assert list(carcassonne_modules()) == list(KIND.modules)
    orders = [module.order for module in carcassonne_modules().values()]
    assert orders == sorted(set(orders))
    both = make("river1", "river2").hooks
    assert [module.key for module in both.modules] == ["base", "river", "river1", "river2"]  # the shared part once
    assert len(both.lay_refusal[BY_ID["river1-fwfw"].number]) == 1
    assert both.lay_refusal[BY_ID["base-D"].number] == ()
    package = Path(rules.carcassonne.__file__).parent
    for path in package.rglob("*.py"):
        name, _, inner = path.relative_to(package).as_posix().partition("/")
        own = inner.partition("/")[0] if name == "expansions" else ""
        named, imported = words_of(path)
        if path.name != PRESETS:
            assert not {
                key for key in named & carcassonne_modules().keys() if key != own and (path.name, key) not in COMMON
            }, path
        assert not {
            key for key in carcassonne_modules() if key != own and any(f"expansions.{key}" in i for i in imported)
        }, path


def test_every_question_of_a_module_reaches_it() -> None:
    asked_of_all = {"marks_without_meaning", "may_refuse_tile", "standing_answer_keys"}  # when the hooks are made
    questions = {name for name, value in vars(Expansion).items() if isinstance(value, FunctionType)} - asked_of_all
    assert questions <= vars(make(*KIND.modules).hooks).keys()


def words_of(path: Path) -> tuple[set[str], set[str]]:
    """The whole string literals of a file, and the packages it imports from."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    named = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return named, {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_set_up_of_the_base_game() -> None:
    t = Table(seats=3)
    assert Counter(TILES[tile].id for tile in t.s.pile)["base-D"] == 3
    assert len(t.s.pile) == 71
    assert [t.left(seat) for seat in range(3)] == [7, 7, 7]
    assert t.scores == [0, 0, 0]
    assert [event.key for event in t.events] == ["carc.game.begun", "carc.tile.drawn"]
    assert t.events[1].reveals
    assert t.legal


def test_the_first_player_is_drawn_and_play_goes_round() -> None:
    for first in range(3):
        opened = start_game(make(), 3, KEY, (first,))
        assert opened.state.active == first
        assert opened.barrier
    t = Table(seats=3)
    seen = []
    for _ in range(6):
        seen.append(t.s.active)
        t.turn(
            "base-U",
            *{0: ("N50", 90), 1: ("O50", 90), 2: ("P50", 90), 3: ("Q50", 90), 4: ("R50", 90), 5: ("S50", 90)}[
                len(seen) - 1
            ],
        )
    assert seen == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(("edition", "most"), [("bigbox3", 6), ("2007", 5)])
def test_seats_of_the_editions(edition: str, most: int) -> None:
    game = KIND.make(Choices((), (("edition", edition),)))
    assert list(game.seats) == list(range(2, most + 1))
    with pytest.raises(ValueError, match="not played by"):
        start_game(game, most + 1, KEY)


def test_presets() -> None:
    assert list(KIND.presets) == ["first", "river", "classic", "bigbox", "2007"]
    for choices in KIND.presets.values():
        assert KIND.normalize_choices(choices) == choices
    old = KIND.make(KIND.presets["2007"])
    assert old.hooks.chosen["farmers"] == "per_city"
    assert old.hooks.chosen["tiny_city"] == "halved"
    assert old.choices.modules == ("river1",)
    boxed = {"inns", "trade", "king", "count", "princess", "abbey", "cult", "bridge"}
    assert set(KIND.presets["bigbox"].modules) == boxed


def test_unknown_choices_are_refused() -> None:
    for choices in (Choices(("dragons",)), Choices((), (("farmers", "none"),)), Choices((), (("size", "big"),))):
        with pytest.raises(BadOption):
            KIND.make(choices)


def refused(t: Table, text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(IllegalMove) as caught:
        t.play(text)
    return caught.value.key, caught.value.params


def test_lays_are_refused_with_the_reason() -> None:
    t = Table(seats=2)
    t.hold("base-U")
    assert refused(t, "place M50 0") == ("carc.error.cell_taken", {"cell": "M50"})
    assert refused(t, "place A1 0") == ("carc.error.cell_alone", {"cell": "A1"})
    assert refused(t, "place N51 0") == ("carc.error.cell_alone", {"cell": "N51"})  # only a corner touches
    key, params = refused(t, "place N50 0")
    assert key == "carc.error.edges_differ"
    assert params == {"cell": "N50", "turn": 0, "side": "west", "mine": "field", "theirs": "road"}
    assert refused(t, "place N50 270") == ("carc.error.same_look", {"cell": "N50", "turn": 270, "other": [90]})
    assert refused(t, "pass figure")[0] == "move.illegal"
    assert refused(t, "deploy follower M50.road-E")[0] == "move.illegal"


def test_only_the_turn_that_looks_the_same_is_named() -> None:
    t = Table(seats=2)
    t.lay("base-U", "T60")
    tile = BY_ID["inns-rrrr"].number  # two bends: 0 and 180 degrees look alike, 90 and 270 too
    for turn, other in ((180, [0]), (270, [90])):
        with pytest.raises(IllegalMove) as caught:
            check_lay(t.s, tile, place("T61", turn))
        assert caught.value.key == "carc.error.same_look"
        assert caught.value.params == {"cell": "T61", "turn": turn, "other": other}


def test_deployments_are_refused_with_the_reason() -> None:
    t = Table(seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.hold("base-U", BLUE)
    t.play("place O50 90")
    key, params = refused(t, "deploy follower O50.road-E")
    assert key == "carc.error.occupied"
    assert params == {"place": "road-E", "cell": "O50", "feature": "road", "seat": RED, "seats": [RED]}
    assert refused(t, "deploy follower N50.field-NNW") == (
        "carc.error.not_here",
        {"spot": "N50.field-NNW", "cell": "O50"},
    )
    assert refused(t, "deploy follower O50.city-N") == ("carc.error.no_place", {"cell": "O50", "place": "city-N"})
    assert refused(t, "deploy wagon O50.field-NNW") == ("carc.error.unknown_figure", {"figure": "wagon"})
    assert refused(t, "pass abbey") == ("carc.error.pass_step", {"step": "abbey"})
    assert refused(t, "place P50 90")[0] == "move.illegal"
    t.s.supply[BLUE] = 0
    assert refused(t, "deploy follower O50.field-NNW") == ("carc.error.no_figure", {"figure": "follower"})


def test_a_figure_that_cannot_stand_there() -> None:
    t = Table(seats=2)
    t.hold("base-E")
    t.play("place M49 180")
    hooks = t.s.hooks
    narrow = replace(hooks.figures[0], stands=frozenset({1}))
    hooks.figures = (narrow,)
    hooks.followers = ((0, narrow),)
    assert refused(t, "deploy follower M49.field-NNW") == (
        "carc.error.figure_place",
        {"figure": "follower", "feature": "field"},
    )
    assert t.figure_places() == ["city-S"]


def test_only_the_active_player_may_act() -> None:
    t = Table(seats=2)
    with pytest.raises(NotYourDecision):
        play(t.game, t.s, BLUE, decode_move(t.legal[0], t.game.moves))
    assert list(t.game.legal(t.s, BLUE)) == []


def test_nothing_is_asked_without_a_follower_or_a_free_place() -> None:
    t = Table(seats=2)
    t.s.supply[RED] = 0
    t.hold("base-U", RED)
    t.play("place N50 90")
    assert t.s.active == BLUE
    assert not t.asks_figure


def test_after_the_end_nothing_can_be_played() -> None:
    t = Table(seats=2)
    t.last()
    t.turn("base-U", "N50", 90)
    assert t.game.over(t.s)
    with pytest.raises(GameOver):
        play(t.game, t.s, RED, decode_move("pass figure", t.game.moves))
    assert list(t.game.legal(t.s, RED)) == []


def test_a_stack_fixes_the_order() -> None:
    opened = Table(seats=2, stack=("base-B", "base-C", "base-B"))
    assert [TILES[tile].id for tile in opened.s.pile[:3]] == ["base-B", "base-C", "base-B"]
    assert len(opened.s.pile) == 71
    whole = [TILES[tile].id for tile in Table(seats=2).s.pile]
    exact = start_game(make(), 2, KEY, (1,), whole)
    assert [TILES[tile].id for tile in exact.state.pile] == whole
    assert exact.chance == (1,)


@pytest.mark.parametrize(
    ("modules_on", "stack"),
    [
        ((), ["base-Z"]),
        ((), ["base-C", "base-C"]),
        ((), ["river1-fwfw"]),
        (("river1",), ["base-B"]),
        (("river2",), ["river2-ffww"]),
        ((), ["base-B"] * 4 + ["base-D"] * 4),
    ],
)
def test_a_stack_that_is_no_pile_is_refused(modules_on: tuple[str, ...], stack: list[str]) -> None:
    with pytest.raises(BadRecord) as caught:
        start_game(make(*modules_on), 2, KEY, (0,), stack)
    assert caught.value.key == "carc.error.stack"


def test_more_tiles_than_the_game_are_refused() -> None:
    whole = [TILES[tile].id for tile in Table(seats=2).s.pile]
    with pytest.raises(BadRecord):
        start_game(make(), 2, KEY, (0,), [*whole, "base-B"])
