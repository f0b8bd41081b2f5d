"""A game against another engine: what our moves are with it, and that its game keeps up with ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import ai
from rules.catan.cards import kind_counts
from rules.core import registry
from tools.lab.arena.match import Disagreement, Peer, Table, play_against_peer

BASE = registry.make_game("catan", registry.game_types()["catan"].presets["base"])


class Shadow(Peer):
    """Stands in for the other process: decides what a machine of ours would do, in the words of the other engine."""

    def __init__(self) -> None:
        self.player = "value"
        self.table: Table | None = None
        self.begun: dict[str, Any] = {}
        self.acts: list[Any] = []
        self.pending: list[Any] = []
        self.hands: Sequence[Sequence[int]] = ()

    def ask(self, **told: Any) -> dict[str, Any]:
        if told["do"] == "begin":
            self.begun = told
        elif told["do"] == "act":
            self.acts += told["acts"]
            self.hands = told["hands"]
            assert all(n >= 0 for hand in told["hands"] for n in hand)
            assert sum(map(sum, told["hands"])) + sum(told["bank"]) == 95
        else:
            return self._decided()
        return {}

    def _decided(self) -> dict[str, Any]:
        assert self.table is not None
        s = self.table.s
        if not self.pending:
            seat = min(BASE.waiting(s), key=self.table.place)
            legal = list(BASE.legal(s, seat))
            luck = self.table.run.player_chance
            imagine = ai.Imagine(BASE, s, seat, luck)
            move = ai.players_by_level()["normal"].choose(BASE.view(s, seat), legal, imagine, luck)
            known = [list(self.table.acts(seat, one)) for one in (move, *reversed(legal))]
            self.pending = next(acts for acts in known if acts)  # the other engine knows no offers
        kind, value = self.pending.pop(0)
        return {"kind": kind, "value": value}


@pytest.fixture
def shadow(monkeypatch: pytest.MonkeyPatch) -> Shadow:
    made = Shadow()
    begin = Table.__init__

    def begun(table: Table, *given: Any) -> None:
        begin(table, *given)
        made.table = table

    monkeypatch.setattr(Table, "__init__", begun)
    return made


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_is_told_to_the_other_side(shadow: Shadow, seed: int) -> None:
    game = play_against_peer(BASE, seed, ai.players_by_level()["normal"], shadow)
    assert max(game.points, game.best) >= 10
    kinds = [kind for _, kind, _, _ in shadow.acts]
    assert kinds[:16] == ["BUILD_SETTLEMENT", "BUILD_ROAD"] * 8
    assert [seat for seat, *_ in shadow.acts[:16:2]] == [0, 1, 2, 3, 3, 2, 1, 0], (
        "seats are places in the order of turns"
    )
    assert {"ROLL", "END_TURN", "MOVE_ROBBER", "BUY_DEVELOPMENT_CARD", "BUILD_CITY"} <= set(kinds)
    assert not any("trade" in kind.lower() for kind in kinds if kind != "MARITIME_TRADE")
    rolls = [result for _, kind, _, result in shadow.acts if kind == "ROLL"]
    assert all(len(dice) == 2 for dice in rolls)
    table = shadow.table
    assert table is not None
    assert list(shadow.hands[table.place(0)]) == list(kind_counts(table.s.hands[0])[:5])


def test_the_board_is_told_as_it_lies(shadow: Shadow) -> None:
    table = Table(BASE, 3, shadow)
    assert len(shadow.begun["centres"]) == len(shadow.begun["terrain"]) == 19
    assert sorted(n for n in shadow.begun["tokens"] if n) == sorted([2, 12, *[3, 4, 5, 6, 8, 9, 10, 11] * 2])
    assert len(shadow.begun["harbours"]) == 9
    assert table.place(table.first) == 0


def test_what_is_no_move_with_us_is_a_disagreement(shadow: Shadow) -> None:
    table = Table(BASE, 1, shadow)
    shadow.pending = [("PLAY_MONOPOLY", 3)] * 30
    table.s.agenda.clear()
    legal = list(BASE.legal(table.s, 0)) if table.s.agenda else []
    assert legal == []
    with pytest.raises(Disagreement, match="PLAY_MONOPOLY"):
        table.their_move(0)
