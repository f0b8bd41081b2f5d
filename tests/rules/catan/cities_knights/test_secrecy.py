"""What others may know of Cities & Knights: catan.md 12."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.catan.cards import count_cards
from rules.catan.expansions.cities_knights.deck import POINT_CARDS, PROGRESS
from rules.catan.expansions.cities_knights.progress.commercial_harbour import COMMODITY_BITS, HarbourGives
from rules.catan.expansions.cities_knights.realm import OUT, realm_of
from rules.catan.game import KIND
from rules.catan.hiding import shuffle_hidden
from rules.catan.state import CatanState
from rules.core import Chance, Event, Game, Move, Transition, decode_move, encode_move, mask_move, play, start_game
from rules.core.saving import to_plain
from tools.sizes import POSITIONS, STEP_OF_GUESSES, STEP_OF_SECRETS, STEP_OF_SHUFFLES

from ..guessing import compare, sparse
from .table import A, B, C, D, Table

GAMES: dict[str, Game[Any]] = {name: KIND.make(KIND.presets[name]) for name in ("official", "colonist")}
ROLLS = ("roll", "card-alchemist")
COMMON = ("end", "bank", "knight-move", "trade-first", "trade-offer", "trade-counter")


def eager(s: CatanState, moves: list[Move], luck: random.Random) -> Move:
    """A random move; what builds and plays cards is preferred, so that much happens."""
    rare = [move for move in moves if move.kind not in COMMON]
    return luck.choice(rare if rare and luck.random() < 0.7 else moves)


def positions(game: Game[Any], seats: int, seed: int, most: int = 2 * POSITIONS) -> list[CatanState]:
    """The positions of a random game in which everybody is well off, so that much happens."""
    chance, luck = Chance(seed.to_bytes(32, "big")), random.Random(seed)
    found = [start_game(game, seats, seed.to_bytes(32, "big")).state]
    while found[-1].agenda and len(found) < most:
        s = found[-1]
        seat = luck.choice([seat for seat in range(seats) if game.may_act(s, seat)])
        moves = [*game.legal(s, seat), *game.sample_unlisted_moves(s, seat, chance)]
        if moves:
            found.append(play(game, s, seat, eager(s, moves, luck)).state)
    return found


@pytest.mark.random
@pytest.mark.parametrize("preset", list(GAMES))
@pytest.mark.parametrize("seats", [3, 5])
def test_reshuffled_positions_are_positions_of_the_game(preset: str, seats: int) -> None:
    """What one cannot know changes; what everybody knows, and the rules, still hold."""
    game = GAMES[preset]
    luck = Chance(b"shuffles".ljust(32))
    changed = 0
    for s in positions(game, seats, seats)[::STEP_OF_SHUFFLES]:
        for seat in (None, *range(seats)):
            other = s.copy()
            shuffle_hidden(other, seat, luck)
            game.audit(other)
            assert game.view(other, seat) == game.view(s, seat)
            assert game.view(other, None) == game.view(s, None)
            changed += to_plain(other) != {**to_plain(s), "key": other.key.hex()}
            for who in game.waiting(other):
                assert list(game.legal(other, who))
    assert changed > 100


def revealed(t: Transition[Any]) -> list[Event]:
    """What was hidden before the move and lies open after it."""
    return [event for event in t.events if event.reveals]


def story(t: Transition[Any]) -> tuple[Any, ...]:
    """What everybody learns of a move, and that some learn more."""
    return [e for e in t.events if e.seats is None], [e.seats for e in t.events]


@pytest.mark.slow
@pytest.mark.random
@pytest.mark.parametrize("preset", list(GAMES))
def test_hidden_differences_never_reach_the_public(preset: str) -> None:
    """In two positions alike in public, moves that read alike are told alike, and the same players are asked next."""
    game = GAMES[preset]
    luck = Chance(b"alike".ljust(32))
    compared: set[str] = set()
    for s in sparse([s for seats in (3, 4, 6) for s in positions(game, seats, seats, 2500)], STEP_OF_SECRETS, 1):
        other = s.copy()
        shuffle_hidden(other, None, luck)
        assert sorted(game.waiting(s)) == sorted(game.waiting(other))
        for seat in game.waiting(s):
            theirs = {mask_move(move): move for move in game.legal(other, seat)}
            for text, move in {mask_move(move): move for move in game.legal(s, seat)}.items():
                if text not in theirs or (move.kind in compared and luck.below(4)):
                    continue
                forced = {"roll": (0, 1, 4), "card-alchemist": (4,)}.get(move.kind, ())
                a, b = (play(game, x, seat, m, forced) for x, m in ((s, move), (other, theirs[text])))
                if revealed(a) != revealed(b):
                    continue  # from here on they differ for everybody to see
                compared.add(move.kind)
                assert story(a) == story(b)
                assert game.view(a.state, None) == game.view(b.state, None)
                assert sorted(game.waiting(a.state)) == sorted(game.waiting(b.state))
                assert a.barrier == b.barrier
    assert compared >= {
        "roll",
        "robber",
        "bank",
        "improve",
        "build-wall",
        "knight-recruit",
        "knight-activate",
        "knight-promote",
        "knight-move",
        "knight-chase",
        "end",
        "answer-give",
        "answer-commodity",
        "answer-spy",
        "answer-relocate",
    }


SILENT = {
    "catan.gate.drew",
    "catan.gate.returned",
    "catan.play.harbour_done",
    "catan.play.looks",
    "catan.play.took",
    "catan.play.spies",
    "catan.play.spied",
    "catan.play.gift",
    "catan.chosen.return",
    "catan.chosen.aqueduct",
    "catan.chosen.lose",
    "catan.give.done",
    "catan.robber.stole",
}


@pytest.mark.random
@pytest.mark.parametrize("preset", list(GAMES))
def test_public_events_name_no_hidden_card(preset: str) -> None:
    game = GAMES[preset]
    told: set[str] = set()
    for seed in range(4):
        luck = random.Random(seed)
        t = start_game(game, 4, bytes([seed]) * 32)
        while t.state.agenda:
            seat = luck.choice(sorted(game.waiting(t.state)))
            t = play(game, t.state, seat, eager(t.state, list(game.legal(t.state, seat)), luck))
            for event in t.events:
                if event.seats is None and event.key in SILENT:
                    told.add(event.key)
                    allowed = {"card"} if event.key == "catan.play.harbour_done" else set()
                    assert not {"card", "cards", "progress", "corner"} & set(event.params) - allowed
    assert told >= {"catan.gate.drew", "catan.play.spied", "catan.play.gift", "catan.play.harbour_done"}


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("answer-return crane", "answer-return ?"),
        ("answer-give brick,coin", "answer-give ?,?"),
        ("answer-commodity cloth", "answer-commodity ?"),
        ("answer-take ore", "answer-take ?"),
        ("answer-spy spy", "answer-spy ?"),
        ("answer-city v23", "answer-city ?"),
        ("answer-aqueduct ore", "answer-aqueduct ?"),
        ("pass aqueduct", "answer-aqueduct ?"),
        ("pass knight", "pass knight"),
        ("answer-harbour 2 brick", "answer-harbour 2 brick"),
        ("card-crane trade", "card-crane trade"),
        ("answer-knights -", "answer-knights -"),
        ("card-smith v23,v30", "card-smith v23,v30"),
    ],
)
def test_what_others_read_of_a_move(line: str, shown: str) -> None:
    move = decode_move(line, GAMES["official"].moves)
    assert encode_move(move) == line
    assert mask_move(move) == shown


def test_others_see_the_backs_of_progress_cards() -> None:
    table = Table().progress(B, "spy", "crane", "merchant", "bishop")
    assert table.view().players[B].progress == ("trade", "politics", "politics", "science")
    assert table.view().progress == table.view(A).progress == ()
    assert table.view(B).progress == ("merchant", "bishop", "spy", "crane")


def test_the_hand_lies_open_before_the_master_merchant_alone() -> None:
    table = Table().settlement(B, 0).hand(B, "2 ore, 1 coin").hand(C, "3 wool").progress(A, "master-merchant")
    table.do("card-master-merchant 1")
    choice = table.view(A).choice
    assert choice is not None
    assert (choice.step, choice.cards, choice.least, choice.most, choice.owner) == (
        "take",
        ("ore", "ore", "coin"),
        0,
        2,
        B,
    )
    assert all(table.view(seat).choice is None for seat in (None, B, C, D))
    shown = [event for event in table.events if event.key == "catan.play.looks_own"]
    assert [event.seats for event in shown] == [frozenset({A})]
    table.do("answer-take ore,ore")
    own = [event.seats for event in table.events if event.key == "catan.play.took_own"]
    assert own == [frozenset({A, B})]


def test_the_progress_cards_lie_open_before_the_spy_alone() -> None:
    table = Table().progress(A, "spy").progress(B, "crane", "wedding").do("card-spy 1")
    choice = table.view(A).choice
    assert choice is not None
    assert (choice.step, choice.cards, choice.owner) == ("spy", ("wedding", "crane"), B)
    assert all(table.view(seat).choice is None for seat in (None, B, C, D))
    for seat, kept in ((A, True), (C, False)):
        hands = set()
        for n in range(40):
            other = table.s.copy()
            shuffle_hidden(other, seat, Chance(bytes([n]) * 32))
            hands.add(tuple(PROGRESS[card] for card in realm_of(other).held[B]))
        assert (hands == {("wedding", "crane")}) == kept


def test_who_gives_a_commodity_has_one_in_every_reshuffled_position() -> None:
    table = Table().hand(A, "1 brick").hand(B, "1 coin, 1 wool").hand(C, "4 ore, 3 cloth").hand(D, "2 brick")
    table.progress(A, "commercial-harbour").do("card-commercial-harbour", "answer-harbour 1 brick")
    assert isinstance(table.s.agenda[-1], HarbourGives)
    seen = set()
    for n in range(60):
        other = table.s.copy()
        shuffle_hidden(other, D, Chance(bytes([n]) * 32))
        assert other.hands[B] & COMMODITY_BITS
        assert other.hands[A] == table.s.hands[A]
        assert [count_cards(hand) for hand in other.hands] == [1, 2, 7, 2]
        seen.add(other.hands[B])
    assert len(seen) > 1


def test_hidden_point_cards_stay_in_the_deck() -> None:
    table = Table().progress(B, "spy", "crane", "bishop", "smith").progress(C, "mining", "wedding")
    for n in range(40):
        other = table.s.copy()
        shuffle_hidden(other, A, Chance(bytes([n]) * 32))
        r = realm_of(other)
        assert not {card for hand in r.held for card in hand} & set(POINT_CARDS)
        assert sum(card in POINT_CARDS for deck in r.decks for card in deck) == 2


def test_played_cards_are_known_to_lie_under_their_deck_and_returned_ones_to_their_owner() -> None:
    table = Table().progress(A, "warlord").knight(A, 17).do("card-warlord")
    table.progress(B, "merchant", "merchant", "spy", "crane").levels(B, science=1).top("smith").before_roll()
    table.roll(1, 1, "science").do("answer-return crane")
    assert [[(PROGRESS[u.card], u.seat) for u in tail] for tail in table.r.tails] == [
        [],
        [("warlord", OUT)],
        [("crane", B)],
    ]
    under = {seat: set() for seat in (A, B)}
    for n in range(60):
        for seat, found in under.items():
            other = table.s.copy()
            shuffle_hidden(other, seat, Chance(bytes([n]) * 32))
            tails = realm_of(other).tails
            assert PROGRESS[tails[1][0].card] == "warlord"
            found.add(PROGRESS[tails[2][0].card])
    assert under[B] == {"crane"}
    assert len(under[A]) > 3


def test_what_is_decided_together_is_hidden_until_all_have_decided() -> None:
    table = Table().city(B, 0, 1).city(C, 2, 11).ship(6).before_roll().roll(1, 2, "ship")
    before = table.view(C)
    table.do("answer-city v1", seat=B)
    assert table.view(C).buildings == before.buildings
    assert table.view(C).done == (B,)
    assert table.view(C).given == ()
    assert table.view(B).given == ("v1",)
    chosen = set()
    for n in range(30):
        other = table.s.copy()
        shuffle_hidden(other, C, Chance(bytes([n]) * 32))
        chosen.add(other.agenda[-1].given[0])
    assert chosen == {(B, 0), (B, 1)}
    own = table.s.copy()
    shuffle_hidden(own, B, Chance(bytes(32)))
    assert own.agenda[-1].given == table.s.agenda[-1].given


@pytest.mark.slow
@pytest.mark.random
@pytest.mark.parametrize("preset", list(GAMES))
def test_no_guess_is_answered_by_what_the_player_cannot_know(preset: str) -> None:
    game = GAMES[preset]
    luck, chance = random.Random(4), Chance(b"guesses".ljust(32))
    refusals, made = 0, set()
    for seats in (3, 4, 5):
        for s in sparse(positions(game, seats, 20 + seats), STEP_OF_GUESSES):
            for seat in range(seats):
                if game.may_act(s, seat):
                    refused, kinds = compare(game, s, seat, luck, chance)
                    refusals += refused
                    made |= kinds
    assert refusals > 5000
    assert made >= {"robber", "knight-move", "answer-spy", "answer-give", "answer-commodity", "trade-offer"}


def test_an_offer_in_the_commercial_harbour_is_not_taken_back() -> None:
    """Whether the other is asked tells whether they have commodities."""
    for hand in ("1 cloth", "1 ore"):
        table = Table().hand(A, "1 brick").hand(B, hand).progress(A, "commercial-harbour").do("card-commercial-harbour")
        assert play(table.game, table.s, A, decode_move("answer-harbour 1 brick", table.game.moves)).barrier
