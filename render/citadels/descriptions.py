"""Alternative texts of Citadels, and the whole table as text."""

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


def _join_card_names(look: Look, keys: Iterable[str]) -> str:
    return join_list(card_name(look, key) for key in keys)


def _character_of_key(look: Look, key: str) -> str:
    return look.say(f"{ALT}.character", rank=CHARACTERS[key].rank, character=card_name(look, key))


def _describe_city_card(look: Look, card: CityCard) -> str:
    """A card of a city with everything on it."""
    words = look.say(f"{ALT}.card", district=card_name(look, card.district), cost=DISTRICTS[card.district].cost)
    if card.beautified:
        words = look.say(f"{ALT}.beautified", card=words)
    if card.cards:
        words = look.say(f"{ALT}.museum", card=words, n=card.cards)
    return words


def _describe_city(look: Look, view: CitadelsView, seat: int) -> str:
    cards = view.players[seat].city
    return join_list(_describe_city_card(look, card) for card in cards) or look.say(f"{BOARD}.none")


def _colour_of(look: Look, seat: int) -> str:
    return look.say(f"pic.colour.{look.seats[seat].colour.name}")


def _drafting_seat(view: CitadelsView) -> int | None:
    return next((i for i, seat in enumerate(view.players) if seat.drafting), None)


def _describe_phase(view: CitadelsView, look: Look) -> str:
    """The round and whose turn it is, or the winners."""
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
    """A seat's public state, with its whole city or the number of its districts."""
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
    """The public table, most important first: turn, named characters, holdings."""
    say = look.say
    sentences = [_describe_phase(view, look)]
    acting = set(view.tasks)
    if acting and (view.turn is None or acting != {view.turn.seat}) and acting != {_drafting_seat(view)}:
        sentences.append(say(f"{ALT}.waits", names=_join_seat_names(look, acting)))
    if choices:
        sentences.append(say(f"{ALT}.choice", list=join_list(mark.note or mark.token for mark in choices)))
    sentences += [story, *_list_fate_sentences(view, look, ALT)]
    sentences.append(say(f"{ALT}.crown", name=look.seats[view.crown].name))
    if view.face_up:
        sentences.append(say(f"{ALT}.face_up", list=_join_card_names(look, view.face_up)))
    if view.ruin:
        sentences.append(say(f"{ALT}.ruin", district=card_name(look, view.ruin)))
    sentences = list(filter(None, sentences))
    more_hint = say(f"{ALT}.more")
    seats = [_describe_seat(view, look, seat, whole=False) for seat in range(view.seats)]
    for seat in range(view.seats):  # every seat first, then whole cities as far as they fit
        longer_seats = [*seats[:seat], _describe_seat(view, look, seat, whole=True), *seats[seat + 1 :]]
        if len(" ".join([*sentences, *longer_seats])) + len(more_hint) < LIMIT:
            seats = longer_seats
        else:
            seats.append(more_hint)
            break
    return cut_to_limit([*sentences, *seats], more_hint)


def _list_hand_sentences(view: CitadelsView, look: Look) -> list[str]:
    """Sentences about the reader's secrets."""
    say = look.say
    sentences = []

    def describe_key(key: str) -> str:
        if key in CHARACTERS:
            return _character_of_key(look, key)
        shade = say(f"pic.citadels.colour.{DISTRICTS[key].colour}")
        return say(f"{ALT}.hand_card", district=card_name(look, key), cost=DISTRICTS[key].cost, colour=shade)

    if view.offer is not None:
        title = offer_title(look, view.offer)
        cards = [
            describe_key(key) if count == 1 else say(f"{ALT}.times", card=describe_key(key), n=count)
            for key, count in Counter(view.offer.cards).items()
        ]
        sentences.append(say(f"{ALT}.choose", what=title, list=join_list(cards)))
    if view.hand:
        sentences.append(say(f"{ALT}.hand", list=join_list(map(describe_key, view.hand))))
    else:
        sentences.append(say(f"{ALT}.hand_none"))
    if view.you is not None:
        sentences.append(say(f"{ALT}.own_gold", n=view.players[view.you].gold))
    if view.characters:
        sentences.append(say(f"{ALT}.own", list=join_list(map(describe_key, view.characters))))
    if view.aside:
        sentences.append(say(f"{ALT}.aside", list=join_list(map(describe_key, view.aside))))
    if view.you is not None and not view.over:
        sentences += _list_cards_under_museum(view, look, [view.you])
    return sentences


def _list_cards_under_museum(view: CitadelsView, look: Look, seats: Iterable[int]) -> list[str]:
    """Sentences about the cards under the Museum, for the seats that may know them."""
    return [
        look.say(f"{ALT}.under", name=look.seats[seat].name, list=_join_card_names(look, card.names))
        for seat in seats
        for card in view.players[seat].city
        if card.names
    ]


def describe_hand(view: CitadelsView, look: Look) -> str:
    """The alternative text of the private picture."""
    more_hint = look.say(f"{ALT}.more")
    first, *rest = _list_hand_sentences(view, look)
    if len(first) + len(more_hint) >= LIMIT:  # a whole deck to choose from: as many names as fit
        first = first[: first.rindex(",", 0, LIMIT - len(more_hint) - 4)] + "…"
    return cut_to_limit([first, *rest], more_hint)


def describe_card(look: Look, key: str) -> str:
    """A single card in words."""
    if key in CHARACTERS:
        card = _character_of_key(look, key)
    else:
        card = look.say(f"{ALT}.card", district=card_name(look, key), cost=DISTRICTS[key].cost)
    return look.say(f"{ALT}.explained", card=card, text=card_effect(look, key))


def describe_score(view: CitadelsView, look: Look, title: str) -> str:
    """The alternative text of the points table."""
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
    heading = title or say(f"pic.citadels.label.{'score' if view.over else 'score_now'}")
    sentences = [say(f"{ALT}.scores", title=heading, list=join_list(lines, "; "))]
    if view.over:
        sentences.append(_describe_phase(view, look))
    return cut_to_limit(sentences, say(f"{ALT}.more"))


def describe_player_panel(view: CitadelsView, look: Look, seat: int) -> str:
    return cut_to_limit([_describe_seat(view, look, seat, whole=True)], look.say(f"{ALT}.more"))


def _text_headline(view: CitadelsView, look: Look, title: str) -> str:
    """The title with the round and whose turn it is, or with the winners."""
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
    """The ranks called so far with the players who answered, and the named characters."""
    seat_of_character = {shown.character: seat for seat, player in enumerate(view.players) for shown in player.shown}
    calls = []
    for character in view.cast:
        if character in seat_of_character:
            name = look.seats[seat_of_character[character]].name
            calls.append(look.say(f"{BOARD}.called_one", character=card_name(look, character), name=name))
        elif character in view.silent:
            calls.append(look.say(f"{BOARD}.called_none", character=card_name(look, character)))
    lines = [look.say(f"{BOARD}.called", list=join_list(calls))] if calls else []
    marks = _list_fate_sentences(view, look, BOARD)
    if marks:
        lines.append(look.say(f"{BOARD}.marks", list=join_list(marks)))
    return " ".join(lines)


def _seat_line(view: CitadelsView, look: Look, seat: int) -> str:
    """All public facts of a player in one line."""
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
    """The points of a player by source in one line."""
    row = view.sheet[seat]
    cards: str | int = sum(row.cards.values())
    if cards:
        card_points = (f"{card_name(look, key)} {points}" for key, points in row.cards.items() if points)
        cards = look.say(f"{BOARD}.sheet_cards", points=cards, list=join_list(card_points))
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
    """Everything that the picture shows, followed by a seat's own secrets."""
    say = look.say
    called = "" if view.over else _describe_calls(view, look)
    lines = [" ".join(part for part in (_text_headline(view, look, title or say("cit.name")), called) if part)]
    if legal:
        lines.append(say(f"{BOARD}.possible", list=join_list(map(str, legal))))
    characters = [say(f"{BOARD}.in_play", list=_join_card_names(look, view.cast))]
    if view.face_up:
        characters.append(say(f"{BOARD}.face_up", list=_join_card_names(look, view.face_up)))
    if view.face_down:
        characters.append(say(f"{BOARD}.face_down", n=view.face_down))
    lines.append(" ".join(characters))
    lines += [_seat_line(view, look, seat) for seat in range(view.seats)]
    if view.over:
        lines += [_seat_points_line(view, look, seat) for seat in range(view.seats)]
        lines += _list_cards_under_museum(view, look, range(view.seats))
    deck_line = [say(f"{BOARD}.deck", n=view.deck, target=view.target)]
    if view.last_round and not view.over:
        deck_line.append(say(f"{BOARD}.last_round"))
    if view.ruin:
        deck_line.append(say(f"{BOARD}.ruin", district=card_name(look, view.ruin)))
    lines.append(" ".join(deck_line))
    lines += seen_districts.list_seen_districts(view, say)
    if view.you is not None:
        lines += [say(f"{BOARD}.only_you"), *_list_hand_sentences(view, look)]
    return "\n".join(lines)
