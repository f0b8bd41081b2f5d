"""Records in the middle of which another table begins, as the programs read them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.core import Choices, branch_game, key_commitment, play, registry, start_game
from rules.core.record import Branch, Line, Record, format_record
from tools import replay
from tools.host import verify

pytestmark = pytest.mark.slow

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))


@pytest.fixture(scope="module")
def record() -> Record:
    game = registry.make_game("carcassonne", Choices())
    t = start_game(game, 2, KEY)
    begun, lines, branches = t.chance, [], []
    for n in range(8):
        if n == 4:
            t = branch_game(game, t.state, OTHER)
            branches.append(Branch(n, 15, OTHER, t.chance))
        seat = min(game.waiting(t.state))
        move = next(iter(game.legal(t.state, seat)))
        t = play(game, t.state, seat, move)
        lines.append(Line(seat, str(move), t.chance))
    return Record("carcassonne", Choices(), 2, KEY, None, begun, tuple(lines), table=12, branches=tuple(branches))


def test_verify_draws_with_both_keys(record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "branch.game"
    path.write_text(format_record(record), encoding="utf-8")
    assert verify.main([str(path)]) == 0
    told = capsys.readouterr().out
    assert f"table #12: {key_commitment(KEY, 12)}" in told
    assert f"table #15, after 4 moves: {key_commitment(OTHER, 15)}" in told
    assert replay.main([str(path)]) == 0
    story = capsys.readouterr().out
    assert story.index("4. ") < story.index("Here table #15 begins, with luck of its own.") < story.index("5. ")


def test_verify_finds_another_key_of_the_branch(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "branch.game"
    path.write_text(format_record(record).replace(OTHER.hex(), bytes(32).hex()), encoding="utf-8")
    assert verify.main([str(path)]) == 1
    assert capsys.readouterr().out.startswith("NOT as the key draws")


@pytest.mark.parametrize(("part", "sentence"), [("key", "no key"), ("drawn", "nothing to compare")])
def test_verify_says_what_is_missing(
    record: Record, part: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "branch.game"
    (one,) = record.branches
    less = replace(one, key=None) if part == "key" else replace(one, drawn=None)
    path.write_text(format_record(replace(record, branches=(less,))), encoding="utf-8")
    with pytest.raises(SystemExit):
        verify.main([str(path)])
    assert sentence in capsys.readouterr().err
