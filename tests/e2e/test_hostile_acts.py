"""Whatever anybody types into any option of any command, presses or sends in a form: no error of ours, no word that is
more than letters, no table touched at which they do not sit."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.act.router import ComponentRouter
from cogs.client import HANDLER_PACKAGES, package_modules
from cogs.screen import ids
from playground.driver import Answer
from tests.e2e.arena import PAST, PEOPLE, PLACES, TEXTS, Arena, arena
from tools.sizes import EXAMPLES

T = TypeVar("T")
INTEGER, BOOLEAN, USER = 4, 5, 6
MANY = 2 * EXAMPLES
who, where = st.sampled_from(PEOPLE), st.sampled_from(PLACES)
texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=60), st.integers().map(str))
VERBS = sorted({(family, verb or "") for family, verb in ComponentRouter(package_modules(HANDLER_PACKAGES))})


@pytest.fixture(scope="module")
def place() -> Iterator[Arena]:
    with arena() as made:
        yield made


@pytest.fixture(autouse=True)
def _whole(place: Arena) -> None:
    renewed(place)


def renewed(place: Arena) -> None:
    """Everything is played that was begun."""
    if not place.whole():
        place.run(place.close())
        place.run(place.open())


def commands(place: Arena) -> list[tuple[str, list[dict[str, Any]]]]:
    """Every command with its options, as Discord was told them."""
    found: list[tuple[str, list[dict[str, Any]]]] = []

    def below(path: str, options: list[dict[str, Any]]) -> None:
        nested = [one for one in options if one["type"] in (1, 2)]
        for one in nested:
            below(f"{path} {one['name']}", list(one.get("options") or []))
        if not nested:
            found.append((path, options))

    user, channel = place.stage.box.person("Ann"), place.stage.box.channel("table")
    for command in place.stage.box.acts.commands(user, channel):
        below(f"/{command.name}", list(command.data.get("options") or []))
    return sorted(found, key=lambda each: each[0])


class Luck:
    """What is tried: words by hypothesis; which of what is there now by a seed, as that differs from time to time."""

    def __init__(self, seed: int, words: list[str]) -> None:
        self.random = random.Random(seed)
        self.words = iter(words)

    def __repr__(self) -> str:
        return "luck"

    def of(self, things: Sequence[T]) -> T:
        return self.random.choice(things)

    def often(self) -> bool:
        return self.random.random() < 0.5

    def word(self) -> str:
        return next(self.words)


WORDS = 24
luck = st.builds(Luck, st.integers(0, 2**32), st.lists(texts, min_size=WORDS, max_size=WORDS))
every = settings(max_examples=MANY, deadline=None, phases=[Phase.generate], database=None)


def value(option: dict[str, Any], luck: Luck) -> Any:
    """What a client lets somebody fill in."""
    kind = option["type"]
    if option.get("choices"):
        return luck.of([choice["value"] for choice in option["choices"]])
    if kind == BOOLEAN:
        return luck.often()
    if kind == USER:
        return luck.of([*PEOPLE, "Dan"])
    if kind == INTEGER:
        least, most = option.get("min_value", -(2**53) + 1), option.get("max_value", 2**53 - 1)
        return luck.of([least, most, luck.random.randint(least, most), max(least, min(most, luck.of(range(9))))])
    return luck.word()[: option.get("max_length", 6000)]


@every
@given(luck=luck, who=who, where=where)
def test_every_option_of_every_command(place: Arena, luck: Luck, who: str, where: str) -> None:
    renewed(place)
    path, options = luck.of(commands(place))
    asked = [one for one in options if one.get("required") or luck.often()]
    filled = {one["name"]: value(one, luck) for one in asked}

    async def act() -> Answer:
        return await place.stage.box.slash(who, where, path, **filled)

    place.attempted(who, act(), f"{who} in #{where}: {path} {filled}")


@every
@given(luck=luck, who=who, where=where)
def test_every_completion(place: Arena, luck: Luck, who: str, where: str) -> None:
    renewed(place)
    path, options = luck.of([(p, o) for p, o in commands(place) if any(one.get("autocomplete") for one in o)])
    name = luck.of([one["name"] for one in options if one.get("autocomplete")])
    others = {one["name"]: value(one, luck) for one in options if one["name"] != name and luck.often()}
    typed = luck.word()[:100]

    async def act() -> Answer:
        box = place.stage.box
        user, channel = box.person(who), box.channel(where)
        for one in options:  # people are sent as their numbers
            if one["type"] == USER and one["name"] in others:
                others[one["name"]] = str(box.person(others[one["name"]]).id)
        return await box.settled(box.acts.complete(user, channel, path, name, typed, others))

    place.attempted(who, act(), f"{who} in #{where}: {path} {others}, {name}: {typed!r}")


def number(place: Arena, luck: Luck) -> int:
    """A table of ours, one that is over, one that is not, none."""
    return luck.of([*place.stage.tables.registry.tables, place.past, 0, 999, 10**17])


def argument(place: Arena, luck: Luck) -> str:
    """What may stand in an id behind its verb: a move of some table, a part of one, anything."""
    lines = [
        str(move)
        for table in place.stage.tables.registry.tables.values()
        if table.game is not None and table.state is not None
        for seat in table.seats_to_move
        for move in table.game.legal(table.state, seat)[:4]
    ]
    return luck.of([luck.of(lines), luck.word(), luck.of(lines).split()[0]])


def made_up(place: Arena, luck: Luck) -> str:
    family, verb = luck.of(VERBS)
    since = None if family in "tlv" else luck.of([0, 1, 2, 3, 10**17])
    text = ":".join(filter(None, (verb, argument(place, luck) if luck.often() else "")))
    slot = luck.of(range(7)) if family == "s" else None
    return str(ids.CustomId(family, number(place, luck), since, slot, text or argument(place, luck)))[
        : ids.MAX_ID_LENGTH
    ]


@every
@given(luck=luck, who=who, where=where, anything=st.text(min_size=1, max_size=100))
def test_every_button_and_list(place: Arena, luck: Luck, who: str, where: str, anything: str) -> None:
    renewed(place)
    made = made_up(place, luck) if luck.of(range(9)) else anything
    values = [luck.word()[:100] for _ in range(luck.of(range(4)))] if luck.often() else None
    place.attempted(who, place.pressed(who, where, made, values), f"{who} in #{where}: {made!r} {values}")


@every
@given(luck=luck, who=who, where=where)
def test_every_field_of_every_form(place: Arena, luck: Luck, who: str, where: str) -> None:
    renewed(place)
    made = made_up(place, luck)
    if luck.often():
        verbs = [verb for family, verb in VERBS if family == "f" and verb]
        about = luck.of([*verbs, "line", "", "0", argument(place, luck)])
        made = f"f:{number(place, luck)}:{luck.of(range(4))}:{about}"[: ids.MAX_ID_LENGTH]
    fields = {(luck.of([luck.of(FIELDS), luck.word()]) or "x")[:100]: luck.word() for _ in range(luck.of(range(5)))}

    async def opened() -> Answer:
        """The window as it really opens, filled in with anything; where none opens, one made up."""
        box = place.stage.box
        answer = await place.pressed(who, where, made, None)
        if answer.act.modal is None:
            return await place.submitted(who, where, made, fields)
        typed = {one.custom_id: luck.word()[:100] for one in answer.modal.fields}
        return await box.settled(box.acts.submit(answer.act, typed))

    place.attempted(who, opened(), f"{who} in #{where}: {made!r} {fields}")


@every
@given(luck=luck, who=who, where=where)
def test_every_branch_of_a_game_that_is_over(place: Arena, luck: Luck, who: str, where: str) -> None:
    renewed(place)
    at = luck.of([*map(str, range(1, 7)), luck.word()])
    if luck.often():
        verb = luck.of([verb for family, verb in VERBS if family == "x" and verb.startswith("branch")])
        made = str(
            ids.CustomId("x", luck.of([place.past, number(place, luck)]), luck.of(range(7)), text=f"{verb}:{at}")
        )
        place.attempted(who, place.pressed(who, where, made[: ids.MAX_ID_LENGTH], None), f"{who} in #{where}: {made!r}")
        return
    filled = {"at": at}
    if luck.often():
        filled["game"] = luck.of([str(place.past), f"#{place.past} x", str(number(place, luck)), luck.word()])
    if luck.often():
        filled["where"] = luck.of(["here", "thread"])

    async def act() -> Answer:
        return await place.stage.box.slash(who, where, "/game past branch", **filled)

    place.attempted(who, act(), f"{who} in #{where}: {filled}")


def test_a_game_that_is_over_can_be_branched_there(place: Arena) -> None:
    """What the properties try is not always refused. Cid has tried nothing before."""

    async def act() -> Answer:
        box = place.stage.box
        return await box.slash("Cid", PAST, "/game past branch", at="3", game=str(place.past), where="thread")

    before = {*place.stage.tables.registry.tables}
    place.attempted("Cid", act(), "a branch")
    (made,) = {*place.stage.tables.registry.tables} - before
    table = place.stage.tables.registry.get(made)
    assert table is not None
    assert table.branch is not None
    assert (table.branch.of, table.branch.at) == (place.past, 3)


FIELDS = ("line", "from", "until", "hours", "zone", "rest", "days", "price", "give", "want", "cards", "reason", "n")
