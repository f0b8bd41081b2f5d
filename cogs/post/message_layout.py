"""Layout of the table message: parts, their order, and what is shortened when the text is too long."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cogs.post import deciders, rest_line
from cogs.post.deciders import mention as mention
from cogs.post.game_over import game_over_screen
from cogs.post.headline import ABOVE_LINE, LONGEST, PING_LINE, STORY, format_headline
from cogs.post.story_lines import TURN_LINE, StoryLine
from cogs.screen import Button, File, Row, Screen, cut, ids, naming, time_text
from rules.core import View
from service.state import seat_control
from service.state.model import Post, Table
from service.state.notifications import ASKED
from service.state.table_rest import announced_due_time
from service.time.pace import parse_pace
from words import Voice

UNTOUCHED: Final = 1  # log length of a game without a move: its start
SCORE_LINES: Final = 8
SCORE_LINE: Final = 140
FOR_LINE: Final = 200
WAIT_LINE: Final = 400
AWAY_LINE: Final = 320
REST_LINE: Final = 240
BARE: Final = 2  # form of a score line: 0 with details and note, 1 with details, 2 with neither
OPEN_LINE: Final = 400
MORE_LINE: Final = 200
VERBS: Final = ("move", "hand", "board", "catch", "more")  # the standard buttons of a table message
LOOKING: Final = VERBS[2:]  # the standard buttons for a reader without a seat
ALIKE: Final = 60  # seconds; due times closer together show as one
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
    told: Sequence[StoryLine],
    say: Voice,
    game_name: str,
    *,
    posts: Sequence[Post] = (),
    verbs: Sequence[str] = VERBS,
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
    beside: Sequence[Button] = (),
) -> PublicMessage:
    """The message of a running or finished game. `told`: its story; `posts`: the posts it stands for, with their pings
    and reasons; `verbs`: as of `standing_buttons`; `details`: per seat the details and the note behind its points;
    `still_open`: a pending offer; `silent`: invited seats without an answer (None: all); `now`: time of reading (None:
    the last change); `ping_text`: a game's own ping line for a seat and a mention; `for_you`: gains and losses of the
    addressee; `above`: replaces the ping line; `rests`: as of `describe_rest`; `away`: seats on vacation with the end
    of it; `beside`: more buttons."""
    pings = tuple(dict.fromkeys(user for post in posts for user in post.pings))
    reasons = {post.reason for post in posts}
    if table.status in ("over", "abandoned"):
        ended = game_over_screen(
            table, view, told, say, game_name, mention_all(pings), files, beside=beside, above=above
        )
        return PublicMessage(ended, pings)
    headline = say("look.head", game=game_name, id=table.id, headline=say.phrase(view.headline))
    parts = TableMessageParts(
        ping=above or cut(_describe_pings(table, view, say, pings, reasons, ping_text), PING_LINE),
        for_you=for_you,
        head=format_headline(table, say, headline, begun="start" in reasons),
        story=told,
        scores=_score_lines(table, view, say, details),
        waiting=_describe_waiting(
            table, view, say, view.invited if silent is None else silent, table.updated_at if now is None else now
        ),
        more=lambda n, seats: say("story.more_turns_of" if seats else "story.more_turns", n=n, seats=seats),
        still_open=still_open,
        rests=rests,
        away=_describe_vacations(table, away, say),
    )
    rows: list[Row] = [[*standing_buttons(table, say, verbs), *beside]]
    if quick:
        rows.append(list(quick[:5]))
    if below := rest_line.rest_buttons(table, say):
        rows.append(list(below))
    return PublicMessage(Screen(parts.fitted(), files, rows), pings)


def standing_buttons(table: Table, say: Voice, verbs: Sequence[str] = VERBS) -> list[Button]:
    """The standard buttons of a table message, the same for everybody."""
    return [
        Button(ids.table_custom_id(table.id, verb), say(f"button.{verb}"), "blue" if verb == "move" else "grey")
        for verb in verbs
    ]


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
        self.ping = cut(ping, ABOVE_LINE)
        self.for_you = cut(for_you, FOR_LINE)
        self.head = head
        self.story = story
        self.still_open = cut(still_open, OPEN_LINE)
        self.scores = scores[:SCORE_LINES]
        self.rests = cut(rests, REST_LINE)
        self.waiting = cut(waiting, WAIT_LINE)
        self.more = more
        self.away = away if len(away) <= AWAY_LINE else ""

    def fitted(self) -> str:
        for told, less in self._ways():
            text = self._text(told, less)
            if sum(map(len, told)) <= STORY and len(text) <= LONGEST:
                return text
        for left in self._giving_way():
            told = [cut(text, TURN_LINE) for text in left.values()]
            text = self._text([*self._hidden(left), *told], BARE)
            if sum(map(len, told)) <= STORY and len(text) <= LONGEST:
                return text
        return text if len(text) <= LONGEST else cut(text.removesuffix(self.away).rstrip(), LONGEST)

    def _giving_way(self) -> Iterator[dict[int, str]]:
        """Story lines by position in the story, ever fewer; empty at last."""
        left = {at: line.short for at, line in enumerate(self.story)}
        order = sorted(left, key=lambda at: (not self.story[at].idle, self.story[at].touches, at))
        yield left
        for at in order:
            if self.story[at].idle:
                del left[at]
            else:
                left[at] = self.story[at].least or left[at]
            yield left
        for at in order:
            left.pop(at, None)
            yield left

    def _hidden(self, left: Collection[int]) -> list[str]:
        """The line with the number of omitted turns and their seats."""
        lines = [line for at, line in enumerate(self.story) if at not in left and not line.idle]
        seats = sorted({line.seat for line in lines if line.seat is not None})
        return [cut(self.more(len(lines), seats), MORE_LINE)] if lines else []

    def _ways(self) -> Iterator[tuple[list[str], int]]:
        yield [line.whole for line in self.story], 0
        brief = [line.brief for line in self.story]
        needed = [line.short for line in self.story if not line.idle] or [line.short for line in self.story]
        for story in (brief, needed):
            for less in range(BARE + 1):
                yield story, less

    def _text(self, story: Sequence[str], less: int) -> str:
        """The whole text; `less`: the index of the form of each score line."""
        scores = [cut(forms[min(less, len(forms) - 1)], SCORE_LINE) for forms in self.scores]
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
    if not pings:
        return ""
    if ASKED in reasons and table.asked_at is not None and table.status != "frozen":
        return say("ping.asked", who=mention_all(pings))
    if "start" in reasons:
        key = "ping.start" if table.seq <= UNTOUCHED else "ping.begun"
        if len(table.waiting) == len(pings) == 1 and table.seats[table.waiting[0]].called == pings[0]:
            return say(f"{key}_alone", who=mention_all(pings), task=say.phrase(view.tasks[table.waiting[0]]))
        first = say.join([say.seat(seat) for seat in table.waiting]) or say.seat(0)
        return say(key, who=mention_all(pings), first=first)
    groups: dict[str, tuple[int, list[int]]] = {}  # task -> a seat that has it, and all users that have it
    tasks = {**view.invited, **view.tasks}
    for user in pings:
        seat = seat_control.find_notified_seat(table, user)
        if seat is not None and seat.index in tasks:
            groups.setdefault(say.phrase(tasks[seat.index]), (seat.index, []))[1].append(user)
    asked = {user for _, users in groups.values() for user in users}
    owing = {table.seats[seat].called for seat in view.tasks}  # without seats that are only invited
    key = "ping.turn" if len(asked) == 1 and asked <= owing else "ping.several"
    said = []
    for task, (one, users) in groups.items():
        who = " ".join(deciders.describe_decider(table, user, say) for user in users)
        said.append(ping_text(one, who) or say(key, who=who, task=task))
    left = [
        user for user in pings if table.seat_of(user) is None and seat_control.find_notified_seat(table, user) is None
    ]
    rest = [user for user in pings if user not in asked and user not in left]
    said += [say("ping.handed", who=mention_all(left))] if left else []
    return " ".join([*said, *([mention_all(rest)] if rest else [])])


def mention_all(pings: Sequence[int]) -> str:
    return " ".join(mention(user) for user in pings)


def _score_lines(
    table: Table, view: View, say: Voice, details: Sequence[tuple[str, str]]
) -> list[tuple[str, str, str]]:
    """Per seat three forms of its line: with details and note, with details, with neither."""
    lines = []
    for seat in table.seats:
        name = naming.isolate_name(say.seat(seat.index))
        told = {"colour": seat.colour, "name": name, "points": view.scores[seat.index]}
        short = say("look.score", **told)
        detail, note = details[seat.index] if seat.index < len(details) else ("", "")
        plain = say("look.score_detail", **told, detail=detail) if detail else short
        lines.append((say("look.score_note", **told, detail=detail, note=note) if note else plain, plain, short))
    return lines


def _describe_waiting(table: Table, view: View, say: Voice, silent: Collection[int], now: int) -> str:
    if not table.waiting:
        return ""
    dues = {stretch.seat: announced_due_time(stretch.timer) for stretch in table.stretches}
    known = sorted({due for due in dues.values() if due is not None})
    several = len(known) > 1 and known[-1] - known[0] >= ALIKE
    line = _describe_asked_seats(table, view, say, silent, now, dues) if several else ""
    if not line or len(line) > WAIT_LINE:
        line = _describe_asked_seats(table, view, say, silent, now, {})
        if known:
            key = "wait.line_late" if known[0] <= now else "wait.line_first" if several else "wait.line_due"
            line = say(key, line=line, due=time_text.format_relative_time(known[0]))
    banks = _describe_short_banks(table, say)
    more = [say("wait.bank", list=say.join(banks))] if banks else []
    more += deciders.describe_stand_ins(table, say)
    whole = "\n".join([line, *more])
    return whole if len(whole) <= WAIT_LINE else line


def _describe_vacations(table: Table, away: Mapping[int, int] | None, say: Voice) -> str:
    """The users on vacation, without the dates if there are too many."""
    if not away:
        return ""
    friends = {seat.index: seat.standin for seat in table.seats if seat.standin is not None}
    names = {seat: say.person(friends[seat]) if seat in friends else say.seat(seat) for seat in away}
    told = [say("wait.away_until", name=names[seat], end=time_text.format_timestamp(end)) for seat, end in away.items()]
    line = say("wait.away", list=say.join(told))
    return line if len(line) <= AWAY_LINE else say("wait.away", list=say.join(list(names.values())))


def _describe_asked_seats(
    table: Table, view: View, say: Voice, silent: Collection[int], now: int, dues: Mapping[int, int | None]
) -> str:
    """The seats waited for with their tasks and the start of the turn; `dues`: due times where they differ. Machines
    answer after all people have, and are named only then."""
    groups: dict[tuple[str, int | None], list[int]] = {}
    for seat in [seat for seat in table.waiting if table.seats[seat].human] or table.waiting:
        task = view.tasks.get(seat)
        groups.setdefault((say.phrase(task) if task is not None else "", dues.get(seat)), []).append(seat)
    items = []
    for (words, due), asked in groups.items():
        item = say("wait.item", names=say.join([say.seat(s) for s in asked]), task=words)
        if due is not None:
            item = say(
                "wait.item_late" if due <= now else "wait.item_due", item=item, due=time_text.format_relative_time(due)
            )
        items.append(item)
    invited: dict[str, list[int]] = {}
    for seat, task in view.invited.items():
        if seat not in silent:
            continue
        invited.setdefault(say.phrase(task), []).append(seat)
    items += [say("wait.free", names=say.join([say.seat(s) for s in some]), task=t) for t, some in invited.items()]
    since = min(stretch.since for stretch in table.stretches)
    return say("wait.line", list=". ".join(items), since=time_text.format_relative_time(since))


def _describe_short_banks(table: Table, say: Voice) -> list[str]:
    """The remaining banks of the seats waited for, where less is left than a move adds."""
    each = parse_pace(table.pace).each or 0
    banks = [(seat, table.seats[seat].bank) for seat in table.waiting if table.seats[seat].human]
    short = [(seat, bank) for seat, bank in banks if bank is not None and bank < each]
    return [
        say("wait.bank_of", name=say.seat(seat), left=time_text.format_rough_span(bank, say)) for seat, bank in short
    ]
