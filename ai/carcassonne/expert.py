"""The expert for the search: the most promising moves, tried in the same imagined orders of the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import DeployFigure
from rules.core import Chance, Game, Move
from rules.core.saving import Slice, to_text

from ..player import Imagine
from ..search import Expert
from . import expansions
from .chances import MANY, expected_points, is_crowded, win_chances
from .odds import Odds
from .open_ends import Ends
from .rollout import play_on, play_to_end, position_to_judge, turns_completed
from .search import Search
from .situation import Situation

KNOWN: Final = expansions
IDEAS: Final = 6
CLOSE: Final = 5.0  # points; moves further behind the best are not searched
AHEAD: Final = 6  # total turns after the start of the look with two players; with more, each takes one
ENDING: Final = 8  # tiles left: below that it plays to the end
LAST: Final = 2  # tiles left: below that every decision is weighed instead of glanced
CROWDED: Final = 500  # simulations with many modules, where each takes twice as long
PRESENT: Final = 0.3  # weight of the judgement made before playing on


class Judging(Search):
    """A search that compares positions by the judge."""

    __slots__ = ()

    def judged(self, r: Situation) -> float:
        return lead_over_others(expected_points(r), self.seat)


def lead_over_others(worth: list[float], seat: int) -> float:
    """A seat's lead over the mean of the others."""
    others = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - sum(others) / len(others)


class CarcassonneExpert(Expert):
    """Caches of the running decision. `known`: automatic results of its turns before the next draw; `ends`: final
    results per order of the last tiles; `first`: open ends of its position."""

    simulations = 1000
    together = True  # a lay and its figure
    hides = False  # only the order of the tiles is hidden

    def __init__(self) -> None:
        self.known: dict[object, tuple[Move | None, list[float] | None]] = {}
        self.ends: dict[object, Sequence[float]] = {}
        self.first: Ends | None = None

    def forget(self) -> None:
        """Clear the caches for another decision."""
        self.known.clear()
        self.ends.clear()

    def most(self, game: Game[Any]) -> int:
        return CROWDED if len(game.choices.modules) > MANY else self.simulations

    def ideas(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        self.forget()
        s = imagine()
        search = Judging(s, imagine.seat)
        self.first = search.ends
        for ask in search.odds.extras.decides:
            decided = ask(search, legal)
            if decided is not None:
                return [decided]
        found = search.ranked(legal, IDEAS, CLOSE)
        if plays_last_tiles_out(s) and type(s.agenda[-1]) is DeployFigure:
            best = best_by_playout(imagine.game, s, imagine.seat, found)
            return [best, *(move for move in found if move is not best)]
        return found

    def outlook(self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState) -> Sequence[float]:
        if game.over(s):
            return win_chances(game, s)
        if self.first is None or not self.first.reach.leads_to(s.board):
            self.first = Ends(s.board, Odds(s))
            self.forget()
        first = self.first
        left = turns_completed(s, before)
        key = visible_position(s, len(first.reach.laid))
        if key not in self.known:
            self.known[key] = best_figure(game, s, before, first), None
        figure, now = self.known[key]
        if plays_last_tiles_out(before):
            return self._ending(game, s, key, figure)
        if now is None:
            now = win_chances(game, position_to_judge(game, s, before, figure, first.reach), first)
            if left < 1:  # otherwise the next tile differs each time
                self.known[key] = figure, now
        play_on(game, s, turns_to_look_ahead(before) + left, figure, first.reach)
        return [PRESENT * a + (1 - PRESENT) * b for a, b in zip(now, win_chances(game, s, first), strict=True)]

    def _ending(self, game: Game[Any], s: CarcassonneState, key: object, figure: Move | None) -> Sequence[float]:
        """The final result if the remaining tiles come in the order of that position."""
        order = (key, s.pile[s.drawn :])
        if order not in self.ends:
            play_to_end(game, s, figure)
            self.ends[order] = win_chances(game, s)
        return self.ends[order]


def plays_last_tiles_out(s: CarcassonneState) -> bool:
    """Whether the last tiles are played to the end."""
    return len(s.pile) - s.drawn <= LAST


def turns_to_look_ahead(s: CarcassonneState) -> int:
    """The number of turns judged after the start of the look; near the end all remaining ones."""
    return max(s.seats, AHEAD // (s.seats - 1)) if len(s.pile) - s.drawn > ENDING else ENDING


def visible_position(s: CarcassonneState, lay: int) -> object:
    """A key of the public position, as far as moves of one decision change it. `lay`: tiles on the board before."""
    board = s.board
    return (
        s.drawn,
        s.hand,
        s.just,
        *s.scores,
        *s.figures,
        *s.supply,
        *islice(board.laid.items(), lay, None),
        *board.bridges,
        *s.agenda,
        *map(slice_values, s.ext.values()),
    )


def slice_values(part: Slice) -> object:
    """The state of a module as a comparable value, if possible."""
    names: Sequence[str] = type(part).__dict__.get("__slots__", ())
    found = (part.kind, *[getattr(part, name) for name in names])
    try:
        hash(found)
    except TypeError:
        return to_text(part)
    return found if names else to_text(part)


def best_figure(
    game: Game[Any], s: CarcassonneState, before: CarcassonneState, first: Ends | None = None
) -> Move | None:
    """The figure to put on the tile just laid; None: nobody is asked. Chosen by the judge, or by the most wins for the
    last tiles. `before`: the position before the move that led here; `first`: open ends of an earlier position."""
    top = s.agenda[-1]
    if type(top) is not DeployFigure or not top.waiting(s):
        return None
    found = Judging(s, s.active, first).ranked(list(top.legal(s, s.active)), IDEAS)
    return best_by_playout(game, s, s.active, found) if plays_last_tiles_out(before) else found[0]


def best_by_playout(game: Game[Any], s: CarcassonneState, seat: int, moves: Sequence[Move]) -> Move:
    """The move that wins most often over all orders of the remaining tiles; of equals the first. With many modules only
    the first two moves are tried, because each takes ten times as long."""
    moves = moves[:2] if is_crowded(s.hooks) else moves
    if len(moves) == 1:
        return moves[0]
    orders = dict.fromkeys(permutations(sorted(s.pile[s.drawn :])))
    won = []
    for move in moves:
        won.append(0.0)
        for order in orders:
            twin = s.copy()
            twin.pile = (*s.pile[: s.drawn], *order)
            play_to_end(game, twin, move)
            won[-1] += win_chances(game, twin)[seat]
    return moves[won.index(max(won))]


EXPERT: Final = CarcassonneExpert()
