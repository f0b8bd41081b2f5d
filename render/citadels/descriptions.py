"""The same view in words: alternative texts of pictures, and the whole table as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from render.core.look import Look, Mark
from render.core.sentences import LIMIT, cut_to_limit, has_sentence, join_list
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.view import CitadelsView, CityCard

from . import seen_districts
from .call_row import list_fates
from .hand import card_effect, offer_title
from .layout import card_name

ALT: Final = "pic.citadels.alt"
BOARD: Final = "pic.citadels.board"


def _join_seat_names(look: Look, seats: Iterable[int]) -> str:
    return join_list(look.seats[seat].name for seat in sorted(seats))


def _character_of_key(look: Look, key: str) -> str:
    return look.say(f"{ALT}.character", rank=CHARACTERS[key].rank, character=card_name(look, key))


def _describe_city_card(look: Look, card: CityCard) -> str:
    """A card of a city with what lies on it."""
    said = look.say(f"{ALT}.card", district=card_name(look, card.district), cost=DISTRICTS[card.district].cost)
    if card.beautified:
        said = look.say(f"{ALT}.beautified", card=said)
    if card.cards:
        said = look.say(f"{ALT}.museum", card=said, n=card.cards)
    return said


def _describe_city(look: Look, view: CitadelsView, seat: int) -> str:
    cards = view.players[seat].city
    return join_list(_describe_city_card(look, card) for card in cards) or look.say(f"{BOARD}.none")


def _colour_of(look: Look, seat: int) -> str:
    return look.say(f"pic.colour.{look.seats[seat].colour.name}")


def _drafting_seat(view: CitadelsView) -> int | None:
    return next((i for i, seat in enumerate(view.players) if seat.drafting), None)


def _describe_phase(view: CitadelsView, look: Look) -> str:
    say = look.say
    if view.over:
        return say(f"{ALT}.over", n=view.round, names=_join_seat_names(look, view.winners))
    if view.phase == "draft":
        seat = _drafting_seat(view)
        if seat is None:
            return say(f"{ALT}.draft_none", round=view.round)
        return say(f"{ALT}.draft", round=view.round, name=look.seats[seat].name)
    if view.turn is None:
        return say(f"{ALT}.call", round=view.round)
    return say(
        f"{ALT}.turn",
        round=view.round,
        rank=CHARACTERS[view.turn.character].rank,
        character=card_name(look, view.turn.character),
        name=look.seats[view.turn.seat].name,
    )


def _list_fate_sentences(view: CitadelsView, look: Look, family: str) -> list[str]:
    return [
        look.say(f"{family}.{power}", character=card_name(look, character))
        if has_sentence(f"{family}.{power}")
        else f"{power}: {card_name(look, character)}{'.' if family == ALT else ''}"
        for power, character in list_fates(view)
    ]


def _describe_seat(view: CitadelsView, look: Look, seat: int, *, whole: bool) -> str:
    """What everybody sees of a seat: its whole city, or how many districts that has."""
    player = view.players[seat]
    params = {
        "name": look.seats[seat].name,
        "colour": _colour_of(look, seat),
        "gold": player.gold,
        "hand": player.hand,
        "n": len(player.city),
        "points": view.scores[seat],
    }
    if not whole:
        return look.say(f"{ALT}.seat_short", **params)
    return look.say(f"{ALT}.seat", **params, city=_describe_city(look, view, seat))


def describe_citadels_table(view: CitadelsView, look: Look, story: str = "", choices: Sequence[Mark] = ()) -> str:
    """The most important first: whose turn, what was named, who owns what. Only what everybody sees."""
    say = look.say
    said = [_describe_phase(view, look)]
    acting = set(view.tasks)
    if acting and (view.turn is None or acting != {view.turn.seat}) and acting != {_drafting_seat(view)}:
        said.append(say(f"{ALT}.waits", names=_join_seat_names(look, acting)))
    if choices:
        said.append(say(f"{ALT}.choice", list=join_list(m.note or m.token for m in choices)))
    said += [story, *_list_fate_sentences(view, look, ALT)]
    said.append(say(f"{ALT}.crown", name=look.seats[view.crown].name))
    if view.face_up:
        said.append(say(f"{ALT}.face_up", list=join_list(card_name(look, c) for c in view.face_up)))
    if view.ruin:
        said.append(say(f"{ALT}.ruin", district=card_name(look, view.ruin)))
    said = [s for s in said if s]
    more = say(f"{ALT}.more")
    seats = [_describe_seat(view, look, seat, whole=False) for seat in range(view.seats)]
    for seat in range(view.seats):  # every seat first; then whole cities, as many as fit
        longer = [*seats[:seat], _describe_seat(view, look, seat, whole=True), *seats[seat + 1 :]]
        if len(" ".join([*said, *longer])) + len(more) < LIMIT:
            seats = longer
        else:
            seats.append(more)
            break
    return cut_to_limit([*said, *seats], more)


def _list_hand_sentences(view: CitadelsView, look: Look) -> list[str]:
    """What the reader alone sees, sentence by sentence."""
    say = look.say
    said = []

    def card(key: str) -> str:
        if key in CHARACTERS:
            return _character_of_key(look, key)
        shade = say(f"pic.citadels.colour.{DISTRICTS[key].colour}")
        return say(f"{ALT}.hand_card", district=card_name(look, key), cost=DISTRICTS[key].cost, colour=shade)

    if view.offer is not None:
        what = offer_title(look, view.offer)
        cards = [
            card(key) if n == 1 else say(f"{ALT}.times", card=card(key), n=n)
            for key, n in Counter(view.offer.cards).items()
        ]
        said.append(say(f"{ALT}.choose", what=what, list=join_list(cards)))
    if view.hand:
        said.append(say(f"{ALT}.hand", list=join_list(map(card, view.hand))))
    else:
        said.append(say(f"{ALT}.hand_none"))
    if view.you is not None:
        said.append(say(f"{ALT}.own_gold", n=view.players[view.you].gold))
    if view.characters:
        said.append(say(f"{ALT}.own", list=join_list(map(card, view.characters))))
    if view.aside:
        said.append(say(f"{ALT}.aside", list=join_list(map(card, view.aside))))
    if view.you is not None and not view.over:
        said += _list_cards_under_museum(view, look, [view.you])
    return said


def _list_cards_under_museum(view: CitadelsView, look: Look, seats: Iterable[int]) -> list[str]:
    """The cards beneath the Museum, for those who may know them."""
    return [
        look.say(f"{ALT}.under", name=look.seats[seat].name, list=join_list(card_name(look, key) for key in card.names))
        for seat in seats
        for card in view.players[seat].city
        if card.names
    ]


def describe_hand(view: CitadelsView, look: Look) -> str:
    """The private picture in words."""
    more = look.say(f"{ALT}.more")
    first, *rest = _list_hand_sentences(view, look)
    if len(first) + len(more) >= LIMIT:  # a whole deck to choose from: the names of as many as fit
        first = first[: first.rindex(",", 0, LIMIT - len(more) - 4)] + "…"
    return cut_to_limit([first, *rest], more)


def describe_card(look: Look, key: str) -> str:
    """A single card in words."""
    if key in CHARACTERS:
        card = _character_of_key(look, key)
    else:
        card = look.say(f"{ALT}.card", district=card_name(look, key), cost=DISTRICTS[key].cost)
    return look.say(f"{ALT}.explained", card=card, text=card_effect(look, key))


def describe_score(view: CitadelsView, look: Look, title: str) -> str:
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
    said = [say(f"{ALT}.scores", title=head, list=join_list(lines, "; "))]
    if view.over:
        said.append(_describe_phase(view, look))
    return cut_to_limit(said, say(f"{ALT}.more"))


def describe_player_panel(view: CitadelsView, look: Look, seat: int) -> str:
    return cut_to_limit([_describe_seat(view, look, seat, whole=True)], look.say(f"{ALT}.more"))


def _text_headline(view: CitadelsView, look: Look, title: str) -> str:
    say = look.say
    if view.over:
        return say(f"{BOARD}.head_over", title=title, n=view.round, names=_join_seat_names(look, view.winners))
    if view.phase == "draft":
        seat = _drafting_seat(view)
        turn = "" if seat is None else say(f"{BOARD}.drafts", name=look.seats[seat].name)
        return say(f"{BOARD}.head_draft", title=title, round=view.round, turn=turn)
    if view.turn is None:
        turn = say(f"{BOARD}.between")
    else:
        turn = say(
            f"{BOARD}.{'rank_bewitched' if view.turn.bewitched else 'rank'}",
            rank=CHARACTERS[view.turn.character].rank,
            character=card_name(look, view.turn.character),
            name=look.seats[view.turn.seat].name,
        )
    return say(f"{BOARD}.head_call", title=title, round=view.round, turn=turn)


def _describe_calls(view: CitadelsView, look: Look) -> str:
    """The ranks called so far with who answered, and what was named."""
    holders = {shown.character: seat for seat, player in enumerate(view.players) for shown in player.shown}
    said = []
    for character in view.cast:
        if character in holders:
            name = look.seats[holders[character]].name
            said.append(look.say(f"{BOARD}.called_one", character=card_name(look, character), name=name))
        elif character in view.silent:
            said.append(look.say(f"{BOARD}.called_none", character=card_name(look, character)))
    lines = [look.say(f"{BOARD}.called", list=join_list(said))] if said else []
    marks = _list_fate_sentences(view, look, BOARD)
    if marks:
        lines.append(look.say(f"{BOARD}.marks", list=join_list(marks)))
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
        colour=_colour_of(look, seat),
        items=join_list(items),
        points=view.scores[seat],
        city=_describe_city(look, view, seat),
    )


def _seat_points_line(view: CitadelsView, look: Look, seat: int) -> str:
    row = view.sheet[seat]
    cards: str | int = sum(row.cards.values())
    if cards:
        each = (f"{card_name(look, key)} {points}" for key, points in row.cards.items() if points)
        cards = look.say(f"{BOARD}.sheet_cards", points=cards, list=join_list(each))
    return look.say(
        f"{BOARD}.sheet",
        name=look.seats[seat].name,
        districts=row.districts,
        colours=row.colours,
        completion=row.completion,
        cards=cards,
        total=row.total,
    )


def citadels_as_text(view: CitadelsView, look: Look, title: str, legal: Sequence[str] = ()) -> str:
    """The whole table in words: everything the picture shows; for a seat, its own secrets after that."""
    say = look.say
    called = "" if view.over else _describe_calls(view, look)
    lines = [" ".join(s for s in (_text_headline(view, look, title or say("cit.name")), called) if s)]
    if legal:
        lines.append(say(f"{BOARD}.possible", list=join_list(map(str, legal))))
    cast = [say(f"{BOARD}.in_play", list=join_list(card_name(look, c) for c in view.cast))]
    if view.face_up:
        cast.append(say(f"{BOARD}.face_up", list=join_list(card_name(look, c) for c in view.face_up)))
    if view.face_down:
        cast.append(say(f"{BOARD}.face_down", n=view.face_down))
    lines.append(" ".join(cast))
    lines += [_seat_line(view, look, seat) for seat in range(view.seats)]
    if view.over:
        lines += [_seat_points_line(view, look, seat) for seat in range(view.seats)]
        lines += _list_cards_under_museum(view, look, range(view.seats))
    last = [say(f"{BOARD}.deck", n=view.deck, target=view.target)]
    if view.last_round and not view.over:
        last.append(say(f"{BOARD}.last_round"))
    if view.ruin:
        last.append(say(f"{BOARD}.ruin", district=card_name(look, view.ruin)))
    lines.append(" ".join(last))
    lines += seen_districts.list_seen_districts(view, say)
    if view.you is not None:
        lines += [say(f"{BOARD}.only_you"), *_list_hand_sentences(view, look)]
    return "\n".join(lines)
