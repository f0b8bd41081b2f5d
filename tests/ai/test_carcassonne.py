"""The sensible player of Carcassonne: it wins, it plays every game there is, and it knows no more than its seat."""

from __future__ import annotations

import pytest

import ai
from ai.carcassonne import PLAYER, extra
from ai.carcassonne.trial_moves import state_after_move
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.expansions.count.entering import ASK_COUNT
from rules.carcassonne.game import KIND, CarcassonneGame
from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Choices, Move, encode_move, play, start_game
from rules.core.conformance import start_trial
from tests.rules.carcassonne.bridging import castle, market, shorten, two_at_once
from tests.rules.carcassonne.cities import rich_city
from tests.rules.carcassonne.counting import open_road, settle_in
from tests.rules.carcassonne.holes import pass_turn, ring_around
from tests.rules.carcassonne.lairs import meadow, summon, wake
from tests.rules.carcassonne.table import BLUE, RED, Table
from tests.rules.carcassonne.test_princess import LARGE as PRINCESS
from tests.rules.carcassonne.test_princess import city_with_knights
from tools.bench.players import play_contest

EASY = ai.players_by_level()["easy"]


def chosen(game: CarcassonneGame, s: CarcassonneState, seat: int, luck: int) -> Move:
    """What it does on a table of which it knows all but the order of the tiles, which is another one for other luck."""
    chance = Chance(bytes([luck] * 32))

    def imagine() -> CarcassonneState:
        twin = s.copy()
        game.shuffle_hidden(twin, seat, chance)
        return twin

    legal = ai.moves_to_consider(game, s, seat, chance)
    return PLAYER.choose(game.view(s, seat), legal, imagine, chance)


def choice(t: Table) -> str:
    """What it does where the table stands."""
    (seat,) = t.game.waiting(t.s)
    return encode_move(chosen(t.game, t.s, seat, 1))


# --- strength ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_it_wins_against_three_random_players() -> None:
    assert play_contest(CarcassonneGame(Choices()), 4, 12, PLAYER, EASY).percent > 80


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "seats"), [("first", 2), ("first", 6), ("river", 3), ("classic", 5), ("bigbox", 6), ("2007", 2)]
)
def test_it_plays_every_preset_to_the_end_and_looks_at_nothing_hidden(preset: str, seats: int) -> None:
    """At every tenth decision it is asked again with the hidden tiles in another order."""
    game = CarcassonneGame(KIND.presets[preset])
    run = start_trial(game, seats, 7)
    s = start_game(game, seats, run.key).state
    decisions = 0
    while not game.over(s):
        seat = min(game.waiting(s))
        if seat:
            move = EASY.choose(None, ai.moves_to_consider(game, s, seat, run.player_chance), s.copy, run.player_chance)
        else:
            move = chosen(game, s, seat, 5)
            decisions += 1
            if not decisions % 10:
                assert chosen(game, s, seat, 6) == move
                assert chosen(game, s, seat, 5) == move
        s = play(game, s, seat, move).state
    assert decisions > 10
    assert s.scores[0] > 1.5 * max(s.scores[1:])


OPTIONS = ((), (("bazaar", "no_bids"), ("count_final", "any_quarter"), ("princess_action", "may")))


@pytest.mark.slow
def test_every_kind_of_move_is_weighed() -> None:
    """Random games with everything: it is asked wherever a kind of move can be chosen for the first times."""
    seen: dict[str, int] = {}
    for options in OPTIONS:
        game = CarcassonneGame(Choices(tuple(KIND.modules), options))
        for seed in range(12):
            run = start_trial(game, 4, seed)
            s = start_game(game, 4, run.key).state
            while not game.over(s):
                seat = min(game.waiting(s))
                legal = list(game.legal(s, seat))
                kinds = {move.kind for move in legal}
                if len(legal) > 1 and any(seen.get(kind, 0) < 2 for kind in kinds):
                    for kind in kinds:
                        seen[kind] = seen.get(kind, 0) + 1
                    assert chosen(game, s, seat, seed) in legal
                s = play(game, s, seat, legal[run.player_chance.below(len(legal))]).state
    assert set(seen) | {"castle-pick"} == set(game.moves)  # a lord has seldom a choice: see below


def test_what_it_tries_changes_nothing() -> None:
    game = CarcassonneGame(Choices(tuple(KIND.modules)))
    s = start_game(game, 4, bytes(32)).state
    (seat,) = game.waiting(s)
    before = s.copy()
    for move in game.legal(s, seat):
        state_after_move(s, seat, move)
    assert s == before


# --- sense -------------------------------------------------------------------------------------------------------


def test_it_completes_its_own_city_and_not_that_of_another() -> None:
    t = Table(seats=2)
    rich_city(t, RED)
    t.hold("base-E", RED)
    assert choice(t) == "place M47 180"
    t = Table(seats=2)
    rich_city(t, BLUE)
    t.hold("base-E", RED)
    assert not choice(t).startswith("place M47")


def test_it_puts_a_monk_into_a_monastery_among_tiles() -> None:
    t = Table()
    ring_around(t)
    meadow(t, "S59", "U59")
    t.hold("base-B", RED)
    t.play("place T60 0")
    assert choice(t) == "deploy follower T60.monastery"


def test_the_last_follower_is_kept_early_and_used_at_the_end() -> None:
    t = Table()
    t.s.supply[RED] = 1
    t.hold("base-U", RED)
    t.play("place L50 90")
    assert choice(t) == "pass figure"
    t = Table()
    t.s.supply[RED] = 1
    t.last()
    t.hold("base-U", RED)
    t.play("place L50 90")
    assert choice(t) == "deploy follower L50.road-E"


def test_the_dragon_goes_to_others() -> None:
    t = Table("princess")
    meadow(t, "L51", "N51", "M52")
    t.lay("base-B", "M51")
    t.put(RED, "N51.monastery")
    t.put(BLUE, "L51.monastery")
    summon(t, "M51")
    wake(t, RED)
    assert t.s.agenda[-1].kind == "carc.dragon.move"
    assert choice(t) == "dragon L51"


def test_the_princess_sends_others_home() -> None:
    t = Table("princess", seats=2)
    city_with_knights(t, (RED, "M49"), (BLUE, "M48"))
    t.hold(PRINCESS, RED)
    t.play("place M47 0")
    assert choice(t) == "princess M48.city-N"


def test_a_lord_takes_what_gives_more() -> None:
    t = Table("bridge", seats=2)
    castle(t)
    two_at_once(t)
    assert choice(t) == "castle-pick M50 N49.city-S"


def test_nothing_is_paid_for_a_tile_beyond_its_worth() -> None:
    t = market("base-U", "base-V", "base-W")
    t.play("bazaar-open 1 40")
    assert choice(t) == "bazaar-pass 1"
    t.play("bazaar-bid 1 60")
    t.play("bazaar-pass 1")
    assert choice(t) == "bazaar-sell 1"


def test_a_tile_that_completes_much_is_bought() -> None:
    t = market("base-E", "base-V", "base-W")
    rich_city(t, BLUE)
    shorten(t, 3)
    t.play("bazaar-open 1 0")
    t.play("bazaar-pass 1")
    t.play("bazaar-bid 1 1")
    assert choice(t) == "bazaar-buy 1"


def test_the_count_locks_in_whoever_is_no_friend() -> None:
    t = Table("count")
    settle_in(t, RED, "smithy")
    settle_in(t, BLUE, "cathedral")
    t.s.agenda.append(ASK_COUNT)
    assert t.s.active == RED
    assert choice(t) == "count-move cathedral"


def test_a_follower_leaves_the_city_for_points_and_not_for_nothing() -> None:
    t = Table("count")
    open_road(t, 60, BLUE)
    settle_in(t, RED, "smithy")
    t.hold("base-U", BLUE)
    t.play("place U60 90")
    if t.asks_figure:
        t.play("pass figure")
    assert choice(t) == "count-send follower smithy T60.road-E"
    t = Table("count")
    open_road(t, 60, BLUE, BLUE)
    settle_in(t, RED, "smithy")
    t.hold("base-U", BLUE)
    t.play("place U60 90")
    if t.asks_figure:
        t.play("pass figure")
    assert choice(t) == "pass send"


def test_an_abbey_goes_among_eight_tiles() -> None:
    t = Table("abbey", seats=2)
    ring_around(t)
    for cell in ("S59", "U59", "S61", "U61"):
        t.lay("base-B", cell)
    pass_turn(t)
    assert t.legal == ["abbey T60", "pass abbey"]
    assert choice(t) == "abbey T60"


# --- whatever has no file of its own -----------------------------------------------------------------------------


def test_every_file_is_called_as_a_module() -> None:
    assert set(extra.EXTRAS) <= set(carcassonne_modules())


@pytest.mark.slow
def test_modules_nobody_has_thought_of_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """No module has a file: their pieces are put where the table says nothing against it, and it still wins."""
    monkeypatch.setattr(extra, "EXTRAS", {})
    game = CarcassonneGame(Choices(("trade", "princess", "abbey")))
    assert not extra.extras_in_play(game.hooks).add_piece_values
    assert play_contest(game, 2, 1, PLAYER, EASY).percent == 100
