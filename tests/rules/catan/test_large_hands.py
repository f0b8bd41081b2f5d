"""Discards of large hands: some are listed, all are legal, and whoever chooses is led to any of them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import comb
from typing import Any

import pytest

from rules.catan import cards, choosing
from rules.catan.cards import CARDS, NUMBER, RESOURCES, kind_counts, pack_counts, unpack_cards
from rules.catan.game import KIND
from rules.catan.moves import Discard
from rules.catan.robber import Discards
from rules.catan.turn import BeforeRoll
from rules.core import Chance, Choices, Game, IllegalMove, Move, encode_move, play, start_game
from rules.core.conformance import measure_seconds, start_trial
from rules.core.list_limits import MOST_LISTED_MOVES, MOST_SECONDS_TO_LIST

from .cities_knights.table import Table as Knights
from .table import Table

A = 0
EVEN = dict.fromkeys(RESOURCES, 8)  # 40 cards
ALL = dict.fromkeys(CARDS, 5)


def holding(hand: dict[str, int], knights: bool = False) -> Table:
    """Seat A owes half of that hand."""
    laid = Knights(5) if knights else Table(5)
    laid.hand(A, ", ".join(f"{n} {card}" for card, n in hand.items()))
    laid.s.agenda.append(Discards(((A, sum(hand.values()) // 2),)))
    return laid


def hands() -> Iterator[dict[str, int]]:
    """A hand of every size from 8 to 60, of a few kinds or of all."""
    luck = random.Random(9)
    for size in range(8, 61):
        for kinds in ((1, 3, 5, 8)[size % 4], 8):
            chosen = sorted(luck.sample(CARDS, kinds), key=CARDS.index)
            room = dict.fromkeys(chosen, 20)
            hand = dict.fromkeys(chosen, 0)
            for _ in range(min(size, 20 * kinds)):
                card = luck.choice([card for card in chosen if hand[card] < room[card]])
                hand[card] += 1
            yield {card: n for card, n in hand.items() if n}


@pytest.mark.parametrize("hand", list(hands()), ids=lambda hand: str(sum(hand.values())))
def test_a_hand_of_any_size_has_a_short_list_that_shows_what_is_possible(hand: dict[str, int]) -> None:
    have, owed = [hand.get(card, 0) for card in CARDS], sum(hand.values()) // 2
    least = choosing.FEWEST
    listed = choosing.moves_choosing_within(Discard, least, tuple(have), owed)
    number = cards.count_choices(least, have, owed)
    assert 0 < len(listed) == len(set(listed)) <= MOST_LISTED_MOVES
    assert all(len(move.kinds) == owed for move in listed)
    if number <= MOST_LISTED_MOVES:
        assert listed == choosing.moves_choosing_cards(Discard, pack_counts(have), owed)
    for card, n in hand.items():
        shown = {move.kinds.count(card) for move in listed}
        assert shown == set(range(max(0, owed - sum(have) + n), min(n, owed) + 1))
    assert (
        measure_seconds(
            lambda: choosing.moves_choosing_within.__wrapped__(Discard, least, tuple(have), owed),
            MOST_SECONDS_TO_LIST,
            time.thread_time,
        )
        <= MOST_SECONDS_TO_LIST
    )


def test_the_ways_are_counted_without_listing_them() -> None:
    for have in ((8, 0, 3, 1, 0, 2, 0, 1), (2, 2, 2, 2, 2, 2, 2, 2), (19, 0, 0, 0, 0, 0, 0, 0)):
        for n in range(sum(have) + 1):
            found = cards.card_choices(pack_counts(have), n)
            assert cards.count_choices(choosing.FEWEST, have, n) == len(found) == len(set(found))
    assert cards.count_choices(choosing.FEWEST, [5] * 8, 20) == 135_954


def test_so_many_at_least_and_at_most() -> None:
    least, most = (1, 0, 0, 2, 0, 0, 0, 0), (3, 2, 1, 4, 0, 0, 5, 0)
    whole = cards.card_choices(pack_counts(most), 7)
    fit = [chosen for chosen in whole if all(a >= b for a, b in zip(kind_counts(chosen), least, strict=True))]
    assert list(cards.choices_within(least, most, 7)) == fit
    assert len(fit) == cards.count_choices(least, most, 7)
    some = cards.few_choices(least, most, 7)
    assert set(some) <= set(fit)
    for kind in range(8):
        assert {kind_counts(chosen)[kind] for chosen in some} == {kind_counts(chosen)[kind] for chosen in fit}


def test_the_first_listed_discard_leaves_the_most_even_hand() -> None:
    laid = holding({"brick": 15, "lumber": 9, "wool": 6, "grain": 5, "ore": 3, "cloth": 2}, knights=True)
    left = laid.do(laid.legal("discard")[0], seat=A).held(A)
    assert left == "3 brick, 4 lumber, 4 wool, 4 grain, 3 ore, 2 cloth"


def accepted(game: Game[object], laid: Table, chosen: tuple[int, ...]) -> bool:
    try:
        laid.s.agenda[-1].check(laid.s, A, Discard(unpack_cards(pack_counts((*chosen, *[0] * (8 - len(chosen)))))))
    except IllegalMove:
        return False
    return True


def test_every_legal_discard_of_forty_cards_is_accepted_and_no_other() -> None:
    laid = holding(EVEN)
    found = sum(accepted(laid.game, laid, chosen) for chosen in product(range(10), repeat=5))
    # ways to make 20 of five numbers up to 8, by inclusion and exclusion
    assert found == sum((-1) ** j * comb(5, j) * comb(20 - 9 * j + 4, 4) for j in range(3)) == 3_951
    assert laid.refused("discard " + ",".join(["cloth"] * 20), A)
    assert laid.refused("discard " + ",".join(["brick", "lumber", *["wool"] * 8, *["lumber"] * 5, *["ore"] * 5]), A)
    assert laid.refused("discard -", A) == "discard_count"


def test_a_discard_that_is_not_listed_is_played_and_told() -> None:
    laid = holding(ALL, knights=True)
    chosen = Discard(tuple(card for card in CARDS for _ in range((1, 2, 3, 4, 4, 3, 2, 1)[NUMBER[card]])))
    assert encode_move(chosen) not in laid.legal()
    assert laid.game.partly_listed_kinds(laid.s, A) == ("discard",)
    laid.do(encode_move(chosen), seat=A)
    assert laid.told("discard.told")[0].params["cards"] == list(chosen.kinds)


def test_any_discard_is_found_by_narrowing_one_kind_of_card_after_the_other() -> None:
    laid = holding(ALL, knights=True)
    luck = Chance(bytes(32))
    for _ in range(40):
        wanted = kind_counts(cards.random_choice(laid.s.hands[A], 20, luck))
        known: dict[str, tuple[int, int]] = {}
        for card, n in zip(CARDS, wanted, strict=True):
            found = list(laid.game.list_matching_moves(laid.s, A, "discard", {"kinds": known}))
            assert len(found) <= MOST_LISTED_MOVES
            assert n in {move.kinds.count(card) for move in found}
            known[card] = n, n
        (move,) = laid.game.list_matching_moves(laid.s, A, "discard", {"kinds": known})
        assert move == Discard(unpack_cards(pack_counts(wanted)))
        play(laid.game, laid.s, A, move)


@pytest.mark.parametrize(
    "known",
    [
        {"brick": (6, 6)},
        {"brick": (4, 3)},
        {"gold": (1, 1)},
        dict.fromkeys(CARDS, (0, 2)),
        dict.fromkeys(CARDS, (3, 9)),
    ],
)
def test_nothing_is_found_where_nothing_is_legal(known: dict[str, tuple[int, int]]) -> None:
    laid = holding(ALL, knights=True)
    assert list(laid.game.list_matching_moves(laid.s, A, "discard", {"kinds": known})) == []
    assert list(laid.game.list_matching_moves(laid.s, A, "answer-give", {})) == []


def test_what_is_listed_depends_on_the_own_hand_alone() -> None:
    laid = holding(ALL, knights=True)
    laid.hand(1, "3 ore, 2 grain").hand(2, "1 coin")
    other = laid.s.copy()
    laid.game.shuffle_hidden(other, A, Chance(bytes(32)))
    assert list(laid.game.legal(other, A)) == list(laid.game.legal(laid.s, A))
    assert laid.game.partly_listed_kinds(other, A) == laid.game.partly_listed_kinds(laid.s, A)
    assert list(laid.game.legal(laid.s, 1)) == list(laid.game.partly_listed_kinds(laid.s, 1)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("modules", "seats"), [((), 3), (("cities_knights",), 6)])
def test_no_list_is_long_where_hands_are_large(modules: tuple[str, ...], seats: int) -> None:
    """Random games whose hands are filled from the bank before every roll."""
    game = KIND.make(KIND.normalize_choices(Choices(modules)))
    assert sum(large_hands(game, seats, seed) for seed in range(4)) > 10


def large_hands(game: Game[Any], seats: int, seed: int) -> int:
    """How often not all was listed in one such game."""
    run = start_trial(game, seats, seed)
    s, many = start_game(game, seats, run.key).state, 0
    for _ in range(400):
        if game.over(s):
            break
        if isinstance(s.agenda[-1], BeforeRoll):
            for seat in s.seats_from_active():
                dealt = cards.random_choice(
                    s.bank,
                    min(max(0, 44 - cards.count_cards(s.hands[seat])), cards.count_cards(s.bank)),
                    run.player_chance,
                )
                s.bank -= dealt
                s.hands[seat] += dealt
        for seat in range(seats):
            if game.may_act(s, seat):
                assert (
                    measure_seconds(partial(listed, game, s, seat), MOST_SECONDS_TO_LIST, time.thread_time)
                    <= MOST_SECONDS_TO_LIST
                )
                assert len(listed(game, s, seat)) <= MOST_LISTED_MOVES
                many += bool(game.partly_listed_kinds(s, seat))
        seat = sorted(game.waiting(s))[0]
        moves = [*game.sample_unlisted_moves(s, seat, run.player_chance)] if game.partly_listed_kinds(s, seat) else []
        moves = moves or listed(game, s, seat)
        s = play(game, s, seat, moves[run.player_chance.below(len(moves))]).state
        game.audit(s)
    return many


def listed(game: Game[Any], s: Any, seat: int) -> list[Move]:
    return list(game.legal(s, seat))
