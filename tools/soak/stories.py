"""Checks what absent readers are told: `python -m tools.stories --games 60 --seed 1 [--print N] [--pictures FOLDER]`.

Games of every type with everything on and two to eight seats: two people come every few turns, machines play the other
seats. Each message to a person with a new pending turn is composed as by the bot. Reported are messages that leave
out whole turns, that do not name a seat with a turn since the reader's last, and that are empty. FOLDER gets the
pictures of printed messages: the table, and *Catch up*. Exit status: 1 if more than one in twenty is cut, or any is
empty or leaves out a seat.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from ai import Imagine, Player, moves_to_consider, players_by_level
from cogs.games import Face, face_for
from cogs.look import since_last_move
from cogs.post import compose, outlines
from cogs.screen.event_text import GENERAL_PREFIXES, Weight
from cogs.screen.turns import TurnBoundaries, split_turns
from render import Look, SeatLook, load_renderer
from rules.core import Chance, Choices, Game, Transition, encode_move, play, registry, start_game
from service.state.model import COLOURS, LogEntry, PendingTurn, Post, Seat, StoredEvent, Table, TableChannel
from service.state.readable_log import last_own_move
from words import Voice

from ..bench.measure import EVERYTHING, choices_for
from ..common import NAMES

PEOPLE: Final = 2
MOVES: Final = 900  # per game, at most
SHARE_CUT: Final = 0.05
AWAY: Final = 2 * 86_400  # seconds of absence shown in pictures
EVERY: Final = 40  # one in so many messages is printed by --print


@dataclass(slots=True)
class StoryFindings:
    """Counts of one game type's messages."""

    messages: int = 0
    cut: int = 0
    untold: int = 0  # seats that had a turn and are not named
    empty: int = 0
    letters: int = 0  # characters of all messages


@dataclass(slots=True)
class SimulatedGame:
    """A table with its log, as the service keeps it, without a store."""

    game: Game[Any]
    table: Table
    history: list[LogEntry] = field(default_factory=list)
    states: list[Any] = field(default_factory=lambda: [None])  # after each entry

    def write(self, seat: int | None, move: str, step: Transition[Any], act: str | None) -> None:
        """Adds an entry to the log and updates the pending turns."""
        seq = self.table.seq + 1
        events = tuple(StoredEvent(e.key, e.params, e.seats, e.reveals) for e in step.events)
        self.states.append(step.state)
        self.history.append(
            LogEntry(seq, seat, "start" if seat is None else "move", move, step.chance, False, events, seq, act, seq)
        )
        former = {stretch.seat: stretch for stretch in self.table.stretches}
        asked = sorted(self.game.waiting(step.state))
        stretches = tuple(former.get(seat) or PendingTurn(seat, seq, seq, False) for seat in asked)
        self.table = replace(self.table, seq=seq, state=step.state, stretches=stretches, updated_at=seq)
        if self.game.over(step.state):
            self.table = replace(self.table, status="over")

    def called(self) -> Post | None:
        """Sends the message about new pending turns of people; None if there are none."""
        new = [s.seat for s in self.table.stretches if self.table.seats[s.seat].is_human and not s.pinged]
        if not new:
            return None
        users = tuple(user for seat in new if (user := self.table.seats[seat].user_id) is not None)
        post = Post(self.table.id, self.table.posts + 1, self.table.seq, "turn", users, message_id=1, channel_id=2)
        seats = tuple(replace(s, pinged_seq=self.table.seq) if s.index in new else s for s in self.table.seats)
        stretches = tuple(replace(s, pinged=True) for s in self.table.stretches)
        self.table = replace(self.table, seats=seats, stretches=stretches, posts=post.number)
        return post


def start_simulated_game(kind: str, chosen: Choices, seats: int, seed: int) -> SimulatedGame:
    """A new table with people at two of its seats."""
    game = registry.make_game(kind, chosen)
    people = {seed % seats, (seed + 1 + seed // seats % (seats - 1)) % seats}
    at_table = tuple(
        Seat(n, 100 + n if n in people else None, NAMES[n], COLOURS[n], machine=None if n in people else "normal")
        for n in range(seats)
    )
    table = Table(
        seed,
        kind,
        chosen,
        TableChannel(1, 2),
        "active",
        100,
        seats,
        at_table,
        None,
        "en",
        False,
        None,
        "0" * 8,
        0,
        0,
        0,
    )
    made = SimulatedGame(game, table)
    made.write(None, "", start_game(game, seats, seed.to_bytes(2) * 16), None)
    return made


def play_until_messages(one: SimulatedGame, player: Player, seed: int) -> Iterator[Post]:
    """Plays on and yields after each sent message."""
    luck = Chance(f"stories {seed}".encode())
    for number in range(MOVES):
        table = one.table
        if table.status == "over":
            return
        machines = [s for s in table.seats_to_move if not table.seats[s].is_human]
        post = one.called() if not machines else None
        if post is not None:
            yield post
            one.table = replace(one.table, live=replace(post, seq=one.table.seq))
        seat = machines[0] if machines else table.seats_to_move[0]
        state = one.table.state
        view = one.game.view(state, seat)
        imagine = Imagine(one.game, state, seat, Chance(b"imagined"))
        move = player.choose(view, moves_to_consider(one.game, state, seat, luck), imagine, luck)
        act = None if machines else f"act {number}"
        one.write(seat, encode_move(move), play(one.game, state, seat, move), act)


def judge_message(one: SimulatedGame, post: Post, found: StoryFindings) -> str:
    """Composes the post's message and counts its faults; returns the text."""
    table = one.table
    look = face_for(table.kind)
    say = Voice("en", list(table.names), called=partial(look.name_in_story, table))
    told = compose.compose_story(table, one.history, [post], say)
    called = compose.find_addressee(table, one.history, [post])
    before = one.game.view(one.states[called.last_own_entry], None) if called is not None else None
    for_you = compose.describe_addressee_gains(table, called, before, say)
    text = compose.compose_table_message(table, [post], told, say, table.kind, for_you=for_you).screen.text
    readers = {seat.index for seat in table.seats if seat.is_human and seat.user_id in post.pings}
    since = outlines.last_known_entry(table, one.history, look.finishing_moves, readers)
    played = split_turns(
        one.history,
        TurnBoundaries(look.turn_start_keys, look.turn_end_keys, look.outside_turn_keys, look.finishing_moves),
        since,
    )

    def tells(event: StoredEvent) -> bool:
        quiet = event.key in (*look.omitted_keys, *look.minor_event_keys) or event.key.startswith(GENERAL_PREFIXES)
        return say.has(event.key) and not quiet and look.weigh_event(event) > Weight.IDLE

    had = {turn.seat for turn in played if turn.seat is not None and any(map(tells, turn.events))} - readers
    found.messages += 1
    found.letters += len(text)
    found.cut += "…" in text
    found.empty += not told
    ways = [
        (line.seat, {line.full, line.with_letters, line.important, line.one_sentence or line.important})
        for line in told
    ]
    shown = {seat for seat, forms in ways if any(form in text for form in forms)}
    [hidden] = [row for row in text.splitlines() if row.startswith("…")] or [""]
    found.untold += len({seat for seat in had - shown if say.seat(seat) not in hidden})
    return text


def _outline_news(one: SimulatedGame, own: Face[Any], view: Any) -> tuple[Any, Any]:
    """The public view as in the message, and the renderer's marks of the news in it."""
    first = outlines.last_known_entry(one.table, one.history, own.finishing_moves)
    if first >= one.table.seq:
        return view, None
    before = one.game.view(one.states[first], None)
    later = (event for entry in one.history[first:] for event in entry.events if event.seats is None)
    events = [(event.key, event.params) for event in later]
    draw = load_renderer(one.table.kind)
    return draw.since(before, view, events), draw.news(before, view, events)


def save_story_pictures(one: SimulatedGame, post: Post, folder: Path, name: str) -> None:
    """Saves the picture of a post's message and each page of its first reader's *Catch up*."""
    table, game = one.table, one.game
    own = face_for(table.kind)
    voice = Voice("en", list(table.names), called=partial(own.name_in_story, table))
    look = Look(tuple(SeatLook(seat.name, seat.colour) for seat in table.seats), voice)
    reader = next(seat.index for seat in table.seats if seat.user_id in post.pings)
    draw = load_renderer(table.kind)
    view, new = _outline_news(one, own, game.view(table.state, None))
    drawn = draw.table(view, look, own.picture_marks(view), news=new)
    since = last_own_move(table, table.seats[reader].user_id or 0, one.history)
    view = game.view(table.state, reader)
    what = since_last_move.gather_missed_turns(table, view, reader, since, one.history, voice)
    if since is not None:
        what = replace(what, before=game.view(one.states[since.seq], reader))
    parts = since_last_move.split_recap_pages(draw, what)
    for page in parts:
        views = {seq: game.view(one.states[seq], reader) for seq in since_last_move.recap_entries(what, page)}
        recap = since_last_move.build_recap(
            what, page, views, (since.at if since else 0) + AWAY, voice, last=page is parts[-1]
        )
        drawn.append(draw.recap(recap, look))
    folder.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(drawn):
        (folder / f"{name}-{number}.png").write_bytes(picture.png)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.stories", description="What absent readers are told.")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", help="of one kind only")
    parser.add_argument("--print", dest="shown", type=int, default=0, metavar="N", help="print so many messages")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="of the printed messages")
    given = parser.parse_args(arguments)
    kinds = [given.game] if given.game else list(registry.game_types())
    found: Counter[str] = Counter()
    totals = {kind: StoryFindings() for kind in kinds}
    printed = count()
    shown = 0
    for number in range(given.games):
        kind = kinds[number % len(kinds)]
        seed = given.seed + number
        chosen = choices_for(kind, EVERYTHING)
        allowed = [seats for seats in registry.make_game(kind, chosen).seats if seats >= PEOPLE]
        one = start_simulated_game(kind, chosen, allowed[number // len(kinds) % len(allowed)], seed)
        for post in play_until_messages(one, players_by_level()["normal"], seed):
            text = judge_message(one, post, totals[kind])
            if shown < given.shown and next(printed) % EVERY == EVERY // 2:
                shown += 1
                print(f"--- {kind}, {len(one.table.seats)} seats, entry {one.table.seq}\n{text}\n")
                if given.pictures is not None:
                    save_story_pictures(one, post, given.pictures, f"{shown:02}-{kind}-{one.table.seq}")
    for kind, row in totals.items():
        many = max(1, row.messages)
        what = f"{kind:12} {row.messages:5} messages, {row.letters // many:4} characters; "
        print(f"{what}cut {row.cut} ({row.cut / many:.1%}), seats untold {row.untold}, empty {row.empty}")
        found.update(messages=row.messages, cut=row.cut, untold=row.untold, empty=row.empty)
    bad = found["cut"] > SHARE_CUT * found["messages"] or found["untold"] or found["empty"]
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
