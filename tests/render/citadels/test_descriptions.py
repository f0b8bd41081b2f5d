"""Citadels in words: all that the picture shows, nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render import Mark, load_renderer
from render.citadels.descriptions import describe_citadels_table, describe_hand, describe_score
from render.citadels.hand import card_effect
from rules.citadels.cards import CHARACTERS, DISTRICTS, sorted_cards
from rules.citadels.view import Mark as Named
from rules.citadels.view import Offer, Shown
from tests.render.citadels.scenes import LONG, look, private, scene

HIDDEN = {"hand": ("cathedral",), "characters": ("queen",), "aside": ("witch",), "offer": Offer("pick", ("abbot",), 1)}


def test_the_table_says_whose_turn_it_is_and_what_was_named() -> None:
    alt = describe_citadels_table(scene(6), look(6), "Sam built a Tavern.")
    assert alt.startswith(
        "Citadels, round 7, rank 5, Bishop: נועה. Sam built a Tavern. Magician murdered. Architect robbed"
    )
    assert "Crown: Ionuț." in alt
    assert "Temple 1 (gold on it)" in alt
    assert "Museum 4 (3 cards under it)" in alt


def test_every_seat_is_told_before_the_cities() -> None:
    names = tuple((f"{name} of the very long name", letter) for name, letter in LONG)
    alt = describe_citadels_table(scene(8), look(8, names=names))
    assert len(alt) <= 1024
    assert alt.endswith("More: /game board text:True")
    assert all(name in alt for name, _ in names)


def test_drafts_and_ends_are_told() -> None:
    players = [replace(p, shown=(), drafting=i == 3) for i, p in enumerate(scene(4).players)]
    draft = scene(4, phase="draft", players=tuple(players), turn=None, tasks={}, face_up=("magician", "bishop"))
    assert describe_citadels_table(draft, look(4)).startswith(
        "Citadels, round 7, characters are being chosen: Sam chooses."
    )
    assert "Face up: Magician, Bishop." in describe_citadels_table(draft, look(4))
    over = scene(4, phase="over", over=True, turn=None, winners=(1, 3), tasks={})
    assert describe_citadels_table(over, look(4)).startswith("Citadels, over after 7 rounds. Winner: Ionuț, Sam.")
    assert "Ionuț 21 = districts 21 + colours 0 + city 0 + cards 0" in describe_score(over, look(4), "")


def test_decisions_out_of_turn_name_who_must_act() -> None:
    alt = describe_citadels_table(replace(scene(4), tasks={1: scene(2).headline}, ruin="market"), look(4))
    assert "To act: Ionuț." in alt
    assert "Destroyed: Market." in alt


@pytest.mark.parametrize("marks", [(), (Mark("1", "0"),)])
def test_the_public_never_sees_what_a_seat_sees(marks: tuple[Mark, ...]) -> None:
    """The same table, drawn for everybody from the view of nobody and from that of a seat: no byte differs."""
    r, seen = load_renderer("citadels"), look(6)
    nobody, somebody = scene(6), scene(6, you=2, **HIDDEN)
    assert r.table(nobody, seen, marks) == r.table(somebody, seen, marks)
    assert r.score(nobody, seen) == r.score(somebody, seen)
    assert r.part(nobody, seen, "3") == r.part(somebody, seen, "3")
    assert r.text_board(somebody, seen, "x").startswith(r.text_board(nobody, seen, "x"))


def test_hands_are_told_to_their_owner() -> None:
    alt = describe_hand(private(characters=("king",), aside=("thief",)), look(6))
    assert alt == (
        "Choose a character: 1 Assassin, 4 King, 6 Merchant, 7 Architect. Your hand: Castle 4 yellow, "
        "Cathedral 5 blue, Harbor 4 green, Prison 2 red, Wishing Well 5 purple. 1 gold. Your characters: 4 King. "
        "You know face down: 2 Thief."
    )
    assert describe_hand(private("", offer=None), look(6)).startswith("Your hand: no cards.")


def test_a_whole_deck_is_told_as_far_as_it_fits() -> None:
    deck = sorted_cards(key for key, card in DISTRICTS.items() for _ in range(card.count))
    alt = describe_hand(private(offer=Offer("lighthouse", deck, 1)), look(6))
    assert "Manor 3 yellow ×5" in alt
    assert 900 < len(alt) <= 1024


def test_the_board_in_words() -> None:
    view = scene(6, silent=("warlord",), face_up=("king",), marks=(Named("bewitch", "king"),), last_round=True)
    lines = load_renderer("citadels").text_board(view, look(6), "Citadels #15", ["gold", "cards"]).splitlines()
    assert lines[0] == (
        "Citadels #15, round 7, rank 5 Bishop: נועה. Called so far: Assassin Yael, Thief Mara, King Ionuț, "
        "Bishop נועה, nobody as Warlord. Named: bewitched King."
    )
    assert lines[1] == "Possible: gold, cards."
    assert lines[2].endswith("Warlord. Face up: King. 1 character lies face down.")
    assert lines[3].startswith(
        "Mara (red): 3 gold, 4 cards, 1 character not shown. City 13 points: Tavern 1, Church 2,"
    )
    assert "crown" in lines[4]
    assert lines[9] == "Deck 31 cards. Goal 8 districts. This is the last round."
    assert "Only you see" not in "\n".join(lines)


def test_the_board_of_a_seat_ends_with_its_secrets() -> None:
    text = load_renderer("citadels").text_board(private(), look(6), "Citadels #15")
    public, _, own = text.partition("Only you see:\n")
    assert "Wishing Well" not in public.rpartition("Deck")[0]
    assert own.startswith("Choose a character: 1 Assassin, 4 King")


def test_finished_boards_have_the_sheet_of_points() -> None:
    view = scene(3, over=True, phase="over", turn=None, winners=(2,))
    rows = (*view.sheet[:2], replace(view.sheet[2], cards={"museum": 3, "dragon_gate": 2}))
    text = load_renderer("citadels").text_board(replace(view, sheet=rows), look(3), "Citadels #15")
    assert text.startswith("Citadels #15, over after 7 rounds. Winner: נועה.\n")  # nobody asks who was called
    untitled = load_renderer("citadels").text_board(replace(view, sheet=rows), look(3))
    assert untitled.startswith("Citadels, over after 7 rounds. Winner: נועה.\n")
    assert "cards 5 (Museum 3, Dragon Gate 2), total" in text


def test_bewitched_turns_and_fates() -> None:
    view = scene(4)
    assert view.turn is not None
    view = replace(view, turn=replace(view.turn, bewitched=True, seat=0))
    assert "rank 5 Bishop, bewitched: Mara plays" in load_renderer("citadels").text_board(view, look(4), "x")
    players = (replace(view.players[0], shown=(Shown("thief", murdered=True),)), *view.players[1:])
    r = load_renderer("citadels")
    assert r.table(replace(view, players=players), look(4))[0].png != r.table(view, look(4))[0].png


@pytest.mark.parametrize("key", [*DISTRICTS, *CHARACTERS])
def test_every_card_says_what_it_does(key: str) -> None:
    assert 8 < len(card_effect(look(2), key)) < 72
    assert load_renderer("citadels").card(scene(3), look(3), key).alt.endswith(card_effect(look(3), key))
