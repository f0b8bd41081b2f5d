"""Thinking ahead: the same answer again, whatever is hidden; every kind of move survives it; and sense."""

from __future__ import annotations

from typing import Any

import pytest

import ai
from ai.citadels import EXPERT
from ai.citadels.expert import MOST_CHARACTERS, MOST_OF_A_KIND, is_between_rounds
from rules.citadels.state import CitadelsState
from rules.core import Chance, Move, encode_move, play
from tests.rules.citadels.table import Table

from .games import positions

STRONG = ai.StrongPlayer(ai.players_by_level()["normal"], 0.05)
POOR = ("tavern", "market", "trading_post", "temple", "church", "watchtower", "prison")
RICH = ("palace", "castle", "manor", "cathedral", "town_hall", "fortress", "dragon_gate")


def choice(table: Table, luck: int = 0) -> str:
    """What it does where the table stands."""
    s, seat = table.s, table.asked
    chance = Chance(bytes([luck] * 32))
    imagine = ai.Imagine(table.game, s, seat, chance)
    return encode_move(STRONG.choose(table.view(seat), list(table.game.legal(s, seat)), imagine, chance))


@pytest.mark.parametrize(("preset", "seats"), [("first", 4), ("everything", 7), ("dark_city", 5), ("everything", 2)])
def test_whatever_is_asked_it_has_ideas_that_can_be_played_to_the_end_of_the_round(preset: str, seats: int) -> None:
    kinds = set()
    for game, s, seat, luck in positions(preset, seats, 6):
        legal = list(game.legal(s, seat))
        imagine = ai.Imagine(game, s, seat, luck)
        ideas = EXPERT.candidate_moves(game.view(s, seat), legal, imagine, luck)
        assert 1 <= len(set(ideas)) == len(ideas) <= max(MOST_CHARACTERS, 2 * MOST_OF_A_KIND)
        kinds.update(move.kind for move in ideas)
        if s.rank % 3 == 1:
            after = play(game, EXPERT.imagined(imagine), seat, ideas[-1]).state
            found = EXPERT.chances_after_playing_on(game, after, luck, s)
            assert sum(found) == pytest.approx(1)
            assert not after.agenda or (after.round == s.round + 1 and is_between_rounds(after))
    assert len(kinds) >= 8


class Dealt(ai.Imagine):
    """Positions that were imagined before."""

    def __init__(self, of: ai.Imagine, positions: list[CitadelsState], luck: Chance) -> None:
        super().__init__(of.game, None, of.seat, luck)
        self.left = list(positions)

    def __call__(self) -> Any:
        self.left.append(self.left[0])
        return self.left.pop(0).copy()


@pytest.mark.parametrize("preset", ["first", "everything"])
def test_it_looks_at_nothing_hidden_and_the_same_luck_gives_the_same_move(preset: str) -> None:
    """Where all it imagines is the same, so is the move, whatever really lies there."""
    player = ai.StrongPlayer(ai.players_by_level()["normal"], 0.01)
    for number, (game, s, seat, luck) in enumerate(positions(preset, 4, 8)):
        if number % 9:
            continue
        imagine = ai.Imagine(game, s, seat, luck)
        dealt = [imagine() for _ in range(6)]
        chosen: list[Move] = []
        for other in (s, s, *dealt[:2]):
            chance = Chance(bytes([number]) * 32)
            given = Dealt(imagine, dealt, chance)
            chosen.append(player.choose(game.view(other, seat), list(game.legal(other, seat)), given, chance))
        assert len(set(chosen)) == 1


# --- sense -------------------------------------------------------------------------------------------------------


def test_it_does_not_end_the_game_to_lose_it() -> None:
    table = Table(4).gold(3, 0, 0, 0).city(0, *POOR).city(1, *RICH).hand(0, "docks").call({"merchant": 0})
    assert choice(table.do("gold", "income")) == "end"
    table = Table(4).gold(3, 0, 0, 0).city(0, *RICH).city(1, *POOR).hand(0, "docks").call({"merchant": 0})
    assert choice(table.do("gold", "income")) == "build docks"


def test_in_the_last_round_it_takes_what_wins() -> None:
    """Two points behind: the gold for the docks wins, no card does."""
    table = Table(4).gold(0, 0, 0, 0).city(0, "palace", "castle", "cathedral").city(1, "palace", "castle", "manor")
    table.hand(0, "docks").call({"merchant": 0})
    table.s.ended, table.s.first = True, (1,)
    assert choice(table) == "gold"
    assert choice(table.do("gold")) == "build docks"


def test_it_names_nobody_who_is_sure_not_to_be_called() -> None:
    table = Table(4).gold(2, 2, 9, 1).city(2, "tavern", "market", "harbor").hand(2, "palace").city(0, "castle")
    table.call({"assassin": 0, "thief": 1, "merchant": 2, "bishop": 3}, ("magician", "warlord"))
    named = choice(table)
    assert named.startswith("power-murder ")
    assert named.split()[1] not in {"magician", "warlord"}


def test_the_warlord_stops_who_is_nearly_done() -> None:
    table = Table(4).gold(1, 5, 0, 0).city(0, "watchtower", "castle", "palace", "cathedral", "fortress", "manor")
    table.city(1, *RICH[:6], "tavern").hand(1, "docks", "temple").call({"warlord": 0}).do("gold", "end")
    assert choice(table).startswith("power-destroy 1 ")


def test_with_nothing_to_build_it_takes_cards() -> None:
    """The judge called two gold better, and whoever believed it had gold and no district in the end."""
    ways = []
    for cards, legal in (("", True), ("docks", False)):
        table = Table(4).gold(4, 2, 2, 2).city(0, "castle").city(1, *POOR[:4]).call({"merchant": 0})
        table.s.hands = (tuple(cards.split()), *table.s.hands[1:])
        s, luck = table.s, Chance(bytes(32))
        ideas = EXPERT.candidate_moves(
            table.view(0), list(table.game.legal(s, 0)), ai.Imagine(table.game, s, 0, luck), luck
        )
        kinds = {move.kind for move in ideas}
        ways.append("cards" in kinds and ("gold" not in kinds) == legal)
    assert ways == [True, True]
