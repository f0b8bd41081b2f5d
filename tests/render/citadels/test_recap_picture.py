"""What somebody missed of Citadels: rounds as bands, drawn from recorded games."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from PIL import ImageChops

from render import Recap, RecapStep, RecapTurn, TurnPhrase, load_renderer
from render.citadels import cards, deed_row, deeds, recap_picture
from render.citadels.round_bands import (
    BEGUN,
    MOST_BANDS,
    CharacterColumn,
    Deed,
    RoundBand,
    build_round_bands,
    turns_per_picture,
)
from render.citadels.standing import describe_end_danger, draw_citadels_standing
from render.core import fonts, recap_strip, sheet
from render.core.cache import SPRITES
from rules.citadels.cards import CHARACTERS
from rules.core import Chance
from tests.render.citadels.played import goings, moments, recap
from tests.render.citadels.scenes import LONG, look, private, scene
from tests.render.pictures import looks_as_before
from words import Voice

GOLDEN = Path(__file__).parent / "golden"
GAMES = ("whole_two_players", "whole_three_players", "whole_base_four", "whole_seven_players", "whole_eight_dark_city")
HIGHEST = 1250
CHARACTERS_OF_SEVEN = ("assassin", "magician", "king", "bishop", "merchant", "architect", "warlord")


def stretches(name: str, reader: int, rounds: int, every: int) -> Iterator[tuple[int, int]]:
    """Moments at which the reader moved, and was asked again some rounds later."""
    game, _, played = moments(name)
    for at in range(5, len(played), every):
        if played[at][0] != reader:
            continue
        for later in range(at + 1, len(played)):
            s = played[later][1]
            if reader in game.waiting(s) and s.round >= played[at][1].round + rounds:
                yield at, later
                break


def pages(name: str, reader: int, since: int, until: int) -> list[Recap]:
    turns = [RecapTurn(one.seat, tuple(one.events)) for one in goings(name, reader, since, until)]
    found, start = [], 0
    for many in load_renderer("citadels").recap_pages(turns):
        found.append(recap(name, reader, since, until, (start, start + many)))
        start += many
    assert start == len(turns)
    return found


@pytest.mark.parametrize(("rounds", "expected"), [(1, [1]), (3, [3]), (4, [2, 2]), (5, [2, 3]), (7, [2, 2, 3])])
def test_a_picture_has_three_rounds_at_most_and_divides_none(rounds: int, expected: list[int]) -> None:
    turns: list[RecapTurn] = []
    for number in range(rounds):
        turns += [RecapTurn(None, ((BEGUN, {"n": number, "seat": 0}),)), RecapTurn(1, ()), RecapTurn(2, ())]
    assert turns_per_picture(turns) == [3 * many for many in expected]
    assert turns_per_picture(turns[1:])[0] == 3 * expected[0] - 1  # begun in the middle of a round
    assert turns_per_picture([]) == []
    assert max(expected) <= MOST_BANDS


@pytest.mark.parametrize("name", GAMES)
def test_every_stretch_can_be_drawn(name: str) -> None:
    """In both themes and directions, with long names: 800 wide, not too high, quick once sprites are there."""
    seats = moments(name)[1]
    r, spent, drawn = load_renderer("citadels"), [], 0
    for reader in range(0, seats, 3):
        for since, until in list(stretches(name, reader, 1 + reader % 3, 7))[:3]:
            for page in pages(name, reader, since, until):
                drawn += 1
                for rtl, theme in ((False, "dark"), (True, "light")):
                    picture = r.recap(page, look(seats, theme, rtl, LONG))
                    assert picture.size[0] == 800
                    assert picture.size[1] <= HIGHEST
                    assert picture.alt.startswith("Since your last move")
                    assert len(picture.alt) <= 1024
                begun = time.process_time()
                r.recap(page, look(seats, "dark", False, LONG))
                spent.append(time.process_time() - begun)
    assert drawn > 2
    assert median(spent) < 0.3


@pytest.mark.parametrize("name", GAMES)
def test_letters_read_where_a_phone_shows_them_small(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """22 pixels of 800 are 11 of 400."""
    sizes: dict[int, str] = {}
    real = fonts.text_sprite

    def noted(text: str, size: int, *rest: Any) -> Any:
        sizes.setdefault(size, text)
        return real(text, size, *rest)

    for module in (fonts, sheet, recap_strip, cards, deeds, deed_row, recap_picture):
        monkeypatch.setattr(module, "text_sprite", noted)
    seats = moments(name)[1]
    since, until = list(stretches(name, 1, 2, 3))[2]
    SPRITES.clear()
    for names in (LONG, LONG[::-1]):
        for page in pages(name, 1, since, until):
            load_renderer("citadels").recap(page, look(seats, names=names))
    SPRITES.clear()
    assert {size: text for size, text in sizes.items() if size < 22} == {}


@pytest.mark.parametrize("name", GAMES)
def test_bands_say_truly_who_was_which_character(name: str) -> None:
    _, seats, played = moments(name)
    end = len(played) - 1
    truth = {s.round: {slot.character: slot.holder for slot in s.slots} for _, s, _ in played}
    found = build_round_bands(recap(name, 0, 0, end))
    assert [band.number for band in found] == list(range(1, len(found) + 1))
    for band in found:
        assert {one.character: one.seat for one in band.columns}.items() <= truth[band.number].items()
        assert len(band.columns) == (2 * seats if seats < 4 else seats)  # whoever was murdered too
        assert [CHARACTERS[one.character].rank for one in band.columns] == sorted(
            CHARACTERS[one.character].rank for one in band.columns
        )
    built = [deed for band in found for one in band.columns for deed in one.deeds if deed.kind == "build"]
    assert len(built) == sum(event.key == "cit.build.built" for _, _, events in played for event in events)


@pytest.mark.parametrize("name", GAMES)
def test_of_the_round_that_goes_on_nothing_shows_but_what_everybody_or_the_reader_knows(name: str) -> None:
    game, seats, played = moments(name)
    for reader in (0, seats - 1, None):
        for until in range(20, len(played), 31):
            s = played[until][1]
            if not s.agenda:
                continue
            now = game.view(s, reader)
            last = build_round_bands(recap(name, reader, until - 10, until))[-1]
            assert last.is_current
            assert last.number == s.round
            for one in last.columns:
                open_to_all = [shown.character for player in now.players for shown in player.shown]
                assert one.seat in (None, reader) or one.character in open_to_all
                if one.state == "to_come":
                    assert one.character not in (*now.face_up, *now.silent, *now.aside)


@pytest.mark.parametrize("name", ["whole_base_four", "whole_eight_dark_city"])
def test_what_is_hidden_from_the_reader_changes_no_byte(name: str) -> None:
    game, seats, played = moments(name)
    for reader, until in ((1, 60), (2, 101), (0, len(played) - 30)):

        def twin(state: Any, reader: int = reader) -> Any:
            other = state.copy()
            game.shuffle_hidden(other, reader, Chance(b"another game"))
            return other

        seen = load_renderer("citadels").recap(recap(name, reader, until - 15, until), look(seats))
        assert load_renderer("citadels").recap(recap(name, reader, until - 15, until, twin=twin), look(seats)) == seen


def test_whoever_looks_on_has_no_column_of_their_own() -> None:
    played = moments("whole_base_four")[2]
    page = recap("whole_base_four", None, 60, next(at for at in range(90, len(played)) if played[at][1].turn))
    assert load_renderer("citadels").recap(page, look(4)).alt
    assert all(one.seat is None for one in build_round_bands(page)[-1].columns if one.state == "to_come")


def test_who_has_the_crown_now_stands_in_the_head_with_who_had_it() -> None:
    before = scene(4)
    moved = RecapTurn(1, (("cit.crown.moved", {"from_seat": 1, "seat": 3}),))
    players = tuple(replace(player, crown=seat == 3) for seat, player in enumerate(before.players))
    after = replace(before, crown=3, players=players)
    page = Recap("x", 1, (RecapStep(moved, before, after),), now=after)
    (found,) = build_round_bands(page)
    assert (found.first_crown_holder, found.new_crown_holder) == (1, 3)
    alone = build_round_bands(Recap("x", 1, (), before, now=before))[-1]
    assert alone.new_crown_holder is None
    assert (
        build_round_bands(Recap("x", 1, (RecapStep(RecapTurn(2, ()), before, after),), now=after))[-1].new_crown_holder
        == 3
    )
    without = replace(found, new_crown_holder=None)
    assert (
        recap_picture.draw_round_band(found, page, look(4)).tobytes()
        != recap_picture.draw_round_band(without, page, look(4)).tobytes()
    )


def test_what_the_reader_may_choose_stands_out_and_their_hand_is_named() -> None:
    now = private()
    now = replace(now, players=tuple(replace(player, shown=()) for player in now.players))
    assert now.offer is not None
    page = Recap("x", 2, (), now=now, task="choose a character")
    found = build_round_bands(page)[-1]
    assert {one.character for one in found.columns if one.state == "offered"} == set(now.offer.cards)
    held = recap_picture.reader_hand_sentence(found, page, look(6))
    assert held.startswith("In your hand: ")
    assert "Cathedral 5" in held
    assert f"{now.players[2].gold} gold" in held
    hidden = replace(now, you=None, hand=(), offer=None)
    assert recap_picture.reader_hand_sentence(found, Recap("x", None, (), now=hidden), look(6)) == ""
    assert not [
        one for one in build_round_bands(Recap("x", None, (), now=hidden))[-1].columns if one.state == "offered"
    ]


def test_one_character_that_is_still_to_come_has_room_for_its_words() -> None:
    columns = [CharacterColumn(one, seat) for seat, one in enumerate(list(CHARACTERS_OF_SEVEN)[:-1])]
    columns.append(CharacterColumn(list(CHARACTERS_OF_SEVEN)[-1], None, "to_come"))
    laid = recap_picture.place_columns(RoundBand(5, 0, columns=columns, is_current=True))
    words = fonts.measure_text("to come", fonts.load_font(22, fonts.REGULAR, fonts.WIDTHS[-1]))
    assert laid[-1][2] >= words + 8
    assert laid[-1][1] + laid[-1][2] <= recap_picture.BAND_WIDE


def test_a_name_stands_below_its_own_district_and_no_character_twice() -> None:
    band = RoundBand(5, 0, columns=[CharacterColumn("king", None)])
    say = deed_row.caption_of_deed
    assert say(look(4), band, Deed("murder", 0, character="king")) == ""
    assert say(look(4), band, Deed("murder", 0, character="thief")) == "Thief"
    assert say(look(4), band, Deed("destroy", 0, "keep", affected_seat=2)) == "Keep"
    assert say(look(4), band, Deed("swap", 0, affected_seat=2)) == "swap"


def test_golden() -> None:
    page = pages("whole_seven_players", 3, 150, 236)[-1]
    looks_as_before(load_renderer("citadels").recap(page, look(7)), GOLDEN / "missed.png")


def test_gold_of_who_is_not_called_yet_stands_in_no_column_of_another() -> None:
    view = scene(4)
    events = (
        ("cit.call.answers", {"seat": 1, "character": "king"}),
        ("cit.throne_room.gold", {"seat": 0}),
        ("cit.action.gold", {"seat": 1, "n": 2}),
    )
    said = (
        TurnPhrase("is the King.", 1, "cit.call.answers"),
        TurnPhrase("Ann got 1 gold in the Throne Room.", 1, "cit.throne_room.gold", True),
        TurnPhrase("destroyed a district of somebody who had built it a long time ago, for very much gold.", 9, "x"),
    )
    page = Recap("x", 0, (RecapStep(RecapTurn(1, events, said), view, view),))
    [band] = build_round_bands(page)
    assert [deed.acting_seat for one in band.columns for deed in one.deeds if deed.kind == "gold"] == [1]
    assert "Throne Room" in recap_picture.round_caption(band, page, look(4))
    assert "Throne Room" not in recap_picture.round_caption(band, replace(page, reader=2), look(4)), (
        "it gives way for others"
    )


def test_how_things_stand_names_all_with_their_districts_and_who_is_near_the_end() -> None:
    now = scene(4)
    page = Recap("x", 0, (), now=now)
    city = now.players[0].city[:1]

    def cities(*sizes: int) -> Recap:
        players = [replace(p, city=city * n) for p, n in zip(now.players, sizes, strict=True)]
        return replace(page, now=replace(now, players=tuple(players), last_round=False, target=7))

    names = [seat.name for seat in look(4).seats]
    assert describe_end_danger(cities(5, 4, 3, 5), look(4)) == ""
    assert (
        describe_end_danger(cities(5, 6, 3, 5), look(4))
        == f"{names[1]} needs one more district: the game ends after that round."
    )
    assert describe_end_danger(cities(6, 6, 3, 5), look(4)).startswith(f"You and {names[1]} need one more")
    assert describe_end_danger(cities(6, 2, 3, 5), look(4)).startswith("You need one more")
    last = replace(page, now=replace(now, last_round=True))
    assert describe_end_danger(last, look(4)) == "This is the last round."
    assert (
        draw_citadels_standing(cities(5, 6, 3, 5), look(4)).height
        > draw_citadels_standing(cities(5, 5, 3, 5), look(4)).height
    )
    assert (
        draw_citadels_standing(cities(5, 5, 3, 5), look(4)).tobytes()
        != draw_citadels_standing(cities(5, 4, 3, 5), look(4)).tobytes()
    )
    assert "needs one more district" in recap_picture.describe_citadels_recap(cities(5, 6, 3, 5), look(4))


def test_only_a_page_that_ends_with_now_says_how_things_stand() -> None:
    now = scene(4)
    high = recap_picture.draw_citadels_recap(Recap("x", 0, (), now=now), look(4)).height
    over = recap_picture.draw_citadels_recap(Recap("x", 0, (), now=replace(now, over=True)), look(4)).height
    assert high > recap_picture.draw_citadels_recap(Recap("x", 0, ()), look(4)).height == over


def test_what_hangs_from_the_name_of_a_character_stays_off_its_frame() -> None:
    def role(name: str) -> Any:
        named = replace(look(6), say=lambda key, **_: name)
        column, band = CharacterColumn("thief", None, "offered"), RoundBand(1, None, is_current=True)
        return recap_picture._character_role_card(named, band, column, 120, is_reader=False).convert("RGB")

    box = ImageChops.difference(role("Hoțg"), role("n")).getbbox()
    assert box is not None
    assert box[3] <= recap_picture.CHARACTER_HIGH - 4


def test_who_has_chosen_is_told_as_a_list_of_the_language() -> None:
    now = private()
    players = tuple(replace(player, secret=int(seat != 2)) for seat, player in enumerate(now.players))
    page = Recap("x", 2, (), now=replace(now, phase="draft", players=players), task="")
    said = " ".join(recap_picture._list_now_sentences(page, replace(look(6), say=Voice("ro", ["?"] * 6))))
    assert re.search(r", \S+ și \S+ au ales\.", said), said
