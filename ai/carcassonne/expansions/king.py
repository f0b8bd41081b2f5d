"""King & Robber Baron: the awards for the largest city and the longest road."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.king.awards import AWARDS, awards_of

from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook

COMPLETED_PER_TURN: Final = 0.5  # further complete features of the kind


class Awards(Extra):
    weighed = (0.99, 1.27, 1.79, 1.06, 1.02)

    def add_piece_values(self, r: Outlook, values: list[float]) -> None:
        """A holder keeps an award with a probability that grows with its size and the progress of the game."""
        s = r.s
        board = s.board
        awards = list(awards_of(s).held)
        kinds = list(AWARDS.values())
        if all(award.seat < 0 for award in awards) and not s.completed:
            return
        open_ends, kind_of = board.open, board.kinds
        complete = [kind_of[root] for root in set(board.of) if not open_ends[root]]
        for root in s.completed:
            if board.kinds[root] in kinds:
                i = kinds.index(board.kinds[root])
                if board.count_tiles(root) > awards[i].size:
                    awards[i] = awards[i]._replace(seat=s.active, size=board.count_tiles(root))
        for kind, award in zip(kinds, awards, strict=True):
            if award.seat >= 0:
                keeps = 1.0 / (1.0 + r.odds.turns_left / (2.0 + award.size))
                values[award.seat] += keeps * (complete.count(kind) + COMPLETED_PER_TURN * r.odds.turns_left)


EXTRA: Final = Awards()
