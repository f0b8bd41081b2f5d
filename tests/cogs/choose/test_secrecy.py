"""Whatever a room answers the seat that looks is the same to the byte when all that it cannot know is dealt anew:
screens, lists, completions, typed lines, refusals, what a move would do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.choose.completion import complete_field, complete_whole_lines, completion_label
from cogs.choose.picker import ChoicePath, NoSuchChoice
from cogs.choose.typed_fields import read_typed_fields
from cogs.choose.typed_lines import parse_typed_line
from cogs.games import picker_screens
from cogs.games.seat_view import SeatView
from rules.core import Chance, Choices, Game, Move, RulesError, encode_move, field_names, play, registry, start_game
from rules.core.saving import to_text
from service.errors import ServiceError
from tests.cogs import harness
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.citadels.table import Table as Citadels
from tools.sizes import STEP_OF_SCREENS

SCREENS = 5  # that are walked at one position
TRIED = 4  # moves, of this position and of others, that are asked about
MOVES = 240  # of one game at most
CITADELS = registry.game_types()["citadels"].presets["everything"]
EVERYTHING: dict[str, tuple[Choices, int, int]] = {  # with seats, and one position in so many
    "carcassonne": (Choices(tuple(registry.game_types()["carcassonne"].modules)), 4, 24 * STEP_OF_SCREENS),
    "catan": (Choices(("cities_knights",)), 4, 14 * STEP_OF_SCREENS),
    "citadels": (CITADELS, 5, 9 * STEP_OF_SCREENS),
}


def room_of(game: Game[Any], state: Any, seat: int) -> SeatView[Any]:
    table = harness.table_of(game.key, state, len(game.scores(state)))
    return harness.room(replace(table, choices=game.choices), seat)


def answer(ask: Callable[..., object], *args: object) -> str:
    """What is said, or the whole refusal."""
    try:
        return repr(ask(*args))
    except (RulesError, ServiceError) as reason:
        return f"{type(reason).__name__} {reason.key} {reason.params}"
    except NoSuchChoice as reason:
        return f"no such choice {reason}"


def onward(seat_view: SeatView[Any], line: str) -> object:
    after = seat_view.view_after_move(line)
    return None if after is None else (after.view, after.legal, after.composable_kinds)


def of_moves(seat_view: SeatView[Any], moves: Sequence[Move]) -> Iterator[tuple[str, str]]:
    """What is answered about single moves, legal or not."""
    for move in moves:
        line = encode_move(move)
        refused = answer(seat_view.refusal, move)
        yield f"refusal {line}", refused
        yield f"preview {line}", answer(seat_view.preview, move)
        yield f"after {line}", answer(onward, seat_view, line)
        yield f"typed {line}", answer(parse_typed_line, seat_view.position, line)
        yield f"begun {line}", answer(parse_typed_line, seat_view.position, line.rpartition(" ")[0] or line[:-1])
        if refused == "None":
            yield f"explained {line}", answer(seat_view.effect_sentences, move)


def of_kinds(seat_view: SeatView[Any], moves: Sequence[Move]) -> Iterator[tuple[str, str]]:
    """What is answered about kinds of moves: what is completed, how much is listed, what is typed without a field."""
    position = seat_view.position

    def completed(cls: type[Move], field: str, filled: dict[str, str], typed: str) -> list[tuple[str, str]]:
        return [
            (completion_label(position, cls, field, t), t)
            for t in complete_field(position, cls.kind, field, filled, typed)
        ]

    known = {move.kind: move for move in moves}
    for kind, cls in seat_view.moves.items():
        yield f"kind {kind}", answer(read_typed_fields, position, kind, {})
        yield f"lines {kind}", answer(complete_whole_lines, position, f"{kind} ")
        yield f"in part {kind}", answer(seat_view.is_partly_listed, kind)
        yield f"open {kind}", answer(seat_view.moves_for_path, ChoicePath((), (kind,)))
        for field in field_names(cls):
            yield f"things {kind} {field}", answer(seat_view.field_items, field)
            yield f"completed {kind} {field}", answer(completed, cls, field, {}, "")
        if kind in known and (words := encode_move(known[kind]).split(" ")[1:]):
            *before, last = field_names(cls)
            filled = dict(zip(before, words, strict=False))
            yield f"completed {kind} {filled}", answer(completed, cls, last, filled, "")
            yield f"completed {kind} {words}", answer(completed, cls, last, filled, words[-1][:3])


async def of_screens(seat_view: SeatView[Any], luck: random.Random) -> list[tuple[str, str]]:
    """Screens as somebody might press through them."""
    found: dict[str, str] = {}
    todo = [ChoicePath()]
    while todo and len(found) < SCREENS:
        path = todo.pop(luck.randrange(len(todo)))
        if f"screen {path}" in found:
            continue
        screen = await picker_screens.picker_screen(seat_view, path)
        found[f"screen {path}"] = repr(screen)
        for button, _, values in harness.pressed(screen):
            if button.family == "p":
                todo.append(ChoicePath.parse(button.text))
            elif button.family == "s" and values:
                try:
                    todo.append(
                        picker_screens.path_after_select(
                            seat_view, ChoicePath.parse(button.text), luck.choice([values[:1], values[:2]])
                        )
                    )
                except NoSuchChoice:
                    continue
    easel: Any = seat_view.app.renderer("")
    drawn = sorted(f"{name} {args[2:]} {named}" for name, args, named in easel.asked)  # beside view and look
    return [*found.items(), ("drawn", repr(drawn))]


async def all_that_is_said(
    game: Game[Any], state: Any, seat: int, strangers: Sequence[Move], seed: int
) -> dict[str, str]:
    luck = random.Random(seed)
    room = room_of(game, state, seat)
    legal = list(room.legal)
    tried = [*luck.sample(strangers, min(TRIED, len(strangers))), *luck.sample(legal, min(TRIED, len(legal)))]
    said = {
        "view": repr(room.view),
        "asked": repr(
            (
                room.may_act,
                room.vocabulary.current_task(),
                sorted(game.seats_with_postponed_decision(state)),
                game.standing_answer_moves(state, seat),
            )
        ),
        "legal": repr(legal),
        "more": repr((room.sample_moves, room.composable_kinds, sorted(game.partly_listed_kinds(state, seat)))),
        "preview": answer(room.preview),
    }
    tried += room.sample_moves[:2]
    if not room.may_act:
        return {**said, **{f"refusal {encode_move(move)}": answer(room.refusal, move) for move in tried}}
    walked = await of_screens(room, luck)
    return {**said, **dict(of_moves(room, tried)), **dict(of_kinds(room, tried)), **dict(walked)}


async def compared(game: Game[Any], state: Any, seat: int, strangers: Sequence[Move], seed: int) -> tuple[int, bool]:
    """How many answers were the same, and whether anything but the key of the luck differed behind them."""
    other = state.copy()
    game.shuffle_hidden(other, seat, Chance(seed.to_bytes(32, "big")))
    mine, its = [await all_that_is_said(game, s, seat, strangers, seed) for s in (state, other)]
    assert mine.keys() == its.keys()
    assert [(asked, mine[asked], its[asked]) for asked in mine if mine[asked] != its[asked]] == []
    other.key = state.key
    return len(mine), to_text(other) != to_text(state)


@pytest.mark.random
@pytest.mark.parametrize("key", EVERYTHING)
async def test_no_answer_follows_from_what_the_seat_cannot_know(key: str) -> None:
    choices, seats, every = EVERYTHING[key]
    kind = registry.game_types()[key]
    game, luck = kind.make(kind.normalize_choices(choices)), random.Random(1)
    state = start_game(game, seats, bytes(32)).state
    met: dict[str, Move] = {}
    answers = differing = 0
    for n in range(MOVES):
        if game.over(state):
            break
        able = [seat for seat in range(seats) if game.may_act(state, seat)]
        if n % every == 0:
            idle = [seat for seat in range(seats) if seat not in able]
            for seat in (*able[:1], *idle[:1]):
                same, differs = await compared(game, state, seat, list(met.values()), n)
                answers, differing = answers + same, differing + differs
        seat = luck.choice(able)
        moves = list(game.legal(state, seat)) or list(game.legal(state, seat := min(game.waiting(state))))
        kinds = sorted({move.kind for move in moves})
        chosen = luck.choice(kinds)
        move = luck.choice([move for move in moves if move.kind == chosen])
        met[encode_move(move)] = move
        state = play(game, state, seat, move).state
    assert answers > 500
    assert differing > 5


async def test_what_is_listed_in_part_follows_from_the_own_hand_alone() -> None:
    """Of hands so large that not every set is listed."""
    many = "3 brick, 3 lumber, 3 wool, 3 grain, 2 ore, 2 cloth, 2 coin, 2 paper"
    knights = Knights(5).city(0, 17).hand(0, many).hand(1, "5 ore, 2 coin").hand(2, "4 wool").before_roll().roll(3, 4)
    citadels = Citadels(4, cast=("magician",))
    held, theirs = citadels.s.deck[:24], citadels.s.deck[24:30]
    citadels.hand(0, *held).hand(1, *theirs[:4]).hand(2, *theirs[4:]).call({"magician": 0})
    for laid in (knights, citadels):
        assert laid.game.partly_listed_kinds(laid.s, 0)
        for seat in (0, 1):
            assert (await compared(laid.game, laid.s, seat, [], 7))[1]
