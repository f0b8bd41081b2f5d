"""Bazaars: choosing a tile, bidding, buying and selling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.screen import Button, File, Screen, split_into_rows
from rules.carcassonne.expansions.bridge.moves import HIGHEST_BID, BazaarOpen, BazaarTake
from rules.carcassonne.expansions.bridge.view import BazaarSeen
from rules.core import encode_move
from service.state.model import StoredEvent

from ...places import CarcSeatView, board_picture, join_lines

GROUP: Final = "bazaar"
BIDS: Final = ("carc.bazaar.opened", "carc.bazaar.bid")
PASSED: Final = "carc.bazaar.passed"
SOLD: Final = ("carc.bazaar.free", "carc.bazaar.kept", "carc.bazaar.bought")
PAID: Final = "carc.bazaar.paid"
FIRST_BIDS: Final = 15  # opening bids on buttons, from 0
NEXT_BIDS: Final = 10


async def bazaar_screen(seat_view: CarcSeatView, question: Question, market: BazaarSeen | None) -> Screen | None:
    """The next step of a bazaar."""
    kinds = {move.kind for move in question.moves}
    if "bazaar-open" in kinds:
        lots = unique_items(move.lot for move in question.moves if isinstance(move, BazaarOpen))
        if len(lots) > 1:
            return await _lot_screen(seat_view, question, lots)
        return await _first_bid_screen(seat_view, question, lots[0])
    if kinds & {"bazaar-bid", "bazaar-pass"} and market is not None:
        return await _bid_screen(seat_view, question, market)
    if kinds & {"bazaar-buy", "bazaar-sell"} and market is not None:
        return await _deal_screen(seat_view, question, market)
    if kinds == {"bazaar-take"}:
        return await _take_screen(seat_view, question)
    return None


def join_bazaar_events(before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
    """Of the bids for a tile only the last is told; a sale includes its price and seller."""
    if "lot" not in before.params or before.params["lot"] != event.params.get("lot"):
        return None
    first, second = before.key, event.key
    if (first in BIDS and second == PASSED) or (first in SOLD and second == PAID):
        return before
    return event if first in (*BIDS, PASSED) and second in (*BIDS, PASSED, *SOLD) else None


def least_bid(market: BazaarSeen) -> int:
    assert market.price is not None, "a first bid was made"
    return market.price + 1


def lots_won(market: BazaarSeen | None, seat: int) -> dict[int, str]:
    """Number -> tile of the lots a seat has won."""
    return {lot.number: lot.tile for lot in market.lots if lot.seat == seat} if market is not None else {}


def is_bidding_open(market: BazaarSeen) -> bool:
    """Whether any seat may still bid in the current auction."""
    lots_offered = 0 if market.stage == "open" else 1  # the tile on offer
    is_running = market.stage in ("open", "bid", "deal")
    return is_running and (bool(market.bidders) or len(market.waiting) - lots_offered > 1)


async def _stall_picture(seat_view: CarcSeatView, lots: Sequence[int | None]) -> tuple[File, ...]:
    """The tiles on offer above the board; those to choose from in gold."""
    return await board_picture(seat_view, f"lots {lots}", [f"lot-{lot}" for lot in lots])


async def _lot_screen(seat_view: CarcSeatView, question: Question, lots: Sequence[int]) -> Screen:
    paths = [(lot, ChoicePath((), ("bazaar-open", str(lot)))) for lot in lots]
    rows = split_into_rows(
        [seat_view.next_screen_button(path, seat_view.say("carc.button.lot", lot=lot)) for lot, path in paths]
    )
    text = join_lines(seat_view.say("carc.ask.open"), seat_view.say("carc.about.auction"))
    return frame_screen(seat_view, question, text, rows, await _stall_picture(seat_view, lots))


async def _first_bid_screen(seat_view: CarcSeatView, question: Question, lot: int) -> Screen:
    buttons = [_bid_button(seat_view, f"bazaar-open {lot}", points) for points in range(FIRST_BIDS)]
    buttons.append(seat_view.form_button(f"bazaar-open {lot}", seat_view.say("carc.button.bid_more")))
    files = await _stall_picture(seat_view, [lot])
    return frame_screen(
        seat_view, question, seat_view.say("carc.ask.first_bid", lot=lot), split_into_rows(buttons), files
    )


async def _bid_screen(seat_view: CarcSeatView, question: Question, market: BazaarSeen) -> Screen:
    """Passing, or the next higher bids."""
    least = least_bid(market)
    buttons = [seat_view.play_button([f"bazaar-pass {market.lot}"], seat_view.say("carc.button.bazaar-pass"))]
    if least <= HIGHEST_BID:
        bids = range(least, min(least + NEXT_BIDS, HIGHEST_BID + 1))
        buttons += [_bid_button(seat_view, f"bazaar-bid {market.lot}", points) for points in bids]
        buttons.append(seat_view.form_button(f"bazaar-bid {market.lot}", seat_view.say("carc.button.bid_more")))
    text = seat_view.say("carc.ask.bid", lot=market.lot, price=market.price, leader_seat=market.leader)
    return frame_screen(
        seat_view, question, text, split_into_rows(buttons), await _stall_picture(seat_view, [market.lot])
    )


def _bid_button(seat_view: CarcSeatView, line_start: str, points: int) -> Button:
    return seat_view.play_button([f"{line_start} {points}"], seat_view.say("carc.button.bazaar-bid", points=points))


async def _deal_screen(seat_view: CarcSeatView, question: Question, market: BazaarSeen) -> Screen:
    """Buying the tile or selling it to the highest bidder."""
    buttons = [
        seat_view.play_button([encode_move(move)], seat_view.say(f"carc.button.{move.kind}", price=market.price))
        for move in question.moves
    ]
    text = seat_view.say("carc.ask.deal", lot=market.lot, price=market.price, leader_seat=market.leader)
    return frame_screen(
        seat_view, question, text, split_into_rows(buttons), await _stall_picture(seat_view, [market.lot])
    )


async def _take_screen(seat_view: CarcSeatView, question: Question) -> Screen:
    """The choice of a free tile."""
    lots = [move.lot for move in question.moves if isinstance(move, BazaarTake)]
    buttons = [
        seat_view.play_button([encode_move(move)], seat_view.say("carc.button.bazaar-take", lot=lot))
        for move, lot in zip(question.moves, lots, strict=True)
    ]
    files = await _stall_picture(seat_view, lots)
    return frame_screen(seat_view, question, seat_view.say("carc.ask.take"), split_into_rows(buttons), files)
