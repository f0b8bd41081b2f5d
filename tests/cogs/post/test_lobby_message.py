"""The message of a lobby stays within the limits however much stands in it."""

from __future__ import annotations

import pytest

from cogs.post.lobby_message import MAX_WARNINGS, lobby_message
from cogs.screen import naming
from rules.core import Phrase, registry
from service.state.model import COLOURS, Seat
from tests.cogs.post.shown import BIG, LANGUAGES, table, voice
from words import Voice


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_lobby_fits(language: str) -> None:
    kind = registry.game_types()["carcassonne"]
    shown = table(status="lobby", choices=list(kind.presets.values())[-1], order=tuple(COLOURS), thread=True)
    public = lobby_message(shown, voice(shown, language), "G" * 60, tuple(range(6)), "<@1> " * 6)
    assert len(public.screen.text) <= 2000
    assert len(public.screen.rows[0]) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_of_eight_with_everything_chosen_fits(language: str) -> None:
    kind = registry.game_types()["citadels"]
    longest = max(
        kind.presets.values(), key=lambda choices: len(naming.describe_changed_options(kind, choices, Voice("en")))
    )
    seats = tuple(Seat(n, BIG + n, "_" * 32, COLOURS[n], machine="normal" if n % 2 else None) for n in range(8))
    shown = table(kind="citadels", status="lobby", choices=longest, seats=seats, max_seats=8, order=tuple(COLOURS))
    warnings = [Phrase("cit.warning.hospital"), *[Phrase("cit.warning.bell_tower")] * 5]
    public = lobby_message(shown, voice(shown, language), "G" * 60, tuple(range(8)), "<@1> " * 8, warnings)
    text = public.screen.text
    assert len(text) <= 2000
    note = Voice(language)("lobby.warning", text="\n").partition("\n")[0]
    assert text.count(note) == MAX_WARNINGS
    assert all(f"\n{n} **" in text for n in range(1, 9))
    assert (
        Voice(language)("cit.module.base") in text
        or naming.describe_changed_options(kind, longest, Voice(language))[:20] in text
    )


def test_a_machine_is_shown_with_its_level() -> None:
    seats = (Seat(0, BIG, "Ann", "R"), Seat(1, None, "Machine 1", "V", machine="easy"))
    shown = table(status="lobby", seats=seats, host=BIG)
    text = lobby_message(shown, voice(shown), "G").screen.text
    assert "1 **Ann** (red) · host" in text
    assert "2 **Machine 1** (violet) · machine, easy" in text
