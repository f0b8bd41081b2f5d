"""Hidden hands dealt anew, where several cards are sure to be there."""

from __future__ import annotations

import pytest

from rules.catan.hiding import shuffle_hidden
from rules.core import Chance
from rules.core.record import parse_record, replay_record
from tests.rules.records import FOLDER


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_the_commodity_of_one_is_none_that_another_offers(seat: int | None) -> None:
    """The only commodities of the others are offered by whoever played the Commercial Harbour, but for one."""
    record = parse_record((FOLDER / "hidden" / "ck_offer_and_harbour.game").read_text(encoding="utf-8"))
    *_, last = replay_record(record)
    for n in range(20):
        twin = last.state.copy()
        shuffle_hidden(twin, seat, Chance(n.to_bytes(32, "big")))
        assert sum(twin.hands) == sum(last.state.hands)
