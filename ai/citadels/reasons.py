"""The reader of the judge's features, for reasons of advice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from rules.citadels import scoring
from rules.citadels.state import OUT, CitadelsState
from rules.core import Chance, Game

from ..reasons import Fate, Read, Reader, Scene, Sequel, Tell, Theme, Values, tell_always
from .card_knowledge import ROLES
from .chances import seat_features, weights_at_stage
from .expert import is_between_rounds
from .rollout import play_on

A_PART: Final = 0.3


def tell_counted_change(measure: Callable[[CitadelsState, int], float], least: float = A_PART) -> Tell:
    """Tells the rounded gain of the mover or loss of another seat; variant `some` if it is less than one."""

    def tell(scene: Scene) -> tuple[str, Values] | None:
        change = scene.mean(lambda s: measure(s, scene.seat))
        if abs(change) < least or (change > 0) != (scene.seat == scene.mover):
            return None
        n = round(abs(change))
        return ("", {"n": n}) if n else ("some", {})

    return tell


def districts_built(s: CitadelsState, seat: int) -> float:
    return float(len(s.cities[seat]))


def gold_of_seat(s: CitadelsState, seat: int) -> float:
    return float(s.gold[seat])


def tell_gold_kept(scene: Scene) -> tuple[str, Values] | None:
    """The gold, with a variant if it was saved by building less; not told of other seats in that case."""
    found = tell_counted_change(gold_of_seat)(scene)
    saved = scene.mean(lambda s: districts_built(s, scene.seat))
    if found is not None and scene.seat == scene.mover and saved <= -A_PART:
        return "saved", {}
    spent = scene.seat != scene.mover and saved >= A_PART
    return None if spent else found


def build_theme(
    name: str,
    words: str,
    leads: str,
    tell: Tell = tell_always,
    variants: str = "*",
    own: tuple[str, ...] = (),
    weak: bool = False,
) -> Theme:
    """A theme; a leading word is good or bad by the sign at its end."""
    signs = {word.rstrip("-"): -1 if word.endswith("-") else 1 for word in leads.split()}
    parts = (name, tuple(words.split()), signs)
    every = tuple("" if variant == "*" else variant for variant in variants.split())
    return Theme(*parts, tell, every, own, comes_last=weak)


THEMES: Final = (
    build_theme(
        "points",
        "points dearest cheap size last_one last_two full",
        "points size",
        tell_counted_change(lambda s, seat: scoring.score_row(s, seat).total),
        "* some",
    ),
    build_theme("gold", "gold much_gold poor", "gold much_gold poor-", tell_gold_kept, "* some", ("saved",), weak=True),
    build_theme(
        "cards",
        "cards many_cards no_card",
        "cards many_cards no_card-",
        tell_counted_change(lambda s, seat: len(s.hands[seat])),
        "* some",
        weak=True,
    ),
    build_theme("good_cards", "good_cards dearest_card", "good_cards"),
    build_theme("prospect", "prospect", "prospect"),
    build_theme("colours", "colours all_but_one joker", "colours joker"),
    build_theme("income", "income", "income"),
    build_theme("uses", "uses", "uses"),
    build_theme("crown", "crown after_crown", "crown after_crown-"),
    build_theme("builds", "builds builds_now coming", "builds builds_now coming"),
    build_theme("ending", "ends_now", "ends_now"),
    build_theme("protected", "protected", "protected"),
)


@cache
def harm_weights() -> Mapping[str, float]:
    """The harms of all characters."""
    return {power: weight for play in ROLES.values() for power, weight in play.turn_loss_by_power.items()}


def turns_lost(s: CitadelsState) -> Iterator[Fate]:
    """Fates of players who lose a turn of this round: the holders of characters named by such a power."""
    power_by_character = {named.character: power for power, named in s.named.items() if power in harm_weights()}
    for slot in s.slots if power_by_character else ():
        if slot.character in power_by_character and slot.holder != OUT:
            yield power_by_character[slot.character], slot.holder


class CitadelsReader(Reader):
    """Judges a move at the end of the round."""

    family = "cit"
    points_win = True

    def themes(self, game: Game[Any], s: CitadelsState) -> Sequence[Theme]:
        return THEMES

    def read(self, game: Game[Any], s: CitadelsState) -> Sequence[Read]:
        weights = weights_at_stage(s)
        return [{name: (row[name], row[name] * weight) for name, weight in weights.items()} for row in seat_features(s)]

    def fate_harms(self) -> Mapping[str, float]:
        return harm_weights()

    def play_out_move(self, game: Game[Any], s: CitadelsState, luck: Chance, before: CitadelsState) -> Sequel:
        fates = set[Fate]()

        def is_round_over(s: CitadelsState) -> bool:
            fates.update(turns_lost(s))
            return is_between_rounds(s)

        play_on(s, luck, is_round_over)
        return Sequel([s], fates)


READER: Final = CitadelsReader()
