"""The table of building costs."""

from __future__ import annotations

from typing import Final

from render.core.look import Look
from render.core.sentences import join_list
from render.core.sheet import Sheet

from .good_icons import good_icon
from .hand import describe_cards
from .island_plan import EDGE
from .shop import bought_piece_sprite, costs_table

WIDE: Final = 900
ROW: Final = 100


def draw_costs(look: Look, cities: bool) -> Sheet:
    """The table, a line for each piece."""
    rows = costs_table(cities)
    sheet = Sheet(look, (WIDE, 84 + ROW * len(rows) + EDGE))
    shades = look.shades
    sheet.text(look.say("pic.catan.label.costs"), (24, WIDE - 24, 46), 44, shades.ink, bold=True, name="title")
    for i, (key, cards) in enumerate(rows.items()):
        top = 84 + i * ROW
        sheet.panel((EDGE, top, WIDE - EDGE, top + ROW - 8), 14, shades.panel, shades.line, 1)
        piece = bought_piece_sprite(key)
        sheet.put(piece, EDGE + 66 - piece.width // 2, top + 46 - piece.height // 2, f"{key} piece")
        sheet.text(look.say(f"pic.catan.cost.{key}"), (150, 470, top + 46), 36, shades.ink, floor=22, name=key)
        for j, card in enumerate(cards):
            sheet.put(good_icon(card, 66), 486 + j * 80, top + 13, f"{key} {j}")
    return sheet


def describe_costs(look: Look, cities: bool) -> str:
    costs = (
        look.say("pic.catan.alt.cost", what=look.say(f"pic.catan.cost.{key}"), cards=describe_cards(look, cards))
        for key, cards in costs_table(cities).items()
    )
    return look.say("pic.catan.alt.costs", list=join_list(costs, "; "))
