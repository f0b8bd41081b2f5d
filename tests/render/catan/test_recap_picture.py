"""Pages of what somebody missed."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from statistics import median

import pytest

from render.catan import recap_picture, standing, turn_changes
from render.catan.discards import discards_by_seat
from render.catan.gains_of_others import gains_of_others, list_gain_chip_rows
from render.catan.recap_picture import gains_of_reader, group_turns, group_turns_into_pages
from render.catan.renderer import RENDERER
from render.catan.turn_changes import find_turn_changes
from render.core.look import SEAT_COLOURS
from render.core.recap import Recap, RecapStep, RecapTurn
from render.core.recap_strip import LOSS
from tests.render.catan.replays import GAMES, recap, turns
from tests.render.catan.scenes import own, scene
from tests.render.looks import LONG, look
from tests.render.pictures import opened, same_in_all_threads

ROLL = ("catan.dice.rolled", {"seat": 0, "red": 1, "white": 2, "n": 3})
BUILT = ("catan.build.road", {"seat": 1})
PLACED = ("catan.setup.settlement", {"seat": 1})


def kinds(text: str) -> list[RecapTurn]:
    """`r`: a turn with a roll, `b`: what somebody builds between turns, `s`: the setup, `-`: nobody's."""
    made = {"r": (0, ROLL), "b": (1, BUILT), "s": (1, PLACED), "-": (None, ("catan.game.over", {}))}
    return [RecapTurn(made[one][0], (made[one][1],)) for one in text]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("rrr", [1, 1, 1]),
        ("rbbrb", [3, 2]),
        ("bbr", [2, 1]),  # the end of a turn that the reader saw in part
        ("ssr", [1, 1, 1]),
        ("-rb-r-", [4, 2]),
        ("--", [2]),
    ],
)
def test_what_others_build_after_a_turn_belongs_to_it(text: str, found: list[int]) -> None:
    assert group_turns(kinds(text)) == found


@pytest.mark.parametrize(
    ("turned", "found"),
    [(0, []), (1, [1]), (5, [5]), (6, [4, 2]), (7, [4, 3]), (8, [4, 4]), (9, [6, 3]), (11, [6, 5]), (12, [6, 4, 2])],
)
def test_rows_are_full_and_the_last_page_has_room_for_how_things_stand(turned: int, found: list[int]) -> None:
    assert group_turns_into_pages(kinds("r" * turned)) == found
    assert RENDERER.recap_pages(kinds("rb" * turned)) == [2 * n for n in found]


def test_what_was_rolled_and_lost_again_is_shown_twice() -> None:
    before = own(scene(4), 0, "ore ore wool")
    after = own(replace(before, players=before.players), 0, "ore ore brick")
    assert gains_of_reader(before, after, (), 0, 1) == [("wool", -1), ("brick", 1)]
    got = ("catan.production.got", {"seat": 0, "cards": ["ore"]})
    assert gains_of_reader(before, after, [got], 0, 1) == [("ore", 1), ("wool", -1), ("ore", -1), ("brick", 1)]


def test_the_hand_is_shown_and_other_cards_are_named_the_new_ones_first() -> None:
    view = own(scene(4, True), 0, "ore ore wool")
    before = replace(view, progress=("merchant",))
    view = replace(view, progress=("merchant", "spy"))
    told = Recap("x", 0, (), start=before, now=view, task="roll the dice")
    assert standing._describe_standing(told, look(4)).startswith("In your hand: Spy (new), Merchant.")
    ours, theirs = (
        standing.draw_catan_standing(replace(told, now=one), look(4), 386, 0) for one in (view, replace(view, hand=()))
    )
    assert ours.tobytes() != theirs.tobytes()
    assert "Spy" not in standing._describe_standing(Recap("x", None, (), now=replace(view, you=None)), look(4))


def test_near_and_stronger_barbarians_are_told_with_what_is_at_stake() -> None:
    view = own(scene(4, True), 0, "ore")
    assert view.barbarians is not None
    cities = sum(b.city for b in view.buildings if b.seat == 0)
    near = replace(view.barbarians, spaces=7, at=5, strength=9, knights=2)
    for ship, said in ((near, True), (replace(near, at=4), False), (replace(near, knights=9), False)):
        words = standing._describe_standing(Recap("x", 0, (), now=replace(view, barbarians=ship)), look(4))
        assert (f"2 steps away and stronger than all knights. You have {cities} cit" in words) == said
        assert "stronger" not in standing._describe_standing(
            Recap("x", None, (), now=replace(view, barbarians=ship)), look(4)
        )


def test_the_title_says_what_is_asked_in_the_turn_of_another() -> None:
    view = own(scene(4, True), 0, "ore")
    titles = []
    for active, phase in ((0, "main"), (1, "special"), (1, "discard")):
        now = replace(view, active=active, phase=phase)
        titles.append(standing._standing_title(Recap("x", 0, (), now=now, task="do it"), look(4)))
    assert titles == ["Now: your turn", "Now: special build phase", "Now: you are asked"]
    assert standing._standing_title(Recap("x", 0, (), now=view), look(4)) == "Now"


def test_what_a_turn_brought_the_others_is_whole() -> None:
    got = [("catan.production.got", {"seat": seat, "cards": ["ore", "wool", "ore"]}) for seat in range(4)]
    robbed = ("catan.production.robbed", {"seats": [0, 3], "hex": "h4", "token": 5})
    drew = ("catan.gate.drew", {"seat": 2, "track": "trade"})
    found = gains_of_others([*got, robbed, drew], 0, 2)
    assert [one.seat for one in found] == [2, 1, 3]  # the reader has a row of their own; whose turn it was comes first
    assert found[0].cards == Counter(ore=2, wool=1, trade=1)
    assert [one.is_robbed for one in found] == [False, False, True]
    assert sum(map(len, list_gain_chip_rows(look(6), found))) == len(found)
    many = [
        ("catan.production.got", {"seat": seat, "cards": ["ore", "wool", "brick", "lumber", "coin"] * 2})
        for seat in range(6)
    ]
    crowded = list_gain_chip_rows(look(6), gains_of_others(many, 0, 1))
    assert len(crowded) == 2
    assert sum(map(len, crowded)) < 6  # chips, and how many more there are
    assert all(sum(chip.width for chip in line) <= 372 for line in crowded)
    assert gains_of_others(got, None, 1)[0].seat == 0  # who only watches sees the cards of whose turn it was
    old, new = (
        recap_picture._list_gains_of_others([RecapStep(RecapTurn(2, tuple(one)), scene(4), scene(4))], 0, look(4))
        for one in ([], got)
    )
    assert (sum(map(len, old)), sum(map(len, new))) == (0, 3)


def test_who_discarded_what_takes_the_place_of_an_island_that_did_not_change() -> None:
    view, names = own(scene(4, rolled=(), changed=()), 0, "ore"), look(4)
    played = ("catan.play.card", {"seat": 2, "progress": "saboteur"})
    lost = [("catan.discard.told", {"seat": seat, "cards": ["ore", "wool", "ore"]}) for seat in (0, 3)]
    assert discards_by_seat([played, *lost]) == {0: Counter(ore=2, wool=1), 3: Counter(ore=2, wool=1)}
    without = recap_picture._build_player_frame([RecapStep(RecapTurn(2, (played,)), view, view)], 0, names, "x")
    told = recap_picture._build_player_frame([RecapStep(RecapTurn(2, (played, *lost)), view, view)], 0, names, "x")
    assert told.tobytes() != without.tobytes()
    assert told.size == without.size


def test_that_the_robber_kept_the_readers_yield_is_told() -> None:
    view, names = own(scene(4, rolled=(), changed=()), 0, "ore"), look(4)
    robbed = ("catan.production.robbed", {"seats": [0, 1], "hex": "h4", "token": 5})
    assert recap_picture._robbed_hex_number([ROLL, robbed], 0) == 5
    assert recap_picture._robbed_hex_number([ROLL, robbed], 2) == 0
    shown = find_turn_changes(view, view, [ROLL, robbed], 0, 0)
    assert [(one.kind, one.number, one.is_blocked) for one in shown.changes] == [("h", 4, True)]
    assert not any(one.is_blocked for one in find_turn_changes(view, view, [ROLL, robbed], 2, 0).changes)
    one = recap_picture._reader_gains_row(view, view, [ROLL, robbed], 0, 0, names)
    assert one.tobytes() != recap_picture._reader_gains_row(view, view, [ROLL], 0, 0, names).tobytes()


def test_of_others_only_the_number_of_cards_is_shown() -> None:
    before = scene(4)
    players = [replace(p, cards=p.cards + 2, progress=(*p.progress, "trade")) for p in before.players]
    after = replace(before, players=tuple(players))
    assert gains_of_reader(before, after, (), None, 2) == [("cards", 2), ("trade", 1)]


@pytest.mark.parametrize("name", list(GAMES))
def test_pages_of_recorded_games(name: str) -> None:
    """Of every game some pages, dark and light, left to right and right to left, with long names, for everybody."""
    reader = 1
    steps = turns(name, reader)
    sizes = group_turns_into_pages([step.turn for step in steps])
    assert sum(sizes) == len(steps)
    at = 0
    for number, many in enumerate(sizes):
        last = number + 1 == len(sizes)
        if number % 7 == 0 or last:
            seen = look(6, "light" if number % 2 else "dark", rtl=number % 3 == 0, names=LONG)
            seen = replace(seen, seats=seen.seats[: GAMES[name]])
            picture = RENDERER.recap(recap(name, reader, at, many, last=last), seen)
            assert picture.size[0] == 800
            assert picture.size[1] <= 1300
            assert len(picture.png) < 300_000
            assert 0 < len(picture.alt) <= 1024
        at += many


def test_a_frame_for_each_turn_in_the_colour_of_its_seat() -> None:
    shown = recap("whole_base_four", 0, 40, 5)
    image = opened(RENDERER.recap(shown, look(4)))
    colours = Counter({colour: n for n, colour in image.getcolors(1 << 20) or []})
    for step in shown.steps:
        letter = look(4).seats[step.turn.seat or 0].letter
        assert colours[SEAT_COLOURS[letter].fill] > 386 * 10


def test_who_only_watches_sees_no_hand() -> None:
    for name in ("whole_base_four", "whole_ck_six"):
        watching = recap(name, None, 30, 4)
        assert all(step.after.hand == () for step in watching.steps)
        assert RENDERER.recap(watching, look(GAMES[name])).png


def test_the_same_recap_is_the_same_picture_in_all_threads() -> None:
    shown = recap("whole_ck_online_four", 2, 60, 5)
    same_in_all_threads(lambda: RENDERER.recap(shown, look(4)), 4)


@pytest.mark.parametrize("name", ["whole_ck_six", "whole_base_six"])
def test_a_page_of_six_frames_is_quick(name: str) -> None:
    shown = recap(name, 0, 60, 12, last=False)
    many = sum(group_turns([step.turn for step in shown.steps])[:6])
    shown = replace(shown, steps=shown.steps[:many])
    RENDERER.recap(shown, look(6))
    spent = []
    for _ in range(3):
        begun = time.process_time()
        RENDERER.recap(shown, look(6))
        spent.append(time.process_time() - begun)
    assert median(spent) < 0.4  # a tenth of that on a machine that does nothing else


def test_the_robber_on_a_hex_of_the_reader_stands_among_what_a_turn_brought_them() -> None:
    before, names = own(scene(4, rolled=(), changed=()), 0, "ore"), look(4)
    at = next(
        h
        for h, one in enumerate(before.hexes)
        if one.token and not one.robber and 0 in turn_changes.seats_on_hex(before, h)
    )
    hexes = tuple(replace(one, robber=h == at) for h, one in enumerate(before.hexes))
    red = LOSS["dark"]
    for hand in ("ore", "ore ore"):  # nothing, and something beside it
        after = own(before, 0, hand, hexes=hexes)
        drawn = recap_picture._reader_gains_row(before, after, [], 0, 1, names)
        assert any(pixel == red for _, pixel in drawn.getcolors(1 << 16) or ())
        kept = own(before, 0, hand)
        assert not any(
            p == red for _, p in recap_picture._reader_gains_row(before, kept, [], 0, 1, names).getcolors(1 << 16) or ()
        )
