"""What the pieces of each module are worth beside the features: goods, awards, fairy and dragon, barns and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rules.carcassonne.cells import SHIFT
from rules.carcassonne.expansions.abbey.state import estate
from rules.carcassonne.expansions.bridge.bridges import bridges
from rules.carcassonne.expansions.bridge.castles import OPEN, castles, surroundings
from rules.carcassonne.expansions.count.state import MARKET, city
from rules.carcassonne.expansions.cult.duels import challengers, is_shrine
from rules.carcassonne.expansions.king.awards import AWARDS, awards
from rules.carcassonne.expansions.princess.dragon import left
from rules.carcassonne.expansions.princess.fairy import astride, beside
from rules.carcassonne.expansions.princess.lair import lair
from rules.carcassonne.expansions.trade.goods import GOODS, MOST, symbols
from rules.carcassonne.expansions.trade.stock import stock
from rules.carcassonne.scoring import value
from rules.carcassonne.tiles import CITY, FIELD, MONASTERY

from . import farms

if TYPE_CHECKING:
    from .reading import Reading

Adding = Callable[["Reading", list[float]], None]
ADDING: Final[dict[str, Adding]] = {}  # key of what a module remembers -> what it is worth

BARN_CITY: Final = 4
SECOND_PART: Final = 3.0  # points that another tile brings
NEAR: Final = (1.0, 0.8, 0.55, 0.35, 0.2, 0.1, 0.05)  # how likely a moving dragon gets so far
ABBEY_KEPT: Final = 3.0
ABBEY_LAST: Final = 0.5
BARN_KEPT: Final = 4.0
BRIDGE_KEPT: Final = 1.2
CASTLE_KEPT: Final = 0.6
CASTLE_HOPE: Final = 5.0
INSIDE: Final = 2.2  # a follower in the City, who may go anywhere
KEPT_IN: Final = 0.35  # of that, where the count is


def worth_of(key: str) -> Callable[[Adding], Adding]:
    def note(add: Adding) -> Adding:
        ADDING[key] = add
        return add

    return note


def add(r: Reading, found: list[float]) -> None:
    """Add what all pieces are worth to each seat."""
    for key in r.s.ext:
        if key in ADDING:
            ADDING[key](r, found)


@worth_of("trade")
def trade(r: Reading, found: list[float]) -> None:
    """Builders at work, and the race for each good."""
    s = r.s
    here = stock(s)
    tokens = list(here.goods)
    for root in s.completed:  # whoever completes a city takes its goods
        if s.board.kinds[root] == CITY:
            for i, n in enumerate(symbols(s, root)):
                tokens[s.active * len(GOODS) + i] += n
    for i in range(len(GOODS)):
        counts = tokens[i :: len(GOODS)]
        open_ = 0.5 * r.odds.goods[i] / s.seats + 0.01
        shares = [(n + open_) ** 3 for n in counts]
        if any(counts):
            for seat in range(s.seats):
                found[seat] += MOST * shares[seat] / max(shares[seat], sum(shares))
    if here.earned and r.odds.left:
        found[s.active] += SECOND_PART
    for kind, seat, node in s.figures:
        if kind == "builder":
            root = s.board.of[node]
            if s.board.open[root]:
                found[seat] += (1.0 + 2.0 * min(1.0, 0.4 * s.board.open[root])) * r.odds.fade(6)


@worth_of("king")
def king(r: Reading, found: list[float]) -> None:
    """Who holds an award is likely to keep it, the likelier the later and the larger it is."""
    s = r.s
    board = s.board
    held = list(awards(s).held)
    kinds = list(AWARDS.values())
    counts = [0] * len(kinds)
    for root in dict.fromkeys(board.of):
        if not board.open[root] and board.kinds[root] in kinds:
            counts[kinds.index(board.kinds[root])] += 1
    for root in s.completed:
        if board.kinds[root] in kinds:
            i = kinds.index(board.kinds[root])
            if board.size(root) > held[i].size:
                held[i] = held[i]._replace(seat=s.active, size=board.size(root))
    for i, award in enumerate(held):
        if award.seat >= 0:
            keeps = 1.0 / (1.0 + r.odds.turns / (2.0 + award.size))
            found[award.seat] += keeps * (counts[i] + 0.5 * r.odds.turns)


@worth_of("princess")
def princess(r: Reading, found: list[float]) -> None:
    """The fairy's points, and what the dragon threatens."""
    s = r.s
    here = lair(s)
    board = s.board
    friends = beside(s, s.figures) if here.fairy >= 0 else []
    for seat in friends:
        found[seat] += min(2.0, 0.5 * r.odds.turns)
    wide = astride(s)
    weights = s.hooks.weights
    moving = left(s) if here.moving else 0
    alarm = 0.8 if moving else min(0.5, r.odds.dragons / max(1, r.odds.left) * 2 * s.seats / 4)
    threat = here.dragon >= 0 and alarm > 0
    reach = moving or len(NEAR) - 1
    for figure in s.figures:
        kind, seat, node = figure
        at = board.cells[node]
        root = board.of[node]
        if at == here.fairy or here.fairy in wide.get(node, ()):
            if kind in weights and board.kinds[root] != FIELD:
                found[seat] += 3.0 * (r.chance(root) if board.kinds[root] < MONASTERY else 0.6)
        elif threat and (steps := distance(at, here.dragon)) <= reach and at not in here.path:
            if any(ask(s, figure) for ask in s.hooks.spares):
                continue
            gives = r.worth(root)[0] if kind in weights else 1.0
            alone = root in r.strengths and r.strengths[root][seat] <= weights.get(kind, 0)
            found[seat] -= alarm * NEAR[steps] * (0.5 * gives if alone else 0.3)


def distance(a: int, b: int) -> int:
    """Steps between two positions."""
    mask = (1 << SHIFT) - 1
    return abs((a >> SHIFT) - (b >> SHIFT)) + abs((a & mask) - (b & mask))


@worth_of("abbey")
def abbey(r: Reading, found: list[float]) -> None:
    """Abbeys in hand, and barns."""
    s = r.s
    here = estate(s)
    for seat in here.abbeys:
        found[seat] += ABBEY_LAST + (ABBEY_KEPT - ABBEY_LAST) * r.odds.fade(6)
    built = {barn.seat for barn in here.barns}
    for seat in range(s.seats):
        if seat not in built:
            found[seat] += BARN_KEPT * r.odds.fade(10)
    for barn in here.barns:
        field = s.board.of[barn.node]
        found[barn.seat] += BARN_CITY * farms.cities(r, field)


@worth_of("bridge.bridges")
def bridge(r: Reading, found: list[float]) -> None:
    for seat, n in enumerate(bridges(r.s).left):
        found[seat] += BRIDGE_KEPT * n * r.odds.fade(6)


@worth_of("bridge.castles")
def castle(r: Reading, found: list[float]) -> None:
    """Castles give what is completed beside them next."""
    s = r.s
    here = castles(s)
    for seat, n in enumerate(here.left):
        found[seat] += CASTLE_KEPT * n * r.odds.fade(6)
    for each in here.built:
        if each.points != OPEN or (each.since == len(s.board.laid) and not r.odds.left):
            continue
        found[each.seat] += _castle_hope(r, surroundings(s, each), each.since != len(s.board.laid))


def _castle_hope(r: Reading, near: frozenset[int], ready: bool) -> float:
    """What a castle is likely to score."""
    s = r.s
    board = s.board
    gives = [value(s, root) for root in s.completed if ready and not near.isdisjoint(board.tiles_of(root))]
    if gives:
        return float(max(gives))
    best = CASTLE_HOPE * r.odds.fade(5)
    for at in near:
        if at in board.laid:
            for root in {board.of[node] for node in board.nodes(at)}:
                if board.kinds[root] != FIELD and board.open[root]:
                    best = max(best, r.worth(root)[0])
    return best


@worth_of("count")
def count(r: Reading, found: list[float]) -> None:
    """Followers in the City wait for what they may decide."""
    s = r.s
    here = city(s)
    for citizen in here.inside:
        worth = INSIDE * (1.0 if citizen.quarter == MARKET else r.odds.fade(5))
        found[citizen.seat] += worth * (KEPT_IN if citizen.quarter == here.count else 1.0)


def duel(r: Reading, root: int) -> float:
    """How likely a monastery or shrine wins its duel; 1 without one."""
    s = r.s
    board = s.board
    at = board.cells[root]
    shrine = is_shrine(s, at)
    share = 1.0
    for other in challengers(s, at, shrine):
        rival = board.buildings[other]
        if board.open[rival] and board.held[rival] and board.held[rival] != board.held[root]:
            mine, theirs = board.open[root], board.open[rival]
            share *= (theirs + 0.5) / (mine + theirs + 1.0) * r.odds.fade(4) + 1.0 - r.odds.fade(4)
    return share
