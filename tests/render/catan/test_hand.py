"""The private picture of Catan: hands of every size, prices, gold frames."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from render.catan.hand import draw_hand
from render.catan.renderer import CatanRenderer
from render.catan.shop import can_buy, costs_table, match_cost_with_hand
from render.core.look import GOLD
from rules.catan.cards import CARDS
from rules.catan.view import Choice
from tests.render.catan.scenes import own
from tests.render.catan.scenes import scene as position
from tests.render.looks import LONG, look
from tests.render.pictures import (
    apart,
)


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("many", [0, 1, 4, 5])
def test_hands_of_every_size_fit(many: int, rtl: bool) -> None:
    keys = ("commercial-harbour", "commodity-monopoly", "master-merchant", "road-building", "resource-monopoly")
    view = own(position(6), 2, " ".join(CARDS * 4), progress=keys[:many])
    for choice in (
        None,
        Choice("take", CARDS * 2, 0, 2, 3),
        Choice("spy", keys[:4], 1, 1, 1),
        Choice("return", keys[:many], 1, 1, 2) if many else None,
    ):
        sheet = draw_hand(replace(view, choice=choice), look(6, rtl=rtl, names=LONG))
        assert sheet.size[1] <= 1260
        apart(sheet.boxes, sheet.size)


def test_a_hand_says_what_is_owed_and_what_was_chosen() -> None:
    plain = draw_hand(own(position(3, False), 1, "brick ore"), look(3))
    owes = draw_hand(own(position(3, False), 1, "brick ore", owed={1: 4}), look(3))
    chosen = draw_hand(own(position(3, False), 1, "brick ore", owed={1: 4}, done=(1,), given=("brick",)), look(3))
    assert "news" not in plain.boxes
    assert "news" in owes.boxes
    assert "news" in chosen.boxes
    assert owes.image.tobytes() != chosen.image.tobytes()


def test_gold_is_only_what_can_be_paid_for() -> None:
    """Three cloth pay for the third level of trade, two do not."""

    def gold(cards: str) -> int:
        view = position(6)
        image = draw_hand(own(view, 2, cards, progress=()), look(6)).image.crop((0, 300, 1200, 580))
        return sum(n for n, colour in image.getcolors(1 << 24) or [] if colour == GOLD)

    assert gold("cloth cloth cloth") > gold("cloth cloth") + 500


def test_prices_stand_below_the_hand_and_gold_frames_what_can_be_bought() -> None:
    def bought(cards: str, **more: int) -> set[str]:
        mine = replace(position(3, False).players[1], **more)
        return {key for key, cost in costs_table(False).items() if can_buy(key, cost, mine, Counter(cards.split()))}

    assert bought("brick lumber") == {"road"}
    assert bought("brick lumber wool grain ore") == {"road", "settlement", "development"}
    assert bought("brick lumber", roads_left=0) == set()
    sheets = [draw_hand(own(position(3, False), 1, cards), look(3)) for cards in ("brick lumber", "brick brick")]
    gold = [sum(n for n, c in sheet.image.getcolors(1 << 24) or [] if c == GOLD) for sheet in sheets]
    assert gold[0] > gold[1] + 1000
    assert match_cost_with_hand(("grain", "grain", "ore"), {"grain": 1, "ore": 2}) == [
        ("grain", True),
        ("grain", False),
        ("ore", True),
    ]
    chosen = draw_hand(own(position(3, False), 1, "brick ore", owed={1: 1}), look(3))
    assert not any(name.startswith("shop") for name in chosen.boxes)


def test_only_a_seat_has_a_hand() -> None:
    with pytest.raises(AssertionError):
        CatanRenderer().hand(position(4), look(4))
