"""Deeds in the recaps of Citadels: what a column shows of them, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from render import Recap, TurnPhrase
from render.citadels import deed_row, deeds, recap_picture
from render.citadels.round_bands import (
    CharacterColumn,
    Deed,
    RoundBand,
    build_round_bands,
    deed_of_event,
)
from render.core.look import DANGER, GOLD, SEAT_COLOURS
from tests.render.citadels.played import moments, recap
from tests.render.citadels.scenes import look


@pytest.mark.parametrize(
    ("key", "params", "deed"),
    [
        ("cit.build.built", {"seat": 1, "district": "keep", "n": 3}, Deed("build", 1, "keep")),
        (
            "cit.power.destroy",
            {"seat": 1, "from_seat": 2, "district": "keep", "n": 3},
            Deed("destroy", 1, "keep", affected_seat=2),
        ),
        (
            "cit.any.used",
            {"seat": 1, "from_seat": 2, "district": "keep"},
            Deed("destroy", 1, "keep", affected_seat=2),
        ),
        (
            "cit.power.exchange",
            {"seat": 1, "own": "temple", "to_seat": 0, "district": "keep", "n": 2},
            Deed("exchange", 1, "keep", affected_seat=0),
        ),
        ("cit.power.swap", {"seat": 1, "to_seat": 0, "n": 2, "m": 4}, Deed("swap", 1, affected_seat=0)),
        ("cit.power.murder", {"seat": 1, "character": "king"}, Deed("murder", 1, character="king")),
        ("cit.power.robbed", {"seat": 1, "from_seat": 0, "n": 4}, Deed("gold", 1, affected_seat=0, amount=4)),
        ("cit.power.robbed", {"seat": 1, "from_seat": 0, "n": 0}, None),
        ("cit.power.claim", {"seat": 1, "from_seat": 0}, Deed("gold", 1, affected_seat=0, amount=1)),
        ("cit.power.took", {"seat": 1, "from_seat": 0}, Deed("take", 1, affected_seat=0)),
        ("cit.power.redraw", {"seat": 1, "n": 2}, Deed("redraw", 1, amount=2)),
        ("cit.power.refund", {"seat": 1, "n": 2}, Deed("gold", 1, amount=2)),
        ("cit.power.beautify", {"seat": 1, "districts": ["keep", "temple"]}, Deed("beautify", 1, "keep")),
        ("cit.action.gold", {"seat": 1, "n": 2}, Deed("gold", 1, amount=2)),
        ("cit.action.kept", {"seat": 1, "n": 1, "under": 1}, Deed("cards", 1, amount=1)),
        ("cit.power.tax", {"seat": 1, "from_seat": 0}, Deed("gold", 1, affected_seat=0, amount=1)),
        ("cit.museum.used", {"seat": 1}, Deed("use", 1, "museum")),
        ("cit.smithy.used", {"seat": 1, "n": 2}, Deed("use", 1, "smithy")),
        ("cit.throne_room.gold", {"seat": 1}, Deed("gold", 1, amount=1)),
        ("cit.power.took_own", {"seat": 1, "from_seat": 0, "district": "keep"}, None),
        ("cit.call.silent", {"character": "king"}, None),
        ("cit.crown.moved", {"from_seat": 1, "seat": 0}, None),
    ],
)
def test_deeds_follow_from_what_was_told(key: str, params: dict[str, Any], deed: Deed | None) -> None:
    assert deed_of_event(key, params) == deed


def test_gold_and_cards_are_sums_and_only_shown_where_nothing_else_was_done() -> None:
    columns = [one for band in build_round_bands(recap("whole_base_four", 0, 0, 190)) for one in band.columns]
    assert any(one.deeds for one in columns)
    for one in columns:
        own_gold = [
            deed
            for deed in one.deeds
            if deed.kind == "gold" and deed.affected_seat is None and deed.acting_seat == one.seat
        ]
        assert len(own_gold) <= 1
        shown = deed_row.choose_deeds_to_show(one, 118)
        kinds = {deed.kind for deed in shown}
        assert len(shown) <= 2
        assert not (kinds & {"build", "destroy"}) or not any(
            deed.kind in ("gold", "cards") and deed.affected_seat is None for deed in shown
        )


def test_gold_and_cards_beside_other_deeds_stand_below_them() -> None:
    for band in build_round_bands(recap("whole_seven_players", 0, 0, 190)):
        for one, _, wide in recap_picture.place_columns(band):
            told = [*deed_row.choose_deeds_to_show(one, wide), *deed_row.gains_without_tile(one, wide)]
            assert [deed for deed in one.deeds if deed.kind in ("gold", "cards") and deed not in told] == []
    both = CharacterColumn(
        "king", 1, deeds=[Deed("build", 1, "temple"), Deed("gold", 1, amount=2), Deed("cards", 1, amount=1)]
    )
    alone = CharacterColumn("king", 1, deeds=[Deed("build", 1, "temple")])
    page = Recap("x", 0, ())
    drawn = [recap_picture.draw_round_band(RoundBand(4, 0, columns=[one]), page, look(4)) for one in (both, alone)]
    assert drawn[0].height == drawn[1].height + deed_row.GAINS_LINE_HIGH
    assert [deed.kind for deed in deed_row.gains_without_tile(both, 100)] == ["gold", "cards"]


def test_whom_somebody_murdered_or_robbed_is_written_where_it_can_be_read() -> None:
    rob, build = Deed("rob", 1, character="warlord"), Deed("build", 1, "temple")
    words = deed_row.describe_fate(look(4), rob)
    assert words == "robs Warlord"
    assert deed_row.describe_fate(look(4), build) == ""
    sizes = deed_row.tile_widths(118, [rob, build], [words, ""])
    assert sum(sizes) + 4 <= 118
    assert min(sizes) >= deeds.LEAST_TILE_WIDE
    assert deeds.words_fit_tile(words, sizes[0])
    assert not deeds.words_fit_tile(words, 50)
    told, drawn = (deeds.deed_tile(rob, 100, "", "dark", False, said) for said in (words, ""))
    assert told.tobytes() != drawn.tobytes()


def test_the_reader_is_you_and_what_is_asked_of_them_framed_in_gold() -> None:
    game, _, played = moments("whole_six_random")
    until = next(
        at
        for at, (_, s, _) in enumerate(played)
        if s.round == 4 and s.turn is not None and s.agenda and s.turn.seat in game.waiting(s)
    )
    reader = played[until][1].turn.seat
    page = recap("whole_six_random", reader, until - 40, until)
    seen = look(6)
    last = build_round_bands(page)[-1]
    image = recap_picture.draw_round_band(last, page, seen)
    assert image.getpixel((2, image.height // 2)) == GOLD
    assert SEAT_COLOURS[seen.seats[reader].letter].fill in {c for _, c in image.getcolors(1 << 20) or []}
    earlier = recap_picture.draw_round_band(build_round_bands(page)[0], page, seen)
    assert earlier.getpixel((2, earlier.height // 2)) != GOLD
    assert recap_picture.round_caption(last, page, seen).endswith("Now: take gold or cards.")


def test_what_was_done_to_the_reader_is_framed_in_red() -> None:
    deed = Deed("swap", 0, affected_seat=1)
    calm, hurt = (deeds.deed_tile(deed, 118, "B", "dark", hurts) for hurts in (False, True))
    red = [pixel for _, pixel in hurt.getcolors(1 << 16) or [] if isinstance(pixel, tuple) and pixel[:3] == DANGER]
    assert red
    assert calm.tobytes() != hurt.tobytes()


@pytest.mark.parametrize("wide", [118, 87, 57, 41])
def test_a_tile_tells_what_was_done_however_narrow(wide: int) -> None:
    kinds = [
        Deed("murder", 0, character="king"),
        Deed("rob", 0, character="king"),
        Deed("bewitch", 0, character="king"),
        Deed("gold", 0, amount=2),
        Deed("cards", 0, amount=2),
        Deed("redraw", 0, amount=2),
        Deed("build", 0, "temple"),
        Deed("beautify", 0, "temple"),
        Deed("destroy", 0, "temple"),
    ]
    drawn = {deeds.deed_tile(deed, wide, "", "dark", False).tobytes() for deed in kinds}
    done_to = {
        deeds.deed_tile(Deed(kind, 0, amount=2), wide, letter, "dark", False).tobytes()
        for kind in ("gold", "swap")
        for letter in SEAT_COLOURS
    }
    assert len(drawn) == len(kinds)
    assert len(done_to) == 2 * len(SEAT_COLOURS)


def test_what_somebody_did_stands_once_behind_their_name() -> None:
    said = [
        (1, TurnPhrase("swapped hands with Ben.", 5, "a")),
        (1, TurnPhrase("built nothing.", 5, "b")),
        (0, TurnPhrase("The crown went to Ben.", 5, "c", whole=True)),
        (0, TurnPhrase("got 1 gold.", 5, "d")),
        (0, TurnPhrase("built Temple.", 9, "cit.build.built")),
    ]
    page = Recap("x", 0, ())
    told = recap_picture.round_caption(RoundBand(4, 0, phrases=list(said)), page, look(3))
    assert told == "Ionuț: swapped hands with Ben, built nothing. The crown went to Ben. You: got 1 gold."
    long = [*said, *[(1, TurnPhrase(f"did something number {n}.", 1, "e")) for n in range(9)]]
    assert recap_picture.round_caption(RoundBand(4, 0, phrases=long), page, look(3)).startswith(
        told.removesuffix(" You: got 1 gold.")
    )
