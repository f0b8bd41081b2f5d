"""Acts of people: one function each, with its frequency in one of the lists below."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.core import ConditionalMove, Part, encode_move
from service.errors import ServiceError
from service.machines import machines
from service.state.model import Person as Player
from service.state.model import Table
from service.state.seat_control import find_visible_seat
from service.state.seat_offer import find_offer_to_user

from .clocks import PACES
from .people import QUIET, REMINDERS, Person
from .plan import LATE
from .world import draw_weighted

if TYPE_CHECKING:
    from .shard import Shard

HOUR: Final = 3600
Act = Callable[["Shard", Person, Table], Awaitable[object]]


TAKES_BACK: Final = 0.5  # the seat from a stand-in, before the stand-in's last day
ASKS_SOMEBODY: Final = 0.3  # share of announced absences with a stand-in in place of a vacation
WAITS: Final = 0.5  # for a player who left; otherwise a machine plays


async def ask_for_standin(shard: Shard, person: Person, end: int) -> None:
    """Asks a friend without a seat, or a machine, to stand in at all tables until `end`."""
    for table in shard.tables.tables_by_urgency(person.user):
        if table.id not in shard.played or table.status != "active" or table.seat_of(person.user) is None:
            continue
        others = [one for one in shard.people.values() if find_visible_seat(table, one.user) is None]
        friend = person.luck.choice(others) if others and person.luck.random() < 0.7 else None
        who = Player(friend.user, friend.name) if friend is not None else None
        with suppress(ServiceError):
            await shard.tables.seat_transfers.offer_stand_in(table.id, person.user, who, end, shard.act())
            shard.done["stand-ins"] += 1


async def answer_seat_offer(shard: Shard, person: Person, table: Table) -> None:
    """Accepts or declines an offer to stand in or to take a seat over."""
    found = find_offer_to_user(table, person.user)
    assert found is not None, "they are asked"
    if person.luck.random() < 0.8:
        await shard.tables.seat_transfers.accept_offer(
            table.id, Player(person.user, person.name), found.number, shard.act()
        )
        shard.done["taken over" if found.what == "replace" else "taken"] += 1
        if found.what == "replace" and not shard.answers:
            for answer in shard.tables.preferences.possible_standing_answers(table, person.user):
                await shard.tables.preferences.set_standing_answer(table.id, person.user, answer.key, False)
    else:
        await shard.tables.seat_transfers.decline_offer(table.id, person.user, found.number, shard.act())


async def hand_seat_over(shard: Shard, person: Person, table: Table) -> None:
    """Offers one's own seat to another person for good."""
    if table.seat_of(person.user) is None:
        return
    others = [one for one in shard.people.values() if find_visible_seat(table, one.user) is None]
    if others:
        friend = person.luck.choice(others)
        me, them = Player(person.user, person.name), Player(friend.user, friend.name)
        await shard.tables.seat_transfers.offer_seat(table.id, me, None, them, shard.act(), moderator=False)
        shard.done["seats offered"] += 1


async def settle_empty_seat(shard: Shard, person: Person, table: Table) -> None:
    """Decides about the seat of a player who left the server: wait, or let a machine play."""
    for stretch in table.stretches:
        seat = table.seats[stretch.seat]
        if seat.is_human and not seat.is_present and stretch.timer.start is not None:
            if person.luck.random() < WAITS:
                await shard.tables.member_leaves.wait_for_player(table.id, person.user, seat.index)
                shard.done["waited for who has left"] += 1
            else:
                await shard.tables.member_leaves.let_machine_play(table.id, person.user, seat.index)
                shard.done["machines for who has left"] += 1
            return


async def make_move(shard: Shard, person: Person, table: Table) -> None:
    """Makes the decision that a machine would make."""
    seat = find_visible_seat(table, person.user)
    assert seat is not None
    chosen = machines.choose_machine_move(table, replace(seat, machine=shard.level(table)))
    assert chosen is not None, "they are waited for"
    since = table.seq if person.luck.random() < 0.5 else None
    await shard.tables.moves.play_moves(table.id, person.user, [encode_move(chosen)], since=since, act=shard.act())


# --- at a table, whenever they look at it


async def answer_vote(shard: Shard, person: Person, table: Table) -> None:
    """Answers an open vote."""
    found = shard.tables.registry.open_vote_of(table.id)
    if found is not None and person.user in found.voters and person.user not in (*found.yes, *found.no):
        await shard.tables.votes.answer_vote(found.id, person.user, person.luck.random() < 0.7, act=shard.act())


async def take_seat_back(shard: Shard, person: Person, table: Table) -> None:
    """Takes the seat back from a machine that moved in, or from a stand-in."""
    seat = table.seat_of(person.user)
    away = seat is not None and (seat.machine is not None or seat.standin is not None)
    if seat is not None and away and not seat.resigned and (seat.machine or person.luck.random() < TAKES_BACK):
        await shard.tables.seat_transfers.return_seat(table.id, person.user, shard.act())


async def nudge_player(shard: Shard, person: Person, table: Table) -> None:
    """Reminds a player whose turn has been pending for more than half a day."""
    now = shard.watch.now()
    for stretch in table.stretches:
        seat = table.seats[stretch.seat]
        if seat.is_human and seat.user_id != person.user and now - stretch.since > 12 * HOUR:
            shard.ledger.books[table.id].asked[stretch.seat].nudges += 1
            try:
                await shard.tables.nudges.remind_seats(table.id, person.user, stretch.seat)
            except BaseException:
                shard.ledger.books[table.id].asked[stretch.seat].nudges -= 1
                raise
            return


async def let_move(shard: Shard, person: Person, table: Table) -> None:
    """Asks for a machine's move for a late player."""
    now = shard.watch.now()
    for stretch in table.stretches:
        seat, due = table.seats[stretch.seat], stretch.timer.due
        late = due is not None and due <= now
        if table.late == "ask" and late and seat.is_human and seat.user_id != person.user and table.status == "active":
            if stretch.timer.act_at is None:
                asked = shard.ledger.books[table.id].asked[stretch.seat]
                await shard.tables.nudges.let_machine_move(table.id, person.user, stretch.seat)
                assert asked.account is not None
                asked.account.pressed = now
                asked.gaps.clear()
            return


async def resign_game(shard: Shard, person: Person, table: Table) -> None:
    shard.spoilt.add(table.id)
    await shard.tables.moves.resign(table.id, person.user, act=shard.act())


async def ask_back(shard: Shard, person: Person, table: Table) -> None:
    """Proposes to undo one's last act."""
    await shard.tables.votes.propose_vote(table.id, person.user, "undo", act=shard.act())


async def ask_end(shard: Shard, person: Person, table: Table) -> None:
    """Proposes to end the game."""
    shard.spoilt.add(table.id)
    await shard.tables.votes.propose_vote(table.id, person.user, "end", act=shard.act())


async def ask_pause(shard: Shard, person: Person, table: Table) -> None:
    """Proposes a pause."""
    await shard.tables.votes.propose_vote(table.id, person.user, "pause", act=shard.act())


async def ask_pace(shard: Shard, person: Person, table: Table) -> None:
    """Proposes another pace."""
    pace = person.luck.choice([pace for pace in PACES if pace != table.pace])
    await shard.tables.votes.propose_vote(table.id, person.user, "pace", value=pace, act=shard.act())
    shard.done["votes on the pace"] += 1


async def ask_late(shard: Shard, person: Person, table: Table) -> None:
    """Proposes another late policy."""
    late = person.luck.choice([late for late in LATE if late != table.late])
    await shard.tables.votes.propose_vote(table.id, person.user, "late", value=late, act=shard.act())
    shard.done["votes on who is late"] += 1


async def confirm_going_on(shard: Shard, person: Person, table: Table) -> None:
    """Confirms that the game goes on, where everybody is asked."""
    if table.asked_at is not None or table.status == "frozen":
        await shard.tables.pauses.confirm_game_goes_on(table.id, Player(person.user, person.name), act=shard.act())
        shard.done["still on"] += 1


async def end_pause(shard: Shard, person: Person, table: Table) -> None:
    await shard.tables.pauses.resume_game(table.id, Player(person.user, person.name), act=shard.act())
    shard.done["pauses"] += 1


AT_TABLE: Final[tuple[tuple[float, Act], ...]] = (  # probability per visit, for each table with a seat
    (0.9, answer_vote),
    (1.0, take_seat_back),
    (0.1, nudge_player),
    (0.4, let_move),
    (0.0003, resign_game),
    (0.001, ask_back),
    (0.003, ask_pause),
    (0.5, confirm_going_on),
    (0.0002, ask_end),
    (0.002, ask_pace),
    (0.002, ask_late),
    (0.001, hand_seat_over),
    (0.7, settle_empty_seat),
)


RESTING: Final[tuple[tuple[float, Act], ...]] = (
    (0.9, answer_vote),
    (0.3, end_pause),
)  # the same at a paused table
FROZEN: Final[tuple[tuple[float, Act], ...]] = ((0.5, confirm_going_on),)


# --- when their turn is pending


async def announce_move(shard: Shard, person: Person, table: Table) -> None:
    """Says *On it*, and plays later."""
    seat = find_visible_seat(table, person.user)
    await shard.tables.nudges.hush_reminders(table.id, person.user)
    asked = shard.ledger.books[table.id].asked.get(seat.index if seat is not None else -1)
    if asked is not None:
        asked.hushed = True


async def undo_last_move(shard: Shard, person: Person, table: Table) -> None:
    await shard.tables.moves.undo_last_move(table.id, person.user, act=shard.act())


AFTER_MOVE: Final[tuple[tuple[float, Act], ...]] = ((0.012, undo_last_move),)  # probability after a decision


# --- before they leave


async def prepare_moves(shard: Shard, person: Person, table: Table) -> None:
    """Prepares conditional moves: characters, districts, building, discards."""
    if not shard.answers or not person.prepares:
        return
    loaded = await shard.tables.registry.load_table(table.id)
    offered = shard.tables.conditional_moves.possible_kinds(loaded, person.user)
    whole = any(plan.kind == "turn" for plan in offered)
    left = ("accept", "build") if whole else ("accept",)  # trades are judged when they are offered
    for plan in offered:
        if plan.kind in left:
            continue
        for _ in range(PREPARED if plan.several else 1):
            parts = tuple(_choose_tokens(person, part) for part in plan.parts)
            await shard.tables.conditional_moves.save_move(
                table.id, person.user, str(ConditionalMove(plan.kind, plan.when, parts))
            )
            shard.done["prepared"] += 1


def _choose_tokens(person: Person, part: Part) -> tuple[str, ...]:
    """The tokens of a part in random order; one that stands for all others comes last."""
    tokens = person.luck.sample(part.tokens, min(part.most, len(part.tokens)))
    if part.name == "power":  # a known power, or skip the power, or ask
        said = [token for token in tokens if token not in ("ask", "leave")][:1]
        return (*said, "ask" if person.luck.random() < ASKED_OF_POWERS else "leave")
    return tuple(sorted(tokens, key=lambda token: token in ("any", "dearest")))


ASKED_OF_POWERS: Final = 0.2
PREPARED: Final = 3  # conditional moves for the same turn
BEFORE_GOING: Final[tuple[tuple[float, Act], ...]] = (
    (0.9, prepare_moves),
)  # for each table where their turn is not pending


# --- personal


async def change_settings(shard: Shard, person: Person) -> None:
    """Changes quiet hours, reminders or ping settings."""
    name = person.luck.choice(("quiet", "reminders", "ping"))
    pings = {"mention": 3, "dm": 1, "both": 1, "digest": 1, "off": 1}
    tables = {"quiet": QUIET, "reminders": REMINDERS, "ping": pings}
    value = draw_weighted(person.luck.random, tables[name])
    shard.ledger.chosen(person.user, {name: value})
    await shard.tables.preferences.set_settings(person.user, {name: value})


async def start_vacation(shard: Shard, person: Person, begin: int, end: int) -> None:
    """Takes a vacation from now on for the days of an absence."""
    days = max(1, round((end - begin) / (24 * HOUR)))
    one = await shard.tables.vacations.begin_or_plan_vacation(person.user, None, f"{days}d")
    shard.ledger.on_vacation(person.user, one.begin, one.end)
    shard.done["vacations"] += 1


async def end_vacation_early(shard: Shard, person: Person) -> None:
    one = await shard.tables.vacations.end_or_cancel_vacation(person.user)
    shard.ledger.on_vacation(person.user, one.begin, one.end)


async def confirm_return(shard: Shard, person: Person) -> None:
    """Ends a vacation that began automatically."""
    now = shard.watch.now()
    if person.user in shard.ledger.wish and any(a <= now < b for a, b in shard.ledger.away.get(person.user, ())):
        await end_vacation_early(shard, person)


FOR_THEMSELVES: Final = ((0.003, change_settings), (0.3, confirm_return))  # probability per visit
