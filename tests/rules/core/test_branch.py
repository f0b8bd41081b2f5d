"""A position with luck of its own: what nobody knew is shuffled anew, and the record tells how."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core import BadRecord, Chance, Choices, Game, branch_game, decode_move, play, start_game
from rules.core.conformance import Nonconformity, check_conformance
from rules.core.record import Branch, Line, Record, check_record, format_record, parse_record, replay_record
from rules.core.saving import to_plain

from .toy import KIND, ToyState

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


def begun() -> Record:
    """A record of the toy game in the middle of which another table begins."""
    game = KIND.make(Choices())
    t = start_game(game, 3, KEY)
    first, lines, branches = t.chance, [], []
    for n in range(12):
        if n == 6:
            t = branch_game(game, t.state, OTHER)
            branches.append(Branch(len(lines), 9, OTHER, t.chance))
        seat = min(game.waiting(t.state))
        move = next(iter(game.legal(t.state, seat)))
        t = play(game, t.state, seat, move)
        lines.append(Line(seat, str(move), t.chance))
    score = ("score", *map(str, game.scores(t.state)))
    lines[-1] = replace(lines[-1], expect=(score,))
    return Record("toy", Choices(), 3, KEY, None, first, tuple(lines), table=4, branches=tuple(branches))


def test_a_record_with_a_branch_is_read_back_and_replayed() -> None:
    record = begun()
    text = format_record(record)
    assert f"\nbranch 9 {OTHER.hex()} | " in text
    assert parse_record(text) == record
    check_record(record)
    states = [t.state for t in replay_record(record, from_key=True)]
    assert len(states) == len(record.lines) + 1
    assert [state.key for state in states] == [KEY] * 7 + [OTHER] * 6
    assert [to_plain(t.state) | {"key": None} for t in replay_record(replace(record, key=None))][-1] == to_plain(
        states[-1]
    ) | {"key": None}


def test_numbers_of_a_branch_that_were_changed_are_found() -> None:
    record = begun()
    (one,) = record.branches
    assert one.drawn is not None
    wrong = replace(one, drawn=(*one.drawn[:-1], (one.drawn[-1] + 1) % 2))
    for given, from_key in ((wrong, True), (replace(one, drawn=(*one.drawn, 0)), True), (replace(one, key=KEY), True)):
        with pytest.raises(BadRecord):
            [*replay_record(replace(record, branches=(given,)), from_key=from_key)]
    with pytest.raises(BadRecord):
        [*replay_record(replace(record, branches=(replace(one, drawn=(99999, *one.drawn[1:])),)))]


@pytest.mark.parametrize("line", ["branch", "branch x", "branch 9 zz", "branch 9 00 00", "branch 9 00 | x"])
def test_a_branch_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(BadRecord, match=r"record\.line"):
        parse_record(f"game toy\nseats 2\n{line}\n")


def test_what_others_hold_is_nothing_that_nobody_knows() -> None:
    class Careless(type(KIND.make(Choices()))):
        def shuffle_unknown(self, s: ToyState, chance: Chance) -> None:
            self.shuffle_hidden(s, None, chance)

    game: Game[ToyState] = Careless(Choices())
    with pytest.raises(Nonconformity, match="12: "):
        check_conformance(game, 3, 1)


def test_the_position_that_is_branched_stays() -> None:
    game = KIND.make(Choices())
    t = start_game(game, 2, KEY)
    before = to_plain(t.state)
    made = branch_game(game, t.state, OTHER)
    assert to_plain(t.state) == before
    assert (made.state.key, made.state.used) == (OTHER, len(made.chance))
    again = branch_game(game, t.state, bytes(32), made.chance)
    assert [again.state.deck, again.state.aside] == [made.state.deck, made.state.aside]
    line = next(iter(game.legal(made.state, 0)))
    assert play(game, made.state, 0, decode_move(str(line), game.moves)).state.used == made.state.used
