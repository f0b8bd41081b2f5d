"""Districts that everybody has seen, and how many the deck can still hold."""

from __future__ import annotations

from dataclasses import replace

from render import load_renderer
from render.citadels.seen_districts import list_seen_districts
from rules.citadels.cards import DISTRICTS
from tests.render.citadels.scenes import look, scene


def test_each_name_says_how_many_stand_and_how_many_the_deck_holds_at_most() -> None:
    view = replace(scene(6), destroyed=("temple", "keep", "temple"))
    head, *rest = list_seen_districts(view, look(6).say)
    standing = sum(len(player.city) for player in view.players)
    assert head.startswith(f"{standing} districts of {sum(card.count for card in DISTRICTS.values())} stand")
    assert len(rest) == 6
    assert rest[0] == "Yellow: Manor 3 (2), Castle 2 (2), Palace 1 (2)."
    assert rest[-1] == "Destroyed so far: Temple ×2, Keep."
    assert list_seen_districts(scene(6), look(6).say)[-1].startswith("Purple: ")


def test_no_more_than_the_deck_has_and_nothing_that_waits_for_the_graveyard() -> None:
    assert list_seen_districts(scene(6, deck=1), look(6).say)[1] == "Yellow: Manor 3 (1), Castle 2 (1), Palace 1 (1)."
    assert "Palace 1 (1)" in list_seen_districts(scene(6, ruin="palace"), look(6).say)[1]


def test_what_a_seat_holds_changes_nothing() -> None:
    own = scene(6, you=2, hand=("cathedral", "castle"), characters=("king",))
    assert list_seen_districts(own, look(6).say) == list_seen_districts(scene(6), look(6).say)
    assert "\n".join(list_seen_districts(own, look(6).say)) in load_renderer("citadels").text_board(own, look(6), "x")
