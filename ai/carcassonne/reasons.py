"""The reader of the judge's terms, for reasons of advice.

A module with points of its own has one sentence for them, in its own catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from rules.carcassonne.expansion import Hooks
from rules.carcassonne.scoring import majority_seats
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import CITY, FIELD, ROAD
from rules.core import Chance, Game

from ..reasons import Read, Reader, Scene, Sequel, Tell, Theme, Values, tell_always
from .chances import learnt_weights, points_scale, term_values, to_half_turns
from .expert import best_figure, plays_last_tiles_out, turns_to_look_ahead
from .extra import EXTRAS, extras_in_play
from .odds import Odds
from .rollout import play_on, play_to_end, position_to_judge, turns_completed
from .situation import Situation
from .terms import FREE, OPEN, term_names, term_rows

POINTS: Final = "points"  # name of the theme of scored points
A_POINT: Final = 0.75
MOSTLY: Final = 0.6  # share of a change above which one of its parts is told instead
JOINED: Final = {CITY: "city", ROAD: "road", FIELD: "field"}


def numbered_words(word: str, most: int) -> tuple[str, ...]:
    return tuple(f"{word} {n}" for n in range(1, most + 1))


def tell_whole_change(measure: Callable[[CarcassonneState, int], float]) -> Tell:
    """Tells the rounded gain of the mover or loss of another seat; variant `likely` if it only comes later."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        for variant, part_of_scene in (("", scene.right_after_moves), ("likely", scene)):
            change = part_of_scene.mean(lambda s: measure(s, scene.seat))
            n = round(abs(change))
            if n >= A_POINT and (change > 0) == (scene.seat == scene.mover):
                return variant, {"n": n}
        return None

    return tell


def _points_so_far(s: CarcassonneState, seat: int) -> float:
    """Scored points and points as good as scored."""
    return s.scores[seat] + dict(zip(term_names(s.hooks), _term_rows_of_state(s)[seat], strict=True))["complete"]


def _free_followers(s: CarcassonneState, seat: int) -> float:
    row = dict(zip(term_names(s.hooks), _term_rows_of_state(s)[seat], strict=True))
    return sum(row[word] for word in numbered_words("free", FREE))


def _term_rows_of_state(s: CarcassonneState) -> list[list[float]]:
    return term_rows(Situation(s, Odds(s), {}))


def tell_joined_feature(scene: Scene) -> tuple[str, Values]:
    """The feature the mover may join, or the seat kept out of one, if that is most of the difference."""
    changes: dict[tuple[str, int], float] = {}
    for pair in scene.pairs if scene.seat == scene.mover else ():
        for sign, s in ((1, pair.better), (-1, pair.worse)):
            for change, gain in _joining_gains(s, scene.seat):
                changes[change] = changes.get(change, 0.0) + sign * gain
    if changes:
        most, (variant, rival) = max((gain, change) for change, gain in changes.items())
        if most >= MOSTLY * sum(gain for gain in changes.values() if gain > 0):
            return variant, {"rival_seat": rival}
    return "", {}


def _joining_gains(s: CarcassonneState, seat: int) -> Iterator[tuple[tuple[str, int], float]]:
    """((kind, other seat), amount) of a seat's expected gains and losses from joining features."""
    r = Situation(s, Odds(s), {})
    for first, second, chance in r.joinable_pairs:
        if first not in r.strengths or second not in r.strengths:
            continue
        joined = [x + y for x, y in zip(r.strengths[first], r.strengths[second], strict=True)]
        owners = {root: majority_seats(r.strengths[root]) for root in (first, second)}
        before = sum(r.feature_worth(root)[0] for root in (first, second) if seat in owners[root])
        after = r.feature_worth(first)[0] + r.feature_worth(second)[0] if seat in majority_seats(joined) else 0.0
        gain = chance * (after - before)
        rivals = {*owners[first], *owners[second]} - {seat}
        if gain and len(rivals) == 1:
            variant = f"{JOINED[s.board.kinds[first]]}_{'into' if gain > 0 else 'apart'}"
            yield (variant, rivals.pop()), gain


def leading_signs(*words: str, sign: int = 1) -> dict[str, int]:
    return dict.fromkeys(words, sign)


CITIES, ROADS = numbered_words("city", OPEN), numbered_words("road", OPEN - 1)
KNIGHTS, THIEVES = numbered_words("knight", OPEN - 1), numbered_words("thief", OPEN - 1)
SUPPLY: Final = numbered_words("free", FREE)
JOININGS: Final = tuple(f"{kind}_{how}" for kind in JOINED.values() for how in ("into", "apart"))
THEMES: Final = (
    Theme(
        "scored",
        (POINTS, "complete"),
        leading_signs(POINTS, "complete"),
        tell_whole_change(_points_so_far),
        ("", "likely"),
    ),
    Theme("worth", ("now",), leading_signs("now")),
    Theme("city", (*CITIES, *KNIGHTS), leading_signs(*CITIES)),
    Theme("road", (*ROADS, *THIEVES), leading_signs(*ROADS)),
    Theme("monastery", ("monastery", "monk"), leading_signs("monastery")),
    Theme("field", ("field", "meadow", "farmer"), leading_signs("field", "meadow")),
    Theme("behind", ("behind", "farmer behind"), leading_signs("behind", "farmer behind", sign=-1)),
    Theme("links", ("links",), leading_signs("links"), tell_joined_feature, mover_variants=JOININGS),
    Theme(
        "followers", SUPPLY, leading_signs(*SUPPLY), tell_whole_change(_free_followers), ("", "likely"), comes_last=True
    ),
    Theme("next", ("next",), leading_signs("next")),
    Theme("kept", ("kept",), leading_signs("kept"), tell_always, comes_last=True),
)


@cache
def themes_in_play(hooks: Hooks) -> tuple[Theme, ...]:
    """The themes of a game with these modules."""
    words = [word for word, add in _terms_by_module(hooks) if add is not None]
    themes = (Theme(word, (word,), leading_signs(word), EXTRAS[word].tell, EXTRAS[word].variants) for word in words)
    return (*THEMES, *themes)


def _terms_by_module(hooks: Hooks) -> Sequence[tuple[str, object]]:
    """(module key, name of its term in the judge) of known modules."""
    keys = [module.key for module in hooks.modules if module.key in EXTRAS]
    return list(zip(keys, extras_in_play(hooks).piece_values_by_module, strict=True))


class CarcassonneReader(Reader):
    """Judges a move after its best figure, and some turns later."""

    family = "carc"
    points_win = True

    def themes(self, game: Game[Any], s: CarcassonneState) -> Sequence[Theme]:
        return themes_in_play(s.hooks)

    def read(self, game: Game[Any], s: CarcassonneState) -> Sequence[Read]:
        odds = Odds(s)
        scale = points_scale(learnt_weights(s.hooks).spread, odds.turns_left)
        words, weights = term_names(s.hooks), term_values(s.hooks, to_half_turns(odds.turns_left))
        constant = {word for word, add in _terms_by_module(s.hooks) if add is None}
        reads = []
        for points, row in zip(s.scores, term_rows(Situation(s, odds, {})), strict=True):
            terms = zip(words, row, weights, strict=True)
            read = {word: (number, number * weight / scale) for word, number, weight in terms if word not in constant}
            reads.append({**read, POINTS: (float(points), points / scale)})
        return reads

    def play_out_move(self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState) -> Sequel:
        if game.over(s):
            return Sequel([s, s])
        figure = best_figure(game, s, before)
        settled = position_to_judge(game, s, before, figure)
        if plays_last_tiles_out(before):
            play_to_end(game, s, figure)
        else:
            play_on(game, s, turns_to_look_ahead(before) + turns_completed(s, before), figure)
        return Sequel([settled, s])


READER: Final = CarcassonneReader()
