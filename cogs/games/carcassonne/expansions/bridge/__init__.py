"""Bridges, Castles & Bazaars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cogs.choose.picker import ChoicePath, Question
from cogs.games.picker_frame import frame_screen
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales, weigh_keys
from cogs.screen import Button, Screen, ids, split_into_rows
from cogs.screen.event_text import Weight
from render import Mark
from rules.carcassonne.expansions.bridge.moves import (
    HIGHEST_BID,
    BazaarBid,
    BazaarPass,
    BridgeBuild,
    BridgeDecline,
    CastleBuild,
    CastlePick,
)
from rules.carcassonne.expansions.bridge.view import BridgeView
from rules.carcassonne.view import CarcassonneView
from rules.core import Move, encode_move
from service.state.model import StoredEvent
from words import Voice

from ... import figures, story
from ...places import CarcSeatView, join_lines, just_laid_cell, tile_picture
from ..base import Answer, CarcExpansionFace, quick_move_button
from . import bazaar, castles

BRIDGED: Final = "carc.tile.laid_bridge"


class Bridge(CarcExpansionFace[BridgeView]):
    """Bridges besides tiles and figures, castles, bazaars."""

    own_line_keys = (bazaar.BIDS[0], *bazaar.SOLD)
    key = "bridge"
    scales = Scales(
        "carc",
        weigh_keys(Weight.IDLE, "bazaar.passed", "bazaar.paid", "castle.kept"),
        {**weigh_keys(Weight.GREAT, "castle"), **weigh_keys(Weight.LASTING, "bazaar")},
    )
    kinds_beside_cells = MappingProxyType({BridgeDecline.kind: "carc.pick.decline"})
    kinds_instead_of_figure = (BridgeBuild.kind,)
    kinds_before_any_decision = (BridgeBuild.kind,)

    # --- screens

    async def own_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        if any(move.group == bazaar.GROUP for move in question.moves):
            return await bazaar.bazaar_screen(seat_view, question, self.shown_view(seat_view.view).bazaar)
        return None

    async def figure_alternative_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The choice of a bridge, then the figures on the board with it."""
        moves = [move for move in question.moves if isinstance(move, BridgeBuild)]
        back_path = figures.path_to_others(seat_view) if figures.asks_figure(seat_view) else seat_view.path_to()
        if question.shape == "move":
            return await _bridge_screen(seat_view, question, moves[0], back_path)
        bridges = [str(move.bridge) for move in moves]
        marks = tuple(Mark(bridge, bridge, note=seat_view.value_label("bridge", bridge)) for bridge in bridges)
        files = await tile_picture(seat_view, "bridges", just_laid_cell(seat_view), marks)
        buttons = [
            seat_view.next_screen_button(choice.path, seat_view.value_label("bridge", choice.token))
            for choice in question.choices
        ]
        text = join_lines(seat_view.say("carc.pick.bridge"), seat_view.say("carc.about.bridge"))
        return frame_screen(seat_view, question, text, split_into_rows(buttons), files, parent=back_path)

    def decision_text(self, seat_view: CarcSeatView, kind: str, moves: Sequence[Move]) -> list[str] | None:
        if kind == CastleBuild.kind:
            return castles.describe_castle_choice(seat_view, moves)
        return castles.describe_source_choice(seat_view, moves) if kind == CastlePick.kind else None

    def answer_label(self, seat_view: CarcSeatView, move: Move) -> Answer | None:
        if isinstance(move, CastlePick):
            shown_view = self.shown_view(seat_view.view)
            return Answer(move.kind, castles.castle_source_params(seat_view, shown_view, move.spot))
        return None

    def answer_places(self, seat_view: CarcSeatView, move: Move) -> list[str] | None:
        if isinstance(move, CastleBuild):
            return [str(cell) for cell in castles.small_city(seat_view, move.castle)]
        return None

    def value_names(self, voice: Voice, name: str, token: str) -> Sequence[str]:
        if name == "bridge":
            cell, _, axis = token.partition(".")
            return (voice("carc.pick.bridge_at", cell=cell, axis=axis),) if axis else ()
        return (voice("carc.pick.lot", lot=token),) if name == "lot" else ()

    def value_in_sentence(self, voice: Voice, name: str, token: str) -> str:
        return token if name == "lot" else ""

    # --- public information

    def quick_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        """Building or keeping a castle, buying or selling, passing or the next bid."""
        if task == "castle":
            cell = view.tasks[seat].params["cell"]
            for kind in ("castle-build", "castle-keep"):
                yield from quick_move_button(table, f"{kind} {cell}", voice(f"carc.button.{kind}"))
        market = self.shown_view(view).bazaar if task in ("bid", "buy") else None
        if market is None:
            return
        if task == "buy":
            for kind in ("bazaar-buy", "bazaar-sell"):
                label = voice(f"carc.button.{kind}", price=market.price)
                yield from quick_move_button(table, f"{kind} {market.lot}", label)
            return
        yield from quick_move_button(table, f"{BazaarPass.kind} {market.lot}", voice("carc.button.bazaar-pass"))
        least = bazaar.least_bid(market)
        if least <= HIGHEST_BID:
            line = f"{BazaarBid.kind} {market.lot}"
            yield from quick_move_button(table, f"{line} {least}", voice("carc.button.bazaar-bid", points=least))
            custom_id = ids.form_custom_id(table.id, table.seq, line)
            if custom_id is not None:
                yield Button(custom_id, voice("carc.button.bid_more"))

    def waiting_seat_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice
    ) -> Iterator[Button]:
        """The button for a bid limit; the same for everybody, so that it reveals nothing."""
        seen = self.expansion_view(view)
        if seen is not None and seen.bazaar is not None and bazaar.is_bidding_open(seen.bazaar):
            yield Button(ids.action_custom_id(table.id, table.seq, "ceilings"), voice("carc.button.bid_up_to"))

    def pieces_left(self, view: CarcassonneView, seat: int) -> Mapping[str, int]:
        seen = self.expansion_view(view)
        return {"bridge": seen.bridges_left[seat], "castle": seen.castles_left[seat]} if seen is not None else {}

    def possession_changes(
        self, before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """Tiles won in a bazaar."""
        lots_before, lots_after = self._lots_won(before, seat), self._lots_won(after, seat)
        new_lots = [lot for lot, tile in lots_after.items() if lots_before.get(lot) != tile]
        return [(1, voice("carc.bazaar.lot_won", lot=lot)) for lot in new_lots]

    def _lots_won(self, view: CarcassonneView, seat: int) -> dict[int, str]:
        seen = self.expansion_view(view)
        return bazaar.lots_won(seen.bazaar, seat) if seen is not None else {}

    def join_pair(self, before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
        """Joins a tile, its bridge and the figure on it; an auction and its result."""
        same_cell = before.params.get("cell") == event.params.get("cell")
        if event.key == story.DEPLOYED and before.key in (BRIDGED, f"{BRIDGED}_here") and same_cell:
            return StoredEvent(f"{before.key}_with", {**event.params, **before.params}, None, before.reveals)
        same_seat = before.params.get("seat") == event.params.get("seat")
        if event.key == "carc.bridge.built" and before.key == story.LAID and same_seat:
            params = {**before.params, "bridge_cell": event.params["cell"], "axis": event.params["axis"]}
            return StoredEvent(f"{BRIDGED}_here" if same_cell else BRIDGED, params, None, before.reveals)
        return bazaar.join_bazaar_events(before, event)


async def _bridge_screen(
    seat_view: CarcSeatView, question: Question, move: BridgeBuild, back_path: ChoicePath
) -> Screen:
    """Preview of the bridge."""
    line = encode_move(move)
    bridge_name = seat_view.value_label("bridge", str(move.bridge))
    head = seat_view.say("carc.pick.bridge_built", bridge=bridge_name)
    next_view = seat_view.view_after_move(line)
    if next_view is not None and figures.asks_figure(next_view):
        return await figures.follower_screen(seat_view, question, next_view, head)
    mark = Mark(str(move.bridge), str(move.bridge), note=bridge_name)
    files = await tile_picture(seat_view, f"bridge {line}", just_laid_cell(seat_view), (mark,))
    rows = split_into_rows([seat_view.play_button([*seat_view.chosen_lines, line], seat_view.say("carc.pick.build"))])
    several_bridges = sum(other.kind == move.kind for other in seat_view.legal) > 1
    parent = seat_view.path_to(move.kind) if several_bridges else back_path
    return frame_screen(seat_view, question, head, rows, files, parent=parent)


EXTRA: Final = Bridge()
