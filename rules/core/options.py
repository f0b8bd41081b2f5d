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
    """Selected modules (in the order of the game type) and options that differ from their defaults (sorted by key)."""

    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """A code for copying: `base+river2 edition=2007`."""
        return " ".join(["+".join(("base", *self.modules)), *(f"{k}={v}" for k, v in self.options)])

    def get(self, key: str) -> str | None:
        """The chosen value, None for the default."""
        return dict(self.options).get(key)

    def to_json(self) -> dict[str, Any]:
        return {"with": list(self.modules), "options": dict(self.options)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choices:
        return cls(tuple(data["with"]), tuple(sorted(data["options"].items())))


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
    personal: tuple[str, ...] = ()  # standing answers a user may give once for all tables
    given: tuple[str, ...] = ()  # those of `personal` that apply by default
    implied: Callable[[Choices], Mapping[str, str]] = field(default=lambda choices: {})  # by other choices
    conditions: Callable[[Choices], None] = field(default=lambda choices: None)  # BadOption for a contradiction
    refusal: Callable[[Choices, int], Phrase | None] = field(default=lambda choices, seats: None)  # for so many seats
    warnings: Callable[[Choices], Sequence[Phrase]] = field(default=lambda choices: ())  # allowed, but unusual

    def make(self, choices: Choices) -> Game[Any]:
        """The game; BadOption with the reason if the choices do not exist or contradict each other."""
        return self.maker(self.checked(choices))

    def counts(self, choices: Choices) -> list[int]:
        """The numbers of players these choices allow."""
        return [n for n in self.make(choices).seats if self.refusal(choices, n) is None]

    def checked(self, choices: Choices) -> Choices:
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
        modules = tuple(m for m in self.modules if m in choices.modules)
        defaults = self.defaults(choices)
        options = tuple(sorted((k, v) for k, v in dict(choices.options).items() if v != defaults[k]))
        tidy = Choices(modules, options)
        self.conditions(tidy)
        return tidy

    def value(self, choices: Choices, key: str) -> str:
        """The effective value of an option."""
        chosen = choices.get(key)
        return chosen if chosen is not None else self.defaults(choices)[key]

    def defaults(self, choices: Choices) -> dict[str, str]:
        """Option -> its default under these choices."""
        return {option.key: option.values[0] for option in self.options} | dict(self.implied(choices))

    def values(self, choices: Choices) -> dict[str, str]:
        """Option -> its effective value."""
        return self.defaults(choices) | dict(choices.options)

    def spelled(self, choices: Choices) -> Choices:
        """The choices for saving and recording: options with `formerly` are always named."""
        return replace(choices, options=tuple(sorted({**self._dated(choices), **dict(choices.options)}.items())))

    def recalled(self, choices: Choices) -> Choices:
        """Choices read from a save or record: an option with `formerly` that is missing did not exist yet."""
        dated = self._dated(choices)
        meant = {key: self._later[key].formerly for key in dated} | dict(choices.options)
        return replace(choices, options=tuple(sorted((k, v) for k, v in meant.items() if v != dated.get(k))))

    @property
    def _later(self) -> dict[str, Option]:
        return {option.key: option for option in self.options if option.formerly}

    def _dated(self, choices: Choices) -> dict[str, str]:
        """Option with `formerly` of the modules in play -> its default."""
        played = (None, *choices.modules)
        return {key: option.values[0] for key, option in self._later.items() if option.module in played}

    def with_module(self, choices: Choices, *modules: str) -> Choices:
        return self.checked(replace(choices, modules=(*choices.modules, *modules)))

    def with_option(self, choices: Choices, key: str, value: str) -> Choices:
        options = {**dict(choices.options), key: value}
        return self.checked(replace(choices, options=tuple(sorted(options.items()))))
