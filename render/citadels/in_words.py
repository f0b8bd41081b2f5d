"""The same view in words: alternative texts of pictures, and the whole table as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from render.core.look import Look, Mark
from render.core.words import LIMIT, cut, known, listed
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.view import CitadelsView, CityCard

from . import seen
from .calls import fates_of
from .hand import asked, does
from .layout import name_of

ALT: Final = "pic.citadels.alt"
BOARD: Final = "pic.citadels.board"


def _names(look: Look, seats: Iterable[int]) -> str:
    return listed(look.seats[seat].name for seat in sorted(seats))


def _character(look: Look, key: str) -> str:
    return look.say(f"{ALT}.character", rank=CHARACTERS[key].rank, character=name_of(look, key))


def _district(look: Look, card: CityCard) -> str:
    """A card of a city with what lies on it."""
    said = look.say(f"{ALT}.card", district=name_of(look, card.district), cost=DISTRICTS[card.district].cost)
    if card.beautified:
        said = look.say(f"{ALT}.beautified", card=said)
    if card.cards:
        said = look.say(f"{ALT}.museum", card=said, n=card.cards)
    return said


def _city(look: Look, view: CitadelsView, seat: int) -> str:
    cards = view.players[seat].city
    return listed(_district(look, card) for card in cards) or look.say(f"{BOARD}.none")


def _colour(look: Look, seat: int) -> str:
    return look.say(f"pic.colour.{look.seats[seat].colour.name}")


def _drafting(view: CitadelsView) -> int | None:
    return next((i for i, seat in enumerate(view.players) if seat.drafting), None)


def _headline(view: CitadelsView, look: Look) -> str:
    say = look.say
    if view.over:
        return say(f"{ALT}.over", n=view.round, names=_names(look, view.winners))
    if view.phase == "draft":
        seat = _drafting(view)
        if seat is None:
            return say(f"{ALT}.draft_none", round=view.round)
        return say(f"{ALT}.draft", round=view.round, name=look.seats[seat].name)
    if view.turn is None:
        return say(f"{ALT}.call", round=view.round)
    return say(
        f"{ALT}.turn",
        round=view.round,
        rank=CHARACTERS[view.turn.character].rank,
        character=name_of(look, view.turn.character),
        name=look.seats[view.turn.seat].name,
    )


def _marks(view: CitadelsView, look: Look, family: str) -> list[str]:
    return [
        look.say(f"{family}.{power}", character=name_of(look, character))
        if known(f"{family}.{power}")
        else f"{power}: {name_of(look, character)}{'.' if family == ALT else ''}"
        for power, character in fates_of(view)
    ]


def _seat(view: CitadelsView, look: Look, seat: int, *, whole: bool) -> str:
    """What everybody sees of a seat: its whole city, or how many districts that has."""
    player = view.players[seat]
    params = {
        "name": look.seats[seat].name,
        "colour": _colour(look, seat),
        "gold": player.gold,
        "hand": player.hand,
        "n": len(player.city),
        "points": view.scores[seat],
    }
    if not whole:
        return look.say(f"{ALT}.seat_short", **params)
    return look.say(f"{ALT}.seat", **params, city=_city(look, view, seat))


def table_alt(view: CitadelsView, look: Look, story: str = "", choices: Sequence[Mark] = ()) -> str:
    """The most important first: whose turn, what was named, who owns what. Only what everybody sees."""
    say = look.say
    said = [_headline(view, look)]
    acting = set(view.tasks)
    if acting and (view.turn is None or acting != {view.turn.seat}) and acting != {_drafting(view)}:
        said.append(say(f"{ALT}.waits", names=_names(look, acting)))
    if choices:
        said.append(say(f"{ALT}.choice", list=listed(m.note or m.token for m in choices)))
    said += [story, *_marks(view, look, ALT)]
    said.append(say(f"{ALT}.crown", name=look.seats[view.crown].name))
    if view.face_up:
        said.append(say(f"{ALT}.face_up", list=listed(name_of(look, c) for c in view.face_up)))
    if view.ruin:
        said.append(say(f"{ALT}.ruin", district=name_of(look, view.ruin)))
    said = [s for s in said if s]
    more = say(f"{ALT}.more")
    seats = [_seat(view, look, seat, whole=False) for seat in range(view.seats)]
    for seat in range(view.seats):  # every seat first; then whole cities, as many as fit
        longer = [*seats[:seat], _seat(view, look, seat, whole=True), *seats[seat + 1 :]]
        if len(" ".join([*said, *longer])) + len(more) < LIMIT:
            seats = longer
        else:
            seats.append(more)
            break
    return cut([*said, *seats], more)


def _hand_lines(view: CitadelsView, look: Look) -> list[str]:
    """What the reader alone sees, sentence by sentence."""
    say = look.say
    said = []

    def card(key: str) -> str:
        if key in CHARACTERS:
            return _character(look, key)
        shade = say(f"pic.citadels.colour.{DISTRICTS[key].colour}")
        return say(f"{ALT}.hand_card", district=name_of(look, key), cost=DISTRICTS[key].cost, colour=shade)

    if view.offer is not None:
        what = asked(look, view.offer)
        cards = [
            card(key) if n == 1 else say(f"{ALT}.times", card=card(key), n=n)
            for key, n in Counter(view.offer.cards).items()
        ]
        said.append(say(f"{ALT}.choose", what=what, list=listed(cards)))
    if view.hand:
        said.append(say(f"{ALT}.hand", list=listed(map(card, view.hand))))
    else:
        said.append(say(f"{ALT}.hand_none"))
    if view.you is not None:
        said.append(say(f"{ALT}.own_gold", n=view.players[view.you].gold))
    if view.characters:
        said.append(say(f"{ALT}.own", list=listed(map(card, view.characters))))
    if view.aside:
        said.append(say(f"{ALT}.aside", list=listed(map(card, view.aside))))
    if view.you is not None and not view.over:
        said += _under(view, look, [view.you])
    return said


def _under(view: CitadelsView, look: Look, seats: Iterable[int]) -> list[str]:
    """The cards beneath the Museum, for those who may know them."""
    return [
        look.say(f"{ALT}.under", name=look.seats[seat].name, list=listed(name_of(look, key) for key in card.names))
        for seat in seats
        for card in view.players[seat].city
        if card.names
    ]


def hand_alt(view: CitadelsView, look: Look) -> str:
    """The private picture in words."""
    more = look.say(f"{ALT}.more")
    first, *rest = _hand_lines(view, look)
    if len(first) + len(more) >= LIMIT:  # a whole deck to choose from: the names of as many as fit
        first = first[: first.rindex(",", 0, LIMIT - len(more) - 4)] + "…"
    return cut([first, *rest], more)


def card_alt(look: Look, key: str) -> str:
    """A single card in words."""
    if key in CHARACTERS:
        card = _character(look, key)
    else:
        card = look.say(f"{ALT}.card", district=name_of(look, key), cost=DISTRICTS[key].cost)
    return look.say(f"{ALT}.explained", card=card, text=does(look, key))


def score_alt(view: CitadelsView, look: Look, title: str) -> str:
    """The sheet of points in words."""
    say = look.say
    lines = [
        say(
            f"{ALT}.score",
            name=look.seats[seat].name,
            total=row.total,
            districts=row.districts,
            colours=row.colours,
            completion=row.completion,
            cards=sum(row.cards.values()),
        )
        for seat, row in enumerate(view.sheet)
    ]
    head = title or say(f"pic.citadels.label.{'score' if view.over else 'score_now'}")
    said = [say(f"{ALT}.scores", title=head, list=listed(lines, "; "))]
    if view.over:
        said.append(_headline(view, look))
    return cut(said, say(f"{ALT}.more"))


def part_alt(view: CitadelsView, look: Look, seat: int) -> str:
    return cut([_seat(view, look, seat, whole=True)], look.say(f"{ALT}.more"))


def _head(view: CitadelsView, look: Look, title: str) -> str:
    say = look.say
    if view.over:
        return say(f"{BOARD}.head_over", title=title, n=view.round, names=_names(look, view.winners))
    if view.phase == "draft":
        seat = _drafting(view)
        turn = "" if seat is None else say(f"{BOARD}.drafts", name=look.seats[seat].name)
        return say(f"{BOARD}.head_draft", title=title, round=view.round, turn=turn)
    if view.turn is None:
        turn = say(f"{BOARD}.between")
    else:
        turn = say(
            f"{BOARD}.{'rank_bewitched' if view.turn.bewitched else 'rank'}",
            rank=CHARACTERS[view.turn.character].rank,
            character=name_of(look, view.turn.character),
            name=look.seats[view.turn.seat].name,
        )
    return say(f"{BOARD}.head_call", title=title, round=view.round, turn=turn)


def _called(view: CitadelsView, look: Look) -> str:
    """The ranks called so far with who answered, and what was named."""
    holders = {shown.character: seat for seat, player in enumerate(view.players) for shown in player.shown}
    said = []
    for character in view.cast:
        if character in holders:
            name = look.seats[holders[character]].name
            said.append(look.say(f"{BOARD}.called_one", character=name_of(look, character), name=name))
        elif character in view.silent:
            said.append(look.say(f"{BOARD}.called_none", character=name_of(look, character)))
    lines = [look.say(f"{BOARD}.called", list=listed(said))] if said else []
    marks = _marks(view, look, BOARD)
    if marks:
        lines.append(look.say(f"{BOARD}.marks", list=listed(marks)))
    return " ".join(lines)


def _seat_line(view: CitadelsView, look: Look, seat: int) -> str:
    say, player = look.say, view.players[seat]
    items = [say(f"{BOARD}.gold", n=player.gold), say(f"{BOARD}.hand", n=player.hand)]
    if player.crown:
        items.append(say(f"{BOARD}.crown"))
    if player.secret:
        items.append(say(f"{BOARD}.secret", n=player.secret))
    if player.drafting:
        items.append(say(f"{BOARD}.drafting"))
    return say(
        f"{BOARD}.seat",
        name=look.seats[seat].name,
        colour=_colour(look, seat),
        items=listed(items),
        points=view.scores[seat],
        city=_city(look, view, seat),
    )


def _sheet_line(view: CitadelsView, look: Look, seat: int) -> str:
    row = view.sheet[seat]
    cards: str | int = sum(row.cards.values())
    if cards:
        each = (f"{name_of(look, key)} {points}" for key, points in row.cards.items() if points)
        cards = look.say(f"{BOARD}.sheet_cards", points=cards, list=listed(each))
    return look.say(
        f"{BOARD}.sheet",
        name=look.seats[seat].name,
        districts=row.districts,
        colours=row.colours,
        completion=row.completion,
        cards=cards,
        total=row.total,
    )


def text_board(view: CitadelsView, look: Look, title: str, legal: Sequence[str] = ()) -> str:
    """The whole table in words: everything the picture shows; for a seat, its own secrets after that."""
    say = look.say
    called = "" if view.over else _called(view, look)
    lines = [" ".join(s for s in (_head(view, look, title or say("cit.name")), called) if s)]
    if legal:
        lines.append(say(f"{BOARD}.possible", list=listed(map(str, legal))))
    cast = [say(f"{BOARD}.in_play", list=listed(name_of(look, c) for c in view.cast))]
    if view.face_up:
        cast.append(say(f"{BOARD}.face_up", list=listed(name_of(look, c) for c in view.face_up)))
    if view.face_down:
        cast.append(say(f"{BOARD}.face_down", n=view.face_down))
    lines.append(" ".join(cast))
    lines += [_seat_line(view, look, seat) for seat in range(view.seats)]
    if view.over:
        lines += [_sheet_line(view, look, seat) for seat in range(view.seats)]
        lines += _under(view, look, range(view.seats))
    last = [say(f"{BOARD}.deck", n=view.deck, target=view.target)]
    if view.last_round and not view.over:
        last.append(say(f"{BOARD}.last_round"))
    if view.ruin:
        last.append(say(f"{BOARD}.ruin", district=name_of(look, view.ruin)))
    lines.append(" ".join(last))
    lines += seen.lines(view, say)
    if view.you is not None:
        lines += [say(f"{BOARD}.only_you"), *_hand_lines(view, look)]
    return "\n".join(lines)
