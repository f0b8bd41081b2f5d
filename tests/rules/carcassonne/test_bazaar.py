"""Bazaars: carcassonne.md 15.1, 19.6, 20.5."""

from __future__ import annotations

import pytest

from rules.carcassonne.tiles import BY_ID
from rules.core import NotYourDecision, play
from rules.core.move import decode_move
from rules.core.saving import from_text, to_text

from .bridging import anywhere, auctions, bazaar_of, hand, market, reveal, shorten
from .table import BLUE, RED, YELLOW, Table, refused

GREEN = YELLOW  # the third seat; the example calls it green
TILES = ("base-U", "base-V", "base-W")


def test_never_bidding_lets_every_tile_of_others_go_by() -> None:
    t = market(*TILES)
    assert list(t.game.standing_answer_keys(t.s)) == ["never_bid"]
    assert t.game.standing_answer_moves(t.s, BLUE) == {}  # which tile comes next is to be chosen
    t.play("bazaar-open 1 2")
    assert {key: str(move) for key, move in t.game.standing_answer_moves(t.s, GREEN).items()} == {
        "never_bid": "bazaar-pass 1"
    }
    assert t.game.standing_answer_moves(t.s, RED) == {}
    without = market(*TILES, bazaar="no_bids")
    assert list(without.game.standing_answer_keys(without.s)) == []


def test_a_bid_beforehand_is_the_least_that_is_needed() -> None:
    t = market(*TILES)  # Blue puts up a tile
    game = t.game
    every = {f"lot-{n}": range(1, 1000) for n in (1, 2, 3)}
    assert [game.possible_bid_limits(t.s, seat) for seat in range(3)] == [every] * 3
    assert game.move_for_bid_limit(t.s, GREEN, "lot-1", 9) is None
    t.play("bazaar-open 1 2")
    assert "lot-1" not in game.possible_bid_limits(t.s, BLUE)
    assert game.possible_bid_limits(t.s, RED)["lot-1"] == range(3, 1000)
    assert [str(game.move_for_bid_limit(t.s, GREEN, "lot-1", n)) for n in (2, 3, 9)] == [
        "bazaar-pass 1",
        *["bazaar-bid 1 3"] * 2,
    ]
    assert game.move_for_bid_limit(t.s, GREEN, "lot-2", 9) is None
    assert game.move_for_bid_limit(t.s, RED, "lot-1", 9) is None  # is asked after Green
    t.play("bazaar-bid 1 999")
    assert "lot-1" not in game.possible_bid_limits(t.s, GREEN)
    assert "lot-1" not in game.possible_bid_limits(t.s, RED)  # nobody can bid more
    assert str(game.move_for_bid_limit(t.s, RED, "lot-1", 999)) == "bazaar-pass 1"
    without = market(*TILES, bazaar="no_bids")
    assert [without.game.possible_bid_limits(without.s, seat) for seat in range(3)] == [{}] * 3


def test_E43_buying_and_selling() -> None:
    t = market(*TILES)
    assert t.told("carc.bazaar.held")[0].params["tiles"] == list(TILES)
    assert list(t.game.waiting(t.s)) == [BLUE]
    t.play("bazaar-open 1 2")
    assert list(t.game.waiting(t.s)) == [GREEN]
    t.play("bazaar-pass 1")
    t.play("bazaar-bid 1 3")
    assert list(t.game.waiting(t.s)) == [BLUE]
    assert t.legal == ["bazaar-buy 1", "bazaar-sell 1"]
    t.play("bazaar-buy 1")
    assert t.scores == [3, -3, 0]
    assert list(t.game.waiting(t.s)) == [GREEN]
    t.play("bazaar-open 2 2")
    assert list(t.game.waiting(t.s)) == [RED]  # Blue has a tile
    t.play("bazaar-bid 2 3")
    t.play("bazaar-sell 2")
    assert t.scores == [0, -3, 3]
    assert sum(auctions(t)) == 0
    assert t.told("carc.bazaar.free")[0].params == {"seat": GREEN, "lot": 3, "tile": "base-W"}
    laid = []
    for _ in range(3):
        laid.append((t.s.active, hand(t)))
        t.audit()
        anywhere(t)
    assert laid == [(BLUE, "base-U"), (GREEN, "base-W"), (RED, "base-V")]
    assert t.s.active == BLUE  # the normal order goes on left of Red
    assert bazaar_of(t.s).lots == ()
    assert t.told("carc.tile.drawn")
    t.audit()


def test_T98_no_bazaar_with_fewer_tiles_than_players() -> None:
    t = Table("bridge", seats=3)
    t.hold("bridge-ffff-bazaar", RED)
    shorten(t, 2)
    t.play("place M51 0")
    events = t.play("pass figure")
    assert [event.key for event in events if "bazaar" in event.key] == ["carc.bazaar.none"]
    assert t.s.active == BLUE
    assert bazaar_of(t.s).lots == ()


def test_as_many_tiles_as_players_are_enough() -> None:
    t = Table("bridge", seats=3)
    t.hold("bridge-ffff-bazaar", RED)
    shorten(t, 3)
    t.play("place M51 0")
    t.play("pass figure")
    assert len(bazaar_of(t.s).lots) == 3
    for number in (1, 2):
        t.play(f"bazaar-open {number} 0")
        while "bazaar-pass" in " ".join(t.legal):
            t.play(f"bazaar-pass {number}")
    for seat in (BLUE, GREEN, RED):  # the pile is empty, and still they are laid
        assert t.s.active == seat
        anywhere(t)
    assert not t.s.agenda


def test_T99_a_bid_beyond_the_score() -> None:
    t = market(*TILES)
    t.play("bazaar-open 1 50")
    t.play("bazaar-pass 1")
    t.play("bazaar-pass 1")
    assert t.scores == [0, -50, 0]
    assert t.told("carc.bazaar.kept")[0].params["points"] == -50
    assert sum(auctions(t)) == -50  # paid to nobody
    t.audit()


def test_T125_a_game_that_ends_below_zero() -> None:
    t = market(*TILES)
    shorten(t, 0)
    for text in ("bazaar-open 1 50", "bazaar-pass 1", "bazaar-pass 1", "bazaar-open 2 2", "bazaar-pass 2"):
        t.play(text)
    for _ in range(3):
        anywhere(t)
    assert not t.s.agenda
    assert t.scores == [0, -50, -2]
    (over,) = t.told("carc.game.over")
    assert (over.params["scores"], over.params["seats"], over.params["points"]) == ([0, -50, -2], [RED], 0)
    assert over.params["tally"]["auctions"] == [0, -50, -2]
    assert t.game.winners(t.s) == (RED,)
    seen = t.game.view(t.game.restore_unsaved_fields(from_text(t.game.state, to_text(t.s))), None)
    assert seen.scores == (0, -50, -2)
    t.audit()


def test_T100_everybody_passes() -> None:
    t = market(*TILES)
    t.play("bazaar-open 2 0")
    t.play("bazaar-pass 2")
    t.play("bazaar-pass 2")
    assert t.scores == [0, 0, 0]
    assert bazaar_of(t.s).lots[1].seat == BLUE


@pytest.mark.parametrize(("answer", "scores", "owner"), [("buy", [4, -4, 0], BLUE), ("sell", [-4, 4, 0], RED)])
def test_T101_the_auctioneer_chooses(answer: str, scores: list[int], owner: int) -> None:
    t = market(*TILES)
    t.play("bazaar-open 1 1")
    t.play("bazaar-bid 1 3")
    t.play("bazaar-bid 1 4")
    t.play(f"bazaar-{answer} 1")
    assert t.scores == scores
    assert bazaar_of(t.s).lots[0].seat == owner
    # If Blue sold, they are without a tile; but the next auctioneer is the one left of them.
    assert list(t.game.waiting(t.s)) == [GREEN]
    t.audit()


def test_a_former_auctioneer_may_open_again() -> None:
    t = market(*TILES)
    t.play("bazaar-open 1 0")
    t.play("bazaar-bid 1 1")
    t.play("bazaar-pass 1")
    t.play("bazaar-sell 1")  # Green has a tile
    assert list(t.game.waiting(t.s)) == [RED]
    t.play("bazaar-open 2 0")
    assert list(t.game.waiting(t.s)) == [BLUE]
    t.play("bazaar-bid 2 5")
    t.play("bazaar-buy 2")
    assert bazaar_of(t.s).lots[2].seat == BLUE
    t.audit()


def test_T102_an_auctioned_bazaar_tile_opens_no_bazaar() -> None:
    t = market("bridge-cccc-bazaar", "bridge-rfff-bazaar-inn", "base-W")
    for number in (2, 1):
        t.play(f"bazaar-open {number} 0")
        while t.legal[0].startswith("bazaar-pass"):
            t.play(f"bazaar-pass {number}")
    assert hand(t) == "bridge-rfff-bazaar-inn"
    anywhere(t)
    assert not bazaar_of(t.s).noted
    anywhere(t)
    assert not bazaar_of(t.s).noted
    assert hand(t) == "base-W"


def test_T102_not_even_as_the_last_of_them() -> None:
    t = market("base-U", "base-W", "bridge-rfff-bazaar-inn")
    for number in (1, 2):
        t.play(f"bazaar-open {number} 0")
        while t.legal[0].startswith("bazaar-pass"):
            t.play(f"bazaar-pass {number}")
    anywhere(t)
    anywhere(t)
    assert hand(t) == "bridge-rfff-bazaar-inn"
    assert bazaar_of(t.s).lots == ()
    anywhere(t)
    assert t.s.active == BLUE
    assert bazaar_of(t.s).lots == ()


def test_no_bazaar_of_a_tile_drawn_while_others_wait() -> None:
    t = market("base-C", "base-U", "base-W")
    t.lay("base-E", "M49", 180)
    reveal(t, "bridge-rfff-bazaar-inn")
    for number in (1, 2):
        t.play(f"bazaar-open {number} 0")
        while t.legal[0].startswith("bazaar-pass"):
            t.play(f"bazaar-pass {number}")
    # The city tile fits nowhere: Blue draws instead.
    assert BY_ID["base-C"].number in t.s.aside
    assert (t.s.active, hand(t)) == (BLUE, "bridge-rfff-bazaar-inn")
    anywhere(t)
    assert (t.s.active, hand(t)) == (GREEN, "base-U")
    anywhere(t)
    assert (t.s.active, hand(t)) == (RED, "base-W")
    # The tile that follows Red's is drawn as usual, and may open a bazaar again.
    reveal(t, "bridge-rfrf-bazaar")
    anywhere(t)
    assert (t.s.active, hand(t)) == (BLUE, "bridge-rfrf-bazaar")
    anywhere(t)
    assert len(bazaar_of(t.s).lots) == 3


def test_a_turn_is_skipped_when_nothing_is_left_to_draw() -> None:
    t = Table("bridge", seats=2)
    t.lay("base-E", "M49", 180)
    t.hold("bridge-ffff-bazaar", RED)
    reveal(t, "base-C", "base-U")
    shorten(t, 2)
    t.play("place M51 0")
    t.play("pass figure")
    t.play("bazaar-open 1 0")
    t.play("bazaar-pass 1")
    assert (t.s.active, hand(t)) == (RED, "base-U")
    anywhere(t)
    assert not t.s.agenda


def test_T123_the_last_tile_is_a_bazaar() -> None:
    t = Table("bridge", seats=2)
    t.last()
    t.hold("bridge-ffff-bazaar", RED)
    t.play("place M51 0")
    t.play("pass figure")
    assert t.told("carc.game.over")
    assert t.told("carc.bazaar.none")


def test_bids_are_judged() -> None:
    t = market(*TILES)
    assert refused(t, "bazaar-open 4 0") == "carc.error.lot"
    assert refused(t, "bazaar-open 1 1000") == "carc.error.bid"
    assert refused(t, "bazaar-open 1 -1") == "carc.error.bid"
    t.play("bazaar-open 1 2")
    assert refused(t, "bazaar-bid 1 2") == "carc.error.bid_low"
    assert refused(t, "bazaar-bid 2 3") == "carc.error.lot"
    assert refused(t, "bazaar-pass 2") == "carc.error.lot"
    with pytest.raises(NotYourDecision):
        play(t.game, t.s, BLUE, decode_move("bazaar-bid 1 3", t.game.moves))
    t.play("bazaar-bid 1 999")
    t.play("bazaar-pass 1")
    assert refused(t, "bazaar-buy 3") == "carc.error.lot"
    t.play("bazaar-sell 1")
    assert refused(t, "bazaar-open 1 0") == "carc.error.lot"
    assert t.scores == [0, 999, -999]


def test_no_bids() -> None:
    t = market(*TILES, bazaar="no_bids")
    assert (list(t.game.waiting(t.s)), t.s.active) == ([BLUE], BLUE)
    assert t.legal == ["bazaar-take 1", "bazaar-take 2", "bazaar-take 3"]
    t.play("bazaar-take 2")
    assert hand(t) == "base-V"
    anywhere(t)
    assert t.s.active == GREEN
    assert t.legal == ["bazaar-take 1", "bazaar-take 3"]
    assert refused(t, "bazaar-take 2") == "carc.error.lot"
    t.play("bazaar-take 1")
    anywhere(t)
    assert (t.s.active, hand(t)) == (RED, "base-W")  # the last one is theirs
    anywhere(t)
    assert t.s.active == BLUE
    assert auctions(t) == [0, 0, 0]
    assert bazaar_of(t.s).lots == ()
    t.audit()


def test_what_everybody_sees_of_a_bazaar() -> None:
    t = market(*TILES)
    seen = t.game.view(t.s, None).extras["bridge"].bazaar
    assert (seen.host, seen.stage, seen.auctioneer, seen.lot) == (RED, "open", BLUE, None)
    assert seen.waiting == (BLUE, GREEN, RED)
    t.play("bazaar-open 2 3")
    seen = t.game.view(t.s, None).extras["bridge"].bazaar
    assert (seen.stage, seen.lot, seen.price, seen.leader, seen.bidders) == ("bid", 2, 3, BLUE, (GREEN, RED))
    t.play("bazaar-bid 2 4")
    t.play("bazaar-pass 2")
    seen = t.game.view(t.s, None).extras["bridge"].bazaar
    assert (seen.stage, seen.price, seen.leader) == ("deal", 4, GREEN)
    t.play("bazaar-buy 2")
    seen = t.game.view(t.s, None).extras["bridge"].bazaar
    assert [(lot.number, lot.tile, lot.seat) for lot in seen.lots] == [
        (1, "base-U", None),
        (2, "base-V", BLUE),
        (3, "base-W", None),
    ]
    assert seen.waiting == (GREEN, RED)
    view = t.game.view(t.s, None)
    assert view.tile_total == 84  # all tiles of both boxes
