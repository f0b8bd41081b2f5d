"""Machines whose hand can be discarded in more ways than are listed."""

from __future__ import annotations

import pytest

import ai
from rules.catan.moves import Discard
from rules.core import Chance, play
from service.machines import machines
from tests.ai.test_players import no_copy
from tests.rules.catan.cities_knights.table import Table as Knights

HAND = "11 brick, 9 lumber, 7 wool, 5 grain, 3 ore, 2 cloth, 2 coin, 1 paper"


def discarding() -> Knights:
    laid = Knights(5)
    laid.city(0, 17).hand(0, HAND).before_roll().roll(3, 4)
    return laid


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("seed", range(4))
def test_every_level_discards_half_of_a_large_hand(level: str, seed: int) -> None:
    laid = discarding()
    luck = Chance(bytes([seed]) * 32)
    choices = ai.moves_to_consider(laid.game, laid.s, 0, luck)
    assert choices == list(laid.game.legal(laid.s, 0))
    move = ai.players_by_level()[level].choose(laid.game.view(laid.s, 0), choices, no_copy, luck)
    assert isinstance(move, Discard)
    play(laid.game, laid.s, 0, move)


def test_a_discard_of_its_own_judgement_counts_though_it_is_not_listed() -> None:
    laid = discarding()
    own = Discard(("brick",) * 11 + ("lumber",) + ("wool",) * 7 + ("paper",))
    assert own not in laid.game.legal(laid.s, 0)
    assert machines._is_legal_unlisted(laid.game, laid.s, 0, own)
    assert not machines._is_legal_unlisted(laid.game, laid.s, 0, Discard(("brick",) * 20))
    laid.hand(0, "4 brick, 5 ore")
    assert not machines._is_legal_unlisted(laid.game, laid.s, 0, Discard(("brick",) * 4))
