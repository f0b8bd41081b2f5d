"""What a message tells the one person whom it calls that they gained and lost, in front of everybody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cogs.games import face_for
from cogs.post import compose, gains
from rules.catan.layout import load_layouts
from rules.core import Chance, Choices, registry, start_game
from service.state.model import EntryKind, LogEntry, PendingTurn, Post, Table
from tests.cogs.harness import table_of
from tests.render.carcassonne.modules import whole
from tests.rules.carcassonne.table import Table as Tiles
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Island
from tests.rules.citadels.table import Table as Cities
from words import Voice

VOICE = Voice("en", ["Ann", "Ben", "Cid", "Dan"])


def told(kind: str, before: Any, now: Any, seat: int) -> str:
    return gains.describe_gains(face_for(kind), before, now, seat, VOICE)


def test_figures_and_points_of_carcassonne() -> None:
    t = Tiles(seats=2)
    before = t.game.view(t.s, None)
    t.turn("base-E", "M49", 180, "city-S")
    after = t.game.view(t.s, None)
    assert told("carcassonne", before, after, 0) == "**For Ann:** +4 points."
    assert told("carcassonne", before, after, 1) == ""
    t.turn("base-U", "N50", 90, "road-E")
    assert told("carcassonne", after, t.game.view(t.s, None), 1) == "**For Ben:** −1 follower."


def test_cards_of_catan_are_counted_and_never_named() -> None:
    def seen(cards: str) -> Any:
        return Island(3).hand(0, cards).city(0, 10).view(None)

    before = Island(3).hand(0, "1 ore, 1 wool").settlement(0, 10).view(None)
    said = told("catan", before, seen("5 ore"), 0)
    assert said == told("catan", before, seen("1 wool, 4 brick"), 0)
    assert said == "**For Ann:** −1 settlement, +1 point, +3 cards, +1 city."
    assert told("catan", before, before, 0) == ""


def test_knights_and_progress_cards_are_counted() -> None:
    before = Knights().knight(0, 4).view(None)
    now = Knights().progress(0, "spy").view(None)
    assert told("catan", before, now, 0) == "**For Ann:** −1 knight, +1 progress card."
    assert told("catan", before, Knights().knight(0, 4).progress(0, "crane").view(None), 0).endswith(
        "+1 progress card."
    )


def test_gold_cards_and_districts_of_citadels() -> None:
    def laid(gold: int, hand: str, city: str) -> Any:
        return Cities(3).gold(gold, 0, 0).hand(0, *hand.split()).city(0, *city.split()).view(None)

    said = told("citadels", laid(5, "tavern market", "manor"), laid(2, "docks", ""), 0)
    assert said == told("citadels", laid(5, "tavern market", "manor"), laid(2, "prison", ""), 0)
    assert said.startswith("**For Ann:** −")
    assert all(what in said for what in ("−3 gold", "−1 card", ", Manor lost", "−3 points"))


def test_the_crown_of_citadels_is_gained_and_lost() -> None:
    before = Cities(3).view(None)
    holder = before.crown
    other = (holder + 1) % 3
    players = tuple(replace(player, crown=seat == other) for seat, player in enumerate(before.players))
    after = replace(before, players=players, crown=other)
    assert told("citadels", before, after, holder) == f"**For {VOICE.seat(holder)}:** crown lost."
    assert told("citadels", before, after, other) == f"**For {VOICE.seat(other)}:** crown gained."


# --- whom it is told


def called(log: list[tuple[str, str]], *pings: int, waits: tuple[int, ...] = (0,), told_at: int = 0) -> Any:
    """Whom the message of the last entry calls. `log`: who (`0` a person, `0*` a machine) and the move."""
    entries = [LogEntry(1, None, "start", "start", (), False, (), 0, None, 1)]
    for seq, (who, move) in enumerate(log, 2):
        kind: EntryKind = "undo" if move.startswith("undo") else "move"
        act = None if who.endswith("*") else f"a{seq}"
        entries.append(LogEntry(seq, int(who[0]), kind, move, (), False, (), 0, act, seq))
    seq = len(entries)
    table: Table = table_of("catan", None, 3, seq=seq)
    users = {seat.index: seat.user_id for seat in table.seats}
    seats = tuple(replace(s, pinged_seq=told_at or seq) if s.index in waits else s for s in table.seats)
    stretches = tuple(PendingTurn(seat, 0, told_at or seq, True) for seat in waits)
    post = Post(1, 1, seq, "turn", tuple(users[seat] or 0 for seat in pings))
    return compose.find_addressee(replace(table, seats=seats, stretches=stretches), entries, [post])


TURNS = [("0", "end"), ("1", "roll"), ("1", "end")]


def test_the_one_who_is_called_is_told_since_their_last_own_act() -> None:
    assert called(TURNS, 0) == compose.Addressee(0, 2)
    assert called([("0", "end"), ("0*", "pass build"), ("1", "end")], 0) == compose.Addressee(0, 2)
    assert called([*TURNS, ("2", "roll"), ("0", "roll"), ("0", "undo 6")], 0, told_at=5) == compose.Addressee(0, 2)


def test_several_who_are_called_and_who_has_not_moved_yet_are_told_nothing() -> None:
    assert called(TURNS, 0, 1, waits=(0, 1)) is None
    assert called(TURNS, 2, waits=(2,)) is None
    assert called(TURNS) is None


def test_who_has_moved_since_they_were_called_is_told_nothing_any_more() -> None:
    assert called([*TURNS, ("0", "roll")], 0, told_at=4) is None


def test_the_line_stands_below_the_ping_and_nowhere_without_views() -> None:
    game = registry.make_game("carcassonne", Choices())
    state = start_game(game, 2, bytes(32)).state
    table = replace(table_of("carcassonne", None, 2, seq=1), state=state)
    post = Post(1, 1, 1, "turn", (table.seats[state.active].user_id or 0,))
    public = compose.compose_table_message(table, [post], [], VOICE, "G", for_you="**For Ann:** +1 point.")
    assert public.screen.text.splitlines()[1] == "**For Ann:** +1 point."
    assert compose.describe_addressee_gains(table, compose.Addressee(0, 1), None, VOICE) == ""
    assert compose.describe_addressee_gains(table, None, game.view(state, None), VOICE) == ""


def test_what_is_hidden_changes_nothing_of_it() -> None:
    """Of a game played on, with all that is hidden shuffled."""
    laid = Knights().hand(0, "3 ore, 2 wool").hand(1, "4 wool").progress(0, "spy", "wedding")
    before = Knights().hand(0, "1 ore").view(None)
    twin = laid.s.copy()
    laid.game.shuffle_hidden(twin, 2, Chance(b"another"))
    assert laid.game.view(twin, 0).hand != laid.view(0).hand
    assert told("catan", before, laid.game.view(twin, None), 0) == told("catan", before, laid.view(None), 0)


def test_the_robber_on_a_hex_of_theirs_is_told() -> None:
    before = Island(3).settlement(0, 10).view(None)
    near = [n for n in load_layouts()[before.board].hexes_at[10] if before.hexes[n].token]
    for n in near:
        hexes = tuple(replace(one, robber=at == n) for at, one in enumerate(before.hexes))
        now = replace(before, hexes=hexes)
        assert f"robber on your {VOICE.word('catan', 'terrain', hexes[n].terrain)} {hexes[n].token}" in told(
            "catan", replace(before, hexes=tuple(replace(one, robber=False) for one in hexes)), now, 0
        )
        assert told("catan", now, now, 0) == ""
        assert told("catan", before, now, 1) == ""
    assert near


def test_a_tile_of_a_bazaar_is_told_to_who_got_it() -> None:
    seen = whole()
    market = seen.extras["bridge"].bazaar
    free = tuple(replace(lot, seat=None, laid=False) for lot in market.lots)

    def among(lots: Any) -> Any:
        extra = replace(seen.extras["bridge"], bazaar=replace(market, lots=lots))
        return replace(seen, extras={**seen.extras, "bridge": extra})

    before, now = among(free), among((replace(free[0], seat=1), *free[1:]))
    assert told("carcassonne", before, now, 1) == "**For Ben:** +tile 1 of the bazaar."
    assert told("carcassonne", now, now, 1) == told("carcassonne", before, now, 0) == ""
