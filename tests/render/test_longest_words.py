"""The words of pictures in every language: narrower, smaller, in more lines where they are long, but never cut."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from render import Look, SeatLook, load_renderer
from render.catan.expansions import KINDS
from render.core import fonts
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.core import Game, play, registry, start_game
from rules.core.conformance import start_trial
from tests.languages import LANGUAGES
from tests.render.looks import LONG
from tools.bench.measure import EVERYTHING, choices_for
from tools.checks.pseudo_language import pseudo_language
from words import Voice

PLAYED = (
    ("carcassonne", EVERYTHING, 4, 260),
    ("catan", "official", 4, 700),
    ("citadels", EVERYTHING, 6, 240),
)
STEPS = 4  # moments of a game


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Texts that were cut since, but for names of people."""
    found: set[str] = set()
    fit, broken = fonts.fit_text.__wrapped__, fonts.fit_lines

    def note(text: str, shown: str) -> None:
        if shown.endswith(fonts.ELLIPSIS) and not text.endswith(fonts.ELLIPSIS):
            found.update([] if any(name in text for name, _ in LONG) else [text])

    def fitted(text: str, *room: Any, **more: Any) -> tuple[str, int, int]:
        made = fit(text, *room, **more)
        note(text, made[0])
        return made

    def in_lines(text: str, *room: Any, **more: Any) -> tuple[list[str], int, int]:
        made = broken(text, *room, **more)
        note(text, made[0][-1])
        return made

    for kind, *_ in PLAYED:
        load_renderer(kind)  # its modules are there before they are looked at
    for module in [module for name, module in list(sys.modules.items()) if name.startswith("render")]:
        for key, former, other in (("fit_text", fonts.fit_text, fitted), ("fit_lines", fonts.fit_lines, in_lines)):
            if getattr(module, key, None) is former and module is not fonts:
                monkeypatch.setattr(module, key, other)
    monkeypatch.setattr(fonts, "fit_text", fitted)
    monkeypatch.setattr(fonts, "fit_lines", in_lines)
    return found


def moments(game: Game[Any], seats: int, most: int) -> Iterator[list[Any]]:
    """The views of the public and of all seats, some times in a random game."""
    run = start_trial(game, seats, 5)
    t = start_game(game, seats, run.key)
    for n in range(most):
        if game.over(t.state):
            break
        if n % (most // STEPS) == most // STEPS - 1:
            yield [game.view(t.state, seat) for seat in (None, *range(seats))]
        seat = sorted(game.waiting(t.state))[0]
        legal = list(game.legal(t.state, seat))
        t = play(game, t.state, seat, legal[run.player_chance.below(len(legal))])


@pytest.mark.parametrize(
    ("kind", "preset", "seats", "most"),
    [pytest.param(*PLAYED[0], marks=pytest.mark.slow), *PLAYED[1:]],  # the first draws for seconds
    ids=lambda one: str(one),
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_cut(cuts: set[str], language: str, kind: str, preset: str, seats: int, most: int) -> None:
    names = LONG[:seats]
    look = Look(tuple(SeatLook(*n) for n in names), say=Voice(language, [n[0] for n in names]))
    r, game = load_renderer(kind), registry.game_types()[kind].make(choices_for(kind, preset))
    for public, *own in moments(game, seats, most):
        r.table(public, look)
        r.score(public, look)
        for view in own:
            r.hand(view, look)
            r.choice(view, look, ())
    assert sorted(cuts) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("kind", "keys"), [("citadels", (*CHARACTERS, *DISTRICTS)), ("catan", tuple(KINDS))])
def test_no_card_is_cut(cuts: set[str], language: str, kind: str, keys: tuple[str, ...]) -> None:
    seen = Look((SeatLook("Ann", "R"),), say=Voice(language, ["Ann"]))
    for key in keys:
        load_renderer(kind).card(None, seen, key)
    assert sorted(cuts) == []


def test_what_is_cut_would_be_found(cuts: set[str]) -> None:
    with pseudo_language("ro", longer=True):
        played = PLAYED[1]
        names = LONG[: played[2]]
        look = Look(tuple(SeatLook(*n) for n in names), say=Voice("ro", [n[0] for n in names]))
        game = registry.game_types()["catan"].make(choices_for("catan", "official"))
        for public, *_ in moments(game, 4, 400):
            load_renderer("catan").table(public, look)
            load_renderer("catan").score(public, look)
    assert cuts
