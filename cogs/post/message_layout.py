"""Layout of the table message: parts, their order, and what is shortened when the text is too long."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.post import decider_text, rest_line
from cogs.post.decider_text import mention as mention
from cogs.post.game_over import game_over_screen
from cogs.post.headline import ABOVE_LENGTH, MESSAGE_LENGTH, PING_LENGTH, STORY_LENGTH, format_headline
from cogs.post.story_lines import TURN_LENGTH, StoryLine
from cogs.screen import Button, File, Row, Screen, naming, table_button, time_text, truncate_text
from rules.core import View
from service.state import seat_control
from service.state.model import Post, Table
from service.state.notifications import ASKED
from service.state.table_rest import announced_due_time
from service.time.pace import parse_pace
from words import Voice

START_SEQ: Final = 1  # log length of a game without a move: its start
SCORE_LINES: Final = 8
SCORE_LENGTH: Final = 140
FOR_LINE: Final = 200
WAIT_LENGTH: Final = 400
AWAY_LENGTH: Final = 320
REST_LENGTH: Final = 240
BARE: Final = 2  # form of a score line: 0 with details and note, 1 with details, 2 with neither
OPEN_LINE: Final = 400
MORE_LINE: Final = 200
STANDARD_VERBS: Final = ("move", "hand", "board", "catch", "more")  # the standard buttons of a table message
SPECTATOR_VERBS: Final = STANDARD_VERBS[2:]  # the standard buttons for a reader without a seat
SAME_TIME_SECONDS: Final = 60  # seconds; due times closer together show as one
PingText = Callable[[int, str], str]


@dataclass(frozen=True, slots=True)
class PublicMessage:
    """A public message and the users it may ping."""

    screen: Screen
    pings: tuple[int, ...] = ()


# --- the table message -------------------------------------------------------------------------------------------


def layout_table_message(
    table: Table,
    view: View,
    story: Sequence[StoryLine],
    say: Voice,
    game_name: str,
    *,
    posts: Sequence[Post] = (),
    verbs: Sequence[str] = STANDARD_VERBS,
    quick: Sequence[Button] = (),
    details: Sequence[tuple[str, str]] = (),
    files: Sequence[File] = (),
    still_open: str = "",
    silent: Collection[int] | None = None,
    now: int | None = None,
    ping_text: PingText = lambda seat, who: "",
    for_you: str = "",
    above: str = "",
    rests: str = "",
    away: Mapping[int, int] | None = None,
    more_buttons: Sequence[Button] = (),
) -> PublicMessage:
    """The message of a running or finished game. `story`: its story; `posts`: the posts it stands for, with their pings
    and reasons; `verbs`: as of `standing_buttons`; `details`: per seat the details and the note behind its points;
    `still_open`: a pending offer; `silent`: invited seats without an answer (None: all); `now`: time of reading (None:
    the last change); `ping_text`: a game's own ping line for a seat and a mention; `for_you`: gains and losses of the
    addressee; `above`: replaces the ping line; `rests`: as of `describe_rest`; `away`: seats on vacation with the end
    of it; `more_buttons`: more buttons."""
    pings = tuple(dict.fromkeys(user for post in posts for user in post.pings))
    reasons = {post.reason for post in posts}
    if table.status in ("over", "abandoned"):
        screen = game_over_screen(
            table, view, story, say, game_name, mention_all(pings), files, own_buttons=more_buttons, above=above
        )
        return PublicMessage(screen, pings)
    headline = say("look.head", game=game_name, id=table.id, headline=say.phrase(view.headline))
    parts = TableMessageParts(
        ping=above or truncate_text(_describe_pings(table, view, say, pings, reasons, ping_text), PING_LENGTH),
        for_you=for_you,
        head=format_headline(table, say, headline, begun="start" in reasons),
        story=story,
        scores=_score_lines(table, view, say, details),
        waiting=_describe_waiting(
            table, view, say, view.invited if silent is None else silent, table.updated_at if now is None else now
        ),
        more=lambda n, seats: say("story.more_turns_of" if seats else "story.more_turns", n=n, seats=seats),
        still_open=still_open,
        rests=rests,
        away=_describe_vacations(table, away, say),
    )
    rows: list[Row] = [[*standing_buttons(table, say, verbs), *more_buttons]]
    if quick:
        rows.append(list(quick[:5]))
    if rest_row := rest_line.rest_buttons(table, say):
        rows.append(list(rest_row))
    return PublicMessage(Screen(parts.fit_text(), files, rows), pings)


def standing_buttons(table: Table, say: Voice, verbs: Sequence[str] = STANDARD_VERBS) -> list[Button]:
    """The standard buttons of a table message, the same for everybody."""
    return [table_button(table.id, verb, say, "blue" if verb == "move" else "grey") for verb in verbs]


class TableMessageParts:
    """The content of a table message, shortened in steps: players by letters, scores without notes, then without
    details, turns with important sentences only, then with the most important one; then whole turns go, oldest first,
    those that cost a reader something last. The waiting line always stays."""

    def __init__(
        self,
        ping: str,
        head: str,
        story: Sequence[StoryLine],
        scores: Sequence[Sequence[str]],
        waiting: str,
        more: Callable[[int, Sequence[int]], str],
        still_open: str = "",
        for_you: str = "",
        rests: str = "",
        away: str = "",
    ) -> None:
        self.ping = truncate_text(ping, ABOVE_LENGTH)
        self.for_you = truncate_text(for_you, FOR_LINE)
        self.head = head
        self.story = story
        self.still_open = truncate_text(still_open, OPEN_LINE)
        self.scores = scores[:SCORE_LINES]
        self.rests = truncate_text(rests, REST_LENGTH)
        self.waiting = truncate_text(waiting, WAIT_LENGTH)
        self.describe_omitted = more
        self.away = away if len(away) <= AWAY_LENGTH else ""

    def fit_text(self) -> str:
        for story, form in self._fuller_forms():
            text = self._compose_text(story, form)
            if sum(map(len, story)) <= STORY_LENGTH and len(text) <= MESSAGE_LENGTH:
                return text
        for lines in self._shrinking_lines():
            story = [truncate_text(text, TURN_LENGTH) for text in lines.values()]
            text = self._compose_text([*self._omitted_turns_line(lines), *story], BARE)
            if sum(map(len, story)) <= STORY_LENGTH and len(text) <= MESSAGE_LENGTH:
                return text
        return (
            text
            if len(text) <= MESSAGE_LENGTH
            else truncate_text(text.removesuffix(self.away).rstrip(), MESSAGE_LENGTH)
        )

    def _shrinking_lines(self) -> Iterator[dict[int, str]]:
        """Story lines by position in the story, ever fewer; empty at last."""
        lines = {position: line.important for position, line in enumerate(self.story)}
        order = sorted(lines, key=lambda n: (not self.story[n].is_idle, self.story[n].costs_reader, n))
        yield lines
        for position in order:
            if self.story[position].is_idle:
                del lines[position]
            else:
                lines[position] = self.story[position].one_sentence or lines[position]
            yield lines
        for position in order:
            lines.pop(position, None)
            yield lines

    def _omitted_turns_line(self, shown: Collection[int]) -> list[str]:
        """The line with the number of omitted turns and their seats."""
        lines = [line for position, line in enumerate(self.story) if position not in shown and not line.is_idle]
        seats = sorted({line.seat for line in lines if line.seat is not None})
        return [truncate_text(self.describe_omitted(len(lines), seats), MORE_LINE)] if lines else []

    def _fuller_forms(self) -> Iterator[tuple[list[str], int]]:
        yield [line.full for line in self.story], 0
        brief = [line.with_letters for line in self.story]
        important = [line.important for line in self.story if not line.is_idle] or [
            line.important for line in self.story
        ]
        for story in (brief, important):
            for form in range(BARE + 1):
                yield story, form

    def _compose_text(self, story: Sequence[str], form: int) -> str:
        """The whole text; `form`: the index of the form of each score line."""
        scores = [truncate_text(forms[min(form, len(forms) - 1)], SCORE_LENGTH) for forms in self.scores]
        return "\n".join(
            part
            for part in (
                self.ping,
                self.for_you,
                self.head,
                *story,
                self.still_open,
                *scores,
                self.rests,
                self.waiting,
                self.away,
            )
            if part
        )


def _describe_pings(
    table: Table, view: View, say: Voice, pings: Sequence[int], reasons: Collection[str], ping_text: PingText
) -> str:
    """The ping line: whom the game waits for and what for, the start of the game, or the question if it goes on."""
    if not pings:
        return ""
    if ASKED in reasons and table.asked_at is not None and table.status != "frozen":
        return say("ping.asked", who=mention_all(pings))
    if "start" in reasons:
        key = "ping.start" if table.seq <= START_SEQ else "ping.begun"
        only_decider = (
            len(table.seats_to_move) == len(pings) == 1
            and table.seats[table.seats_to_move[0]].notify_user_id == pings[0]
        )
        if only_decider:
            return say(f"{key}_alone", who=mention_all(pings), task=say.phrase(view.tasks[table.seats_to_move[0]]))
        first = say.join([say.seat(seat) for seat in table.seats_to_move]) or say.seat(0)
        return say(key, who=mention_all(pings), first=first)
    users_by_task: dict[str, tuple[int, list[int]]] = {}  # task -> a seat that has it, and all users that have it
    tasks = {**view.invited, **view.tasks}
    for user in pings:
        seat = seat_control.find_notified_seat(table, user)
        if seat is not None and seat.index in tasks:
            users_by_task.setdefault(say.phrase(tasks[seat.index]), (seat.index, []))[1].append(user)
    asked_users = {user for _, users in users_by_task.values() for user in users}
    deciding_users = {table.seats[seat].notify_user_id for seat in view.tasks}  # without seats that are only invited
    key = "ping.turn" if len(asked_users) == 1 and asked_users <= deciding_users else "ping.several"
    sentences = []
    for task, (any_seat, users) in users_by_task.items():
        who = " ".join(decider_text.describe_decider(table, user, say) for user in users)
        sentences.append(ping_text(any_seat, who) or say(key, who=who, task=task))
    unseated = [user for user in pings if table.seat_of(user) is None]
    former_users = [user for user in unseated if seat_control.find_notified_seat(table, user) is None]
    if former_users:
        sentences.append(say("ping.handed", who=mention_all(former_users)))
    other_users = [user for user in pings if user not in asked_users and user not in former_users]
    if other_users:
        sentences.append(mention_all(other_users))
    return " ".join(sentences)


def mention_all(pings: Sequence[int]) -> str:
    return " ".join(mention(user) for user in pings)


def _score_lines(
    table: Table, view: View, say: Voice, details: Sequence[tuple[str, str]]
) -> list[tuple[str, str, str]]:
    """Per seat three forms of its line: with details and note, with details, with neither."""
    lines = []
    for seat in table.seats:
        name = naming.isolate_name(say.seat(seat.index))
        params = {"colour": seat.colour, "name": name, "points": view.scores[seat.index]}
        short = say("look.score", **params)
        detail, note = details[seat.index] if seat.index < len(details) else ("", "")
        without_note = say("look.score_detail", **params, detail=detail) if detail else short
        whole = say("look.score_note", **params, detail=detail, note=note) if note else without_note
        lines.append((whole, without_note, short))
    return lines


def _describe_waiting(table: Table, view: View, say: Voice, silent: Collection[int], now: int) -> str:
    """The seats waited for, their due times, short banks and stand-ins; without the last two if there is no room."""
    if not table.seats_to_move:
        return ""
    due_by_seat = {turn.seat: announced_due_time(turn.timer) for turn in table.stretches}
    due_times = sorted({due for due in due_by_seat.values() if due is not None})
    dates_differ = len(due_times) > 1 and due_times[-1] - due_times[0] >= SAME_TIME_SECONDS
    line = _describe_asked_seats(table, view, say, silent, now, due_by_seat) if dates_differ else ""
    if not line or len(line) > WAIT_LENGTH:
        line = _describe_asked_seats(table, view, say, silent, now, {})
        if due_times:
            key = "wait.line_late" if due_times[0] <= now else "wait.line_first" if dates_differ else "wait.line_due"
            line = say(key, line=line, due=time_text.format_relative_time(due_times[0]))
    banks = _describe_short_banks(table, say)
    further_lines = [say("wait.bank", list=say.join(banks))] if banks else []
    further_lines += decider_text.describe_stand_ins(table, say)
    all_lines = "\n".join([line, *further_lines])
    return all_lines if len(all_lines) <= WAIT_LENGTH else line


def _describe_vacations(table: Table, away: Mapping[int, int] | None, say: Voice) -> str:
    """The users on vacation, without the dates if there are too many."""
    if not away:
        return ""
    stand_ins = {seat.index: seat.standin for seat in table.seats if seat.standin is not None}
    names = {seat: say.person(stand_ins[seat]) if seat in stand_ins else say.seat(seat) for seat in away}
    ends = {seat: time_text.format_timestamp(end) for seat, end in away.items()}
    line = say("wait.away", list=say.join([say("wait.away_until", name=names[seat], end=ends[seat]) for seat in away]))
    return line if len(line) <= AWAY_LENGTH else say("wait.away", list=say.join(list(names.values())))


def _describe_asked_seats(
    table: Table, view: View, say: Voice, silent: Collection[int], now: int, dues: Mapping[int, int | None]
) -> str:
    """The seats waited for with their tasks and the start of the turn; `dues`: due times where they differ. Machines
    answer after all people have, and are named only then."""
    seats_by_task: dict[tuple[str, int | None], list[int]] = {}
    for seat in [seat for seat in table.seats_to_move if table.seats[seat].is_human] or table.seats_to_move:
        task = view.tasks.get(seat)
        seats_by_task.setdefault((say.phrase(task) if task is not None else "", dues.get(seat)), []).append(seat)
    items = []
    for (task_text, due), group in seats_by_task.items():
        item = say("wait.item", names=say.join([say.seat(seat_index) for seat_index in group]), task=task_text)
        if due is not None:
            item = say(
                "wait.item_late" if due <= now else "wait.item_due", item=item, due=time_text.format_relative_time(due)
            )
        items.append(item)
    invited: dict[str, list[int]] = {}
    for seat, task in view.invited.items():
        if seat in silent:
            invited.setdefault(say.phrase(task), []).append(seat)
    for task_text, seats in invited.items():
        items.append(say("wait.free", names=say.join([say.seat(seat) for seat in seats]), task=task_text))
    since = min(turn.since for turn in table.stretches)
    return say("wait.line", list=". ".join(items), since=time_text.format_relative_time(since))


def _describe_short_banks(table: Table, say: Voice) -> list[str]:
    """The remaining banks of the seats waited for, where less is left than a move adds."""
    added_time = parse_pace(table.pace).each or 0
    banks = [(seat, table.seats[seat].bank) for seat in table.seats_to_move if table.seats[seat].is_human]
    short_banks = [(seat, bank) for seat, bank in banks if bank is not None and bank < added_time]
    return [
        say("wait.bank_of", name=say.seat(seat), left=time_text.format_rough_span(bank, say))
        for seat, bank in short_banks
    ]
