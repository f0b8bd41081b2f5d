"""Creates tables and people in every condition the service knows; each function creates one part."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from rules.core import Chance, Choices, encode_move
from service.errors import ServiceError
from service.state.model import UNREACHABLE_REASONS, Person, Table, VoteKey

from .stage import ANN, BEN, CID, DAN, DAY, EVE, HOUR, PEOPLE, SERVER, StoredStage

MO: Final = Person(900, "Mo, a moderator")
GUS, HAL, IDA, JO = PEOPLE[6:10]


async def add_silent_tables(stage: StoredStage) -> None:
    """Tables where nobody comes: asked whether they go on, frozen, reminded, moved by the clock, taken by machines."""
    for late in ("ask", "fallback", "machine"):
        await stage.begun("catan", 3, "24h", late)
    await stage.begun("citadels", 4)
    for _ in range(60):
        await stage.later(18 * HOUR)
    asked = await stage.begun("carcassonne", 2)
    for _ in range(16):
        await stage.later(DAY)
    assert (await stage.tables.registry.load_table(asked.id)).asked_at is not None, (
        "nobody was asked whether the game goes on"
    )


async def add_lobbies(stage: StoredStage) -> None:
    """Lobbies: full with a fixed order, empty with other options, with a machine and a kicked player, closed."""
    await stage.lobby("citadels", PEOPLE[:4])
    await stage.tables.lobby.open_lobby(
        "carcassonne", Choices(), None, stage.home(), EVE, thread=True, tidy=True, pace="3d"
    )
    table = await stage.tables.lobby.open_lobby("catan", Choices(), 4, stage.home(), ANN)
    await stage.tables.lobby.join(table.id, BEN)
    await stage.tables.lobby.join(table.id, CID)
    await stage.tables.lobby.kick(table.id, ANN.user_id, 1)
    await stage.tables.machine_seats.add_machine(table.id, ANN.user_id)
    closed = await stage.tables.lobby.open_lobby("catan", Choices(), 4, stage.home(), ANN)
    await stage.tables.pauses.end_as_moderator(closed.id, MO)


async def add_votes(stage: StoredStage) -> None:
    """An open vote of every kind; votes that passed, failed or expired."""
    kinds: tuple[tuple[VoteKey, str | None], ...] = (
        ("undo", None),
        ("end", None),
        ("pause", None),
        ("pace", "2d"),
        ("late", "fallback"),
        ("language", "ro"),
    )
    for what, value in kinds:
        table = await stage.moves(await stage.begun("citadels", 4, "24h"), 6)
        to = table.seq - 1 if what == "undo" else None
        vote = await stage.tables.votes.propose_vote(
            table.id, 101, what, to, "a slip", value=value, act=f"vote {table.id}"
        )
        if what != "end":  # the vote to end is not posted yet
            await stage.tables.votes.record_vote_message(vote.id, 5000 + vote.id, table.home.channel_id)
    for answer in (True, False):
        table = await stage.begun("citadels", 4)
        vote = await stage.tables.votes.propose_vote(table.id, 101, "pause")
        for user in (102, 103, 104):
            with suppress(ServiceError):  # decided already
                await stage.tables.votes.answer_vote(vote.id, user, answer, act=f"answer {vote.id} {user}")
    table = await stage.begun("citadels", 4)
    await stage.tables.votes.propose_vote(table.id, 101, "end")
    await stage.tables.pauses.end_as_moderator(table.id, MO)


async def add_paused_table(stage: StoredStage) -> None:
    """A table paused by a moderator during a decision."""
    table = await stage.moves(await stage.begun("catan", 4, "bank:3d+12h", "machine"), 5)
    await stage.tables.pauses.pause_as_moderator(table.id, MO, act="pause")


async def add_unreachable_tables(stage: StoredStage) -> None:
    """Unreachable tables, for every reason; a server from which the bot was removed."""
    await stage.tables.removed_servers.record_removal(SERVER + 1)
    for why in UNREACHABLE_REASONS[1:]:
        table = await stage.begun("carcassonne", 3, "24h")
        await stage.tables.channels.mark_unreachable(table.id, why)


async def add_finished_games(stage: StoredStage) -> None:
    """A finished game of each type, a rematch, a resignation, moves undone by players and by a vote."""
    for kind in ("carcassonne", "catan", "citadels"):
        table, luck = await stage.begun(kind, 2 if kind == "carcassonne" else 4, key=3), Chance(bytes(32))
        while table.is_open:
            assert table.game is not None
            legal = list(table.game.legal(table.state, table.seats_to_move[0]))
            table = await stage.move(table, encode_move(legal[luck.below(len(legal))]))
        await stage.shown(table.id)
        if kind == "citadels":
            await stage.tables.game_start.open_rematch(table.id, BEN)
        await add_branches(stage, table)
    table = await stage.moves(await stage.begun("catan", 3), 3)
    await stage.tables.moves.resign(table.id, CID.user_id, act="resign")
    table = await stage.begun("catan", 3)
    mover = table.seats[table.seats_to_move[0]].user_id or 0
    await stage.move(table)
    await stage.tables.moves.undo_last_move(table.id, mover, act="undo")
    table = await stage.moves(await stage.begun("carcassonne", 3), 4)
    vote = await stage.tables.votes.propose_vote(table.id, ANN.user_id, "undo", table.seq - 1)
    await stage.tables.votes.answer_vote(vote.id, BEN.user_id, True)
    await stage.tables.votes.answer_vote(vote.id, CID.user_id, True)
    await stage.moves(table, 1)


async def add_branches(stage: StoredStage, old: Table) -> None:
    """A lobby for a branch with one place taken, and a started branch."""
    at, there = old.seq // 2, stage.tables.branches
    await there.open_branch(old.id, at, stage.home(), EVE, thread=False, tidy=True, act=None)
    table, _ = await there.open_branch(old.id, at, stage.home(), DAN, thread=False, tidy=True, act=f"branch {old.id}")
    for _ in old.seats[1:]:
        await stage.tables.machine_seats.add_machine(table.id, DAN.user_id)
    await stage.tables.game_start.start_game(table.id, DAN.user_id)


async def add_seat_transfers(stage: StoredStage) -> None:
    """Stand-ins (friend, machine), open seat offers, a transferred seat, a seat left empty, a proposed replacement."""
    there = stage.tables.seat_transfers
    stage.gone.add(EVE.user_id)
    table = await stage.begun("citadels", 5, "24h")
    while table.seats[table.seats_to_move[0]].user_id != EVE.user_id:
        table = await stage.move(table)
    table = await stage.moves(await stage.begun("citadels", 4, "24h"), 4)
    await stage.later(3 * DAY)  # Eve, about to be reminded, is found to have left
    table = await stage.tables.registry.load_table(table.id)
    late = table.seats_to_move[0]
    others = [seat for seat in table.seats if seat.index != late and seat.user_id is not None]
    by = Person(others[0].user_id or 0, others[0].name)
    await there.offer_seat(table.id, by, late, JO, "replace", moderator=False)
    now = stage.clock.now()
    table = await stage.begun("citadels", 4, "24h")
    asked = await there.offer_stand_in(table.id, ANN.user_id, GUS, now + 9 * DAY, "ask friend")
    await there.accept_offer(table.id, GUS, asked.asks[-1].number, "friend comes")
    await there.offer_stand_in(table.id, BEN.user_id, None, now + 30 * DAY, "ask machine")
    await there.offer_stand_in(table.id, CID.user_id, HAL, None, "ask another")
    table = await stage.begun("catan", 4, "24h")
    asked, _ = await there.offer_seat(table.id, DAN, None, IDA, "hand over", moderator=False)
    await there.accept_offer(table.id, IDA, asked.asks[-1].number, "comes")
    await there.offer_seat(table.id, CID, None, None, "to anybody", moderator=False)
    asked, _ = await there.offer_seat(table.id, BEN, None, JO, "to nobody", moderator=False)
    await there.decline_offer(table.id, JO.user_id, asked.asks[-1].number, "no")


async def add_prepared_moves(stage: StoredStage) -> None:
    """Conditional moves, one of them obsolete; standing answers, given and refused."""
    for kind in ("citadels", "catan", "carcassonne"):
        table = await stage.tables.registry.load_table((await stage.begun(kind, 4)).id)
        for seat in table.seats:
            user = seat.user_id or 0
            for one in stage.tables.conditional_moves.possible_kinds(table, user)[:2]:
                said = " ".join(",".join(part.tokens[:2]) for part in one.parts)
                with suppress(ServiceError):  # only one per kind
                    await stage.tables.conditional_moves.save_move(
                        table.id, user, f"{one.kind} {one.when} {said}".strip()
                    )
            for answer in stage.tables.preferences.possible_standing_answers(table, user)[:1]:
                await stage.tables.preferences.set_standing_answer(table.id, user, answer.key, seat.index % 2 == 0)
    table = await stage.begun("citadels", 4)
    third = table.seats[(table.seats_to_move[0] + 2) % 4].user_id or 0
    lines = (
        [str(move) for move in table.game.legal(table.state, table.seats_to_move[0])] if table.game is not None else []
    )
    taken = lines[0].split()[1]
    await stage.tables.conditional_moves.save_move(table.id, third, f"pick 1 {taken}")
    await stage.moves(await stage.move(table, lines[0]), 1)


async def add_people(stage: StoredStage) -> None:
    """Settings and vacations of people; direct messages, sent and due."""
    chosen = {
        BEN: {"ping": "dm", "timezone": "Europe/Bucharest", "quiet": "22:00-07:00"},
        CID: {"ping": "digest", "digest": "18:00", "rest": "Fri 16:00-Sat 20:00"},
        DAN: {"ping": "both", "reminders": "due"},
        EVE: {"ping": "off", "tips": "off"},
    }
    for person, settings in chosen.items():
        await stage.tables.preferences.set_settings(person.user_id, settings)
    await stage.tables.vacations.begin_or_plan_vacation(GUS.user_id, None, "5d")
    await stage.tables.vacations.begin_or_plan_vacation(HAL.user_id, "2027-02-20", "2027-02-27")
    for kind in ("catan", "citadels", "carcassonne"):
        table = await stage.begun(kind, 4, "24h")
        await stage.moves(table, 3)
    await stage.later(9 * HOUR)
    for person in chosen:
        for letter in (await stage.tables.direct_messages.list_due_messages(person.user_id))[:1]:
            await stage.tables.direct_messages.record_sent_message(
                letter, 7000 + letter.number % 1000, 8000 + person.user_id
            )
    for table in stage.tables.tables_by_urgency(DAN.user_id):
        for notice in (await stage.tables.reminders.list_reminders(table.id))[:1]:
            await stage.tables.reminders.record_sent_reminder(notice, 9000 + table.id, table.home.channel_id)
    await stage.later(15 * HOUR)


async def add_side_decisions(stage: StoredStage, table: Table) -> None:
    """Optional parts of a decision: bid limits, a trade offer."""
    game = table.game
    assert game is not None
    for seat in table.seats:
        user = seat.user_id or 0
        for name, (bids, _) in stage.tables.preferences.possible_bid_limits(table, user).items():
            await stage.tables.preferences.set_bid_limit(table.id, user, name, bids[-1])
    for move in game.sample_unlisted_moves(table.state, table.seats_to_move[0], Chance(bytes(32))):
        if not move.listed:
            await stage.move(table, encode_move(move))
            return


BESIDE: Final = ("catan.main", "carc.bazaar.open")  # decisions stored a second time, with optional parts
PARTS: Final = (
    add_silent_tables,
    add_people,
    add_seat_transfers,
    add_lobbies,
    add_votes,
    add_paused_table,
    add_unreachable_tables,
    add_finished_games,
    add_prepared_moves,
)  # time passes in the first three
