"""Plays a game, records what others see, and plays it again with reshuffled hidden information before every act.

Acts that others cannot distinguish must be seen alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from db.store import Transaction
from rules.core import Chance, Choices, Game, Move, encode_move, mask_move, play, registry, start_game
from service.state.model import Table
from service.store import codec
from tools.stage import PATIENT, ROOM, Stage, staged

from .hints import ask_hint_twice
from .seen import Names, Seen, describe_difference, observe_answers, observe_message, observe_requests

LOOKS: Final = 5  # acts between two looks at everything
MADE_UP: Final = ("c:{n}:{seq}:{line}", "q:{n}:{seq}:{line}", "p:{n}:{seq}:{line}", "s:{n}:{seq}:0:{line}")
STRANGER: Final = "Eve"
NAMES: Final = ("Ann", "Ben", "Cid", "Dan", "Fay", "Gil", "Hal", "Ivy")
# Lines tried by players without a pending turn: legal with some hidden hands, illegal with others.
TRIES: Final = {
    "catan": (
        "build-road e30",
        "bank wool ore",
        "trade-first brick ore 1",
        "trade-accept 1",
        "dev-buy",
        "discard brick,wool",
        "card-crane trade",
        "end",
    ),
    "citadels": (
        "keep temple",
        "power-take castle",
        "pick king",
        "build tavern",
        "district-laboratory manor",
        "gold",
    ),
}


@dataclass(frozen=True)
class SecrecyPlan:
    """The parameters of a comparison. `begun`: moves before the bot sees the game; `acts`: moves compared."""

    kind: str
    choices: Choices
    seats: int
    seed: int
    acts: int
    begun: int = 0
    looks: int = LOOKS

    @property
    def people(self) -> tuple[str, ...]:
        return NAMES[: self.seats]


@dataclass
class RecordedAct:
    """An act of the first game: seat, move, position, lines tried by others, and what they saw."""

    seat: int
    move: Move
    state: Any
    tries: tuple[str, ...]
    seen: Seen = field(default_factory=dict)


@dataclass(frozen=True)
class ComparisonCounts:
    """Compared acts, acts with different hidden information, hints given."""

    acts: int
    differing: int
    hints: int = 0


async def observe_refusals(stage: Stage, table: Table, names: Names, who: str, lines: Sequence[str]) -> Seen:
    """What a player without a pending turn sees after pressing invented buttons and typing lines."""
    seen: Seen = {}
    live = stage.newest("My move")
    for n, line in enumerate(lines):
        made = MADE_UP[n % len(MADE_UP)].format(n=table.id, seq=table.seq, line=line)[:100]
        answer = await stage.box.forge(who, live, made, ["0 x"] if made.startswith("s") else None)
        seen[f"{who} presses {made}"] = observe_answers(answer, names)
        seen[f"{who} types {line}"] = observe_answers(await stage.slash(who, "/game move", line=line), names)
    assert stage.table().seq == table.seq, f"{who} was not asked and has moved"
    return seen


async def play_and_observe(stage: Stage, names: Names, act: RecordedAct, look: bool) -> Seen:
    """Plays an act; returns the channel, the requests since, and what others see when they look."""
    done, since = len(stage.box.requests), stage.box.world.now()
    table = stage.table()
    seq = table.seq
    await perform_move(stage, table.seats[act.seat].name, act.move)
    seen: Seen = {
        "channel": [observe_message(shown, names) for shown in stage.box.messages(ROOM)],
        "direct messages": [observe_message(shown, names) for seat in stage.seated() for shown in stage.box.dms(seat)],
        **observe_requests(stage.box.requests[done:], since),
    }
    here = stage.tables.registry.table_in_channel(stage.box.channel(ROOM).id)
    if not look or here is None or not here.seats_to_move:
        return seen
    quiet = [seat for seat in here.seats if seat.index not in here.seats_to_move]
    moved = {entry.seat for entry in await stage.tables.history.read_entries(here.id, after=seq)}
    idle = min(quiet, key=lambda seat: seat.index in moved) if quiet else None
    other = idle.name if idle is not None else STRANGER
    asked: dict[str, tuple[str, str, dict[str, Any]]] = {
        "log": (STRANGER, "/game log", {}),
        "lines": (STRANGER, "/game log", {"text": True}),
        "board": (STRANGER, "/game board", {}),
        "board in words": (STRANGER, "/game board", {"text": True}),
        "score": (STRANGER, "/game score", {}),
        "record": (STRANGER, "/game export", {"what": "record"}),
        "page": (STRANGER, "/game export", {"what": "page"}),
        "luck": (STRANGER, "/game export", {"what": "luck"}),
        "a stranger moves": (STRANGER, "/game moves", {}),
        "somebody idle moves": (other, "/game moves", {}),
    }
    if idle is not None and idle.index not in moved:  # a player who may undo their own move is not asked to
        asked["idle undo"] = (other, "/game undo", {})
    for name, (who, path, options) in asked.items():
        done, since = len(stage.box.requests), stage.box.world.now()
        seen[name] = observe_answers(await stage.slash(who, path, **options), names)
        seen[f"requests for {name}"] = [(r.route, r.status, r.size) for r in stage.box.requests[done:]]
    for who in dict.fromkeys((STRANGER, other)):
        seen |= await observe_refusals(stage, here, names, who, act.tries)
    return seen


def find_indistinguishable(game: Game[Any], act: RecordedAct, chance: Chance) -> tuple[Any, Move]:
    """A position and a move that others cannot tell from the act's; the act's own if none differs."""
    other = act.state.copy()
    game.shuffle_hidden(other, None, chance)
    found = {mask_move(move): move for move in game.legal(other, act.seat)}
    move = found.get(mask_move(act.move))
    if move is None:
        return act.state, act.move
    a, b = play(game, act.state, act.seat, act.move), play(game, other, act.seat, move)
    if any(event.reveals for event in (*a.events, *b.events)) or [
        event for event in a.events if event.seats is None
    ] != [event for event in b.events if event.seats is None]:
        return act.state, act.move  # they differ in public from here on
    return other, move


async def perform_move(stage: Stage, who: str, move: Move) -> None:
    answer = await stage.slash(who, "/game move", line=encode_move(move))
    assert "Done" in answer.text or answer.message.buttons, answer.text


async def open_secret_table(stage: Stage, plan: SecrecyPlan) -> None:
    """Opens the table with fixed luck."""
    for name in (STRANGER, *plan.people):
        stage.welcome(name)
    assert stage.running is not None
    registry = stage.tables.registry
    registry.token = lambda n: bytes(range(n))
    registry.shuffle = lambda seats: None
    host, *others = plan.people
    await stage.slash(host, f"/{plan.kind} new")
    table = stage.table()
    await stage.tables.lobby.set_choices(table.id, table.host, plan.choices)
    await stage.settled()
    await stage.tables.lobby.set_seats(table.id, table.host, plan.seats)
    await stage.settled()
    for name, button in (*((name, "Join") for name in others), (host, "Start")):
        await stage.press(name, button)
    if plan.begun:
        await stage.put(play_opening_moves(plan))


def play_opening_moves(plan: SecrecyPlan) -> Any:
    """The position after `plan.begun` random moves, or fewer if the game would end."""
    game, luck = registry.make_game(plan.kind, plan.choices), Chance(f"begun {plan.seed}".encode())
    state = start_game(game, plan.seats, bytes(range(32))).state
    for _ in range(plan.begun):
        seat = next(iter(game.waiting(state)))
        after = play(game, state, seat, draw_move(list(game.legal(state, seat)), luck)).state
        if game.over(after):
            break
        state = after
    return state


def draw_move(legal: Sequence[Move], luck: Chance) -> Move:
    """A random move of a random kind, so that frequent kinds do not dominate."""
    kinds = sorted({move.kind for move in legal})
    chosen = kinds[luck.below(len(kinds))]
    moves = [move for move in legal if move.kind == chosen]
    return moves[luck.below(len(moves))]


async def record_first_game(folder: Path, plan: SecrecyPlan, luck: Chance) -> list[RecordedAct]:
    found: list[RecordedAct] = []
    async with staged(folder, still=True, schema=False, waits=PATIENT) as stage:
        await open_secret_table(stage, plan)
        names = Names()
        for n in range(plan.acts):
            table = stage.tables.registry.table_in_channel(stage.box.channel(ROOM).id)
            if table is None or not table.seats_to_move:
                break
            assert table.game is not None
            seat = table.seats_to_move[luck.below(len(table.seats_to_move))]
            legal = list(table.game.legal(table.state, seat))
            tries = (*TRIES[plan.kind][n % 2 :: 2], encode_move(draw_move(legal, luck)))
            act = RecordedAct(seat, draw_move(legal, luck), table.state.copy(), tries)
            act.seen = await play_and_observe(stage, names, act, n % plan.looks == plan.looks - 1)
            found.append(act)
    return found


def _replace_state(number: tuple[int, int, int], data: bytes, t: Transaction) -> None:
    t.put_checkpoint(*number, data)


async def compare_games(folder: Path, plan: SecrecyPlan) -> ComparisonCounts:
    """Plays both games; `AssertionError` if others can see a difference. Hints are asked for in the second only."""
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    first = await record_first_game(folder / "a", plan, Chance(plan.seed.to_bytes(32, "big")))
    shuffles, others = (Chance((offset + plan.seed).to_bytes(32, "big")) for offset in (1000, 2000))
    differing = hints = 0
    async with staged(folder / "b", still=True, schema=False, waits=PATIENT) as stage:
        await open_secret_table(stage, plan)
        names = Names()
        for n, act in enumerate(first):
            table = stage.table()
            assert table.game is not None
            state, move = find_indistinguishable(table.game, act, shuffles)
            differing += state is not act.state
            stage.tables.registry.replace_snapshot(replace(table, state=state.copy()))
            kept = codec.pack_state(state)  # so that an undo to this entry finds the replaced position
            number = (table.id, table.seq, table.rules)
            await stage.tables.registry.store.write(partial(_replace_state, number, kept))
            if n % plan.looks == 0:
                hints += await ask_hint_twice(stage, act.seat, others)
            again = replace(act, move=move)
            seen = await play_and_observe(stage, names, again, n % plan.looks == plan.looks - 1)
            for what, before in act.seen.items():
                now = seen[what]
                where = f"act {n + 1} ({act.move} and {move})"
                assert now == before, f"{where}: {describe_difference(what, before, now)}"
    return ComparisonCounts(len(first), differing, hints)
