"""Reads the judge for whoever is told why a move is good. A module that adds points of its own has one sentence for
them, in its own catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import sqrt
from typing import Any, Final

from rules.carcassonne.expansion import Hooks
from rules.carcassonne.scoring import owners
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import CITY, FIELD, ROAD
from rules.core import Chance, Game

from ..reasons import Read, Reader, Scene, Sequel, Tell, Theme, Values, plainly
from .chances import learnt, worth
from .expert import ahead, best_figure, ending
from .extra import EXTRAS, extras
from .odds import Odds
from .rollout import play_on, present, to_the_end, turns
from .situation import Situation
from .terms import FREE, OPEN, columns, terms

POINTS: Final = "points"  # that were scored
A_POINT: Final = 0.75
MOSTLY: Final = 0.6  # of a change: what one of its parts must be to be told in its place
JOINED: Final = {CITY: "city", ROAD: "road", FIELD: "field"}


def numbered(word: str, most: int) -> tuple[str, ...]:
    return tuple(f"{word} {n}" for n in range(1, most + 1))


def counted(ask: Callable[[CarcassonneState, int], float]) -> Tell:
    """Tells how many more there are for whoever moves, or how many less for somebody else; as `likely` where that is
    what comes of it later."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        for variant, part in (("", scene.at_once), ("likely", scene)):
            change = part.mean(lambda s: ask(s, scene.of))
            n = round(abs(change))
            if n >= A_POINT and (change > 0) == (scene.of == scene.me):
                return variant, {"n": n}
        return None

    return tell


def _scored(s: CarcassonneState, seat: int) -> float:
    """Points scored, with those that are only to be counted."""
    return s.scores[seat] + dict(zip(columns(s.hooks), _terms(s)[seat], strict=True))["complete"]


def _free(s: CarcassonneState, seat: int) -> float:
    row = dict(zip(columns(s.hooks), _terms(s)[seat], strict=True))
    return sum(row[word] for word in numbered("free", FREE))


def _terms(s: CarcassonneState) -> list[list[float]]:
    return terms(Situation(s, Odds(s), {}))


def joined(scene: Scene) -> tuple[str, Values]:
    """Whose feature may be got into, or who is kept out of one, where that is most of it."""
    changes: dict[tuple[str, int], float] = {}
    for pair in scene.pairs if scene.of == scene.me else ():
        for sign, s in ((1, pair.better), (-1, pair.worse)):
            for change, gain in _joining(s, scene.of):
                changes[change] = changes.get(change, 0.0) + sign * gain
    if changes:
        most, (variant, rival) = max((gain, change) for change, gain in changes.items())
        if most >= MOSTLY * sum(gain for gain in changes.values() if gain > 0):
            return variant, {"rival_seat": rival}
    return "", {}


def _joining(s: CarcassonneState, seat: int) -> Iterator[tuple[tuple[str, int], float]]:
    """What a seat is likely to gain or lose when features are joined: how, by whom, and how much."""
    r = Situation(s, Odds(s), {})
    for a, b, chance in r.links:
        if a not in r.strengths or b not in r.strengths:
            continue
        one, other = r.strengths[a], r.strengths[b]
        lords = owners([x + y for x, y in zip(one, other, strict=True)])
        before = sum(r.worth(root)[0] for root in (a, b) if seat in owners(r.strengths[root]))
        gain = chance * ((r.worth(a)[0] + r.worth(b)[0] if seat in lords else 0.0) - before)
        rivals = {of for of in (*owners(one), *owners(other)) if of != seat}
        if gain and len(rivals) == 1:
            yield (f"{JOINED[s.board.kinds[a]]}_{'into' if gain > 0 else 'apart'}", rivals.pop()), gain


def leading(*words: str, sign: int = 1) -> dict[str, int]:
    return dict.fromkeys(words, sign)


CITIES, ROADS = numbered("city", OPEN), numbered("road", OPEN - 1)
KNIGHTS, THIEVES = numbered("knight", OPEN - 1), numbered("thief", OPEN - 1)
SUPPLY: Final = numbered("free", FREE)
JOININGS: Final = tuple(f"{kind}_{how}" for kind in JOINED.values() for how in ("into", "apart"))
THEMES: Final = (
    Theme("scored", (POINTS, "complete"), leading(POINTS, "complete"), counted(_scored), ("", "likely")),
    Theme("worth", ("now",), leading("now")),
    Theme("city", (*CITIES, *KNIGHTS), leading(*CITIES)),
    Theme("road", (*ROADS, *THIEVES), leading(*ROADS)),
    Theme("monastery", ("monastery", "monk"), leading("monastery")),
    Theme("field", ("field", "meadow", "farmer"), leading("field", "meadow")),
    Theme("behind", ("behind", "farmer behind"), leading("behind", "farmer behind", sign=-1)),
    Theme("links", ("links",), leading("links"), joined, own=JOININGS),
    Theme("followers", SUPPLY, leading(*SUPPLY), counted(_free), ("", "likely"), weak=True),
    Theme("next", ("next",), leading("next")),
    Theme("kept", ("kept",), leading("kept"), plainly, weak=True),
)


@cache
def known(hooks: Hooks) -> tuple[Theme, ...]:
    """Of a game with these modules."""
    adding = ((word, EXTRAS[word]) for word, add in _added(hooks) if add is not None)
    return (*THEMES, *(Theme(word, (word,), leading(word), one.tell, one.variants) for word, one in adding))


def _added(hooks: Hooks) -> Sequence[tuple[str, object]]:
    """The modules of which something is known, with what they add to a row of the judge, if anything."""
    keys = [module.key for module in hooks.modules if module.key in EXTRAS]
    return list(zip(keys, extras(hooks).all_adds, strict=True))


class CarcassonneReader(Reader):
    """A move is judged by where it leads with its best figure, and some turns later."""

    family = "carc"
    points_win = True

    def themes(self, game: Game[Any], s: CarcassonneState) -> Sequence[Theme]:
        return known(s.hooks)

    def read(self, game: Game[Any], s: CarcassonneState) -> Sequence[Read]:
        odds = Odds(s)
        spread = learnt(s.hooks).spread
        scale = spread[0] + spread[1] * sqrt(odds.turns)
        words, each = columns(s.hooks), worth(s.hooks, round(2 * odds.turns) / 2)
        silent = {word for word, add in _added(s.hooks) if add is None}
        found = []
        for points, row in zip(s.scores, terms(Situation(s, odds, {})), strict=True):
            told = zip(words, row, each, strict=True)
            read = {word: (number, number * weight / scale) for word, number, weight in told if word not in silent}
            found.append({**read, POINTS: (float(points), points / scale)})
        return found

    def looked(self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState) -> Sequel:
        if game.over(s):
            return Sequel([s, s])
        figure = best_figure(game, s, before)
        settled = present(game, s, before, figure)
        if ending(before):
            to_the_end(game, s, figure)
        else:
            play_on(game, s, ahead(before) + turns(s, before), figure)
        return Sequel([settled, s])


READER: Final = CarcassonneReader()
