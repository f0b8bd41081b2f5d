"""Records of people's decisions and answers, and a reader of the database."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from cogs.screen import ids
from db.store import Transaction
from playground.driver import Answer, Box
from playground.model import Interaction
from playground.screen import Shown
from service.state.model import Table
from service.store import codec

T = TypeVar("T")

DONE: Final = "**Done:**"
PLAYED: Final = "Already played:"
SAID: Final = (DONE, PLAYED, "Taken back:")  # texts that acknowledge an act
UNSAID: Final = "My last answer did not reach you."
THINKING: Final = 25.0  # seconds within which an answer must come from a living process
TRIED: Final = 330.0  # the same after a failed request, which is retried with growing pauses


@dataclass(slots=True)
class Intent:
    """One decision of a person at one position, for any number of presses."""

    table: int
    since: int
    line: str
    acts: list[int] = field(default_factory=list)
    told: set[str] = field(default_factory=set)  # acknowledging texts that were shown
    meant: tuple[int, str] | None = None  # of the last button: length of the log, moves

    @property
    def asked(self) -> tuple[int, str]:
        """The entry after which the decision was to be made, and its first move."""
        since, moves = self.meant or (self.since, self.line)
        return since, moves.partition(ids.MOVE_SEPARATOR)[0]


class IntentLog:
    """Every decision and interaction of the people."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.intents: list[Intent] = []
        self.acts: list[Interaction] = []
        self.counts: Counter[str] = Counter()
        self.branched: Counter[tuple[int, int]] = Counter()  # (game, entry) -> requested branches
        self.opened: Counter[tuple[int, int]] = Counter()  # (game, entry) -> branches shown as open
        self.strange: list[str] = []  # unexpected observations
        self._open: list[tuple[Answer, Intent]] = []

    def intent(self, table: int, since: int, line: str) -> Intent:
        found = Intent(table, since, line)
        self.intents.append(found)
        return found

    def took(self, act: Interaction, intent: Intent | None) -> None:
        self.acts.append(act)
        if intent is not None:
            intent.acts.append(act.id)

    def hear(self, answer: Answer, intent: Intent | None) -> str:
        """Records whether an answer acknowledges the decision; returns its text."""
        text = answer_text(answer)
        if intent is not None:
            intent.told |= {mark for mark in SAID if mark in text}
            if not intent.told:
                self._open.append((answer, intent))
        if "Something went wrong" in text:
            self.counts["told that something went wrong"] += 1
        return text

    def hear_late(self) -> None:
        """Reads answers that arrived after the person had stopped waiting."""
        for answer, intent in self._open:
            text = answer_text(answer)
            intent.told |= {mark for mark in SAID if mark in text}
        self._open.clear()

    def thinking(self, deaths: Iterable[float]) -> list[str]:
        """Interactions that still say "thinking…" although the token and the process lived long enough to answer."""
        found, died = list[str](), list(deaths)
        failed = [request.path for request in self.box.requests if not 200 <= request.status < 300]
        for act in self.acts:
            message = self.box.world.find_message(act.original_id) if act.unfilled and act.original_id else None
            if message is None or not message.loading or act.expired:
                continue
            patience = TRIED if any(act.token in path for path in failed) else THINKING
            since = [round(at - act.started, 1) for at in died if at > act.started]
            if not any(seconds < patience for seconds in since):
                name, when = self.box.world.users[act.user_id].name, time.strftime("%H:%M:%S", time.localtime(act.at))
                found.append(f"{act.label()} by {name} at {when}; the process died {since or 'never'} s later")
        return found


def answer_text(answer: Answer) -> str:
    """The text of an answer, without the part about an earlier answer."""
    shown: list[Shown] = answer.messages
    text = "\n".join(m.text for m in shown) if shown else answer.text if answer.kind == "update" else ""
    return "\n\n".join(part for part in text.split("\n\n") if not part.startswith(UNSAID))


class DatabaseReader:
    """Reads the last committed state of the bot's database."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.there = True  # whether it can be read now

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A read transaction."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30, isolation_level=None)) as db:
            db.execute("BEGIN")
            yield Transaction(db)

    def asked(self, work: Callable[[Transaction], T]) -> T:
        """The result of `work` in one read transaction."""
        with self.reading() as t:
            return work(t)

    def read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self.asked(lambda t: t.db.execute(sql, values).fetchall())

    def at(self, channel: int) -> Table | None:
        """The newest table of a channel."""
        rows = self.read("SELECT id FROM games WHERE channel_id = ? ORDER BY id DESC LIMIT 1", channel)
        return self.table(int(rows[0][0])) if rows else None

    def table(self, number: int) -> Table:
        """A table with its position."""
        return self.asked(partial(_read_table, number))

    def damage(self) -> Iterator[str]:
        """Faults of the database itself."""
        answer = self.read("PRAGMA integrity_check")[0][0]
        if answer != "ok":
            yield str(answer)
        if self.read("PRAGMA foreign_key_check"):
            yield "rows refer to what is not there"


def _read_table(number: int, t: Transaction) -> Table:
    row = t.game(number)
    assert row is not None, f"there is no table {number}"
    live = t.post(number, row.live) if row.live is not None else None
    found = codec.table_from_rows(row, t.seats(number), t.pending_turns(number), live)
    data = t.state(number)
    game = found.game
    state = codec.unpack_state(game, data, found.rules) if game is not None and data is not None else None
    return replace(found, state=state)
