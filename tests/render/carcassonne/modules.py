"""Hand-made views of all modules of Carcassonne, one table with everything."""

from __future__ import annotations

from dataclasses import replace

from render import Mark
from rules.carcassonne.cells import TURNS, Cell
from rules.carcassonne.expansions.abbey.view import BarnSeen, Driving, EstateSeen
from rules.carcassonne.expansions.bridge.view import BazaarSeen, BridgeSeen, BridgeView, CastleSeen, LotSeen
from rules.carcassonne.expansions.count.view import CitySeen, Quarter
from rules.carcassonne.expansions.cult.view import CultView, Duel
from rules.carcassonne.expansions.king.view import Award, KingView
from rules.carcassonne.expansions.princess.view import LairView
from rules.carcassonne.expansions.trade.view import TradeView
from rules.carcassonne.view import CarcassonneView, Feature, Laid, Piece

from .scenes import scene, tile

BLOCK = tuple(Laid(Cell(x, y), f"count-{4 * y + x + 1:02}", TURNS[0]) for y in range(3) for x in range(4))
LAND = (
    *BLOCK,
    tile("L50", "base-U", 0),
    tile("L51", "base-H", 0),
    tile("L52", "base-E", 0),
    tile("L49", "princess-ffff-volcano", 0),
    tile("K49", "base-B", 0),
    tile("K50", "cult-ffff-shrine", 0),
    tile("K51", "base-E", 180),
    tile("K52", "base-E", 0),
    tile("Q50", "base-C", 0),
    tile("Q51", "abbey-tile", 0),
)


def c(name: str) -> Cell:
    return Cell.parse(name)


PIECES = (
    Piece("large", 0, c("Q50"), "city-N"),
    Piece("builder", 0, c("Q50"), "city-N"),
    Piece("mayor", 2, c("Q50"), "city-N"),
    Piece("wagon", 1, c("Q51"), "monastery"),
    Piece("follower", 1, c("K51"), "city-S"),
    Piece("pig", 2, c("L49"), "field-NNW"),
    Piece("follower", 2, c("L49"), "field-NNW"),
    Piece("follower", 0, c("L50"), "bridge"),
    Piece("follower", 0, c("N50"), "castle"),
    Piece("mayor", 1, c("N50"), "castle"),
    Piece("wagon", 2, c("O52"), "cathedral"),
    Piece("count", None, c("O50"), "market"),
    Piece("dragon", None, c("K49"), "tile"),
    Piece("fairy", None, c("Q50"), "tile"),
    Piece("barn", 2, c("K49"), "corner-SE"),
)

EXTRAS = {
    "abbey": EstateSeen(
        (1, 0, 1), (BarnSeen(2, c("K49"), "SE", "field-NNW"),), (c("M49"),), Driving(1, ((c("L50"), "road-N"),))
    ),
    "bridge": BridgeView(
        bridges=(BridgeSeen(c("L50"), "EW", 0),),
        bridges_left=(2, 3, 3),
        castles=(CastleSeen(1, (c("K51"), c("K52")), ("city-S", "city-N"), None),),
        castles_left=(3, 2, 3),
        bazaar=BazaarSeen(
            host=0,
            lots=(
                LotSeen(1, "base-A", 2, True),
                LotSeen(2, "inns-cccc-cathedral", None, False),
                LotSeen(3, "base-X", None, False),
            ),
            stage="bid",
            auctioneer=1,
            lot=2,
            price=7,
            leader=1,
            bidders=(0,),
            waiting=(1, 0),
        ),
    ),
    "count": CitySeen(
        tuple(t.cell for t in BLOCK),
        (
            Quarter("castle", "city", (("follower", 0), ("mayor", 1)), c("N50")),
            Quarter("market", "field", (), c("O50")),
            Quarter("smithy", "road", (), c("N52")),
            Quarter("cathedral", "monastery", (("wagon", 2),), c("O52")),
        ),
        "market",
        (("large", 2, "road", c("L50"), "road-N"),),
        (1, 2),
    ),
    "cult": CultView((Duel(c("K50"), c("K49")),)),
    "king": KingView(Award(0, 5, 4), Award(2, 9, 3)),
    "princess": LairView(c("K49"), c("Q50"), (c("L49"), c("K49")), 5, 1, (c("K50"),), (c("L49"),), 2),
    "trade": TradeView(({"wine": 3, "grain": 0, "cloth": 1}, {"wine": 0}, {"grain": 2}), True, False),
}


def whole(drawn: str | None = None) -> CarcassonneView:
    """Everything at once."""
    view = scene(LAND, drawn=drawn)
    castle = Feature(
        "city",
        ((c("K51"), "city-S"), (c("K52"), "city-N")),
        (c("K51"), c("K52")),
        True,
        (),
        {},
        (0, 1, 0),
        (1,),
        0,
        called="castle",
    )
    two = Feature("city", ((c("L51"), "city-N"),), (c("L51"),), False, (c("L50"),), {}, (0, 0, 0), (), 1)
    return replace(
        view,
        pieces=PIECES,
        features=(castle, two),
        supply=({"follower": 5, "large": 1, "mayor": 1}, {"follower": 6, "builder": 1}, {"follower": 7, "barn": 0}),
        just_laid=c("L52"),
        extras=EXTRAS,
    )


def only(key: str) -> CarcassonneView:
    """The same table with the extras of one module."""
    return replace(whole(), extras={key: EXTRAS[key]})


MARKS = [
    Mark("K50", "K50"),
    Mark("M49", "M49"),
    Mark("L51.city-N", "L51.city-N"),
    Mark("L51.EW", "L51.EW"),
    Mark("SE", "SE"),
    Mark("NW", "L52.corner-NW"),
    Mark("smithy", "smithy"),
    Mark("2", "lot-2"),
]
