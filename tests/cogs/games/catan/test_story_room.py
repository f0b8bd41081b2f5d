"""The longest stories of Catan fit into a message."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.post import headline, message_layout, story_lines
from cogs.post.story_lines import StoryLine, StoryScope
from cogs.screen import event_text
from rules.core import Chance, encode_move, play, start_game
from rules.core.registry import game_types
from service.state.model import LogEntry, PendingTurn, Post, Seat
from tests.cogs import harness
from tests.rules.catan.cities_knights.table import Table as Knights
from words import Voice

from .tales import FACE, Tale, entry

LETTERS = "RBYKWT"
BIG = 10**18
LONGEST = tuple(f"{letter * 31}{n}" for n, letter in enumerate("WMQOGD"))
ESCAPED = tuple("_" * 31 + letter for letter in "abcdef")


def composed(
    laid_seats: int, view: Any, log: Sequence[LogEntry], names: Sequence[str], waiting: Sequence[int], pinged: bool
) -> tuple[str, list[StoryLine]]:
    """The table message with everybody's longest name, and the lines of its story."""
    table = replace(
        harness.table_of("catan", None, 1, number=BIG, seq=9999),
        seats=tuple(Seat(n, BIG + n, names[n], LETTERS[n]) for n in range(laid_seats)),
        stretches=tuple(PendingTurn(n, BIG, 1, True) for n in waiting),
    )
    say = Voice("en", [name.replace("_", r"\_") for name in names])
    since = event_text.newest_story_entries(log, len(log), FACE.finishing_moves)[0].seq - 1
    told = story_lines.build_story_lines(
        FACE,
        log,
        StoryScope(since, waiting),
        say,
        say.with_seat_names(LETTERS),
        lambda e, v: event_text.describe_event(e, v),
    )
    posts = [Post(BIG, 1, 1, "turn", tuple(BIG + n for n in waiting))] if pinged else []
    details = [
        (FACE.describe_seat(view, seat, say), FACE.describe_seat_decision(view, seat, say))
        for seat in range(laid_seats)
    ]
    public = message_layout.layout_table_message(table, view, told, say, "Catan", posts=posts, details=details)
    return public.screen.text, told


def check_whole(text: str, told: Sequence[StoryLine]) -> None:
    """Every turn of the story stands in the message, none of them cut; and so does who is waited for."""
    assert len(text) <= headline.MESSAGE_LENGTH
    lines = text.splitlines()
    ways = (
        [line.full for line in told],
        [line.with_letters for line in told],
        [line.important for line in told if not line.is_idle],
    )
    left_out = next((line for line in lines if line.startswith("… ")), "")

    def stands(line: StoryLine) -> bool:
        return any(form in lines for form in (line.important, line.one_sentence or line.important))

    whole = any(all(line in lines for line in way) for way in ways)
    assert whole or all(stands(line) for line in told if not line.is_idle) or left_out, text
    assert not any(line.endswith("…") for line in lines if not line.startswith("**Waiting")), text
    assert all(stands(line) for line in told if line.costs_reader) or not left_out
    assert "Waiting for" in text


def greatest() -> Tale:
    """Six players with two cities each, as many as can be on one number, and a knight each: the barbarians win."""
    laid = Knights(6).ship(6)
    s = laid.s
    hexes = {n: [h for h in s.hexes_by_number[n] if h != s.robber] for n in range(2, 13) if n != 7}
    number = max(hexes, key=lambda n: len(hexes[n]))
    corners = [v for first in (0, 1) for h in hexes[number] for v in s.layout.corners_of[h][first::2]]
    free = set(range(len(s.held)))
    seat = 0
    for v in [*corners, *range(len(s.held))]:
        if v in free and seat < 12:
            laid.city(seat % 6, v).wall(seat % 6, v)
            free -= {v, *s.layout.neighbour_corners[v]}
            seat += 1
    spare = [v for v in sorted(free) if not any(w in free for w in s.layout.neighbour_corners[v])] or sorted(free)
    for knight, v in enumerate(spare[:6]):
        laid.knight(knight, v, 1, True)
    for seat in range(6):
        laid.hand(seat, "2 brick, 3 lumber, 3 wool, 3 grain, 1 ore").levels(seat, science=3, trade=2)
        laid.progress(seat, *(("spy", "crane") if seat < 2 else ("merchant",)))
    tale = Tale(laid.before_roll())
    red = max(1, number - 6)
    tale.roll(red, number - red, "ship")
    return tale


@pytest.mark.parametrize("names", [LONGEST, ESCAPED])
@pytest.mark.parametrize("pinged", [False, True])
def test_the_greatest_roll_is_told_whole(names: Sequence[str], pinged: bool) -> None:
    tale = greatest()
    while True:
        view = tale.laid.view()
        text, told = composed(6, view, tale.log, names, sorted(view.tasks), pinged)
        check_whole(text, told)
        assert "more: *Log*" not in text
        seat = tale.laid.asked
        moves = tale.laid.legal("answer-city", seat) + tale.laid.legal("answer-aqueduct", seat)
        if not moves:
            break
        tale(moves[0], seat)
    (line,) = told
    assert line.important.startswith("**R**: rolled ")
    parts = line.important.split("Cities lost: ")
    assert all(f"{letter} at v" in parts[1] for letter in LETTERS)
    assert all(f"{letter} 1 " in parts[0] for letter in "RBY")
    assert all(f"{letter} 1 " in line.with_letters.split("Aqueduct: ")[1] for letter in "KWT")


@pytest.mark.parametrize("seed", range(3))
def test_no_story_of_a_whole_game_is_cut(seed: int) -> None:
    """Random games of six with the longest names, told after every move."""
    game = game_types()["catan"].make(game_types()["catan"].presets["official"])
    luck = random.Random(seed)
    t = start_game(game, 6, seed.to_bytes(32, "big"))
    log = [LogEntry(1, None, "start", "start", (), False, (), 0, "s", 1)]
    for n in range(600):
        if game.over(t.state):
            break
        seat = luck.choice([*game.waiting(t.state), *game.invitations(t.state)])
        offers = (
            list(game.sample_unlisted_moves(t.state, seat, Chance(luck.randbytes(32)))) if luck.random() < 0.1 else []
        )
        legal = offers or list(game.legal(t.state, seat))
        if not legal:
            continue
        move = luck.choice(legal)
        t = play(game, t.state, seat, move)
        log.append(entry(len(log) + 1, seat, encode_move(move), t.events))
        view = game.view(t.state, None)
        if n % 3 == 0 and not view.over:
            text, told = composed(6, view, log[-60:], LONGEST, sorted(view.tasks), n % 2 == 0)
            check_whole(text, told)


@pytest.mark.parametrize("names", [LONGEST, ESCAPED])
def test_the_greatest_seven_is_told_whole(names: Sequence[str]) -> None:
    """All six discard cards of all eight kinds."""
    laid = Knights(6)
    for seat in range(6):
        laid.hand(seat, "2 brick, 2 lumber, 2 wool, 2 grain, 2 ore, 2 cloth, 2 coin, 2 paper")
    tale = Tale(laid.before_roll()).roll(3, 4, "trade")
    for n in range(7):
        view = tale.laid.view()
        text, told = composed(6, view, tale.log, names, sorted(view.tasks), n == 0)
        check_whole(text, told)
        if n < 6:
            tale("discard brick,lumber,wool,grain,ore,cloth,coin,paper", n)
    assert told[0].with_letters.count("1 brick, 1 lumber, 1 wool, 1 grain, 1 ore, 1 cloth, 1 coin and 1 paper") == 6
