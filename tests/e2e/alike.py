"""Two games alike in everything public and different in everything hidden: what leaves the bot must be the same bytes.

The first game is played and everything others see is written down. Then it is played again, and before every act all
that is hidden is reshuffled; the same acts, as far as others can tell them apart, must be seen alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playground.driver import Answer, Shown
from rules.core import Chance, Game, Move, encode, masked, play
from rules.core.registry import kinds
from service import codec
from service.model import Table
from tests.e2e.conftest import ROOM, Stage, staged

Seen = dict[str, Any]
LOOKS = 5  # acts between two looks at everything that can be looked at
FORGED = ("c:{n}:{seq}:{line}", "q:{n}:{seq}:{line}", "p:{n}:{seq}:{line}", "s:{n}:{seq}:0:{line}")


@dataclass
class Act:
    """What a seat did in the first game, from which position, and what was seen of it."""

    seat: int
    move: Move
    state: Any
    seen: Seen = field(default_factory=dict)


class Names:
    """Numbers of messages, interactions and moments differ from run to run: they are counted instead."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        text = re.sub(r"<t:\d+(:\w)?>", "<time>", text)
        return re.sub(r"\d{16,20}", lambda m: self.found.setdefault(m[0], f"<id {len(self.found)}>"), text)


def screen(shown: Shown, names: Names) -> Seen:
    """Every byte of a message that its reader gets."""
    message = shown.message
    return {
        "content": names(message.content),
        "components": names(repr(message.components)),
        "files": [(p.filename, p.alt, p.data) for p in shown.pictures],
        "attachments": [(a.filename, a.description, a.data) for a in message.attachments],
        "pings": sorted(shown.pings),
        "silent": shown.silent,
        "edits": shown.edits,
    }


def answered(answer: Answer, names: Names) -> list[Seen]:
    return [screen(shown, names) for shown in answer.messages]


async def refused(stage: Stage, table: Table, names: Names, who: str, lines: Sequence[str]) -> Seen:
    """What somebody who is not asked gets to see of buttons made up and of lines typed."""
    seen: Seen = {}
    live = stage.newest("My move")
    for n, line in enumerate(lines):
        made = FORGED[n % len(FORGED)].format(n=table.id, seq=table.seq, line=line)
        answer = await stage.box.forge(who, live, made, ["0 x"] if made.startswith("s") else None)
        seen[f"{who} presses {made}"] = answered(answer, names)
        seen[f"{who} types {line}"] = answered(await stage.slash(who, "/game move", line=line), names)
    assert stage.table().seq == table.seq, f"{who} was not asked and has moved"
    return seen


async def everything(stage: Stage, table: Table, names: Names, look: bool, done: int, tries: Sequence[str]) -> Seen:
    """What the channel shows, what was requested since, and what others get to see when they ask."""
    routes = [(r.route, r.status) for r in stage.box.requests[done:]]
    public = [r for r in routes if "/channels/" in r[0]]
    seen: Seen = {
        "channel": [screen(shown, names) for shown in stage.box.messages(ROOM)],
        "public requests": public,
        "private requests": [r for r in routes if r not in public],
    }
    if not look:
        return seen
    waited = table.waiting
    last = (await stage.tables.history(table.id))[-1].seat  # may take the own move back, and shall not here
    quiet = [seat for seat in table.seats if seat.index not in waited]
    idle = min(quiet, key=lambda seat: seat.index == last).name
    asked = {
        "log": ("Eve", "/game log", {}),
        "lines": ("Eve", "/game log", {"text": True}),
        "board": ("Eve", "/game board", {}),
        "board in words": ("Eve", "/game board", {"text": True}),
        "score": ("Eve", "/game score", {}),
        "record": ("Eve", "/game export", {"what": "record"}),
        "luck": ("Eve", "/game export", {"what": "luck"}),
        "a stranger moves": ("Eve", "/game moves", {}),
        "somebody idle moves": (idle, "/game moves", {}),
        "idle undo": (idle, "/game undo", {}),
    }
    for name, (who, path, options) in asked.items():
        seen[name] = answered(await stage.slash(who, path, **options), names)
    for who in ("Eve", idle):
        seen |= await refused(stage, table, names, who, tries)
    return seen


def alike(game: Game[Any], act: Act, chance: Chance) -> tuple[Any, Move]:
    """A position and a move that others cannot tell from those of the act; the very same where none differs."""
    other = act.state.copy()
    game.shuffle_hidden(other, None, chance)
    found = {masked(move): move for move in game.legal(other, act.seat)}
    move = found.get(masked(act.move))
    if move is None:
        return act.state, act.move
    a, b = play(game, act.state, act.seat, act.move), play(game, other, act.seat, move)
    if any(event.reveals for event in (*a.events, *b.events)) or [
        event for event in a.events if event.seats is None
    ] != [event for event in b.events if event.seats is None]:
        return act.state, act.move  # from here on they differ for everybody to see
    return other, move


async def played(stage: Stage, who: str, move: Move) -> None:
    answer = await stage.slash(who, "/game move", line=encode(move))
    assert "Done" in answer.text or answer.message.buttons, answer.text


async def opened(stage: Stage, people: tuple[str, ...], kind: str, options: dict[str, Any]) -> Table:
    stage.box.add_person("Eve")
    for name in people:
        if name not in {user.name for user in stage.box.world.users.values()}:
            stage.box.add_person(name)
    assert stage.running is not None
    stage.running.tables.hall.token = lambda n: bytes(range(n))
    stage.running.tables.hall.shuffle = lambda seats: None
    # Names of tables are no secret here, so that pictures of another game would be taken for ours.
    stage.running.bot.gallery.clear()
    preset = options.get("preset")
    if preset is None:
        return await stage.game(*people, kind=kind, **options)
    await stage.slash(people[0], f"/{kind} new")
    table = stage.table()
    await stage.tables.set_choices(table.id, table.host, kinds()[kind].presets[preset])
    await stage.settled()
    await stage.tables.set_seats(table.id, table.host, len(people))
    await stage.settled()
    for name in people[1:]:
        await stage.press(name, "Join")
    await stage.press(people[0], "Start")
    return stage.table()


async def first_game(
    folder: Path,
    people: tuple[str, ...],
    kind: str,
    options: dict[str, Any],
    luck: Chance,
    acts: int,
    tries: Sequence[str],
) -> list[Act]:
    found: list[Act] = []
    async with staged(folder) as stage:
        await opened(stage, people, kind, options)
        names = Names()
        for n in range(acts):
            table = stage.table()
            game = table.game
            assert game is not None
            if not table.waiting:
                break
            seat = table.waiting[0]
            legal = list(game.legal(table.state, seat))
            kinds = sorted({move.kind for move in legal})
            chosen = kinds[luck.below(len(kinds))]
            moves = [move for move in legal if move.kind == chosen]
            act = Act(seat, moves[luck.below(len(moves))], table.state.copy())
            done = len(stage.box.requests)
            await played(stage, table.seats[seat].name, act.move)
            act.seen = await everything(stage, stage.table(), names, n % LOOKS == LOOKS - 1, done, tries)
            found.append(act)
    return found


def different(what: str, before: list[Any], after: list[Any]) -> str:
    """Where it is that two answers differ, without the bytes of pictures."""
    if len(before) != len(after):
        return f"{what}: {len(before)} became {len(after)}"
    n, (a, b) = next((n, pair) for n, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])
    parts = [key for key in a if a[key] != b[key]] if isinstance(a, dict) else []
    told = {key: (a[key], b[key]) for key in parts if key not in ("files", "attachments")}
    return f"{what} no. {n}: {parts or (a, b)} differ: {told}"


async def compare(
    folder: Path,
    people: tuple[str, ...],
    kind: str,
    options: dict[str, Any],
    *,
    seed: int,
    acts: int,
    tries: Sequence[str] = (),
) -> int:
    """Play both games; AssertionError where anything differs for others. How many acts were played differently.

    `options`: of the command, or a `preset`. `tries`: lines that people try who are not asked.
    """
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    first = await first_game(folder / "a", people, kind, options, Chance(seed.to_bytes(32, "big")), acts, tries)
    shuffles = Chance((1000 + seed).to_bytes(32, "big"))
    differing = 0
    async with staged(folder / "b") as stage:
        table = await opened(stage, people, kind, options)
        names = Names()
        for n, act in enumerate(first):
            table = stage.table()
            game = table.game
            assert game is not None
            state, move = alike(game, act, shuffles)
            differing += state is not act.state
            stage.tables.hall.put(replace(table, state=state.copy()))
            kept = codec.packed(state)  # who goes back to this moment finds it as it was played on from
            number = (table.id, table.seq, table.rules)
            await stage.tables.hall.store.write(lambda t, n=number, data=kept: t.put_checkpoint(*n, data))
            done = len(stage.box.requests)
            await played(stage, table.seats[act.seat].name, move)
            look = n % LOOKS == LOOKS - 1
            seen = await everything(stage, stage.table(), names, look, done, tries)
            for what, before in act.seen.items():
                now = seen[what]
                assert now == before, f"act {n + 1} ({act.move} and {move}): {different(what, before, now)}"
    return differing
