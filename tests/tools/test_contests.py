"""Rows of games: the reference that searches a tree, and which machines sit in a row."""

from __future__ import annotations

import pytest

import ai
from ai.carcassonne import EXPERT
from rules.core import Chance, encode
from tests.rules.carcassonne.table import RED, Table
from tools.contests import MATCHES, TREE, machine
from tools.tree_search import TreePlayer, outcome


def test_the_lead_over_the_best_of_the_others_is_what_counts() -> None:
    assert outcome([10, 10]) == [0.5, 0.5]
    ahead, behind, far = outcome([60, 45, 0])
    assert ahead > 0.7 > 0.3 > behind > far
    assert outcome([60, 45, 44])[0] == ahead


def test_it_takes_the_points_of_the_last_tile() -> None:
    t = Table(seats=2)
    t.last()
    t.hold("base-U", RED)
    t.play("place L50 90")
    chance = Chance(bytes(32))
    legal = list(t.game.legal(t.s, RED))
    before = t.s.copy()
    move = TreePlayer(60).choose(None, legal, ai.Imagine(t.game, t.s, RED, chance), chance)
    assert encode(move) == "deploy follower L50.road-E"
    assert t.s == before


def test_the_same_luck_gives_the_same_move() -> None:
    t = Table(seats=2)
    t.s.pile = t.s.pile[:12]
    t.s.piles = (12,)

    def move() -> str:
        chance = Chance(bytes(32))
        legal = list(t.game.legal(t.s, RED))
        return encode(TreePlayer(20).choose(None, legal, ai.Imagine(t.game, t.s, RED, chance), chance))

    assert move() == move()


def test_the_tree_has_as_many_simulations_as_the_one() -> None:
    match = MATCHES["carcassonne-tree"]
    assert (match.one, match.others) == ("strong", TREE)
    other = machine(TREE, 0.1, "carcassonne")
    assert isinstance(other, TreePlayer)
    assert other.simulations == pytest.approx(EXPERT.simulations / 10)
    assert machine("normal", 1.0, "carcassonne") is ai.players()["normal"]
    assert isinstance(machine("strong", 1.0, "carcassonne"), ai.StrongPlayer)
