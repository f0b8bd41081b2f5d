"""What a seat of Carcassonne has: figures, pieces and awards, and where its figures stand."""

from __future__ import annotations

from typing import Final

from rules.carcassonne.view import CarcassonneView
from words import Voice

from .extras import extras

FOLLOWER: Final = "follower"


def supply(view: CarcassonneView, seat: int, voice: Voice, *, whole: bool = False) -> list[str]:
    """What a seat has left: followers first, then what is rarest. In short, unless it is `whole`."""
    kinds = view.supply[seat]
    told = [voice("carc.supply.follower", n=kinds.get(FOLLOWER, 0))]
    told += [voice("carc.has.award", award=name) for name in awards(view, seat)]
    told += [said for extra in extras() for said in extra.has(view, seat, voice)]
    others = {figure: n for figure, n in kinds.items() if figure != FOLLOWER}
    for extra in extras():
        others |= extra.pieces(view, seat)
    for piece, n in others.items():
        if n == 1 and not whole and voice.has(f"carc.one.{piece}"):
            told.append(voice(f"carc.one.{piece}"))
        elif n and voice.has(f"carc.supply.{piece}"):
            told.append(voice(f"carc.supply.{piece}", n=n))
    return told


def awards(view: CarcassonneView, seat: int) -> dict[str, int]:
    """The awards a seat holds now, each with its points."""
    return {name: points for extra in extras() for name, points in extra.awards(view, seat).items()}


def hand(view: CarcassonneView, seat: int, voice: Voice) -> str:
    """Everything a seat has, and where its figures stand."""
    told = [voice("carc.hand.figures", figures=voice.join(supply(view, seat, voice, whole=True)))]
    standing: dict[str, int] = {}
    for piece in view.pieces:
        if piece.seat == seat:
            spot = voice("carc.pick.spot", cell=str(piece.cell), place=piece.place)
            if piece.kind != FOLLOWER:
                spot = voice("carc.hand.piece", figure=piece.kind, spot=spot)
            standing[spot] = standing.get(spot, 0) + 1
    if standing:
        told.append(voice("carc.hand.standing", places=list(standing)))
    told += [voice("carc.hand.award", award=name, points=n) for name, n in awards(view, seat).items()]
    if view.drawn is not None and view.drawn.seat == seat:
        told.append(voice("carc.hand.tile"))
    return "\n".join(told)
