"""The text of a review and the values of its picture: the costliest decisions and the greatest luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from cogs.games import face_for
from cogs.games.move_texts import describe_move
from cogs.screen import cut, event_text
from render.core.sentences import format_number
from render.review import ReviewPage, ReviewRow
from service.state.model import LogEntry, StoredEvent, Table
from service.state.review_summary import PARTS, CostlyDecision, LuckSwing, Review, SeatAccount
from words import Voice, format_tenths

LONGEST: Final = 1900  # characters of the whole text
MOVE: Final = 90  # characters of a move
# Per attempt: full explanation of chances, reasons per decision, reasons for the played move, lucky events.
SHORTER: Final = (
    (True, 2, 1, 3),
    (False, 2, 1, 3),
    (False, 2, 0, 3),
    (False, 1, 0, 3),
    (False, 1, 0, 1),
    (False, 0, 0, 3),
    (False, 0, 0, 0),
)
STORY: Final = 140  # characters of the story of a lucky event
ALONE: Final = "_own"  # suffix of sentence keys for private events
BARED: Final = "_of"  # suffix of their public versions after the game


At = Callable[[int], tuple[Voice, Table]]


def review_heading(say: Voice, table: Table, name: str) -> str:
    """`name`: the game's name."""
    return say("review.head", name=name, id=table.id)


def format_percent(parts: int, *, sign: bool = False) -> str:
    """Thousandths as a whole percentage; a value above 0 never shows as 0."""
    whole = _whole_percent(parts)
    return ("< 1" if parts > 0 else "> −1") if parts and not whole else format_number(whole, sign=sign and whole != 0)


def _whole_percent(parts: int) -> int:
    return round(100 * parts / PARTS)


def describe_review(
    say: Voice, table: Table, name: str, found: Review, entries: Mapping[int, LogEntry], at: At | None = None
) -> str:
    """The text of a review, with fewer reasons and less luck if it is too long. `entries`: the entries of lucky events;
    `at`: voice and table before an entry, as places may get other names."""
    at = at or (lambda number: (say, table))
    swings = [say("review.swings", n=len(found.swings))] if found.swings else []
    lines: list[str] = []
    for whole, reasons, contrary, strokes in SHORTER:
        about = say("review.about" if whole else "review.about_short")
        lines = [review_heading(say, table, name), about, _describe_totals(say, found), *swings]
        lines += [_describe_swing(*at(one.number), n, one, reasons, contrary) for n, one in enumerate(found.swings, 1)]
        some = sorted(sorted(found.strokes, key=lambda one: -abs(one.change))[:strokes], key=lambda one: one.number)
        if some:
            lines.append(say("review.strokes"))
        lines += [_describe_stroke(*at(stroke.number), stroke, entries) for stroke in some]
        if len("\n".join(lines)) <= LONGEST:
            break
    return cut("\n".join(lines), LONGEST)


def _describe_totals(say: Voice, found: Review) -> str:
    """Totals of the table: chances lost by decisions, and the luckiest player."""
    accounts = found.accounts
    lucky = max(range(len(accounts)), key=lambda seat: accounts[seat].luck)
    told = say("review.no_swings")
    if found.swings:
        lost = format_percent(sum(account.lost for account in accounts))
        told = say("review.table", n=sum(account.mistakes for account in accounts), cost=lost)
    if accounts[lucky].luck < PARTS // 100:
        return told
    return say("review.lucky", told=told, seat=lucky, change=format_percent(accounts[lucky].luck, sign=True))


def _describe_turn_number(say: Voice, table: Table, at: int) -> str:
    return say(f"review.at_{table.kind}" if at else "review.at_start", n=at)


def _describe_review_move(say: Voice, table: Table, line: str) -> str:
    return cut(describe_move(say, face_for(table.kind), table, line, terms=True).rstrip("."), MOVE)


def _describe_swing(say: Voice, table: Table, number: int, swing: CostlyDecision, reasons: int, contrary: int) -> str:
    told = say(
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
    why = [say(key, **values) for key, values in swing.reasons[:reasons] if say.has(key)]
    if not why:
        return told
    but = [say(key, **values) for key, values in swing.contrary[:contrary] if say.has(key)]
    told = say("review.because", told=told, why=" ".join(why))
    return say("review.but", told=told, but=" ".join(but)) if but else told


def _describe_stroke(say: Voice, table: Table, stroke: LuckSwing, entries: Mapping[int, LogEntry]) -> str:
    """The public story of a lucky event, or its move; and the other player's act that followed."""
    told = _describe_entry_events(say, stroke.seat, entries.get(stroke.number)) or [
        _describe_review_move(say, table, stroke.move)
    ]
    told = [_fit_whole_sentences(told)]
    if stroke.then is not None and not _is_follow_up_unrelated(stroke, entries.get(stroke.number)):
        seat, line = stroke.then
        after = _describe_entry_events(say, stroke.seat, entries.get(stroke.after), went_on=True)
        told.append(
            _fit_whole_sentences(after) or say("review.then", seat=seat, move=_describe_review_move(say, table, line))
        )
    return say(
        "review.stroke",
        at=_describe_turn_number(say, table, stroke.at),
        story=" ".join(told),
        seat=stroke.seat,
        change=format_percent(stroke.change, sign=True),
    )


def _fit_whole_sentences(sentences: Sequence[str]) -> str:
    """As many whole sentences as fit; a single one may be cut."""
    many = next((n for n in range(len(sentences), 1, -1) if len(" ".join(sentences[:n])) <= STORY), 0)
    return " ".join(sentences[:many]).removesuffix(" …") if many else cut(" ".join(sentences), STORY)


def _is_follow_up_unrelated(stroke: LuckSwing, entry: LogEntry | None) -> bool:
    """Whether dice were the luck, and the next act of another player is unrelated."""
    return bool(stroke.after and entry is not None and entry.chance and stroke.then and stroke.then[0] != stroke.seat)


def _describe_entry_events(say: Voice, seat: int, entry: LogEntry | None, *, went_on: bool = False) -> list[str]:
    """The story of an entry; if too long, its beginning with the events of that seat, or its end. Without dice, only
    the events that revealed something, as they were the luck; with `went_on`, only the others."""
    if entry is None:
        return []
    seen = _events_in_words(say, entry.events)
    known = [one for one in seen if one[1].reveals or one[1].seats is not None]
    if went_on:
        seen = [one for one in seen if one not in known] or known
    elif known and not entry.chance:
        seen = known
    if sum(len(told) for told, _ in seen) <= STORY or len(seen) < 3:
        return [told for told, _ in seen]
    kept = [n for n, (_, event) in enumerate(seen) if n and _concerns_seat(event, seat)] or [len(seen) - 1]
    found, before = [seen[0][0]], 0
    for n in kept:
        found += ["…"] * (n > before + 1)
        found.append(seen[n][0])
        before = n
    return found


def _events_in_words(say: Voice, events: Iterable[StoredEvent]) -> list[tuple[str, StoredEvent]]:
    """Events as sentences. After the game private events are public and replace their public versions."""
    found: list[tuple[str, StoredEvent]] = []
    for event in events:
        told = event_text.describe_event(event, say) if event.seats is None else _describe_revealed_event(say, event)
        if told:
            found = [one for one in found if not _is_public_version(one[1], event)]
            found.append((told, event))
    return found


def _describe_revealed_event(say: Voice, event: StoredEvent) -> str:
    """The public sentence of a private event; empty if it has none."""
    assert event.seats is not None
    key = event.key.removesuffix(ALONE) + BARED
    if len(event.seats) == 1 and say.has(key):
        return say(key, seat=next(iter(event.seats)), **event.params)
    return event_text.describe_event(event, say) if "seat" in event.params else ""


def _is_public_version(public: StoredEvent, event: StoredEvent) -> bool:
    """Whether `public` is the shorter version of the private `event`."""
    seats = (event.params["seat"],) if "seat" in event.params else event.seats or ()
    return public.key + ALONE == event.key and public.params.get("seat") in seats


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


def build_review_page(say: Voice, table: Table, name: str, found: Review) -> ReviewPage:
    """The values of the review's picture; `say`: with plain names."""
    order = sorted(
        range(len(found.accounts)), key=lambda seat: (seat not in table.winners, -_final_chance(found, seat), seat)
    )
    rows = [(at, [round(100 * chance / PARTS) for chance in row]) for at, row in found.course]
    columns = [say("review.column.lost"), say("review.column.luck"), say(f"review.column.{table.kind}")]
    lines = [ReviewRow(seat, _account_cells(say, found.accounts[seat])) for seat in order]
    return ReviewPage(
        say("review.title", name=name, id=table.id),
        say("review.picture_about"),
        _describe_review_picture(say, found, order),
        say(f"review.unit_{table.kind}"),
        rows,
        order,
        [(swing.at, swing.seat) for swing in found.swings],
        columns,
        lines,
    )


def _final_chance(found: Review, seat: int) -> int:
    return found.course[-1][1][seat]


def _account_cells(say: Voice, account: SeatAccount) -> tuple[str, ...]:
    lost = say("review.lost", percent=format_percent(-account.lost, sign=True), n=account.mistakes)
    luck = say("review.luck", percent=format_percent(account.luck, sign=True))
    return (
        lost,
        luck,
        say("review.got", got=format_tenths(account.got, say.language), due=format_tenths(account.due, say.language)),
    )


def _describe_review_picture(say: Voice, found: Review, order: list[int]) -> str:
    told = [say("review.alt")]
    for seat in order:
        account = found.accounts[seat]
        chances = [found.course[len(found.course) * part // 4][1][seat] for part in range(4)]
        told.append(
            say(
                "review.alt_seat",
                seat=seat,
                list=", ".join(format_percent(chance) for chance in chances),
                end=format_percent(_final_chance(found, seat)),
                lost=format_percent(account.lost),
                luck=format_percent(account.luck, sign=True),
            )
        )
    return " ".join(told)
