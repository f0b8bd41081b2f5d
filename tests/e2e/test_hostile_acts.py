"""Whatever anybody types into any option of any command, presses or sends in a form: no error of ours, no word that is
more than letters, no table touched at which they do not sit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.act.handler import Presses
from cogs.client import PACKAGES, modules
from cogs.screen import ids
from playground.driver import Answer
from tests.e2e.arena import LOBBY, PEOPLE, PLACES, TEXTS, Arena, arena
from tools.sizes import EXAMPLES

STRING, INTEGER, BOOLEAN, USER = 3, 4, 5, 6
MANY = 4 * EXAMPLES
who, where = st.sampled_from(PEOPLE), st.sampled_from(PLACES)
texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=60), st.integers().map(str))
numbers = st.one_of(st.integers(-3, 70), st.sampled_from([10**9, 2**31, 2**53 - 1, -(2**53) + 1]))
VERBS = sorted({(family, verb or "") for family, verb in Presses(modules(PACKAGES))})


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


def value(option: dict[str, Any], draw: st.DataObject) -> Any:
    kind = option["type"]
    if option.get("choices"):
        return draw.draw(st.sampled_from([choice["value"] for choice in option["choices"]]))
    if kind == BOOLEAN:
        return draw.draw(st.booleans())
    if kind == USER:
        return draw.draw(st.sampled_from([*PEOPLE, "Dan", "Longtable"]))
    if kind == INTEGER:
        least, most = option.get("min_value", -5), option.get("max_value", 2**53 - 1)
        return draw.draw(st.one_of(st.integers(least, most), st.sampled_from([least, most])))
    return draw.draw(texts)[: option.get("max_length", 6000)]


@settings(max_examples=MANY, deadline=None, phases=[Phase.generate], database=None)
@given(draw=st.data(), who=who, where=where)
def test_every_option_of_every_command(place: Arena, draw: st.DataObject, who: str, where: str) -> None:
    renewed(place)
    path, options = draw.draw(st.sampled_from(commands(place)))
    asked = [one for one in options if one.get("required") or draw.draw(st.booleans())]
    given_values = {one["name"]: value(one, draw) for one in asked}

    async def act() -> Answer:
        return await place.stage.box.slash(who, where, path, **given_values)

    place.run(place.attempt(who, act()))


@settings(max_examples=MANY, deadline=None, phases=[Phase.generate], database=None)
@given(draw=st.data(), who=who, where=where, typed=texts)
def test_every_completion(place: Arena, draw: st.DataObject, who: str, where: str, typed: str) -> None:
    renewed(place)
    completed = [
        (path, one["name"], options) for path, options in commands(place) for one in options if one.get("autocomplete")
    ]
    path, name, options = draw.draw(st.sampled_from(completed))
    others = {one["name"]: value(one, draw) for one in options if one["name"] != name and draw.draw(st.booleans())}

    async def act() -> Answer:
        box = place.stage.box
        user, channel = box.person(who), box.channel(where)
        for one in options:  # people are sent as their numbers
            if one["type"] == USER and one["name"] in others:
                others[one["name"]] = str(box.person(others[one["name"]]).id)
        return await box.settled(box.acts.complete(user, channel, path, name, typed[:100], others))

    place.run(place.attempt(who, act()))


def number(place: Arena, draw: st.DataObject) -> int:
    """A table of ours, one that is not, none."""
    return draw.draw(st.sampled_from([*place.stage.tables.hall.tables, 0, 7, 999, 10**17]))


def argument(place: Arena, draw: st.DataObject) -> str:
    """What may stand in an id behind its verb: a move of some table, a part of one, anything."""
    lines = [
        str(move)
        for table in place.stage.tables.hall.tables.values()
        if table.game is not None and table.state is not None
        for seat in table.waiting
        for move in table.game.legal(table.state, seat)[:4]
    ]
    return draw.draw(st.one_of(st.sampled_from(lines), texts, st.sampled_from([line.split()[0] for line in lines])))


def made_up(place: Arena, draw: st.DataObject) -> str:
    family, verb = draw.draw(st.sampled_from(VERBS))
    table, since = number(place, draw), draw.draw(st.sampled_from([0, 1, 2, 3, 10**17]))
    text = ":".join(filter(None, (verb, argument(place, draw) if draw.draw(st.booleans()) else "")))
    slot = draw.draw(st.integers(0, 6)) if family == "s" else None
    made = str(ids.Id(family, table, None if family in "tlv" else since, slot, text or argument(place, draw)))
    return made[: ids.LONGEST]


VALUES = st.one_of(st.none(), st.lists(texts.map(lambda text: text[:100]), max_size=4))


@settings(max_examples=MANY, deadline=None, phases=[Phase.generate], database=None)
@given(draw=st.data(), who=who, where=where, values=VALUES)
def test_every_button_and_list(
    place: Arena, draw: st.DataObject, who: str, where: str, values: list[str] | None
) -> None:
    renewed(place)
    made = made_up(place, draw) if draw.draw(st.integers(0, 9)) else draw.draw(st.text(min_size=1, max_size=100))
    place.run(place.attempt(who, place.pressed(who, where, made, values)))


FIELDS = ("line", "from", "until", "hours", "zone", "rest", "days", "price", "give", "want", "cards", "reason", "n")


@settings(max_examples=MANY, deadline=None, phases=[Phase.generate], database=None)
@given(draw=st.data(), who=who, where=where)
def test_every_field_of_every_form(place: Arena, draw: st.DataObject, who: str, where: str) -> None:
    renewed(place)
    made = made_up(place, draw)
    verbs = [verb for family, verb in VERBS if family == "f" and verb]
    if draw.draw(st.booleans()):
        about = draw.draw(st.sampled_from([*verbs, "line", "", "0", argument(place, draw)]))
        made = f"f:{number(place, draw)}:{draw.draw(st.integers(0, 3))}:{about}"[: ids.LONGEST]
    keys = draw.draw(st.lists(st.one_of(st.sampled_from(FIELDS), texts), max_size=5, unique=True))
    fields = {(key or "x")[:100]: draw.draw(texts) for key in keys}

    async def opened() -> Answer:
        """The window as it really opens, filled in with anything; where none opens, one made up."""
        box = place.stage.box
        answer = await place.pressed(who, where, made, None)
        if answer.act.modal is None:
            return await place.submitted(who, where, made, fields)
        form = answer.modal
        typed = {one.custom_id: draw.draw(texts)[:100] for one in form.fields}
        return await box.settled(box.acts.submit(answer.act, typed))

    place.run(place.attempt(who, opened()))


def test_the_lobby_is_played_in_the_attic(place: Arena) -> None:
    table = place.at(LOBBY)
    assert table is not None
    assert table.status == "lobby"
