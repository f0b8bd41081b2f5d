"""What is said instead of the pictures of Catan."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render import Mark, load_renderer
from render.catan.card_scenes import SKETCHES
from render.catan.descriptions import describe_board_place, describe_catan_table, describe_hand, describe_score
from render.catan.hand import card_effect
from render.catan.renderer import CatanRenderer
from rules.catan.cards import CARDS
from rules.catan.view import AnswerView, BuildingView, Choice, KnightView, OfferView
from rules.core import Phrase
from tests.render.catan.scenes import news, own, scene
from tests.render.looks import LONG, look

OFFER = OfferView(53, 1, ("brick", "wool", "wool"), ("ore",), (0, 2), (AnswerView(0, "accept"),))


def test_the_table_in_a_few_sentences() -> None:
    view = replace(scene(3, False), roads=(), buildings=scene(3, False).buildings[:1])
    alt = describe_catan_table(view, look(3), "Mara rolled the dice.")
    assert alt.startswith(
        "Catan island, turn 22. To act: Mara (red, R). Mara rolled the dice. Last roll 3 + 5 = 8. "
        "Robber on h1 Pasture 2. Mara (red, R): 6 points, 7 cards, "
    )
    assert "longest 9, Longest Road, 1 development card, 1 knight played. Ionuț (blue, B): 7 points" in alt
    assert "3 knights played, Largest Army." in alt


def test_cities_and_knights_tell_of_the_barbarians_first() -> None:
    alt = describe_catan_table(scene(4), look(4))
    assert alt.startswith(
        "Catan island, Cities & Knights, turn 22. To act: Mara (red, R). Last roll 3 + 5 = 8, event die: ship. "
        "Barbarians 3 steps away, strength 6 against knights 10. Robber on h1 Pasture 2. "
        "Merchant of Mara on h3 Fields 12."
    )
    assert "metropolis of trade" in alt


def test_whole_players_are_left_out_before_any_player_is() -> None:
    alt = describe_catan_table(scene(6), look(6, names=LONG))
    assert len(alt) <= 1024
    assert all(name in alt for name, _ in LONG)
    assert alt.endswith("More: /game board text:True")


def test_what_everybody_has_built_comes_before_the_rest_of_anybody() -> None:
    alt = describe_catan_table(scene(4), look(4))
    assert len(alt) <= 1024
    assert alt.count("settlement") == 4
    assert alt.count("longest") == 4
    assert alt.endswith("More: /game board text:True")
    bare = describe_catan_table(scene(3, knights=()), look(3))
    assert bare.count("tracks") == 3
    assert "More" not in bare


def test_a_part_of_the_island_says_what_stands_there() -> None:
    knights = (KnightView(4, 1, 2, True), KnightView(53, 1, 2, True))
    view = scene(
        3,
        knights=knights,
        buildings=(BuildingView(0, 0, True, True), BuildingView(8, 2, False)),
        roads=((0, 0), (70, 1)),
    )
    said = CatanRenderer().part(view, look(3), "v0").alt
    assert said == (
        "The island around v0 (Mountains 10, sea). Hexes: h0 Mountains 10. There stand: v0 (wall) city of Mara, "
        "v8 settlement of נועה, v4 strong active of Ionuț, e0 road of Mara."
    )
    empty = scene(3, knights=(), buildings=(), roads=())
    assert CatanRenderer().part(empty, look(3), "e0").alt.endswith("Hexes: h0 Mountains 10. Nothing stands there.")
    assert "Hexes: h9 Desert." in CatanRenderer().part(empty, look(3), "h9").alt


def test_a_part_of_a_player_says_all_that_its_picture_shows() -> None:
    said = CatanRenderer().part(scene(4, fleet=("ore", "coin")), look(4), "R").alt
    assert "Merchant Fleet: ore, coin 2:1 in this turn" in said
    assert "left: 6 roads, 3 settlements, 2 cities, 2 walls, 1 basic knight, 1 strong knight, 1 mighty knight" in said
    assert said.endswith(
        "The bank takes brick 4:1, lumber 4:1, wool 3:1, grain 2:1, ore 4:1, cloth 4:1, coin 3:1, paper 2:1."
    )


def test_possible_places_say_what_lies_beside_them() -> None:
    view, seen = scene(4), look(4)
    assert describe_board_place(view, seen, "v0") == "v0 (Mountains 10, sea)"
    assert describe_board_place(view, seen, "v18") == "v18 (Hills 6, Pasture 4, Desert)"
    assert describe_board_place(view, seen, "e0") == "e0 (0-3, Mountains 10, sea)"
    assert describe_board_place(view, seen, "h9") == "h9 Desert"
    assert describe_board_place(view, seen, "nothing") == "nothing"
    marks = [Mark("v0", "v0"), Mark("h4", "h4"), Mark("e0", "e0", "last"), Mark("Mara", "0")]
    alt = CatanRenderer().choice(view, seen, marks)[0].alt
    assert "Possible corners: v0 (Mountains 10, sea). Possible hexes: h4 Hills 6. To choose from: Mara." in alt
    assert "paths" not in alt


def test_hands_are_told_to_their_owner() -> None:
    view = own(scene(4), 1, "brick ore brick", progress=("spy", "spy", "crane"), owed={1: 2})
    assert describe_hand(view, look(4)) == (
        "Choose 2 cards to give up. Your hand: 2 brick, 1 ore. Progress cards: Spy ×2, Crane. The bank takes "
        "brick 3:1, lumber 3:1, wool 3:1, grain 3:1, ore 3:1, cloth 4:1, coin 3:1, paper 2:1. "
        "Improvements: trade 1, politics 0, science 4. 10 cards · limit 9 on a seven."
    )
    choice = Choice("take", ("brick", "coin"), 0, 2, 2)
    assert describe_hand(own(scene(4), 1, choice=choice), look(4)).startswith(
        "Take up to 2 cards from the hand of נועה: 1 brick, 1 coin. Your hand: no cards."
    )
    spied = own(scene(4), 1, choice=Choice("spy", ("medicine", "wedding"), 1, 1, 2), given=("crane",))
    assert "Take a progress card of נועה: Medicine, Wedding. You have chosen: Crane." in describe_hand(spied, look(4))
    cards = own(scene(3, False), 1, developments=("knight", "knight", "point"))
    assert describe_hand(cards, look(3)).endswith("City: 2 grain, 3 ore; Development card: 1 wool, 1 grain, 1 ore.")
    assert "Development cards: Knight ×2, Victory Point." in describe_hand(cards, look(3))


def test_the_board_in_words() -> None:
    view = scene(4, offer=OFFER, owed={2: 5, 3: 1}, done=(3,))
    lines = CatanRenderer().text_board(view, look(4), "Catan #14", ["roll"]).splitlines()
    assert lines[0] == (
        "Catan #14, turn 22, Mara (red), main phase. Barbarians 3 steps away, strength 6, active knights Mara 4, "
        "Ionuț 2, נועה 4. They have come before. Last roll 3 + 5 = 8, event die: ship."
    )
    assert lines[1] == "Possible: roll."
    assert lines[2].startswith("Hexes: h0 Mountains 10; h1 Pasture 2, robber; h2 Forest 9; h3 Fields 12, merchant of")
    assert lines[3].startswith("Harbours: 3:1 at v0 v3; grain 2:1 at v1 v5;")
    assert lines[4].startswith("Mara (red) 6 points: settlement v")
    assert "(wall)" in lines[4]
    assert (
        "; 7 cards; Longest Road; tracks trade 4, politics 1, science 2; 2 progress (yellow, blue); merchant"
        in (lines[4])
    )
    assert "must give up 5" in lines[6]
    assert "has chosen" in lines[7]
    assert "city lying on its side" in lines[7]
    assert lines[8] == (
        "Offer 53: Ionuț gives 1 brick, 2 wool and wants 1 ore. Answers: Mara: accepts; נועה: no answer yet."
    )
    assert lines[9] == (
        "Bank: brick 12, lumber 9, wool 15, grain 11, ore 8, cloth 10, coin 0, paper 12. "
        "Progress cards left: trade 15, politics 12, science 17."
    )
    assert len(lines) == 10


def test_who_is_waited_for_and_for_what() -> None:
    owing = {n: Phrase("catan.task.discard", {"n": 4 + n}) for n in (0, 3)}
    view = scene(4, active=1, phase="discard", owed={0: 4, 2: 5, 3: 7}, done=(2,), tasks=owing)
    assert describe_catan_table(view, look(4)).startswith(
        "Catan island, Cities & Knights, turn 22. To act: Mara (red, R) discards 4; Sam (black, K) discards 7. "
        "Done: נועה. Last roll"
    )
    text = CatanRenderer().text_board(view, look(4), "Catan #14")
    assert "Ionuț (blue), discarding. The game waits for Mara (discard 4); Sam (discard 7). Barbarians" in text
    robbing = scene(3, False, phase="robber", tasks={0: Phrase("catan.task.robber")})
    assert "The game waits for Mara (move the robber)." in CatanRenderer().text_board(robbing, look(3), "x")
    for word in news():  # every task has a short word and a whole sentence
        one = scene(3, tasks={2: Phrase(f"catan.task.{word}", {"n": 2})})
        assert "To act: נועה (yellow, Y) " in describe_catan_table(one, look(3))
        assert "The game waits for נועה (" in CatanRenderer().text_board(one, look(3), "x")


def test_the_answers_to_an_offer_are_told() -> None:
    said = (AnswerView(0, "decline"), AnswerView(2, "counter", ("coin",), ("brick", "brick")))
    view = scene(4, offer=replace(OFFER, whom=(0, 2, 3), answers=said))
    assert (
        "Offer 53: Ionuț gives 1 brick, 2 wool and wants 1 ore. Answers: Mara: declines; "
        "נועה would give 1 coin for 2 brick; Sam: no answer yet."
    ) in describe_catan_table(view, look(4))


def test_every_knight_is_told_with_rank_and_state() -> None:
    knights = (KnightView(5, 0, 1, True), KnightView(7, 0, 2, False), KnightView(9, 0, 3, True))
    text = CatanRenderer().text_board(scene(3, knights=knights), look(3), "x")
    assert "knights v5 basic active, v7 strong inactive, v9 mighty active" in text


def test_the_board_of_a_seat_ends_with_its_secrets() -> None:
    view = own(scene(4), 0, "ore ore", progress=("wedding",))
    public, _, mine = CatanRenderer().text_board(view, look(4), "Catan").partition("Only you see:\n")
    assert "Wedding" not in public
    assert mine.startswith("Your hand: 2 ore.\nProgress cards: Wedding.")


def test_setting_up_and_the_end() -> None:
    seen = look(3)
    assert describe_catan_table(scene(3, False, turn=0, dice=(), phase="setup"), seen).startswith(
        "Catan island, setting up. To act: Mara (red, R)."
    )
    r = load_renderer("catan")
    assert r.text_board(scene(3, False, turn=0, dice=(), phase="setup"), seen, "Catan #1").startswith(
        "Catan #1, Mara (red), setting up."
    )
    over = scene(3, over=True, winners=(2,), phase="over", tasks={})
    assert describe_catan_table(over, seen).startswith(
        "Catan island, Cities & Knights, over after 22 turns. Winner: נועה."
    )
    assert describe_score(over, seen).startswith("Final score: נועה 7 = settlements 1, cities 4, ")
    assert r.text_board(over, seen, "Catan #1").startswith("Catan #1, over after 22 turns. Winner: נועה.")


@pytest.mark.parametrize("key", [*SKETCHES, *CARDS])
def test_every_card_says_what_it_does(key: str) -> None:
    assert 8 < len(card_effect(look(2), key)) < 72
    assert load_renderer("catan").card(scene(3), look(3), key).alt.endswith(card_effect(look(3), key))


def test_costs_are_told() -> None:
    r = load_renderer("catan")
    assert "City: 2 grain, 3 ore; Development card: 1 wool, 1 grain, 1 ore." in (
        r.card(scene(3, False), look(3), "costs").alt
    )
    assert "Recruit a knight: 1 wool, 1 ore; Activate a knight: 1 grain;" in (r.card(scene(3), look(3), "costs").alt)
