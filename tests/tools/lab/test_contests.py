"""Rows of games: the reference that searches a tree, and which machines sit in a row."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import ai
from ai.carcassonne import EXPERT
from rules.core import Chance, encode_move
from tests.rules.carcassonne.table import RED, Table
from tools.lab.contests import MATCHES, TREE, ContestFile, ContestGame, build_machine
from tools.lab.tree_search import TreePlayer, outcome_values

pytestmark = pytest.mark.slow


def test_games_of_another_source_are_kept_if_they_come_out_the_same(tmp_path: Path) -> None:
    book = ContestFile("catan-base", MATCHES["catan-base"], 0.1, tmp_path)
    one, two = ContestGame(3, 1.0, 10, 8, 50, 1.5), ContestGame(4, 0.0, 6, 10, 70, 2.5)
    book.keep(one)
    book.keep(two)
    assert not ContestFile("catan-base", MATCHES["catan-base"], 0.1, tmp_path).other
    book.path.write_text(book.path.read_text().replace(book.first, "# 0"))
    book = ContestFile("catan-base", MATCHES["catan-base"], 0.1, tmp_path)
    assert "by another source" in book.told(MATCHES["catan-base"])
    book.prove({3: replace(one, seconds=9.0), 4: replace(two, seconds=0.1)}.__getitem__)
    assert book.games == {3: one, 4: two}
    book = ContestFile("catan-base", MATCHES["catan-base"], 0.1, tmp_path)
    book.prove({3: one, 4: replace(two, decisions=71)}.__getitem__)
    assert book.games == {}


def test_the_lead_over_the_best_of_the_others_is_what_counts() -> None:
    assert outcome_values([10, 10]) == [0.5, 0.5]
    ahead, behind, far = outcome_values([60, 45, 0])
    assert ahead > 0.7 > 0.3 > behind > far
    assert outcome_values([60, 45, 44])[0] == ahead


def test_it_takes_the_points_of_the_last_tile() -> None:
    t = Table(seats=2)
    t.last()
    t.hold("base-U", RED)
    t.play("place L50 90")
    chance = Chance(bytes(32))
    legal = list(t.game.legal(t.s, RED))
    before = t.s.copy()
    move = TreePlayer(60).choose(None, legal, ai.Imagine(t.game, t.s, RED, chance), chance)
    assert encode_move(move) == "deploy follower L50.road-E"
    assert t.s == before


def test_the_same_luck_gives_the_same_move() -> None:
    t = Table(seats=2)
    t.s.pile = t.s.pile[:12]
    t.s.piles = (12,)

    def move() -> str:
        chance = Chance(bytes(32))
        legal = list(t.game.legal(t.s, RED))
        return encode_move(TreePlayer(20).choose(None, legal, ai.Imagine(t.game, t.s, RED, chance), chance))

    assert move() == move()


def test_the_tree_has_as_many_simulations_as_the_one() -> None:
    match = MATCHES["carcassonne-tree"]
    assert (match.one, match.others) == ("strong", TREE)
    other = build_machine(TREE, 0.1, "carcassonne")
    assert isinstance(other, TreePlayer)
    assert other.simulations == pytest.approx(EXPERT.simulations / 10)
    assert build_machine("normal", 1.0, "carcassonne") is ai.players_by_level()["normal"]
    assert isinstance(build_machine("strong", 1.0, "carcassonne"), ai.StrongPlayer)
