"""Bridges, Castles & Bazaars: bridges and castles on the land, the bazaar above it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from PIL import Image

from render.carcassonne import colours as c
from render.carcassonne.expansions.bridge.bazaar import bazaar_sprite, narrow_bazaar_sprite
from render.carcassonne.expansions.bridge.structures import bridge_sprite, castle_sprite
from render.carcassonne.extras import BoardCanvas, Extra, Target
from render.carcassonne.facts import tile_facts
from render.carcassonne.icon_drawing import draw_rimmed_disc, paint_icon
from render.carcassonne.land_objects import INK
from render.carcassonne.pen import Pen
from render.carcassonne.points_sentences import name_seats
from render.carcassonne.tile_description import describe_land_tile
from render.carcassonne.tile_sprites import tile_things_sprite
from render.core.chip_strip import NOW, THING, ChipItem
from render.core.look import SEAT_COLOURS, Look, Mark, Say, rgb
from render.core.recap import RecapTurn, TurnPhrase
from render.core.sentences import join_list
from rules.carcassonne.cells import BRIDGE_PLACE, Cell
from rules.carcassonne.view import CarcassonneView

FIGURE_AT_END_SHARE: Final = 0.16  # position of a figure at the end of a bridge, as a share of its length
PLATE_SPOT_BY_AXIS: Final = {"NS": (0.5, 0.26), "EW": (0.5, 0.5)}  # position of a bridge's plate; two bridges may cross

# Events in which a tile gets its owner.
SOLD_KEYS: Final = ("carc.bazaar.bought", "carc.bazaar.kept", "carc.bazaar.free")
HELD_WEIGHT, OTHER_WEIGHT, READER_WEIGHT = 3, 4, 6  # weights; MINE if it concerns the reader
OFFER_STAGES: Final = ("open", "bid", "deal")  # stages of a bazaar with a tile on offer
TRIED_WIDTHS: Final = (384, 480, 576)  # widths to try for a bazaar before it is scaled


def _bazaar_price(key: str, params: Mapping[str, Any]) -> int:
    """The price of a tile of the bazaar."""
    return 0 if key == "carc.bazaar.free" else int(params["price"])


def _ghost_bridge_sprite(axis: str, side: int) -> Image.Image:
    return bridge_sprite(axis, "", side, ghost=True)


def _bridge_icon(letter: str, high: int) -> Image.Image:
    big = bridge_sprite("EW", letter, round(high * 1.22))
    top = round(big.height * 0.5 - high / 2)
    return big.crop((0, top, big.width, top + high))


def _castle_icon(letter: str, high: int) -> Image.Image:
    colour = SEAT_COLOURS[letter]
    line = colour.outline

    def paint(pen: Pen) -> None:
        pen.line([(0.5, 0.3), (0.5, 0.04)], 0.06, line)
        pen.shape([(0.5, 0.03), (0.88, 0.12), (0.5, 0.24)], colour.fill, line, 0.03)
        pen.shape(
            [
                (0.1, 0.96),
                (0.1, 0.42),
                (0.24, 0.42),
                (0.24, 0.54),
                (0.38, 0.54),
                (0.38, 0.34),
                (0.62, 0.34),
                (0.62, 0.54),
                (0.76, 0.54),
                (0.76, 0.42),
                (0.9, 0.42),
                (0.9, 0.96),
            ],
            colour.fill,
            line,
            0.06,
        )
        pen.box(0.4, 0.68, 0.2, 0.27, colour.ink, None)
        pen.oval(0.5, 0.68, 0.1, 0.1, colour.ink)

    return paint_icon(high, paint)


def _coin_icon(_letter: str, high: int) -> Image.Image:
    """The payment for a tile of the bazaar."""

    def paint(pen: Pen) -> None:
        draw_rimmed_disc(pen, c.COIN, rgb("#FBE7A1"))
        pen.line([(0.36, 0.5), (0.64, 0.5)], 0.1, INK)

    return paint_icon(high, paint)


class Bridges(Extra):
    rank = 70
    brief_key_prefixes = ("carc.bridge.built", "carc.castle.built", "carc.bazaar.")
    icons: ClassVar = {"bridge": _bridge_icon, "castle": _castle_icon, "auction": _coin_icon}
    sources: ClassVar = {"castles": "castle", "auctions": "auction"}

    def draw_on_land(self, board: BoardCanvas, seen: Any) -> None:
        for castle in seen.castles:
            tiles = [board.tile_at(cell) for cell in castle.cells]
            if not any(map(board.layout.shows, castle.cells)) or None in tiles:
                continue
            (first_cell, second_cell), (first, second) = castle.cells, [tile for tile in tiles if tile is not None]
            step = (second_cell.x - first_cell.x, second_cell.y - first_cell.y)
            letter = board.look.seats[castle.seat].letter
            ring = castle_sprite((*first, castle.places[0]), (*second, castle.places[1]), step, letter, board.side)
            left, top = board.layout.corner((min(first_cell.x, second_cell.x), min(first_cell.y, second_cell.y)))
            board.canvas.paste(ring, (left, top), ring)
        for built_bridge in seen.bridges:
            if board.layout.shows(built_bridge.cell):
                bridge = bridge_sprite(built_bridge.axis, board.look.seats[built_bridge.seat].letter, board.side)
                board.canvas.paste(bridge, board.layout.corner(built_bridge.cell), bridge)
        for cell in {built_bridge.cell for built_bridge in seen.bridges if board.layout.shows(built_bridge.cell)}:
            tile_below = board.tile_at(cell)
            if tile_below is not None:  # the bridge runs behind a building
                buildings = tile_things_sprite(*tile_below, board.side)
                board.canvas.paste(buildings, board.layout.corner(cell), buildings)

    def figure_positions(self, seen: Any, view: CarcassonneView) -> Mapping[int, tuple[float, float]]:
        """Figures on a bridge that runs behind a building stand at its end."""
        axes = {bridge.cell: bridge.axis for bridge in seen.bridges}
        laid = {tile.cell: (tile.tile, tile.turn // 90) for tile in view.laid}
        positions = {}
        for index, piece in enumerate(view.pieces):
            axis = axes.get(piece.cell) if piece.place == BRIDGE_PLACE else None
            if axis is not None and tile_facts(*laid[piece.cell]).occupies_middle:
                x, y = (FIGURE_AT_END_SHARE, 0.45) if axis == "EW" else (0.5, 1 - FIGURE_AT_END_SHARE)
                positions[index] = piece.cell.x + x, piece.cell.y + y
        return positions

    def pieces_on_tiles(self, seen: Any) -> Iterable[tuple[str, Cell]]:
        yield from ((structure.axis, structure.cell) for structure in seen.bridges)
        yield from (("castle", cell) for structure in seen.castles for cell in structure.cells)

    def chip_items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[ChipItem]:
        left = (("bridge", seen.bridges_left[seat]), ("castle", seen.castles_left[seat]))
        won = sum(lot.seat == seat and not lot.laid for lot in seen.bazaar.lots) if seen.bazaar else 0
        return [
            ChipItem(name, count if count > 1 else None, NOW if name == "again" else THING)
            for name, count in (("again", won), *left)
            if count
        ]

    def find_mark_target(self, seen: Any, place: str) -> Target | None:
        """A tile of the bazaar (`lot-2`), or a possible bridge (`N50.EW`)."""
        if place.startswith("lot-"):
            return Target("band", (), (0.0, 0.0), place)
        name, _, axis = place.partition(".")
        if axis not in PLATE_SPOT_BY_AXIS:
            return None
        cell, (x, y) = Cell.parse(name), PLATE_SPOT_BY_AXIS[axis]
        ghost = partial(_ghost_bridge_sprite, axis)
        return Target("ghost", (cell,), (cell.x + x, cell.y + y), axis, ghost=ghost)

    def describe_place(self, say: Say, place: str) -> str:
        if place not in PLATE_SPOT_BY_AXIS:
            return ""
        return say("pic.place.with_side", feature=say("pic.feature.bridge"), side=say(f"pic.side.{place}"))

    def swatch_sprites(self, letter: str, side: int, faint: bool) -> Mapping[str, Sequence[Image.Image]]:
        return {"bridge": [bridge_sprite(axis, letter, side, faint) for axis in PLATE_SPOT_BY_AXIS]}

    def draw_band(
        self, seen: Any, view: CarcassonneView, look: Look, marks: Sequence[Mark], wide: int
    ) -> Image.Image | None:
        return bazaar_sprite(seen.bazaar, look, frozenset(mark.place for mark in marks), wide) if seen.bazaar else None

    def draw_turn_scene(
        self, turn: RecapTurn, before: Any, after: Any, look: Look, size: tuple[int, int]
    ) -> tuple[Image.Image, str] | None:
        """The tiles of the bazaar with their owners; those sold in this turn are framed."""
        bazaars = [bazaar for bazaar in (after.bazaar, before.bazaar) if bazaar is not None]
        if not bazaars or not any(key.startswith("carc.bazaar.") for key, _ in turn.events):
            return None
        sold_lots = frozenset(params["lot"] for key, params in turn.events if key in SOLD_KEYS)
        images = [bazaar_sprite(bazaars[0], look, frozenset(), wide, sold_lots) for wide in TRIED_WIDTHS]
        scales = [min(1.0, size[0] / image.width, size[1] / image.height) for image in images]
        scale, image = max(zip(scales, images, strict=True), key=lambda scaled: scaled[0])
        small = image.resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.LANCZOS)
        return small, look.say("pic.bazaar.title", name=look.seats[bazaars[0].host].name)

    def draw_ongoing(self, seen: Any, look: Look, wide: int, *, gold: bool) -> tuple[Image.Image, str] | None:
        if seen.bazaar is None:
            return None
        says_decision = gold and seen.bazaar.lot is None  # the pending decision says the rest
        has_sentence = seen.bazaar.stage in OFFER_STAGES and not says_decision
        sentence = next(iter(describe_bazaar(seen.bazaar, look)), "") if has_sentence else ""
        return narrow_bazaar_sprite(seen.bazaar, look, wide, gold), sentence

    def list_caption_phrases(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        sold = [(key, params) for key, params in turn.events if key in SOLD_KEYS]
        for key, params in sorted(sold, key=lambda sale: sale[1]["seat"] != reader):
            concerns_reader = reader is not None and reader in (params["seat"], params.get("other_seat"))
            name, price = name_seats([params["seat"]], look, reader), _bazaar_price(key, params)
            words = {"lot": params["lot"], "name": name, "n": price}
            if key == "carc.bazaar.bought":
                words["other"] = name_seats([params["other_seat"]], look, reader)
            weight = READER_WEIGHT if concerns_reader else OTHER_WEIGHT
            yield TurnPhrase(look.say(f"pic.{key.removeprefix('carc.')}", **words), weight, key)
        sold_lots = {params["lot"] for _, params in sold}
        for key, params in turn.events:
            if key == "carc.bazaar.held":
                yield TurnPhrase(look.say("pic.bazaar.held"), HELD_WEIGHT, key)
            elif key == "carc.bazaar.opened" and params["lot"] not in sold_lots:
                form = "offers_you" if params["seat"] == reader else "offers"
                words = {"name": name_seats([params["seat"]], look, reader), "lot": params["lot"], "n": params["bid"]}
                yield TurnPhrase(look.say(f"pic.bazaar.{form}", **words), OTHER_WEIGHT, key)
            elif key == "carc.castle.built" and params["seat"] != turn.seat:
                name = name_seats([params["seat"]], look, reader)
                yield TurnPhrase(look.say("pic.bridge.castle_built_by", name=name), OTHER_WEIGHT)
            elif key == "carc.castle.built":
                yield TurnPhrase(look.say("pic.bridge.castle_built"), OTHER_WEIGHT)

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if seen.bazaar:
            yield from describe_bazaar(seen.bazaar, look)

    def list_text_lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        say = look.say
        if seen.bazaar:
            yield " ".join(describe_bazaar(seen.bazaar, look))
        if seen.bridges:
            bridges = (f"{look.seats[bridge.seat].name} {bridge.cell}.{bridge.axis}" for bridge in seen.bridges)
            yield say("pic.bridge.bridges", list=join_list(bridges))
        if seen.castles:
            yield say(
                "pic.bridge.castles", list=join_list((_describe_castle(castle, look) for castle in seen.castles), "; ")
            )

    def describe_seat_items(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        left = (("bridges_left", seen.bridges_left[seat]), ("castles_left", seen.castles_left[seat]))
        return [look.say(f"pic.bridge.{key}", n=count) for key, count in left if count]


def _describe_castle(castle: Any, look: Look) -> str:
    name, cell = look.seats[castle.seat].name, str(castle.cells[0])
    if castle.points is None:
        return look.say("pic.bridge.castle", name=name, cell=cell)
    return look.say("pic.bridge.castle_scored", name=name, cell=cell, n=castle.points)


def describe_bazaar(bazaar: Any, look: Look) -> Iterable[str]:
    """Sentences about the bazaar: the tile on offer, bids, owners."""
    say = look.say
    if bazaar.lot is not None and bazaar.leader is not None:
        yield say("pic.bazaar.bid", n=bazaar.lot, points=bazaar.price, name=look.seats[bazaar.leader].name)
    elif bazaar.auctioneer is not None:
        yield say("pic.bazaar.open", name=look.seats[bazaar.auctioneer].name)
    if bazaar.bidders:
        yield say("pic.bazaar.bidders", list=join_list(look.seats[seat].name for seat in bazaar.bidders))
    lots = [
        say("pic.bazaar.lot", n=lot.number, tile=describe_land_tile(say, tile_facts(lot.tile)))
        if lot.seat is None
        else say("pic.bazaar.taken", n=lot.number, name=look.seats[lot.seat].name)
        for lot in bazaar.lots
    ]
    yield say("pic.bazaar.lots", list=join_list(lots, "; "))
    if bazaar.waiting:
        yield say("pic.bazaar.waiting", list=join_list(look.seats[seat].name for seat in bazaar.waiting))


EXTRA: Final = Bridges()
