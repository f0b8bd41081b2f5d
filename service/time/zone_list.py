"""Names of time zones, from tzdata and `data/cities.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final
from zoneinfo import ZoneInfo

from .folding import fold_text

UTC: Final = "UTC"
_DATA: Final[Traversable] = files("tzdata")
_FIXED: Final = re.compile(r"Etc/GMT([+-])(\d{1,2})")
_APART: Final = re.compile(r"[\W_]+")
_SHORT_TIME: Final = re.compile(r"^[A-Z]{3}(?:[+-]\d+)? - ")  # abbreviations at the start of comments


@dataclass(frozen=True, slots=True)
class OfferedZone:
    """A selectable zone with its folded names."""

    name: str  # `Europe/Bucharest`
    rank: int  # lower is more likely
    cities: frozenset[str]  # its own and other names of the place
    countries: frozenset[str]  # code and names
    words: frozenset[str]  # all words, also of region and comments


def to_plain_letters(text: str) -> str:
    """Fold, keeping letters, digits and single spaces."""
    return " ".join(_APART.sub(" ", fold_text(text).replace("'", "")).split())


@cache
def list_zone_names() -> frozenset[str]:
    """All valid names: tzdata without abbreviations and countries."""
    found = (_DATA / "zones").read_text(encoding="utf-8").split()
    return frozenset(name for name in found if "/" in name or name == UTC)


@cache
def load_own_table() -> dict[str, Any]:
    """`data/cities.toml`: `common` zones, `countries` by code, other `names` by zone."""
    return tomllib.loads(files(__package__).joinpath("data", "cities.toml").read_text(encoding="utf-8"))


@cache
def list_offered_zones() -> tuple[OfferedZone, ...]:
    """Selectable zones: one per city of tzdata, and UTC."""
    rows = [row for row in _read_tab_separated("zone.tab") if row[2] in list_zone_names()]
    common = [name for name in load_own_table()["common"] if name in list_zone_names()]
    ranks = {name: rank for rank, name in enumerate(dict.fromkeys((*common, *(row[2] for row in rows), UTC)))}
    countries = _country_names(load_own_table()["countries"])
    former = _former_city_names({row[2] for row in rows})
    found = [
        _build_offered_zone(
            row[2],
            ranks,
            countries[row[0]],
            [*load_own_table()["names"].get(row[2], ()), *former.get(row[2], ())],
            row[3:],
        )
        for row in rows
    ]
    return (*found, _build_offered_zone(UTC, ranks, frozenset(), ["GMT", "Zulu", "Greenwich", "Universal"], ()))


def _build_offered_zone(
    name: str, ranks: dict[str, int], countries: frozenset[str], others: list[str], comment: list[str] | tuple[()]
) -> OfferedZone:
    region, _, city = name.rpartition("/")
    cities = frozenset(map(to_plain_letters, (city, *others)))
    remarks = to_plain_letters(_SHORT_TIME.sub("", comment[0])) if comment else ""
    words = " ".join((to_plain_letters(region), *cities, *countries, remarks)).split()
    return OfferedZone(name, ranks[name], cities, countries, frozenset(words))


def _read_tab_separated(table: str) -> list[list[str]]:
    text = (_DATA / "zoneinfo" / table).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def _country_names(others: dict[str, list[str]]) -> dict[str, frozenset[str]]:
    """Code -> code and names of a country."""
    return {
        code: frozenset(map(to_plain_letters, (code, name, *others.get(code, ()))))
        for code, name in _read_tab_separated("iso3166.tab")
    }


def _former_city_names(offered: set[str]) -> dict[str, list[str]]:
    """Selectable zone -> former names that tzdata links to it: `Calcutta`, `Tel_Aviv`."""
    lines = (_DATA / "zoneinfo" / "tzdata.zi").read_text(encoding="utf-8").splitlines()
    links = {link: target for _, target, link in (line.split() for line in lines if line.startswith("L "))}
    found: dict[str, list[str]] = {}
    for link in links:
        name = link
        while name not in offered and name in links:
            name = links[name]
        if link not in offered and "/" in link and name in offered:
            found.setdefault(name, []).append(link.rpartition("/")[2])
    return found


@cache
def load_zone(name: str) -> ZoneInfo:
    """The zone from the tzdata package, not from the system. KeyError."""
    if name not in list_zone_names():
        raise KeyError(name)
    with (_DATA / "zoneinfo").joinpath(*name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def format_zone(name: str) -> str:
    """Display name: `America/New York`; for fixed offsets `UTC+2` (Etc/GMT-2)."""
    fixed = _FIXED.fullmatch(name)
    if fixed:
        sign = "" if fixed[2] == "0" else "-" if fixed[1] == "+" else "+"
        return f"{UTC}{sign}{fixed[2]}" if sign else UTC
    return name.replace("_", " ")
