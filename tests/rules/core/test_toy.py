"""The protocol on a game with hidden hands, simultaneous decisions, answers out of turn and offers."""

from __future__ import annotations

import pytest

from rules.core import (
    BadOption,
    Choices,
    GameOver,
    GameType,
    IllegalMove,
    NotYourDecision,
    Option,
    UnknownMove,
    decode_move,
    encode_move,
    key_commitment,
    play,
    record,
    registry,
    start_game,
)
from rules.core.conformance import check_conformance
from rules.core.record import Line, Record
from rules.core.saving import to_text

from .toy import KIND, Accept, Aside, End, Offer, Roll, Toy, ToyState

KEY = bytes(range(32))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("length", ["short", "long"])
def test_conformance(seats: int, seed: int, length: str) -> None:
    check_conformance(KIND.make(Choices(options=(("length", length),))), seats, seed)


def test_all_decide_at_once_in_any_order() -> None:
    game = KIND.make(Choices())
    s = start_game(game, 3, KEY).state
    assert sorted(game.waiting(s)) == [0, 1, 2]
    for seat in (2, 0, 1):
        s = play(game, s, seat, Aside(s.hands[seat][0])).state
        with pytest.raises(NotYourDecision):
            play(game, s, 2 if seat != 1 else 1, Aside("ash"))
    assert list(game.waiting(s)) == [0]
    assert len(s.aside) == 3


def offered() -> tuple[Toy, ToyState]:
    game = Toy(Choices())
    stack = ["ash"] * 5 + ["birch"] * 5 + ["ash"] * 7 + ["birch"] * 7 + ["cedar"] * 12
    s = start_game(game, 2, KEY, stack=stack).state
    for seat in (0, 1):
        s = play(game, s, seat, Aside(s.hands[seat][0])).state
    s = play(game, s, 0, Roll(), forced=(1,)).state
    return game, play(game, s, 0, Offer(("ash",), ("birch",))).state


def test_an_offer_invites_but_nobody_owes_an_answer() -> None:
    game, s = offered()
    assert list(game.waiting(s)) == [0]
    assert game.may_act(s, 1)
    after = play(game, s, 1, Accept(0)).state
    assert after.hands == [("ash", "ash", "ash", "birch"), ("ash", "birch", "birch", "birch")]
    assert not game.may_act(play(game, s, 0, End()).state, 7)


def test_an_unlisted_move_is_judged_by_check() -> None:
    game, s = offered()
    for move in (Offer((), ("ash",)), Offer(("cedar",), ("ash",)), Offer(("ash",), ("birch",))):
        with pytest.raises(IllegalMove):
            play(game, s, 0, move)


def test_check_is_asked_by_whoever_wants_the_reason_alone() -> None:
    game, s = offered()
    before = to_text(s)
    for seat in (0, 1):
        for move in game.legal(s, seat):
            game.check(s, seat, move)
    with pytest.raises(IllegalMove):
        game.check(s, 0, Offer(("ash",), ("birch",)))
    with pytest.raises(NotYourDecision):
        game.check(s, 7, End())
    assert to_text(s) == before
    s.agenda.clear()
    with pytest.raises(GameOver):
        game.check(s, 0, End())


def test_luck_and_private_events_are_barriers() -> None:
    game = Toy(Choices())
    s = start_game(game, 2, KEY).state
    assert play(game, s, 0, Aside(s.hands[0][0])).barrier  # a private event
    game, s = offered()
    assert not play(game, s, 1, Accept(0)).barrier
    assert not play(game, s, 0, End()).barrier


def test_a_forced_number_is_used_and_must_fit() -> None:
    game = Toy(Choices())
    s = start_game(game, 2, KEY).state
    for seat in (0, 1):
        s = play(game, s, seat, Aside(s.hands[seat][0])).state
    t = play(game, s, 0, Roll(), forced=(0,))
    assert t.chance == (0,)
    assert t.events[0].params == {"seat": 0, "die": 1}
    with pytest.raises(ValueError, match="not below 6"):
        play(game, s, 0, Roll(), forced=(6,))
    assert play(game, s, 0, Roll()).chance == play(game, s, 0, Roll()).chance  # the same roll again


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fly",
        "aside",
        "aside ash birch",
        "aside  ash",
        "Aside ash",
        "trade-accept x",
        "trade-accept 01",
        " aside ash",
        "aside ash ",
        "trade-offer - ",
        "roll 1",
    ],
)
def test_a_line_that_is_no_move(text: str) -> None:
    with pytest.raises(UnknownMove):
        decode_move(text, Toy.moves)


@pytest.mark.parametrize("move", [Offer((), ("ash",)), Offer(("ash", "ash"), ("birch",)), Accept(3), End(), Aside("x")])
def test_moves_read_back(move: Offer) -> None:
    assert decode_move(encode_move(move), Toy.moves) == move


def test_nothing_can_be_played_after_the_end() -> None:
    game = Toy(Choices())
    s = start_game(game, 2, KEY).state
    s.agenda.clear()
    with pytest.raises(GameOver):
        play(game, s, 0, End())


def test_choices_have_one_spelling() -> None:
    chosen = KIND.normalize_choices(Choices(("plus", "plus"), (("length", "short"),)))
    assert chosen == Choices(("plus",), ())
    assert str(KIND.normalize_choices(Choices(("plus",), (("length", "long"),)))) == "base+plus length=long"
    for bad in (Choices(("minus",)), Choices(options=(("length", "endless"),)), Choices(options=(("size", "long"),))):
        with pytest.raises(BadOption):
            KIND.make(bad)
    assert Choices.from_json(chosen.to_json()) == chosen


def test_registry_finds_the_kind() -> None:
    assert registry.make_game("toy", Choices()).key == "toy"
    with pytest.raises(BadOption):
        registry.make_game("chess", Choices())


def test_record_is_read_written_replayed_and_checked() -> None:
    written = check_conformance(Toy(Choices()), 3, 5)
    text = record.format_record(written)
    assert record.parse_record(text) == written
    *_, last = record.replay_record(written)
    assert last.state.round == 6
    *_, again = record.replay_record(written, from_key=True)
    assert again.state.hands == last.state.hands
    record.check_record(record.parse_record(text + "expect over\n"))
    with pytest.raises(AssertionError, match="expected running"):
        record.check_record(record.parse_record(text + "expect running\n"))


def test_a_changed_number_is_found() -> None:
    written = check_conformance(Toy(Choices()), 2, 1)
    at = next(i for i, line in enumerate(written.lines) if line.drawn)
    line = written.lines[at]
    assert line.drawn is not None
    forged = Line(line.seat, line.move, ((line.drawn[0] + 1) % 6,))
    lines = (*written.lines[:at], forged, *written.lines[at + 1 :])
    with pytest.raises(record.BadRecord):
        list(
            record.replay_record(
                Record("toy", written.choices, 2, written.key, None, written.start, lines), from_key=True
            )
        )


@pytest.mark.parametrize(
    "text",
    [
        "game toy",
        "seats 2",
        "game toy\nseats two",
        "game toy\nseats 2\nfly away",
        "game toy\nseats 2\n0 aside ash | x",
        "game toy\ngame toy\nseats 2",
    ],
)
def test_a_record_that_cannot_be_read(text: str) -> None:
    with pytest.raises(record.BadRecord):
        record.parse_record(text)


def test_commitment_binds_key_and_table() -> None:
    assert key_commitment(KEY, 12) != key_commitment(KEY, 13)
    assert len(key_commitment(KEY, 12)) == 64


def test_a_default_may_follow_from_another_choice() -> None:
    kind = GameType(
        key="toy",
        family="toy",
        modules=(),
        presets={"first": Choices()},
        maker=Toy,
        options=(Option("edition", ("new", "old")), Option("length", ("short", "long"))),
        implied_defaults=lambda choices: {"length": "long"} if choices.get("edition") == "old" else {},
    )
    old = kind.normalize_choices(Choices(options=(("edition", "old"), ("length", "long"))))
    assert old == Choices(options=(("edition", "old"),))
    assert kind.option_value(old, "length") == "long"
    short = kind.with_option(old, "length", "short")
    assert short == Choices(options=(("edition", "old"), ("length", "short")))
    assert kind.option_values(short) == {"edition": "old", "length": "short"}
    assert kind.with_option(short, "edition", "new") == Choices()
