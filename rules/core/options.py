"""Choices before a game: modules and options, and their text form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .errors import BadOption

if TYPE_CHECKING:
    from .game import Game, Phrase


@dataclass(frozen=True, slots=True)
class Choices:
    """Modules switched on (in the order of the game type) and options that differ from their defaults (sorted by key).

    `pools`: key of each `Pool` that had fewer cards when the game began -> how many it had.
    """

    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    pools: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        """A code for copying: `base+river2 edition=2007`."""
        return " ".join(["+".join(("base", *self.modules)), *(f"{key}={value}" for key, value in self.options)])

    def get(self, key: str) -> str | None:
        """The chosen value, None for the default."""
        return dict(self.options).get(key)

    def pool_size(self, key: str) -> int | None:
        """The number of cards of that pool that may be drawn; None: all of them."""
        return dict(self.pools).get(key)

    def to_json(self) -> dict[str, Any]:
        pools = {"pools": dict(self.pools)} if self.pools else {}
        return {"with": list(self.modules), "options": dict(self.options), **pools}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choices:
        return cls(
            tuple(data["with"]), tuple(sorted(data["options"].items())), tuple(sorted(data.get("pools", {}).items()))
        )


@dataclass(frozen=True, slots=True)
class Option:
    """One rule option. `values`: the default first. `module`: the module it belongs to, None for the game itself.
    `formerly`: the value games had before this option existed. Saved games and records always name such an option;
    those that do not are older and continue with `formerly`."""

    key: str
    values: tuple[str, ...]
    module: str | None = None
    formerly: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """A list of cards from which an option draws at random. New versions add cards at its end.

    Saved games and records name among their options how many cards there were, so that a game always draws from the
    same cards. Those that do not are older than the first addition."""

    key: str  # its name among the options of saved games
    option: str  # draws from it where its value is `random`
    first: int  # how many cards there were before the first addition
    size: int  # how many there are today


@dataclass(frozen=True, slots=True)
class GameType:
    """A game type: its modules and options, and the function that makes a game. The registry finds one per package."""

    key: str  # also the name of its slash command
    family: str  # the first word of its keys in the catalogues
    modules: tuple[str, ...]
    options: tuple[Option, ...]
    presets: Mapping[str, Choices]  # the first is the default
    maker: Callable[[Choices], Game[Any]]  # may raise BadOption
    groups: tuple[str, ...] = ()  # of its slash command: kinds of moves that begin with one of these go there
    piles: bool = True  # a record may fix the order of the pile
    answers_for_all_tables: tuple[str, ...] = ()  # standing answers that a player may give once for all tables
    answers_given_by_default: tuple[str, ...] = ()  # those of them that hold unless the player withdraws them
    pools: tuple[Pool, ...] = ()  # cards drawn at random; later versions may add some
    implied_defaults: Callable[[Choices], Mapping[str, str]] = field(
        default=lambda choices: {}
    )  # defaults these choices change
    check_combination: Callable[[Choices], None] = field(default=lambda choices: None)  # BadOption for a contradiction
    refuse_player_count: Callable[[Choices, int], Phrase | None] = field(
        default=lambda choices, seats: None
    )  # of a seat count
    warnings: Callable[[Choices], Sequence[Phrase]] = field(default=lambda choices: ())  # allowed, but unusual

    def make(self, choices: Choices) -> Game[Any]:
        """The game; BadOption with the reason if the choices do not exist or contradict each other."""
        return self.maker(self.normalize_choices(choices))

    def allowed_player_counts(self, choices: Choices) -> list[int]:
        """The numbers of players these choices allow."""
        return [n for n in self.make(choices).seats if self.refuse_player_count(choices, n) is None]

    def normalize_choices(self, choices: Choices) -> Choices:
        """The same choices in normal form (modules in order, defaults left out). BadOption if invalid."""
        for module in choices.modules:
            if module not in self.modules:
                raise BadOption("option.module", value=module, known=list(self.modules))
        known = {option.key: option for option in self.options}
        for key, value in choices.options:
            if key not in known:
                raise BadOption("option.unknown", option=key, known=sorted(known))
            if value not in known[key].values:
                raise BadOption("option.value", option=key, value=value, known=list(known[key].values))
        modules = tuple(module for module in self.modules if module in choices.modules)
        defaults = self.option_defaults(choices)
        options = tuple(sorted((key, value) for key, value in dict(choices.options).items() if value != defaults[key]))
        for pool in self.pools:
            size = choices.pool_size(pool.key)
            if size is not None and not pool.first <= size <= pool.size:
                raise BadOption("option.value", option=pool.key, value=str(size), known=[str(pool.size)])
        normalized = Choices(modules, options, choices.pools)
        self.check_combination(normalized)
        return normalized

    def option_value(self, choices: Choices, key: str) -> str:
        """The effective value of an option."""
        chosen = choices.get(key)
        return chosen if chosen is not None else self.option_defaults(choices)[key]

    def option_defaults(self, choices: Choices) -> dict[str, str]:
        """Option -> its default under these choices."""
        return {option.key: option.values[0] for option in self.options} | dict(self.implied_defaults(choices))

    def option_values(self, choices: Choices) -> dict[str, str]:
        """Option -> its effective value."""
        return self.option_defaults(choices) | dict(choices.options)

    def choices_for_saving(self, choices: Choices) -> Choices:
        """The choices as they are saved and recorded: later options are named, whatever was chosen."""
        pool_sizes = {
            pool.key: str(choices.pool_size(pool.key) or pool.size)
            for pool in self._pools_drawn_from(choices)
            if pool.size != pool.first
        }
        options = {**self._defaults_of_later_options(choices), **pool_sizes, **dict(choices.options)}
        return Choices(choices.modules, tuple(sorted(options.items())))

    def choices_from_saved(self, choices: Choices) -> Choices:
        """Choices read from a save or record: an option with `formerly` that is missing did not exist yet."""
        later_defaults = self._defaults_of_later_options(choices)
        values = {key: self._options_with_former_value[key].formerly for key in later_defaults} | dict(choices.options)
        pool_sizes = {pool.key: int(values.pop(pool.key, pool.first)) for pool in self.pools}
        drawn = self._pools_drawn_from(choices)
        pools = [(pool.key, pool_sizes[pool.key]) for pool in drawn if pool_sizes[pool.key] != pool.size]
        options = sorted((key, value) for key, value in values.items() if value != later_defaults.get(key))
        return Choices(choices.modules, tuple(options), tuple(pools))

    def _pools_drawn_from(self, choices: Choices) -> list[Pool]:
        """The pools from which these choices draw at random."""
        return [pool for pool in self.pools if choices.get(pool.option) == "random"]

    @property
    def _options_with_former_value(self) -> dict[str, Option]:
        """Option with `formerly` by its key."""
        return {option.key: option for option in self.options if option.formerly}

    def _defaults_of_later_options(self, choices: Choices) -> dict[str, str]:
        """Option with `formerly` of the modules in play -> its default."""
        played = (None, *choices.modules)
        return {
            key: option.values[0] for key, option in self._options_with_former_value.items() if option.module in played
        }

    def with_module(self, choices: Choices, *modules: str) -> Choices:
        return self.normalize_choices(replace(choices, modules=(*choices.modules, *modules)))

    def with_option(self, choices: Choices, key: str, value: str) -> Choices:
        options = {**dict(choices.options), key: value}
        return self.normalize_choices(replace(choices, options=tuple(sorted(options.items()))))
