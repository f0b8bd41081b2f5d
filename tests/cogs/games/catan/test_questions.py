"""Every private screen of Catan asks its own question: a sentence, not the task of the turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath, Question, path_after_set
from cogs.games import picker_screens
from cogs.screen import Screen
from rules.catan.development import MONOPOLY, PLENTY
from rules.catan.game import KIND
from rules.core import field_names
from tests.cogs import harness
from tests.cogs.games.catan.test_catan import FACE, on_table, positions, table_of
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Laid
from tests.rules.catan.test_development import dev
from words import catalogue

HEAD = re.compile(r"\*\*(.+?)\*\*")
TASKS = catalogue().keys_below("en", "catan.task")
# Kinds whose screens stand on the menu, or ask with the words of what is waited for.
ELSEWHERE = re.compile(r"setup|roll|end|pass|discard|robber|bank|improve|trade-.*|answer-.*|build-.*|knight-.*")


async def shown(laid: Laid, *words: str, seat: int = 0) -> Screen:
    return harness.check(await picker_screens.picker_screen(harness.room(on_table(laid), seat), ChoicePath((), words)))


def onward(question: Question) -> Iterator[ChoicePath]:
    if question.shape == "set":
        yield path_after_set(question, [choice.token for choice in question.choices[: question.least]])
    else:
        yield from (choice.path for choice in question.choices)


def sentences(text: str) -> Sequence[str]:
    """What stands in bold, without the names of cards that their texts begin with."""
    names = {catalogue().sentence("en", key).split("**")[1] for key in catalogue().keys_below("en", "catan.topic")}
    return [said for said in HEAD.findall(text) if said not in names]


async def every_screen(here: Any, path: ChoicePath, seen: set[Any]) -> Iterator[str]:
    """The texts of the screens below a path, each decision once."""
    question = here.question_at_path(path)
    key = here.view.phase, question.kind, question.field, question.shape, type(here.table.state.agenda[-1])
    if key in seen:
        return iter(())
    seen.add(key)
    screen = harness.check(await picker_screens.picker_screen(here, path))
    found = [screen.text]
    for further in onward(question):
        found += await every_screen(here, further, seen)
    return iter(found)


@pytest.mark.parametrize("seed", range(3))
async def test_every_screen_asks_a_sentence_of_its_own(seed: int) -> None:
    seen: set[Any] = set()
    texts = []
    for game, state, seat in positions(seed):
        here = harness.room(table_of(game.choices, state), seat)
        for kind in ("", *dict.fromkeys(move.kind for move in here.legal if move.kind != "pass")):
            texts += await every_screen(here, ChoicePath((), (kind,) if kind else ()), seen)
    assert len(texts) > 18
    tasks = [catalogue().sentence("en", key) for key in TASKS]
    plain = [task for task in tasks if "{" not in task]
    for text in texts:
        bold = sentences(text)
        assert len(bold) <= 2, text
        assert all(said[0].isupper() and said[-1] in ".?" for said in bold), text
        assert not any(f"**{task}**" in text for task in plain), text
        assert "**Choose:" not in text, text


def test_every_task_has_its_question() -> None:
    assert len(TASKS) > 20
    for key in TASKS:
        said = catalogue().sentence("en", key.replace(".task.", ".question."))
        assert said.startswith("**")


def test_every_card_of_which_something_is_named_has_its_question() -> None:
    known = catalogue().keys("en")
    asked = set()
    for choices in KIND.presets.values():
        for kind, cls in KIND.make(choices).moves.items():
            for name in () if ELSEWHERE.fullmatch(kind) else field_names(cls):
                asked.add(kind)
                assert {f"catan.ask.{kind}", f"catan.ask.{kind}_{name}"} & known, (kind, name)
    assert {"card-spy", "card-alchemist", "dev-plenty"} <= asked


async def test_cards_with_a_target_ask_for_it_and_say_what_they_do() -> None:
    laid = Knights(3).settlement(0, 23).knight(1, 29).progress(0, "spy", "deserter", "commodity-monopoly")
    laid.progress(1, "smith").progress(2, "crane")
    asked = {
        "spy": "Whose progress cards do you look at?",
        "commodity-monopoly": "Which commodity do the others give you?",
    }
    for card, question in asked.items():
        text = (await shown(laid, f"card-{card}")).text
        assert f"**{question}**" in text
        assert catalogue().sentence("en", f"catan.topic.{card}") in text
    text = (await shown(laid, "card-deserter", "1")).text
    assert "**Who loses a knight?**" in text
    base = dev(Laid(3).settlement(0, 23), 0, PLENTY, MONOPOLY)
    assert "**Which two resources do you take?**" in (await shown(base, "dev-plenty")).text
    text = (await shown(base, "dev-monopoly")).text
    assert "**Which resource do the others give you?**" in text
    assert catalogue().sentence("en", "catan.topic.monopoly") in text


async def test_the_commercial_harbour_says_what_comes_back() -> None:
    laid = Knights(3).city(0, 23).hand(0, "1 ore").hand(1, "1 coin, 1 cloth").progress(0, "commercial-harbour")
    laid.do("card-commercial-harbour")
    assert "That player gives you a commodity for it" in (await shown(laid)).text
    laid.do("answer-harbour 1 ore")
    assert "You get the resource that was offered to you." in (await shown(laid, seat=1)).text


async def undrawn(laid: Laid) -> Screen:
    """The menu where no picture can be had."""
    app = harness.Program(studio=harness.Broken())
    return harness.check(await picker_screens.picker_screen(harness.room(on_table(laid), 0, app=app), ChoicePath()))


async def test_the_menu_without_its_picture_says_what_everything_costs() -> None:
    assert (await shown(Knights(3).city(0, 23).hand(0, "1 wool"))).below == ""
    below = (await undrawn(Knights(3).city(0, 23).hand(0, "1 wool"))).below
    costs = ("Wall: 2 brick", "Knight: wool, ore", "Activate: grain", "Promote: wool, ore", "Level n: n cloth (trade)")
    assert all(cost in below for cost in costs)
    assert len(below.splitlines()) == 2
    assert all(line.startswith("-# ") for line in below.splitlines())
    assert "Knight" not in (await undrawn(Laid(3).settlement(0, 23).hand(0, "1 wool"))).below


async def test_the_turn_is_asked_in_a_sentence() -> None:
    laid = Laid(3).settlement(0, 23).before_roll()
    assert (await shown(laid)).text.startswith("**Your turn begins: roll the dice.**")
    assert (await shown(laid.roll(1, 2))).text.startswith("**Your turn: what do you do?**")
    laid.hand(0, "1 wool").hand(1, "1 ore").do("trade-offer wool ore 1")
    assert (await shown(laid)).text.startswith("**Your offer is open.** Play on, or choose who trades.")
    assert (await shown(laid, seat=1)).text.startswith("**Do you trade?**")


def test_the_rules_in_a_minute_are_those_of_the_table() -> None:
    known = catalogue().keys("en")
    pages = {name: FACE.short_rules_for_choices(choices) for name, choices in KIND.presets.items()}
    assert len(pages["base"]) == 6
    assert "catan.minute.6" in pages["base"]  # development cards
    told = " ".join(catalogue().sentence("en", key) for key in pages["official"])
    assert len(pages["official"]) == 10
    assert pages["colonist"] == pages["official"]
    for what in ("13 points", "barbarians", "`Knight…`", "gate", "paper for science", "Trading"):
        assert what in told
    assert "10 points" not in told
    assert "Development cards" not in told
    assert {key for found in pages.values() for key in found} | set(FACE.short_rules_for_choices(None)) <= known
