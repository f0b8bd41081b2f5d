"""What others may know: catan.md 12."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.catan.cards import ONE, count_cards, covers_cost
from rules.catan.development import KNIGHT, MONOPOLY, developments_of
from rules.catan.game import KIND
from rules.catan.hiding import shuffle_hidden
from rules.catan.state import CatanState
from rules.core import (
    Chance,
    Choices,
    Event,
    Game,
    Move,
    Transition,
    decode_move,
    encode_move,
    mask_move,
    play,
    start_game,
)
from rules.core.saving import to_plain
from tools.sizes import POSITIONS, STEP_OF_GUESSES, STEP_OF_SECRETS, STEP_OF_SHUFFLES

from .guessing import compare, sparse
from .table import Table

GAME: Game[Any] = KIND.make(Choices())


def moves_of(s: CatanState, seat: int, luck: Chance) -> list[Move]:
    return [*GAME.legal(s, seat), *GAME.sample_unlisted_moves(s, seat, luck)]


def positions(seats: int, seed: int, most: int = POSITIONS) -> list[CatanState]:
    """The positions of a random game in which much is traded."""
    luck = Chance(seed.to_bytes(32, "big"))
    dice = random.Random(seed)
    found = [start_game(GAME, seats, seed.to_bytes(32, "big")).state]
    while found[-1].agenda and len(found) < most:
        s = found[-1]
        seat = dice.choice([seat for seat in range(seats) if GAME.may_act(s, seat)])
        moves = moves_of(s, seat, luck)
        if moves:
            found.append(play(GAME, s, seat, dice.choice(moves)).state)
    return found


@pytest.mark.random
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_reshuffled_positions_are_positions_of_the_game(seats: int) -> None:
    """What one cannot know changes; what everybody knows, and the rules, still hold."""
    luck = Chance(b"shuffles".ljust(32))
    changed = 0
    for s in positions(seats, seats)[::STEP_OF_SHUFFLES]:
        for seat in (None, *range(seats)):
            other = s.copy()
            shuffle_hidden(other, seat, luck)
            GAME.audit(other)
            assert GAME.view(other, seat) == GAME.view(s, seat)
            assert GAME.view(other, None) == GAME.view(s, None)
            changed += to_plain(other) != {**to_plain(s), "key": other.key.hex()}
            if other.offer is not None:
                assert covers_cost(other.hands[other.active], other.offer.give)
    assert changed > 100


def revealed(t: Transition[Any]) -> list[Event]:
    """What was hidden before the move and lies open after it."""
    return [event for event in t.events if event.reveals]


def story(t: Transition[Any]) -> tuple[Any, ...]:
    """What everybody learns of a move, and that some learn more."""
    return [e for e in t.events if e.seats is None], [e.seats for e in t.events]


@pytest.mark.smoke
@pytest.mark.random
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_hidden_differences_never_reach_the_public(seats: int) -> None:
    """In two positions alike in public, moves that read alike are told alike, and the same players are asked next."""
    luck = Chance(b"alike".ljust(32))
    compared: dict[str, int] = {}
    for s in sparse([*positions(seats, 3 + seats), *positions(seats, 30 + seats)], STEP_OF_SECRETS, 1):
        other = s.copy()
        shuffle_hidden(other, None, luck)
        assert sorted(GAME.waiting(s)) == sorted(GAME.waiting(other))
        for seat in range(seats):
            if not GAME.may_act(s, seat):
                continue
            theirs = {mask_move(move): move for move in moves_of(other, seat, luck)}
            for text, move in {mask_move(move): move for move in moves_of(s, seat, luck)}.items():
                if text not in theirs:
                    continue
                a = play(GAME, s, seat, move, (0,) * 2 if move.kind == "roll" else ())
                b = play(GAME, other, seat, theirs[text], (0,) * 2 if move.kind == "roll" else ())
                if revealed(a) != revealed(b):
                    continue  # from here on they differ for everybody to see
                compared[move.kind] = compared.get(move.kind, 0) + 1
                assert story(a) == story(b)
                assert GAME.view(a.state, None) == GAME.view(b.state, None)
                assert sorted(GAME.waiting(a.state)) == sorted(GAME.waiting(b.state))
                assert a.barrier == b.barrier
    assert compared.keys() >= {
        "roll",
        "robber",
        "bank",
        "build-road",
        "dev-buy",
        "trade-offer",
        "trade-accept",
        "trade-decline",
        "trade-counter",
        "trade-confirm",
        "trade-cancel",
        "end",
    }


SILENT = {"catan.robber.stole", "catan.dev.bought", "catan.discard.done"}


def test_public_events_name_no_stolen_or_bought_card() -> None:
    for seed in range(3):
        luck = random.Random(seed)
        t = start_game(GAME, 4, bytes([seed]) * 32)
        while t.state.agenda:
            seat = luck.choice(sorted(GAME.waiting(t.state)))
            move = luck.choice(list(GAME.legal(t.state, seat)))
            t = play(GAME, t.state, seat, move)
            for event in t.events:
                if event.seats is None and event.key in SILENT:
                    assert not {"card", "cards", "dev_card"} & set(event.params)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("discard brick,wool,wool", "discard ?,?,?"),
        ("bank brick ore", "bank brick ore"),
        ("robber h9 2", "robber h9 2"),
    ],
)
def test_what_others_read_of_a_move(line: str, shown: str) -> None:
    move = decode_move(line, GAME.moves)
    assert encode_move(move) == line
    assert mask_move(move) == shown


def test_nobody_is_asked_because_of_what_he_could_build() -> None:
    """In the special build phase everybody is asked, with cards or without."""
    for hand in ("", "9 ore"):
        t = Table(5).hand(1, hand).do("end")
        assert t.asked == 1
        assert t.legal() == ["pass build"]


def test_what_others_have_chosen_to_discard_could_be_any_of_their_cards() -> None:
    t = Table().hand(1, "4 brick, 4 wool").hand(2, "4 ore, 5 grain").before_roll().roll(3, 4)
    t.do("discard brick,brick,brick,brick", seat=1)
    luck = Chance(bytes(32))
    seen = set()
    for _ in range(50):
        other = t.s.copy()
        shuffle_hidden(other, 2, luck)
        ((seat, cards),) = other.agenda[-1].given
        assert (seat, count_cards(cards)) == (1, 4)
        assert covers_cost(other.hands[1], cards)
        seen.add(cards)
        own = t.s.copy()
        shuffle_hidden(own, 1, luck)
        assert own.agenda[-1].given == t.s.agenda[-1].given
    assert len(seen) > 1


def test_which_cards_are_new_stays_a_number_of_cards() -> None:
    t = Table()
    part = developments_of(t.s)
    for seat in (1, 2):
        part.hands[seat] = 2 * ONE[KNIGHT]
        part.fresh[seat] = ONE[KNIGHT]
    deck = list(part.deck)
    for _ in range(4):
        deck.remove(KNIGHT)
    part.deck = tuple(deck)
    other = t.s.copy()
    shuffle_hidden(other, 0, Chance(bytes(32)))
    GAME.audit(other)
    assert [count_cards(developments_of(other).fresh[seat]) for seat in range(4)] == [0, 1, 1, 0]
    assert [count_cards(developments_of(other).hands[seat]) for seat in range(4)] == [0, 2, 2, 0]


@pytest.mark.slow
@pytest.mark.random
def test_no_guess_is_answered_by_what_the_player_cannot_know() -> None:
    luck, chance = random.Random(3), Chance(b"guesses".ljust(32))
    refusals, made = 0, set()
    for seats in (3, 4, 5):
        for s in sparse([*positions(seats, 20 + seats), *positions(seats, 60 + seats)], STEP_OF_GUESSES // 2):
            for seat in range(seats):
                if GAME.may_act(s, seat):
                    refused, kinds = compare(GAME, s, seat, luck, chance)
                    refusals += refused
                    made |= kinds
    assert refusals > 5000
    assert made >= {
        "robber",
        "dev-monopoly",
        "dev-knight",
        "trade-first",
        "trade-offer",
        "trade-accept",
        "trade-confirm",
        "discard",
    }


def test_a_monopoly_that_brings_nothing_is_not_taken_back() -> None:
    """Else one would learn for nothing that nobody has the card named."""
    t = Table().hand(1, "1 ore")
    developments_of(t.s).hands[0] = ONE[MONOPOLY]
    for card in ("wool", "ore"):
        assert play(t.game, t.s, 0, decode_move(f"dev-monopoly {card}", t.game.moves)).barrier


def test_a_trade_that_was_carried_out_is_not_taken_back() -> None:
    """It shows that the partner still had the cards, as its failure shows the opposite."""
    for hand in ("1 ore", ""):
        t = Table().hand(0, "1 brick").hand(1, "1 ore").do("trade-offer brick ore 1").do("trade-accept 1", seat=1)
        t.hand(1, hand)
        assert play(t.game, t.s, 0, decode_move("trade-confirm 1 1", t.game.moves)).barrier
