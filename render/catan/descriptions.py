"""Alternative texts of Catan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from render.core.look import Look, Mark
from render.core.sentences import LIMIT, cut_to_limit, join_list
from rules.catan.cards import CARDS
from rules.catan.layout import load_layouts
from rules.catan.view import SUMS, BuildingView, CatanView, KnightView

from . import costs
from .board import parse_known_place, parse_place
from .colours import TRACKS
from .hand import card_effect, card_name, choice_title, describe_cards, shows_prices, title_case
from .seats import describe_pending_decision, public_points

ALT: Final = "pic.catan.alt"
BOARD: Final = "pic.catan.board"
RANKS: Final = ("basic", "strong", "mighty")


def colour_of(look: Look, seat: int) -> str:
    return look.say(f"pic.colour.{look.seats[seat].colour.name}")


def seat_with_colour(look: Look, seat: int) -> str:
    """A player's name with the letter of the colour."""
    seat_look = look.seats[seat]
    return look.say(f"{ALT}.who", name=seat_look.name, colour=colour_of(look, seat), letter=seat_look.letter)


def join_seat_names(look: Look, seats: Iterable[int]) -> str:
    return join_list(look.seats[seat].name for seat in sorted(seats))


def describe_hex(view: CatanView, look: Look, number: int) -> str:
    """`h9 Forest 11`."""
    hexagon = view.hexes[number]
    terrain = look.say(f"catan.terrain.{hexagon.terrain}")
    if not hexagon.token:
        return look.say(f"{ALT}.hex_bare", at=f"h{number}", terrain=terrain)
    return look.say(f"{ALT}.hex", at=f"h{number}", terrain=terrain, token=hexagon.token)


def _describe_touched_hexes(view: CatanView, look: Look, hexes: Iterable[int], full: int) -> str:
    """The hexes of a place, and the sea if there are fewer than `full`."""
    parts = []
    for number in hexes:
        hexagon = view.hexes[number]
        terrain = look.say(f"catan.terrain.{hexagon.terrain}")
        parts.append(look.say(f"{ALT}.beside", terrain=terrain, token=hexagon.token) if hexagon.token else terrain)
    if len(parts) < full:
        parts.append(look.say(f"{ALT}.sea"))
    return join_list(parts)


def describe_board_place(view: CatanView, look: Look, text: str) -> str:
    """`v23 (Forest 11, Hills 6, sea)`; a text that is no place is returned unchanged."""
    place = parse_known_place(view, text)
    if place is None:
        return text
    kind, number = place
    layout = load_layouts()[view.board]
    if kind == "h":
        return describe_hex(view, look, number)
    if kind == "v":
        hexes = _describe_touched_hexes(view, look, layout.hexes_at[number], full=3)
        return look.say(f"{ALT}.spot", at=text, list=hexes)
    start, end = layout.path_ends[number]
    shared = [h for h in layout.hexes_at[start] if h in layout.hexes_at[end]]
    hexes = _describe_touched_hexes(view, look, shared, full=2)
    return look.say(f"{ALT}.spot", at=text, list=f"{start}-{end}, {hexes}")


def list_choices(view: CatanView, look: Look, marks: Sequence[Mark]) -> list[str]:
    """A sentence for each kind of place with the choices marked there, and one for choices that are no places."""
    sentences = []
    for kind, key in (("v", "corners"), ("e", "paths"), ("h", "hexes"), ("", "other")):
        marks_of_kind = [
            mark for mark in marks if mark.tone == "choice" and (parse_place(mark.place) or ("",))[0] == kind
        ]
        if marks_of_kind:
            choices = (
                mark.note or (describe_board_place(view, look, mark.place) if kind else mark.token)
                for mark in marks_of_kind
            )
            sentences.append(look.say(f"{ALT}.{key}", list=join_list(choices)))
    return sentences


def _describe_phase(view: CatanView, look: Look) -> str:
    """The game, the turn, and the seats it waits for; of a finished game the winners."""
    title = look.say(f"{ALT}.{'base' if view.barbarians is None else 'cities'}")
    if view.over:
        return look.say(f"{ALT}.over", title=title, n=view.turn, list=join_seat_names(look, view.winners))
    news_of_seats = {seat: describe_pending_decision(view, look, seat) for seat in sorted(view.tasks)}
    asked_seats = (
        look.say(f"{ALT}.task", who=seat_with_colour(look, seat), task=news) if news else seat_with_colour(look, seat)
        for seat, news in news_of_seats.items()
    )
    acting = join_list(asked_seats, "; " if any(news_of_seats.values()) else ", ")
    phase = look.say(f"{ALT}.{'turn' if view.turn else 'setup'}", title=title, n=view.turn, list=acting)
    return f"{phase} {look.say(f'{ALT}.done', list=join_seat_names(look, view.done))}" if view.done else phase


def describe_roll(view: CatanView, look: Look) -> str:
    if not view.dice:
        return ""
    red, white = view.dice[:2]
    event = look.say(f"pic.catan.event.{view.event}") if view.event else ""
    return look.say(f"{ALT}.roll_event" if event else f"{ALT}.roll", red=red, white=white, n=red + white, event=event)


def describe_sums(view: CatanView, look: Look) -> str:
    """`2 1×, 3 0×, ...`: the count of each rolled sum."""
    return join_list(look.say(f"{ALT}.sum", sum=total, n=n) for total, n in zip(SUMS, view.sums, strict=False))


def describe_roll_chart(view: CatanView, look: Look) -> str:
    rolls = look.say("pic.catan.label.rolls", n=sum(view.sums))
    return look.say(f"{ALT}.dice", title=look.say("pic.catan.label.dice"), rolls=rolls, list=describe_sums(view, look))


def describe_offer(view: CatanView, look: Look) -> str:
    """The open offer and the answers to it; empty if there is none."""
    offer = view.offer
    if offer is None:
        return ""
    give, want = describe_cards(look, offer.give), describe_cards(look, offer.want)
    sentences = [look.say(f"{ALT}.offer", n=offer.number, name=look.seats[offer.seat].name, give=give, want=want)]
    answers = []
    for answer in offer.answers:
        name = look.seats[answer.seat].name
        if answer.kind == "counter":
            give, want = describe_cards(look, answer.give), describe_cards(look, answer.want)
            answers.append(look.say(f"{BOARD}.answer_counter", name=name, give=give, want=want))
        else:
            answers.append(look.say(f"{BOARD}.answer", name=name, kind=look.say(f"{BOARD}.{answer.kind}")))
    silent_seats = set(offer.whom) - {answer.seat for answer in offer.answers}
    if silent_seats:
        answers.append(look.say(f"{BOARD}.answer_none", list=join_seat_names(look, silent_seats)))
    if answers:
        sentences.append(look.say(f"{BOARD}.answers", list=join_list(answers, "; ")))
    return " ".join(sentences)


def _list_table_state(view: CatanView, look: Look) -> list[str]:
    """Sentences about dice, barbarians, robber, merchant and the open offer."""
    sentences = [describe_roll(view, look)]
    barbarians = view.barbarians
    if barbarians is not None:
        steps, strength = barbarians.spaces - barbarians.at, barbarians.strength
        sentences.append(look.say(f"{ALT}.barbarians", left=steps, strength=strength, knights=barbarians.knights))
    for number, hexagon in enumerate(view.hexes):
        if hexagon.robber:
            sentences.append(look.say(f"{ALT}.robber", hex=describe_hex(view, look, number)))
        if (owner := hexagon.merchant) >= 0:  # named here: a field of the view
            place = describe_hex(view, look, number)
            sentences.append(look.say(f"{ALT}.merchant", name=look.seats[owner].name, hex=place))
    return [*sentences, describe_offer(view, look)]


def describe_building(look: Look, building: BuildingView) -> str:
    """`v23 (wall, metropolis of trade)`."""
    place = f"v{building.corner}"
    if building.pillaged:
        return look.say(f"{BOARD}.pillaged", at=place)
    extras = [look.say(f"{BOARD}.wall")] if building.wall else []
    if building.metropolis:
        extras.append(look.say(f"{BOARD}.metropolis", track=look.say(f"catan.track.{building.metropolis}")))
    return look.say(f"{BOARD}.with", at=place, list=join_list(extras)) if extras else place


def describe_knight(look: Look, knight: KnightView) -> str:
    rank = look.say(f"pic.catan.state.{RANKS[knight.level - 1]}")
    state = look.say(f"pic.catan.state.{'active' if knight.active else 'inactive'}")
    return look.say(f"{BOARD}.knight", at=f"v{knight.corner}", rank=rank, state=state)


def list_pieces(view: CatanView, look: Look, seat: int, roads: bool, knights: bool = True) -> list[str]:
    """A player's pieces on the board; `roads`: roads are named, else counted; `knights`: includes knights."""
    say = look.say
    own_buildings = [building for building in view.buildings if building.seat == seat]
    parts = []
    for key, buildings in (
        ("settlements", [building for building in own_buildings if not building.city or building.pillaged]),
        ("cities", [building for building in own_buildings if building.city and not building.pillaged]),
    ):
        if buildings:
            places = " ".join(describe_building(look, building) for building in buildings)
            parts.append(say(f"{BOARD}.{key}", n=len(buildings), list=places))
    knight_texts = [describe_knight(look, knight) for knight in view.knights if knight.seat == seat and knights]
    if knight_texts:
        parts.append(say(f"{BOARD}.knights", n=len(knight_texts), list=join_list(knight_texts)))
    own_roads = [f"e{path}" for path, owner in view.roads if owner == seat]
    if roads and own_roads:
        parts.append(say(f"{BOARD}.roads", n=len(own_roads), list=" ".join(own_roads)))
    elif not roads:
        parts.append(say(f"{BOARD}.road_count", n=len(own_roads)))
    parts.append(say(f"{BOARD}.longest", n=view.players[seat].road_length))
    return parts


def list_holdings(view: CatanView, look: Look, seat: int) -> list[str]:
    """A player's public holdings besides the hand."""
    say, player = look.say, view.players[seat]
    parts = []
    if player.longest_road:
        parts.append(say(f"{BOARD}.holds_road"))
    if view.barbarians is None:
        parts.append(say(f"{BOARD}.developments", n=player.developments))
        parts.append(say(f"{BOARD}.played", n=player.knights_played))
        return [*parts, say(f"{BOARD}.holds_army")] if player.army else parts
    if view.fleet and seat == view.active:
        parts.append(say(f"{BOARD}.fleet", list=join_list(card_name(look, kind) for kind in view.fleet)))
    parts.append(say(f"{BOARD}.tracks", list=describe_levels(look, player.improvements)))
    if player.progress:
        deck_names = join_list(say(f"pic.catan.back.{kind}") for kind in player.progress)
        parts.append(say(f"{BOARD}.progress", n=len(player.progress), list=deck_names))
    else:
        parts.append(say(f"{BOARD}.progress_none"))
    if player.defender:
        parts.append(say(f"{BOARD}.defender", n=player.defender))
    if player.merchant:  # named here: a field of the view
        parts.append(say(f"{BOARD}.merchant"))  # named here: the piece, not the card
    if player.shown:
        parts.append(say(f"{BOARD}.shown", list=join_list(card_name(look, key) for key in player.shown)))
    return parts


def describe_supply(view: CatanView, look: Look, seat: int) -> str:
    """The pieces in a player's supply."""
    player = view.players[seat]
    pieces_left = {"roads": player.roads_left, "settlements": player.settlements_left, "cities": player.cities_left}
    if view.barbarians is not None:
        pieces_left |= {"walls": player.walls_left, **dict(zip(RANKS, player.knights_left, strict=True))}
    counts = (look.say(f"{BOARD}.left_{key}", n=n) for key, n in pieces_left.items())
    return look.say(f"{BOARD}.left", list=join_list(counts))


def describe_bank_rates(view: CatanView, look: Look, seat: int) -> str:
    """A player's rates at the bank."""
    rates = (
        look.say(f"{ALT}.rate", card=card_name(look, kind), rate=rate)
        for kind, rate in zip(view.cards, view.players[seat].rates, strict=True)
    )
    return look.say(f"{ALT}.rates", list=join_list(rates))


def describe_levels(look: Look, improvements: Sequence[int]) -> str:
    return join_list(
        look.say(f"{BOARD}.level", track=look.say(f"catan.track.{track}"), n=n)
        for track, n in zip(TRACKS, improvements, strict=False)
    )


def _describe_seat(view: CatanView, look: Look, seat: int, detail: int) -> str:
    """A player in words; `detail`: 0 for points and number of cards, 1 with buildings, 2 with everything."""
    parts = list_pieces(view, look, seat, roads=False, knights=detail > 1) if detail else []
    return look.say(
        f"{ALT}.{'seat' if detail else 'seat_short'}",
        who=seat_with_colour(look, seat),
        points=public_points(view, seat),
        cards=view.players[seat].cards,
        list=join_list([*parts, *(list_holdings(view, look, seat) if detail > 1 else ())]),
    )


def describe_catan_table(view: CatanView, look: Look, story: str = "", marks: Sequence[Mark] = ()) -> str:
    """The public table, most important first: turn, choices, dice, holdings."""
    sentences = [_describe_phase(view, look), *list_choices(view, look, marks), story, *_list_table_state(view, look)]
    sentences = list(filter(None, sentences))
    more_hint = look.say(f"{ALT}.more")
    seats = [_describe_seat(view, look, seat, 0) for seat in range(view.seats)]
    for detail, seat in product((1, 2), range(view.seats)):  # least of all seats first, then more of as many as fit
        longer_seats = [*seats[:seat], _describe_seat(view, look, seat, detail), *seats[seat + 1 :]]
        if len(" ".join([*sentences, *longer_seats])) + len(more_hint) >= LIMIT:
            return cut_to_limit([*sentences, *seats, more_hint], more_hint)
        seats = longer_seats
    return cut_to_limit([*sentences, *seats], more_hint)


def list_hand_sentences(view: CatanView, look: Look) -> list[str]:
    """Sentences about the secrets of the view's seat."""
    say, seat = look.say, view.you
    assert seat is not None, "only a seat has a hand"
    player = view.players[seat]
    sentences = []
    if view.choice is not None:
        card_list = describe_cards(look, view.choice.cards)
        sentences.append(say(f"{ALT}.choice", what=choice_title(look, view.choice), list=card_list))
    cards_owed = view.owed.get(seat, 0)
    if cards_owed and seat not in view.done:
        sentences.append(say("pic.catan.label.owed", n=cards_owed) + ".")
    if view.given:
        sentences.append(say("pic.catan.label.given", list=describe_cards(look, view.given)) + ".")
    cards = describe_cards(look, view.hand)
    sentences.append(say(f"{ALT}.hand", list=cards) if cards else say(f"{ALT}.hand_none"))
    if view.developments:
        sentences.append(say(f"{ALT}.developments", list=_describe_card_counts(look, view.developments)))
    if view.progress:
        sentences.append(say(f"{ALT}.progress", list=_describe_card_counts(look, view.progress)))
    sentences.append(describe_bank_rates(view, look, seat))
    if player.improvements:
        sentences.append(say(f"{ALT}.levels", list=describe_levels(look, player.improvements)))
    sentences.append(say("pic.catan.label.limit", n=player.cards, limit=player.hand_limit) + ".")
    return sentences


def _describe_card_counts(look: Look, keys: Sequence[str]) -> str:
    return join_list(
        f"{card_name(look, key)} ×{n}" if n > 1 else card_name(look, key) for key, n in Counter(keys).items()
    )


def describe_hand(view: CatanView, look: Look) -> str:
    prices = [costs.describe_costs(look, view.barbarians is not None)] if shows_prices(view) else []
    return cut_to_limit([*list_hand_sentences(view, look), *prices], look.say(f"{ALT}.more"))


def describe_card(look: Look, key: str) -> str:
    name = title_case(card_name(look, key)) if key in CARDS else card_name(look, key)
    return look.say(f"{ALT}.explained", card=name, text=card_effect(look, key))


def describe_score(view: CatanView, look: Look, title: str = "") -> str:
    """All totals with their parts."""
    title = title or look.say(f"pic.catan.label.{'score' if view.over else 'score_now'}")
    totals = [sum(row[seat] for row in view.tally.values()) for seat in range(view.seats)]
    order = sorted(range(view.seats), key=lambda seat: (seat not in view.winners, -totals[seat], seat))
    seat_scores = (
        look.say(
            f"{ALT}.score", name=look.seats[seat].name, total=totals[seat], list=describe_score_parts(view, look, seat)
        )
        for seat in order
    )
    words = look.say(f"{ALT}.scores", title=title, list=join_list(seat_scores, "; "))
    return cut_to_limit([words], look.say(f"{ALT}.more"))


def describe_score_parts(view: CatanView, look: Look, seat: int) -> str:
    """The points of a player by source; `0` if there are none."""
    parts = (
        look.say(f"{BOARD}.part", category=look.say(f"catan.tally.{category}"), n=row[seat])
        for category, row in view.tally.items()
        if row[seat]
    )
    return join_list(parts) or "0"


def describe_player_area(view: CatanView, look: Look, seat: int) -> str:
    parts = [
        look.say(f"{BOARD}.cards", n=view.players[seat].cards),
        *list_pieces(view, look, seat, roads=True),
        *list_holdings(view, look, seat),
        describe_supply(view, look, seat),
    ]
    name, points, words = seat_with_colour(look, seat), public_points(view, seat), join_list(parts, "; ")
    text = look.say(f"{ALT}.part", name=name, points=points, goal=view.goal, list=words)
    return cut_to_limit([text, describe_bank_rates(view, look, seat)], look.say(f"{ALT}.more"))


def describe_surroundings(view: CatanView, look: Look, place: str) -> str:
    """The hexes of a place, and everything on their corners and paths."""
    layout, (kind, number) = load_layouts()[view.board], parse_known_place(view, place) or ("h", 0)
    ends = layout.path_ends[number] if kind == "e" else (number,)
    hexes = [number] if kind == "h" else sorted({h for corner in ends for h in layout.hexes_at[corner]})
    corners = {corner for h in hexes for corner in layout.corners_of[h]}
    pieces = []
    for building in view.buildings:
        if building.corner in corners:
            key = "around_city" if building.city and not building.pillaged else "around_settlement"
            at, name = describe_building(look, building), look.seats[building.seat].name
            pieces.append(look.say(f"{ALT}.{key}", at=at, name=name))
    for knight in view.knights:
        if knight.corner in corners:
            words, name = describe_knight(look, knight), look.seats[knight.seat].name
            pieces.append(look.say(f"{ALT}.around_knight", knight=words, name=name))
    for path, seat in view.roads:
        if corners.issuperset(layout.path_ends[path]):
            pieces.append(look.say(f"{ALT}.around_road", at=f"e{path}", name=look.seats[seat].name))
    parts = [
        look.say(f"{ALT}.around", at=describe_board_place(view, look, place)),
        look.say(f"{ALT}.around_hexes", list=join_list(describe_hex(view, look, h) for h in hexes)),
        look.say(f"{ALT}.around_pieces", list=join_list(pieces)) if pieces else look.say(f"{ALT}.around_nothing"),
    ]
    return cut_to_limit(parts, look.say(f"{ALT}.more"))
