"""Possessions of a seat: figures, pieces, awards, and figures on the board."""

from __future__ import annotations

from typing import Final

from rules.carcassonne.view import CarcassonneView
from words import Voice

from .expansions import extra_faces

FOLLOWER: Final = "follower"


def describe_supply(view: CarcassonneView, seat: int, voice: Voice) -> list[str]:
    """Everything a seat has left: followers and awards first."""
    kinds = view.supply[seat]
    parts = brief_supply(view, seat, voice)
    parts += [text for extra in extra_faces() for text in extra.describe_possessions(view, seat, voice)]
    count_by_piece = {figure: n for figure, n in kinds.items() if figure != FOLLOWER}
    for extra in extra_faces():
        count_by_piece |= extra.pieces_left(view, seat)
    for piece, n in count_by_piece.items():
        if n and voice.has(f"carc.supply.{piece}"):
            parts.append(voice(f"carc.supply.{piece}", n=n))
    return parts


def brief_supply(view: CarcassonneView, seat: int, voice: Voice) -> list[str]:
    """Followers and awards, short enough for one line on a phone."""
    parts = [voice("carc.supply.follower", n=view.supply[seat].get(FOLLOWER, 0))]
    return parts + [voice("carc.has.award", award=name) for name in held_awards(view, seat)]


def held_awards(view: CarcassonneView, seat: int) -> dict[str, int]:
    """Awards of a seat -> their points."""
    return {name: points for extra in extra_faces() for name, points in extra.award_points(view, seat).items()}


def describe_hand(view: CarcassonneView, seat: int, voice: Voice) -> str:
    """All possessions of a seat, and the places of its figures."""
    lines = [voice("carc.hand.figures", figures=voice.join(describe_supply(view, seat, voice)))]
    standing: dict[str, int] = {}
    for piece in view.pieces:
        if piece.seat == seat:
            spot = voice("carc.pick.spot", cell=str(piece.cell), place=piece.place)
            if piece.kind != FOLLOWER:
                spot = voice("carc.hand.piece", figure=piece.kind, spot=spot)
            standing[spot] = standing.get(spot, 0) + 1
    if standing:
        lines.append(voice("carc.hand.standing", places=list(standing)))
    lines += [voice("carc.hand.award", award=name, points=n) for name, n in held_awards(view, seat).items()]
    if view.drawn is not None and view.drawn.seat == seat:
        lines.append(voice("carc.hand.tile"))
    return "\n".join(lines)


def supply_changes(before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice) -> list[tuple[int, str]]:
    """Changes of a seat's figures and pieces: (difference, words)."""
    count_before, count_after = (_count_supply(view, seat) for view in (before, after))
    pieces = [piece for piece in {**count_before, **count_after} if voice.has(f"carc.supply.{piece}")]
    differences = {piece: count_after.get(piece, 0) - count_before.get(piece, 0) for piece in pieces}
    changes = [(n, voice(f"carc.supply.{piece}", n=abs(n))) for piece, n in differences.items()]
    return changes + [
        change for extra in extra_faces() for change in extra.possession_changes(before, after, seat, voice)
    ]


def _count_supply(view: CarcassonneView, seat: int) -> dict[str, int]:
    counts = dict(view.supply[seat])
    for extra in extra_faces():
        counts |= extra.pieces_left(view, seat)
    return counts
