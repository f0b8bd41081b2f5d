"""Two tables alike in public and different in everything hidden: nothing that leaves the service tells them apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from rules.core import Chance, Choices, Move, encode_move, mask_move, play
from service.state.model import LogEntry, PendingTurn, Table, TableChannel, TurnTimer
from service.state.readable_log import visible_line

from .house import ANN, BEN, CID, DAN, House
from .play.test_lobby import refused

PEOPLE = (ANN, BEN, CID, DAN)
EVERYTHING = Choices(("lighthouse", "museum"), (("rank2", "thief"), ("rank4", "emperor")))


async def running(house: House, channel: int, choices: Choices = EVERYTHING) -> Table:
    table = await house.tables.lobby.open_lobby("citadels", choices, 4, TableChannel(7, channel), ANN)
    for person in PEOPLE[1:]:
        table = await house.tables.lobby.join(table.id, person)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    house.tables.registry.token = lambda n: bytes(range(n))
    return await house.tables.game_start.start_game(table.id, 101)


def public(table: Table, entry: LogEntry) -> tuple[Any, ...]:
    """What everybody is told of an entry."""
    told = [(event.key, event.params, event.reveals) for event in entry.events if event.seats is None]
    return entry.seq, entry.seat, entry.kind, visible_line(table, entry, None), entry.barrier, told, entry.first


async def everything_public(house: House, table: Table) -> tuple[Any, ...]:
    """The log, the record and the messages of a table as everybody may know them; not what luck was promised."""
    log = [public(table, entry) for entry in await house.tables.history.read_entries(table.id) if entry.kind != "start"]
    record = replace(await house.tables.history.build_record(table.id), table=None)
    posts = [replace(post, table_id=0) for post in await house.tables.outbox.list_unsent_posts(table.id)]
    seats = [replace(seat, pinged_at=None) for seat in table.seats]  # the one is played before the other, by the clock
    stretches = [replace(stretch, since=0, timer=since(stretch)) for stretch in table.stretches]
    return log, record, posts, seats, stretches, table.status, table.seq


def since(stretch: PendingTurn) -> TurnTimer:
    """The timer of a stretch with its instants as seconds after the stretch began."""
    at = ("start", "due", "remind_at", "act_at", "nudged_at")
    instants = {name: getattr(stretch.timer, name) for name in at}
    return replace(stretch.timer, **{name: None if n is None else n - stretch.since for name, n in instants.items()})


def alike(table: Table, other: Any, seat: int) -> dict[str, tuple[Move, Move]]:
    """Moves of a seat that read the same in both positions, and are told the same: by that reading."""
    game = table.game
    assert game is not None
    theirs = {mask_move(move): move for move in game.legal(other, seat)}
    found = {}
    for move in game.legal(table.state, seat):
        twin = theirs.get(mask_move(move))
        if twin is None:
            continue
        a, b = play(game, table.state, seat, move), play(game, other, seat, twin)
        if not any(event.reveals for event in (*a.events, *b.events)) and move.kind != "power-build":
            found[mask_move(move)] = (move, twin)
    return found


async def test_what_is_hidden_never_leaves_the_service(house: House) -> None:
    one, two = await running(house, 70), await running(house, 71)
    luck = Chance(b"hidden".ljust(32))
    different: Counter[str] = Counter()
    compared = 0
    while one.is_open and one.seq < 400:
        assert one.seats_to_move == two.seats_to_move
        (seat,) = one.seats_to_move
        user = one.seats[seat].user_id
        assert user is not None
        assert one.game is not None
        twin = one.state.copy()
        one.game.shuffle_hidden(twin, None, luck)
        moves = alike(one, twin, seat)
        if moves:
            text = list(moves)[luck.below(len(moves))]
            mine, its = map(encode_move, moves[text])
            different[text.split(" ")[0]] += mine != its or "?" not in text
        else:  # every move would lay something open: from here on both are the same game again
            twin = one.state.copy()
            legal = house.legal(one, seat)
            mine = its = legal[luck.below(len(legal))]
        house.tables.registry.replace_snapshot(replace(house.tables.registry.tables[two.id], state=twin))
        one = (await house.tables.moves.play_moves(one.id, user, [mine])).table
        two = (await house.tables.moves.play_moves(two.id, user, [its])).table
        if one.is_open and one.seq % 10 == 0:
            assert await everything_public(house, one) == await everything_public(house, two)
            compared += 1
    assert compared > 10
    assert different["pick"] > 5
    assert different["keep"] > 3


async def test_a_secret_choice_is_not_taken_back_alone(house: House) -> None:
    table = await running(house, 70)
    seen: set[str] = set()
    while len(seen) < 2:
        (seat,) = table.seats_to_move
        user = table.seats[seat].user_id
        assert user is not None
        legal = house.legal(table, seat)
        line = next((line for line in legal if line == "cards"), legal[0])
        table = (await house.tables.moves.play_moves(table.id, user, [line])).table
        if line.split(" ")[0] in ("pick", "keep"):
            seen.add(line.split(" ")[0])
            with refused("undo_barrier") as caught:
                await house.tables.moves.undo_last_move(table.id, user)
            assert caught.value.params["reason"] in ("seen", "shown", "luck")
            assert line.split(" ")[1] not in str(caught.value.params)


async def test_moves_taken_back_by_vote_stay_secret(house: House) -> None:
    table = await running(house, 70)
    (seat,) = table.seats_to_move
    user = table.seats[seat].user_id
    assert user is not None
    line = house.legal(table, seat)[0]
    await house.tables.moves.play_moves(table.id, user, [line])
    vote = await house.tables.votes.propose_vote(table.id, user, "undo")
    for person in PEOPLE:
        if person.user_id != user:
            vote = await house.tables.votes.answer_vote(vote.id, person.user_id, True)
    assert vote.status == "passed"
    table = await house.tables.registry.load_table(table.id)
    history = await house.tables.history.read_entries(table.id)
    assert [visible_line(table, entry, None) for entry in history[1:]] == ["pick ?", "undo 2"]
    assert history[-1].events[0].params == {"to": 2, "entries": [2]}
    assert visible_line(table, history[1], seat) == line
    assert (await house.tables.history.build_record(table.id)).lines == ()
