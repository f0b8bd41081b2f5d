"""The Queen gets gold if she sits beside the player with rank 4."""  # citadels.md 7.18

from __future__ import annotations

from typing import Final

from rules.citadels.hooks import ROLES, Character
from rules.citadels.round import is_murdered
from rules.citadels.state import OUT, CitadelsState, Ctx

GOLD: Final = 3
CONSORT: Final = 4  # required rank of the neighbour


def sits_beside_rank_4(s: CitadelsState, seat: int, *, murdered: bool) -> bool:
    """Whether that seat is beside the holder of rank 4. A murdered one becomes known only at the end of the round."""
    for character in s.cast:
        if ROLES[character].rank == CONSORT and character in s.shown:
            sits_beside = (s.holder_of(character) - seat) % s.seats in (1, s.seats - 1)
            return sits_beside and is_murdered(s, character) == murdered
    return False


class Queen(Character):
    key = "queen"
    least_seats = 5
    too_few_players_key = "cit.option_error.queen"

    def extra_income(self, s: CitadelsState, seat: int) -> int:
        return GOLD if sits_beside_rank_4(s, seat, murdered=False) else 0

    def on_round_end(self, ctx: Ctx) -> None:
        s = ctx.s
        seat = s.acting.get(self.key, OUT)
        if seat != OUT and sits_beside_rank_4(s, seat, murdered=True):
            s.gold[seat] += GOLD
            ctx.emit("cit.power.queen", seat=seat, n=GOLD)


RULE = Queen
