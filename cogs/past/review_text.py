"""The text of a review and the values of its picture: the costliest decisions and the greatest luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from cogs.games import face_for
from cogs.games.move_texts import describe_move
from cogs.screen import event_text, truncate_text
from render.core.sentences import format_number
from render.review import ReviewPage, ReviewRow
from service.state.model import LogEntry, StoredEvent, Table
from service.state.review_summary import PARTS, CostlyDecision, LuckSwing, Review, SeatAccount
from words import Voice, format_tenths

REVIEW_LENGTH: Final = 1900  # characters of the whole text
MOVE_LENGTH: Final = 90  # characters of a move
# Per attempt: full explanation of chances, reasons per decision, reasons for the played move, lucky events.
DETAIL_LEVELS: Final = (
    (True, 2, 1, 3),
    (False, 2, 1, 3),
    (False, 2, 0, 3),
    (False, 1, 0, 3),
    (False, 1, 0, 1),
    (False, 0, 0, 3),
    (False, 0, 0, 0),
)
STORY_LENGTH: Final = 140  # characters of the story of a lucky event
PRIVATE_SUFFIX: Final = "_own"  # suffix of sentence keys for private events
REVEALED_SUFFIX: Final = "_of"  # suffix of their public versions after the game


VoiceAndTable = Callable[[int], tuple[Voice, Table]]


def review_heading(say: Voice, table: Table, name: str) -> str:
    """`name`: the game's name."""
    return say("review.head", name=name, id=table.id)


def format_percent(thousandths: int, *, sign: bool = False) -> str:
    """Thousandths as a whole percentage; a value above 0 never shows as 0."""
    percent = _whole_percent(thousandths)
    if thousandths and not percent:
        return "< 1" if thousandths > 0 else "> −1"
    return format_number(percent, sign=sign and percent != 0)


def _whole_percent(thousandths: int) -> int:
    return round(100 * thousandths / PARTS)


def describe_review(
    say: Voice,
    table: Table,
    name: str,
    review: Review,
    entries: Mapping[int, LogEntry],
    before: VoiceAndTable | None = None,
) -> str:
    """The text of a review, with fewer reasons and less luck if it is too long. `entries`: the entries of lucky events;
    `before`: voice and table before an entry, as places may get other names."""
    before = before or (lambda number: (say, table))
    swings = [say("review.swings", n=len(review.swings))] if review.swings else []
    lines: list[str] = []
    for in_full, reasons, contrary, luck_count in DETAIL_LEVELS:
        about = say("review.about" if in_full else "review.about_short")
        lines = [review_heading(say, table, name), about, _describe_totals(say, review), *swings]
        for n, swing in enumerate(review.swings, 1):
            lines.append(_describe_swing(*before(swing.number), n, swing, reasons, contrary))
        greatest_luck = sorted(review.strokes, key=lambda stroke: -abs(stroke.change))[:luck_count]
        if greatest_luck:
            lines.append(say("review.strokes"))
        for stroke in sorted(greatest_luck, key=lambda stroke: stroke.number):
            lines.append(_describe_stroke(*before(stroke.number), stroke, entries))
        if len("\n".join(lines)) <= REVIEW_LENGTH:
            break
    return truncate_text("\n".join(lines), REVIEW_LENGTH)


def _describe_totals(say: Voice, review: Review) -> str:
    """Totals of the table: chances lost by decisions, and the luckiest player."""
    accounts = review.accounts
    lucky = max(range(len(accounts)), key=lambda seat: accounts[seat].luck)
    text = say("review.no_swings")
    if review.swings:
        total_cost = format_percent(sum(account.lost for account in accounts))
        text = say("review.table", n=sum(account.mistakes for account in accounts), cost=total_cost)
    if accounts[lucky].luck < PARTS // 100:
        return text
    return say("review.lucky", told=text, seat=lucky, change=format_percent(accounts[lucky].luck, sign=True))


def _describe_turn_number(say: Voice, table: Table, turn: int) -> str:
    return say(f"review.at_{table.kind}" if turn else "review.at_start", n=turn)


def _describe_review_move(say: Voice, table: Table, line: str) -> str:
    return truncate_text(describe_move(say, face_for(table.kind), table, line, terms=True).rstrip("."), MOVE_LENGTH)


def _describe_swing(say: Voice, table: Table, number: int, swing: CostlyDecision, most_pro: int, most_con: int) -> str:
    text = say(
        "review.swing_then" if swing.then else "review.swing",
        number=number,
        at=_describe_turn_number(say, table, swing.at),
        seat=swing.seat,
        move=_describe_review_move(say, table, swing.move),
        better=_describe_review_move(say, table, swing.better),
        then=_describe_review_move(say, table, swing.then) if swing.then else "",
        cost=format_percent(swing.cost),
        chance=format_percent(swing.chance),
        instead=format_percent(PARTS // 100 * max(0, _whole_percent(swing.chance) - _whole_percent(swing.cost))),
    )
    pro_sentences = [say(key, **values) for key, values in swing.public_reasons[:most_pro] if say.has(key)]
    if not pro_sentences:
        return text
    con_sentences = [say(key, **values) for key, values in swing.public_reasons_for_played[:most_con] if say.has(key)]
    text = say("review.because", told=text, why=" ".join(pro_sentences))
    return say("review.but", told=text, but=" ".join(con_sentences)) if con_sentences else text


def _describe_stroke(say: Voice, table: Table, stroke: LuckSwing, entries: Mapping[int, LogEntry]) -> str:
    """The public story of a lucky event, or its move; and the other player's act that followed."""
    sentences = _describe_entry_events(say, stroke.seat, entries.get(stroke.number)) or [
        _describe_review_move(say, table, stroke.move)
    ]
    sentences = [_fit_whole_sentences(sentences)]
    if stroke.then is not None and not _is_follow_up_unrelated(stroke, entries.get(stroke.number)):
        seat, line = stroke.then
        follow_up = _describe_entry_events(say, stroke.seat, entries.get(stroke.after), without_luck=True)
        sentences.append(
            _fit_whole_sentences(follow_up)
            or say("review.then", seat=seat, move=_describe_review_move(say, table, line))
        )
    return say(
        "review.stroke",
        at=_describe_turn_number(say, table, stroke.at),
        story=" ".join(sentences),
        seat=stroke.seat,
        change=format_percent(stroke.change, sign=True),
    )


def _fit_whole_sentences(sentences: Sequence[str]) -> str:
    """As many whole sentences as fit; a single one may be cut."""
    fitting = next((n for n in range(len(sentences), 1, -1) if len(" ".join(sentences[:n])) <= STORY_LENGTH), 0)
    return (
        " ".join(sentences[:fitting]).removesuffix(" …")
        if fitting
        else truncate_text(" ".join(sentences), STORY_LENGTH)
    )


def _is_follow_up_unrelated(stroke: LuckSwing, entry: LogEntry | None) -> bool:
    """Whether dice were the luck, and the next act of another player is unrelated."""
    return bool(stroke.after and entry is not None and entry.chance and stroke.then and stroke.then[0] != stroke.seat)


def _describe_entry_events(say: Voice, seat: int, entry: LogEntry | None, *, without_luck: bool = False) -> list[str]:
    """The story of an entry; if too long, its beginning with the events of that seat, or its end. Without dice, only
    the events that revealed something, as they were the luck; with `without_luck`, only the others."""
    if entry is None:
        return []
    told = _events_in_words(say, entry.events)
    revealing = [(sentence, event) for sentence, event in told if event.reveals or event.seats is not None]
    if without_luck:
        told = [pair for pair in told if pair not in revealing] or revealing
    elif revealing and not entry.chance:
        told = revealing
    if sum(len(sentence) for sentence, _ in told) <= STORY_LENGTH or len(told) < 3:
        return [sentence for sentence, _ in told]
    shown = [index for index, (_, event) in enumerate(told) if index and _concerns_seat(event, seat)]
    sentences, last = [told[0][0]], 0
    for index in shown or [len(told) - 1]:
        if index > last + 1:
            sentences.append("…")
        sentences.append(told[index][0])
        last = index
    return sentences


def _events_in_words(say: Voice, events: Iterable[StoredEvent]) -> list[tuple[str, StoredEvent]]:
    """Events as sentences. After the game private events are public and replace their public versions."""
    told: list[tuple[str, StoredEvent]] = []
    for event in events:
        describe = event_text.describe_event if event.seats is None else _describe_revealed_event
        if sentence := describe(event, say):
            told = [(text, other) for text, other in told if not _is_public_version(other, event)]
            told.append((sentence, event))
    return told


def _describe_revealed_event(event: StoredEvent, say: Voice) -> str:
    """The public sentence of a private event; empty if it has none."""
    assert event.seats is not None
    key = event.key.removesuffix(PRIVATE_SUFFIX) + REVEALED_SUFFIX
    if len(event.seats) == 1 and say.has(key):
        return say(key, seat=next(iter(event.seats)), **event.params)
    return event_text.describe_event(event, say) if "seat" in event.params else ""


def _is_public_version(public: StoredEvent, event: StoredEvent) -> bool:
    """Whether `public` is the shorter version of the private `event`."""
    seats = (event.params["seat"],) if "seat" in event.params else event.seats or ()
    return public.key + PRIVATE_SUFFIX == event.key and public.params.get("seat") in seats


def _concerns_seat(event: StoredEvent, seat: int) -> bool:
    """Whether an event involves that seat, by its readers or by its parameters."""
    if event.seats is not None and seat in event.seats:
        return True
    for name, value in event.params.items():
        kind = name.rpartition("_")[2]
        if (kind == "seat" and value == seat) or (kind == "seats" and seat in value):
            return True
    return False


# --- picture ------------------------------------------------------------------------------------------------------


def build_review_page(say: Voice, table: Table, name: str, review: Review) -> ReviewPage:
    """The values of the review's picture; `say`: with plain names."""
    order = sorted(
        range(len(review.accounts)), key=lambda seat: (seat not in table.winners, -_final_chance(review, seat), seat)
    )
    rows = [(entry, [round(100 * chance / PARTS) for chance in row]) for entry, row in review.course]
    columns = [say("review.column.lost"), say("review.column.luck"), say(f"review.column.{table.kind}")]
    lines = [ReviewRow(seat, _account_cells(say, review.accounts[seat])) for seat in order]
    return ReviewPage(
        say("review.title", name=name, id=table.id),
        say("review.picture_about"),
        _describe_review_picture(say, review, order),
        say(f"review.unit_{table.kind}"),
        rows,
        order,
        [(swing.at, swing.seat) for swing in review.swings],
        columns,
        lines,
    )


def _final_chance(review: Review, seat: int) -> int:
    return review.course[-1][1][seat]


def _account_cells(say: Voice, account: SeatAccount) -> tuple[str, ...]:
    lost = say("review.lost", percent=format_percent(-account.lost, sign=True), n=account.mistakes)
    luck = say("review.luck", percent=format_percent(account.luck, sign=True))
    return (
        lost,
        luck,
        say("review.got", got=format_tenths(account.got, say.language), due=format_tenths(account.due, say.language)),
    )


def _describe_review_picture(say: Voice, review: Review, order: list[int]) -> str:
    sentences = [say("review.alt")]
    for seat in order:
        account = review.accounts[seat]
        chances = [review.course[len(review.course) * part // 4][1][seat] for part in range(4)]
        sentences.append(
            say(
                "review.alt_seat",
                seat=seat,
                list=", ".join(format_percent(chance) for chance in chances),
                end=format_percent(_final_chance(review, seat)),
                lost=format_percent(account.lost),
                luck=format_percent(account.luck, sign=True),
            )
        )
    return " ".join(sentences)
