"""Choices before a game, and their constraints."""  # citadels.md 3

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core import BadOption, Chance, Choices, Option, Phrase, Pool

from . import characters, districts
from .cards import BASE_CAST, BASE_PURPLES, BONUS_PURPLES, CHARACTERS, DISTRICTS
from .hooks import ROLES, RULES

CARDS: Final = (characters, districts)  # imported to register the rules of their cards
MOST_SEATS: Final = 8
SEATS: Final = range(2, MOST_SEATS + 1)
EXTRA_RANK: Final = 9  # of a character in addition to one for each rank of the base game
LEAST_SEATS_OF_EXTRA_RANK: Final = 4
MOST_REPLACED: Final = 2
FREE_BONUS: Final = 3  # bonus districts allowed in addition; also the size of a random selection
NONE: Final = "none"

RANKS: Final[dict[int, tuple[str, ...]]] = {
    rank: tuple(card.key for card in CHARACTERS.values() if card.rank == rank) for rank in range(1, EXTRA_RANK + 1)
}
OPTIONS: Final = (
    Option("target", ("8", "7")),
    Option("cast", ("chosen", "random")),
    Option("districts", ("chosen", "random")),
    *(Option(f"rank{rank}", (NONE, *keys) if rank == EXTRA_RANK else keys) for rank, keys in RANKS.items()),
    Option("many_bonus_characters", ("off", "on")),
    Option("crown", ("random", *(f"seat{n}" for n in range(1, SEATS.stop)))),
    *(option for rule in RULES.values() for option in rule.options),
    *(
        Option(f"without_{key}", ("no", "one", "both") if DISTRICTS[key].count == 2 else ("no", "yes"))
        for key in BASE_PURPLES
    ),
)
# From what a random cast and random districts are drawn. New cards stand at the end of their file.
CHARACTER_POOL: Final = Pool("drawn_characters", "cast", first=18, size=len(CHARACTERS))
DISTRICT_POOL: Final = Pool("drawn_districts", "districts", first=14, size=len(BONUS_PURPLES))
COPIES: Final = {"no": 0, "yes": 1, "one": 1, "both": 2}


@dataclass(frozen=True, slots=True)
class Box:
    """The cards of a game, after all random selections."""

    cast: tuple[str, ...]
    bonus: tuple[str, ...]
    removed: Mapping[str, int]  # base purple district -> copies taken out
    target: int


def option_values(choices: Choices) -> dict[str, str]:
    """Option -> its effective value."""
    return {option.key: option.values[0] for option in OPTIONS} | dict(choices.options)


def picked_characters(chosen: Mapping[str, str]) -> list[str]:
    """The chosen characters, by rank."""
    return [key for rank in RANKS if (key := chosen[f"rank{rank}"]) != NONE]


def replaced_characters(chosen: Mapping[str, str]) -> list[str]:
    """The bonus characters chosen for ranks 1 to 8."""
    return [key for key in picked_characters(chosen) if CHARACTERS[key].bonus and CHARACTERS[key].rank < EXTRA_RANK]


def excluded_districts(cast: Iterable[str]) -> set[str]:
    """The districts incompatible with these characters."""  # citadels.md V6
    return {key for character in cast for key, rule in RULES.items() if rule.is_excluded_by(ROLES[character])}


def possible_cards(choices: Choices) -> set[str]:
    """The characters and purple districts a game with these choices may contain, before random selections."""
    chosen = option_values(choices)
    cast, pool = set(picked_characters(chosen)), _character_pool(choices)
    if chosen["cast"] == "random":
        if chosen["many_bonus_characters"] == "on" or len(replaced_characters(chosen)) < MOST_REPLACED:
            cast.update(key for rank in RANKS if chosen[f"rank{rank}"] in BASE_CAST for key in pool[rank])
        if chosen["rank9"] == NONE:
            cast.update(pool[EXTRA_RANK])
    bonus = set(choices.modules)
    if chosen["districts"] == "random":
        bonus.update(_fitting_bonus_districts(choices, ()))
    removed = excluded_districts(cast) if chosen["cast"] == "chosen" else set()
    removed.update(key for key, copies in removed_districts(chosen).items() if copies == DISTRICTS[key].count)
    return cast | bonus | set(BASE_PURPLES) - removed


def removed_districts(chosen: Mapping[str, str]) -> dict[str, int]:
    """The base purple districts taken out by choice -> copies."""
    copies_removed = {key: COPIES[chosen[f"without_{key}"]] for key in BASE_PURPLES}
    return {key: copies for key, copies in copies_removed.items() if copies}


def check_contradictions(choices: Choices) -> None:
    """BadOption if choices contradict each other for any number of players."""
    chosen = option_values(choices)
    if len(replaced_characters(chosen)) > MOST_REPLACED and chosen["many_bonus_characters"] == "off":
        # citadels.md V2
        raise BadOption("cit.option_error.many_characters", n=len(replaced_characters(chosen)), most=MOST_REPLACED)
    bonus = len(choices.modules)
    if chosen["districts"] == "random":
        bonus = max(bonus, FREE_BONUS)
    removed_anyway = excluded_districts(replaced_characters(chosen))  # removed in any case, so not counted
    removed = sum(count for key, count in removed_districts(chosen).items() if key not in removed_anyway)
    if removed > bonus or (removed and removed < bonus - FREE_BONUS):  # citadels.md V8
        raise BadOption("cit.option_error.removed", n=removed, least=max(0, bonus - FREE_BONUS), most=bonus)
    if not allowed_seat_counts(choices):
        raise BadOption("cit.option_error.nobody")


def seat_count_refusal(choices: Choices, seats: int) -> Phrase | None:
    """The reason why this number of players is impossible with these choices; None: possible."""
    if seats not in SEATS:
        return None  # too few or too many for any game
    chosen = option_values(choices)
    rank_9 = chosen["rank9"]
    for key in picked_characters(chosen):
        if seats < ROLES[key].least_seats:
            return Phrase(ROLES[key].too_few_players_key)  # citadels.md V3, V7
    if seats == MOST_SEATS and rank_9 == NONE and chosen["cast"] != "random":
        return Phrase("cit.option_error.eight")  # citadels.md V4
    if seats < LEAST_SEATS_OF_EXTRA_RANK and rank_9 != NONE:
        return Phrase("cit.option_error.two_or_three")  # citadels.md V5
    if chosen["crown"] != "random" and int(chosen["crown"].removeprefix("seat")) > seats:
        return Phrase("cit.option_error.crown", {"n": seats})
    return None


def allowed_seat_counts(choices: Choices) -> range:
    """The numbers of players possible with these choices."""
    possible = [n for n in SEATS if seat_count_refusal(choices, n) is None]
    return range(possible[0], possible[-1] + 1) if possible else range(0)


def choice_warnings(choices: Choices) -> list[Phrase]:
    """Warnings about allowed but unusual choices."""
    chosen = option_values(choices)
    cast = [] if chosen["cast"] == "random" else picked_characters(chosen)
    target = int(chosen["target"])
    # citadels.md V10, V11
    return [Phrase(f"cit.warning.{key}") for key in choices.modules if RULES[key].is_of_little_use(cast, target)]


# --- random selections --------------------------------------------------------------------------------------------


def draw_box(choices: Choices, seats: int, chance: Chance) -> Box:
    """The cast and the districts of a game; explicit choices stay, the rest is random."""
    chosen = option_values(choices)
    cast = _draw_cast(choices, seats, chance)
    bonus = _draw_bonus_districts(choices, cast, chance)
    removed = removed_districts(chosen)
    incompatible = excluded_districts(cast)
    any_chosen = any(key not in incompatible for key in removed)
    removed.update((key, DISTRICTS[key].count) for key in incompatible)
    if len(bonus) > FREE_BONUS and not any_chosen:
        removable = [key for key in BASE_PURPLES for _ in range(DISTRICTS[key].count - removed.get(key, 0))]
        for _ in range(min(len(bonus), len(removable))):
            key = removable.pop(chance.below(len(removable)))
            removed[key] = removed.get(key, 0) + 1
    return Box(cast, bonus, removed, int(chosen["target"]))


def _character_pool(choices: Choices) -> dict[int, list[str]]:
    """Rank -> the characters that a random cast may have."""
    known = [*CHARACTERS][: choices.pool_size(CHARACTER_POOL.key)]
    return {rank: [key for key in RANKS[rank] if key in known] for rank in RANKS}


def _draw_cast(choices: Choices, seats: int, chance: Chance) -> tuple[str, ...]:
    chosen = option_values(choices)
    cast = {rank: chosen[f"rank{rank}"] for rank in RANKS}
    if chosen["cast"] == "random":
        bonus_by_rank = {  # citadels.md V3, V7
            rank: [key for key in keys if CHARACTERS[key].bonus and ROLES[key].least_seats <= seats]
            for rank, keys in _character_pool(choices).items()
        }
        replaceable = [rank for rank in RANKS if cast[rank] in BASE_CAST and bonus_by_rank[rank]]
        if chosen["many_bonus_characters"] == "on":
            ranks_replaced = [rank for rank in replaceable if chance.below(2)]
        else:
            count = min(len(replaceable), MOST_REPLACED - len(replaced_characters(chosen)))
            ranks_replaced = [replaceable.pop(chance.below(len(replaceable))) for _ in range(count)]
        for rank in ranks_replaced:
            candidates = bonus_by_rank[rank]
            cast[rank] = candidates[chance.below(len(candidates))] if len(candidates) > 1 else candidates[0]
        if cast[EXTRA_RANK] == NONE and seats >= LEAST_SEATS_OF_EXTRA_RANK:
            candidates = [*bonus_by_rank[EXTRA_RANK]] if seats == MOST_SEATS else [*bonus_by_rank[EXTRA_RANK], NONE]
            cast[EXTRA_RANK] = candidates[chance.below(len(candidates))]
    return tuple(key for rank, key in sorted(cast.items()) if key != NONE)


def _draw_bonus_districts(choices: Choices, cast: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
    bonus = list(choices.modules)
    if option_values(choices)["districts"] == "random":
        pool = [key for key in _fitting_bonus_districts(choices, cast) if key not in bonus]
        while len(bonus) < FREE_BONUS:
            bonus.append(pool.pop(chance.below(len(pool))))
    return tuple(key for key in BONUS_PURPLES if key in bonus)


def _fitting_bonus_districts(choices: Choices, cast: Sequence[str]) -> list[str]:
    """The bonus districts that may be drawn for these characters (none: not known yet)."""  # citadels.md V10-V12
    target = int(option_values(choices)["target"])
    known = BONUS_PURPLES[: choices.pool_size(DISTRICT_POOL.key)]
    return [key for key in known if not RULES[key].needs_spoken_words and not RULES[key].is_of_little_use(cast, target)]


def _preset_districts(preset: str) -> tuple[str, ...]:
    """The bonus districts of a preset."""
    return tuple(key for key in BONUS_PURPLES if preset in RULES[key].presets)


def _preset_rank_9(preset: str) -> tuple[tuple[str, str], ...]:
    """The character of rank 9 of a preset, as an option."""
    return tuple((f"rank{role.rank}", key) for key, role in ROLES.items() if preset in role.presets)


_DARK: Final = tuple(
    (f"rank{rank}", next(key for key in RANKS[rank] if CHARACTERS[key].bonus)) for rank in range(1, EXTRA_RANK)
)
PRESETS: Final[Mapping[str, Choices]] = {
    "first": Choices(),
    "classic": Choices(_preset_districts("classic")),
    "dark_city": Choices(
        _preset_districts("dark_city"),
        (("many_bonus_characters", "on"), *_DARK, *_preset_rank_9("dark_city")),
    ),
    "everything": Choices(
        BONUS_PURPLES,
        (("cast", "random"), ("many_bonus_characters", "on")),
    ),
    "random": Choices((), (("cast", "random"), ("districts", "random"))),
}
