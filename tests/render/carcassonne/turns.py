"""Turns in which something happened, and their frames, in the tests of recaps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from render import Look, Recap, RecapStep, RecapTurn, TurnPhrase
from render.carcassonne.captions import turn_caption
from render.carcassonne.recap_picture import HIGH, draw_carcassonne_recap
from render.core.recap_strip import BAR, CAPTION, GAP, HEAD, INSIDE, MARGIN
from rules.carcassonne.cells import TURNS, Cell
from rules.carcassonne.view import CarcassonneView, Laid, Piece

from ..looks import look
from .scenes import scene

FRAME = HEAD + HIGH + CAPTION


def seats(view: CarcassonneView, **how: Any) -> Look:
    return look(view.seats, **how)


def event(key: str, **params: Any) -> tuple[str, dict[str, Any]]:
    return key, params


def laid_at(cell: str, seat: int) -> tuple[str, dict[str, Any]]:
    return event("carc.tile.laid", seat=seat, tile="base-E", cell=cell, turn=0)


def after(view: CarcassonneView, cell: str, pieces: tuple[Piece, ...] | None = None) -> CarcassonneView:
    new = Laid(Cell.parse(cell), "base-E", TURNS[0])
    return replace(view, laid=(*view.laid, new), pieces=view.pieces if pieces is None else pieces)


def eaten(view: CarcassonneView, number: int) -> tuple[CarcassonneView, tuple[tuple[str, dict[str, Any]], ...]]:
    """One of the figures is sent home by what happens after a tile was laid."""
    piece = view.pieces[number]
    left = tuple(other for other in view.pieces if other != piece)
    told_of = [piece.kind, piece.seat, f"{piece.cell}.{piece.place}"]
    sent = event("carc.princess.sent", seat=1, figure=piece.kind, owner_seat=piece.seat, returned=[told_of])
    return after(view, "P50", left), (laid_at("P50", 1), sent)


def frame(what: Recap) -> Any:
    """The picture of a single turn."""
    drawn = draw_carcassonne_recap(replace(what, now=None), seats(what.steps[0].after))
    left, top = MARGIN + 2, MARGIN + BAR + GAP + HEAD
    return drawn.crop((left, top, left + INSIDE, top + HIGH))


def one(before: CarcassonneView, now: CarcassonneView, events: tuple[Any, ...], reader: int) -> Recap:
    return Recap("2 days", reader, (RecapStep(RecapTurn(1, events), before, now),))


def words(*events: tuple[str, dict[str, Any]], reader: int = 0, said: tuple[TurnPhrase, ...] = ()) -> str:
    return turn_caption(RecapTurn(1, events, said), look(3), reader, scene())


def scored(seats_: list[int], shields: int = 0) -> tuple[str, dict[str, Any]]:
    key = "carc.feature.scored_shields" if shields else "carc.feature.scored"
    return event(key, feature="city", n=3, shields=shields, points=8, seats=seats_)
