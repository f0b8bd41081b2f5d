"""What others may know: citadels.md 10."""

from __future__ import annotations

from typing import Any

import pytest

from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.game import KIND
from rules.citadels.hiding import shuffle_hidden
from rules.citadels.state import OUT, CitadelsState
from rules.core import (
    Chance,
    Choices,
    Game,
    IllegalMove,
    Move,
    decode_move,
    encode_move,
    field_names,
    mask_move,
    play,
    start_game,
)
from rules.core.saving import to_plain, to_text
from tools.sizes import STEP_OF_GUESSES, STEP_OF_SECRETS, STEP_OF_SHUFFLES

from .table import Table

GAME: Game[Any] = KIND.make(KIND.presets["everything"])


def positions(seats: int, seed: int) -> list[CitadelsState]:
    """The positions of a random game."""
    luck = Chance(seed.to_bytes(32, "big"))
    found = [start_game(GAME, seats, seed.to_bytes(32, "big")).state]
    while found[-1].agenda:
        s = found[-1]
        (seat,) = GAME.waiting(s)
        legal = list(GAME.legal(s, seat))
        found.append(play(GAME, s, seat, legal[luck.below(len(legal))]).state)
    return found


@pytest.mark.random
@pytest.mark.parametrize("seats", [2, 3, 5, 7, 8])
def test_reshuffled_positions_are_positions_of_the_game(seats: int) -> None:
    """What one cannot know changes; what everybody knows, and the rules, still hold."""
    luck = Chance(b"shuffles".ljust(32))
    changed = 0
    for s in positions(seats, seats)[:: STEP_OF_SHUFFLES // 5]:
        for seat in (None, *range(seats)):
            other = s.copy()
            shuffle_hidden(other, seat, luck)
            GAME.audit(other)
            assert GAME.view(other, seat) == GAME.view(s, seat)
            assert GAME.view(other, None) == GAME.view(s, None)
            changed += to_plain(other) != {**to_plain(s), "key": other.key.hex()}
            if not s.agenda:
                continue
            murdered = s.named["murder"].character if "murder" in s.named else ""
            for character in s.silent:
                assert other.holder_of(character) == OUT or character == murdered
            for character in s.shown:
                assert other.holder_of(character) == s.holder_of(character)
            for who in range(seats):
                assert len(other.characters_of(who)) == len(s.characters_of(who))
    assert changed > 100


def test_who_passed_cards_on_knows_which_are_still_to_come() -> None:
    game = KIND.make(Choices())
    s = start_game(game, 6, bytes(32)).state
    offered = []
    for _ in range(6):
        (seat,) = game.waiting(s)
        offered.append((seat, set(s.draft)))
        legal = list(game.legal(s, seat))
        s = play(game, s, seat, legal[0]).state
        luck = Chance(bytes([len(offered)]) * 32)
        for looker, seen in offered:
            other = s.copy()
            shuffle_hidden(other, looker, luck)
            at = [slot.by for slot in other.slots].index(looker)
            after = {slot.character for slot in other.slots[at:]} | set(other.draft)
            assert after == seen


def test_the_public_sees_no_name_of_a_hidden_card() -> None:
    """Two states alike in public and different in all that is hidden give one public view and one public story."""
    luck = Chance(b"two games".ljust(32))
    for s in positions(4, 11)[::5]:
        if not s.agenda:
            continue
        (seat,) = GAME.waiting(s)
        other = s.copy()
        shuffle_hidden(other, None, luck)
        assert GAME.view(s, None) == GAME.view(other, None)
        assert list(GAME.waiting(s)) == list(GAME.waiting(other)) == [seat]
        assert s.agenda[-1].task(s, seat) == other.agenda[-1].task(other, seat)


@pytest.mark.random
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_hidden_differences_never_reach_the_public(seats: int) -> None:
    """In two positions alike in public, moves that read alike are told alike, and the same players are asked next."""
    luck = Chance(b"alike".ljust(32))
    compared: set[str] = set()
    for s in [*positions(seats, 3 + seats), *positions(seats, 30 + seats)][:: STEP_OF_SECRETS // 2 or 1]:
        if not s.agenda:
            continue
        (seat,) = GAME.waiting(s)
        other = s.copy()
        shuffle_hidden(other, None, luck)
        theirs = {mask_move(move): move for move in GAME.legal(other, seat)}
        for text, move in {mask_move(move): move for move in GAME.legal(s, seat)}.items():
            if text not in theirs or text == "power-build":  # which lays a card open that its text does not name
                continue
            a, b = play(GAME, s, seat, move), play(GAME, other, seat, theirs[text])
            if any(event.reveals for event in (*a.events, *b.events)):
                continue  # from here on they differ for everybody to see
            compared.add(move.kind)
            assert [e for e in a.events if e.seats is None] == [e for e in b.events if e.seats is None]
            assert [e.seats for e in a.events] == [e.seats for e in b.events]
            assert GAME.view(a.state, None) == GAME.view(b.state, None)
            assert list(GAME.waiting(a.state)) == list(GAME.waiting(b.state))
            assert a.barrier == b.barrier
    assert compared >= {"pick", "gold", "cards", "keep", "build", "income"}


PRIVATE = {
    "pick",
    "throw",
    "keep",
    "pay",
    "power-redraw",
    "district-laboratory",
    "district-museum",
    "district-lighthouse",
}


@pytest.mark.parametrize("seed", range(6))
def test_public_events_name_no_secret_card(seed: int) -> None:
    luck = Chance(seed.to_bytes(32, "big"))
    s = start_game(GAME, 4, seed.to_bytes(32, "big")).state
    while s.agenda:
        (seat,) = GAME.waiting(s)
        legal = list(GAME.legal(s, seat))
        move = legal[luck.below(len(legal))]
        t = play(GAME, s, seat, move)
        if move.kind in PRIVATE:
            own = next((e for e in t.events if e.seats is None), None)
            assert own is None or not {"district", "districts"} & set(own.params)
            if move.kind in ("pick", "throw"):
                assert own is not None
                assert "character" not in own.params
        s = t.state


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("pick king", "pick ?"),
        ("throw thief", "throw ?"),
        ("keep castle,temple", "keep ?,?"),
        ("pay gold", "pay gold"),
        ("pay temple", "pay ?"),
        ("power-redraw keep,market", "power-redraw ?,?"),
        ("power-take castle", "power-take ?"),
        ("district-museum temple", "district-museum ?"),
        ("build temple", "build temple"),
        ("gold", "gold"),
    ],
)
def test_what_others_read_of_a_move(line: str, shown: str) -> None:
    move = decode_move(line, GAME.moves)
    assert encode_move(move) == line
    assert mask_move(move) == shown


def test_the_wizard_sees_the_hand_only_while_he_chooses() -> None:
    t = Table(4, cast=("wizard",)).hand(1, "temple", "castle").call({"wizard": 0}).do("power-look 1")
    offer = t.view(0).offer
    assert offer is not None
    assert (offer.cards, offer.owner) == (("castle", "temple"), 1)
    assert all(t.view(seat).offer is None for seat in (None, 1, 2, 3))
    t.do("power-take castle")
    assert t.view(0).offer is None
    private = [e for e in t.events if e.seats is not None]
    assert [e.seats for e in private] == [frozenset({0, 1})]


def test_swapped_hands_are_told_to_the_two_alone() -> None:
    t = Table(4).hand(0, "manor").hand(1, "temple", "castle").call({"magician": 0}).do("power-swap 1")
    private = [(set(e.seats or ()), e.params["districts"]) for e in t.events if e.seats is not None]
    assert private == [({0}, ["castle", "temple"]), ({1}, ["manor"])]


def test_nobody_else_knows_whether_the_seventh_player_took_the_card_face_down() -> None:
    game = KIND.make(Choices())
    for seed in range(20):
        s = start_game(game, 7, bytes([seed]) * 32).state
        while s.draft:
            (seat,) = game.waiting(s)
            s = play(game, s, seat, next(iter(game.legal(s, seat)))).state
        chooser = s.slots[-1].by
        luck = Chance(b"last".ljust(32))
        ends = s.slots[0].character, s.slots[-1].character
        fixed = bool({*s.shown, *s.silent} & set(ends))
        found: dict[int, set[int]] = {chooser: set(), 0 if chooser else 1: set()}
        for looker, holders in found.items():
            for _ in range(60):
                other = s.copy()
                shuffle_hidden(other, looker, luck)
                holders.add(other.slots[0].holder)
        mine, theirs = found.values()
        assert mine == {s.slots[0].holder}
        assert theirs <= {OUT, chooser}
        if not fixed:
            assert theirs == {OUT, chooser}


def guesses(seats: int, luck: Chance) -> list[Move]:
    """Moves of every kind, about cards and players that are there and that are not."""
    pools: dict[str, list[Any]] = {
        "character": [*CHARACTERS],
        "district": [*DISTRICTS],
        "own": [*DISTRICTS],
        "what": ["gold", "cards", *DISTRICTS],
        "step": ["power", "graveyard", "wizard", "hospital"],
        "districts": [(a,) for a in DISTRICTS] + [tuple(sorted((a, "tavern"))) for a in DISTRICTS],
    }
    found: list[Move] = []
    for cls in GAME.moves.values():
        fields = {name: pools.get(name, [*range(seats)]) for name in field_names(cls)}
        for _ in range(12 if fields else 1):
            found.append(cls(**{name: pool[luck.below(len(pool))] for name, pool in fields.items()}))
    return found


def judged(s: CitadelsState, seat: int, move: Move) -> tuple[str, str]:
    """Whether a move is allowed, and the whole reason if it is not."""
    try:
        GAME.check(s, seat, move)
    except IllegalMove as reason:
        return reason.key, str(reason.params)
    return "", ""


@pytest.mark.random
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_no_guess_is_answered_by_what_the_player_cannot_know(seats: int) -> None:
    """Refusals, and what can be told before a move, are the same whatever others hold; so is whether the move can be
    taken back, and where it can, nothing new was seen."""
    luck = Chance(b"guesses".ljust(32))
    refusals = 0
    for s in positions(seats, 20 + seats)[:: STEP_OF_GUESSES // 2]:
        if not s.agenda:
            continue
        (seat,) = GAME.waiting(s)
        other = s.copy()
        shuffle_hidden(other, seat, luck)
        legal = list(GAME.legal(s, seat))
        assert list(GAME.legal(other, seat)) == legal
        for move in guesses(seats, luck):
            assert judged(other, seat, move) == judged(s, seat, move), move
            refusals += bool(judged(s, seat, move)[0])
        for move in legal[:12]:
            assert GAME.describe_effects(other, seat, move) == GAME.describe_effects(s, seat, move), move
            a, b = play(GAME, s, seat, move), play(GAME, other, seat, move)
            assert a.barrier == b.barrier, move
            if not a.barrier:
                assert GAME.view(a.state, seat) == GAME.view(b.state, seat), move
    assert refusals > 1000


def test_what_is_imagined_does_not_tell_which_of_the_last_two_cards_was_taken() -> None:
    """With seven players the last chooses between the card that lies face down and the one that is left."""
    game = KIND.make(KIND.presets["classic"])
    s = start_game(game, 7, bytes(32)).state
    while s.slots[0].by == OUT:
        seat = min(game.waiting(s))
        s = play(game, s, seat, next(iter(game.legal(s, seat)))).state
    last = s.slots[0].by
    first, *middle, end = s.slots
    assert {first.holder, end.holder} == {OUT, last}
    other = s.copy()
    other.slots = (first._replace(holder=end.holder), *middle, end._replace(holder=first.holder))
    for seat in range(7):
        alike = game.view(other, seat) == game.view(s, seat)
        assert alike == (seat != last)
        twins = [s.copy(), other.copy()]
        for twin in twins:
            shuffle_hidden(twin, seat, Chance(bytes(32)))
        assert (to_text(twins[0]) == to_text(twins[1])) == alike
