"""The same view in words: alternative texts of pictures."""

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
from .seats import awaited_from_seat, public_points

ALT: Final = "pic.catan.alt"
BOARD: Final = "pic.catan.board"
RANKS: Final = ("basic", "strong", "mighty")


def colour_of(look: Look, seat: int) -> str:
    return look.say(f"pic.colour.{look.seats[seat].colour.name}")


def seat_with_colour(look: Look, seat: int) -> str:
    """A player with the name and the letter of the colour."""
    shown = look.seats[seat]
    return look.say(f"{ALT}.who", name=shown.name, colour=colour_of(look, seat), letter=shown.letter)


def join_seat_names(look: Look, seats: Iterable[int]) -> str:
    return join_list(look.seats[seat].name for seat in sorted(seats))


def describe_hex(view: CatanView, look: Look, h: int) -> str:
    """`h9 Forest 11`."""
    found = view.hexes[h]
    terrain = look.say(f"catan.terrain.{found.terrain}")
    if not found.token:
        return look.say(f"{ALT}.hex_bare", at=f"h{h}", terrain=terrain)
    return look.say(f"{ALT}.hex", at=f"h{h}", terrain=terrain, token=found.token)


def _describe_touched_hexes(view: CatanView, look: Look, hexes: Iterable[int], full: int) -> str:
    """The hexes a place touches, and the sea if there are fewer than could be."""
    said = []
    for h in hexes:
        found = view.hexes[h]
        terrain = look.say(f"catan.terrain.{found.terrain}")
        said.append(look.say(f"{ALT}.beside", terrain=terrain, token=found.token) if found.token else terrain)
    if len(said) < full:
        said.append(look.say(f"{ALT}.sea"))
    return join_list(said)


def describe_board_place(view: CatanView, look: Look, text: str) -> str:
    """`v23 (Forest 11, Hills 6, sea)`; what is no place of the board stays as it is."""
    found = parse_known_place(view, text)
    if found is None:
        return text
    kind, n = found
    layout = load_layouts()[view.board]
    if kind == "h":
        return describe_hex(view, look, n)
    if kind == "v":
        return look.say(f"{ALT}.spot", at=text, list=_describe_touched_hexes(view, look, layout.hexes_at[n], 3))
    a, b = layout.ends[n]
    shared = [h for h in layout.hexes_at[a] if h in layout.hexes_at[b]]
    return look.say(f"{ALT}.spot", at=text, list=f"{a}-{b}, {_describe_touched_hexes(view, look, shared, 2)}")


def list_choices(view: CatanView, look: Look, marks: Sequence[Mark]) -> list[str]:
    """What may be chosen, by kinds of places."""
    said = []
    for kind, key in (("v", "corners"), ("e", "paths"), ("h", "hexes"), ("", "other")):
        some = [m for m in marks if m.tone == "choice" and (parse_place(m.place) or ("",))[0] == kind]
        if some:
            each = (m.note or (describe_board_place(view, look, m.place) if kind else m.token) for m in some)
            said.append(look.say(f"{ALT}.{key}", list=join_list(each)))
    return said


def _describe_phase(view: CatanView, look: Look) -> str:
    title = look.say(f"{ALT}.{'base' if view.barbarians is None else 'cities'}")
    if view.over:
        return look.say(f"{ALT}.over", title=title, n=view.turn, list=join_seat_names(look, view.winners))
    asked = {seat: awaited_from_seat(view, look, seat) for seat in sorted(view.tasks)}
    each = (
        look.say(f"{ALT}.task", who=seat_with_colour(look, seat), task=news) if news else seat_with_colour(look, seat)
        for seat, news in asked.items()
    )
    acting = join_list(each, "; " if any(asked.values()) else ", ")
    said = look.say(f"{ALT}.{'turn' if view.turn else 'setup'}", title=title, n=view.turn, list=acting)
    return f"{said} {look.say(f'{ALT}.done', list=join_seat_names(look, view.done))}" if view.done else said


def describe_roll(view: CatanView, look: Look) -> str:
    if not view.dice:
        return ""
    red, white = view.dice[:2]
    event = look.say(f"pic.catan.event.{view.event}") if view.event else ""
    return look.say(f"{ALT}.roll_event" if event else f"{ALT}.roll", red=red, white=white, n=red + white, event=event)


def describe_sums(view: CatanView, look: Look) -> str:
    """`2 1×, 3 0×, ...`: how often each sum was rolled."""
    return join_list(look.say(f"{ALT}.sum", sum=total, n=n) for total, n in zip(SUMS, view.sums, strict=False))


def describe_roll_chart(view: CatanView, look: Look) -> str:
    rolls = look.say("pic.catan.label.rolls", n=sum(view.sums))
    return look.say(f"{ALT}.dice", title=look.say("pic.catan.label.dice"), rolls=rolls, list=describe_sums(view, look))


def describe_offer(view: CatanView, look: Look) -> str:
    offer = view.offer
    if offer is None:
        return ""
    give, want = describe_cards(look, offer.give), describe_cards(look, offer.want)
    said = [look.say(f"{ALT}.offer", n=offer.number, name=look.seats[offer.seat].name, give=give, want=want)]
    answers = []
    for answer in offer.answers:
        name = look.seats[answer.seat].name
        if answer.kind == "counter":
            give, want = describe_cards(look, answer.give), describe_cards(look, answer.want)
            answers.append(look.say(f"{BOARD}.answer_counter", name=name, give=give, want=want))
        else:
            answers.append(look.say(f"{BOARD}.answer", name=name, kind=look.say(f"{BOARD}.{answer.kind}")))
    silent = set(offer.whom) - {answer.seat for answer in offer.answers}
    if silent:
        answers.append(look.say(f"{BOARD}.answer_none", list=join_seat_names(look, silent)))
    if answers:
        said.append(look.say(f"{BOARD}.answers", list=join_list(answers, "; ")))
    return " ".join(said)


def _list_table_state(view: CatanView, look: Look) -> list[str]:
    """Dice, barbarians, robber, merchant, the open offer."""
    said = [describe_roll(view, look)]
    now = view.barbarians
    if now is not None:
        said.append(look.say(f"{ALT}.barbarians", left=now.spaces - now.at, strength=now.strength, knights=now.knights))
    for h, found in enumerate(view.hexes):
        if found.robber:
            said.append(look.say(f"{ALT}.robber", hex=describe_hex(view, look, h)))
        if (owner := found.merchant) >= 0:  # named here: a field of the view
            hexagon = describe_hex(view, look, h)
            said.append(look.say(f"{ALT}.merchant", name=look.seats[owner].name, hex=hexagon))
    return [*said, describe_offer(view, look)]


def describe_building(look: Look, b: BuildingView) -> str:
    """`v23 (wall, metropolis of trade)`."""
    place = f"v{b.corner}"
    if b.pillaged:
        return look.say(f"{BOARD}.pillaged", at=place)
    more = [look.say(f"{BOARD}.wall")] if b.wall else []
    if b.metropolis:
        more.append(look.say(f"{BOARD}.metropolis", track=look.say(f"catan.track.{b.metropolis}")))
    return look.say(f"{BOARD}.with", at=place, list=join_list(more)) if more else place


def describe_knight(look: Look, k: KnightView) -> str:
    rank = look.say(f"pic.catan.state.{RANKS[k.level - 1]}")
    state = look.say(f"pic.catan.state.{'active' if k.active else 'inactive'}")
    return look.say(f"{BOARD}.knight", at=f"v{k.corner}", rank=rank, state=state)


def list_pieces(view: CatanView, look: Look, seat: int, roads: bool, knights: bool = True) -> list[str]:
    """What a player has on the board; `roads`: each by its name, else only how many."""
    say = look.say
    own = [b for b in view.buildings if b.seat == seat]
    said = []
    for key, some in (
        ("settlements", [b for b in own if not b.city or b.pillaged]),
        ("cities", [b for b in own if b.city and not b.pillaged]),
    ):
        if some:
            said.append(say(f"{BOARD}.{key}", n=len(some), list=" ".join(describe_building(look, b) for b in some)))
    armed = [describe_knight(look, k) for k in view.knights if k.seat == seat and knights]
    if armed:
        said.append(say(f"{BOARD}.knights", n=len(armed), list=join_list(armed)))
    laid = [f"e{e}" for e, owner in view.roads if owner == seat]
    if roads and laid:
        said.append(say(f"{BOARD}.roads", n=len(laid), list=" ".join(laid)))
    elif not roads:
        said.append(say(f"{BOARD}.road_count", n=len(laid)))
    said.append(say(f"{BOARD}.longest", n=view.players[seat].road_length))
    return said


def list_holdings(view: CatanView, look: Look, seat: int) -> list[str]:
    """What lies before a player besides the cards in hand."""
    say, player = look.say, view.players[seat]
    said = []
    if player.longest_road:
        said.append(say(f"{BOARD}.holds_road"))
    if view.barbarians is None:
        said.append(say(f"{BOARD}.developments", n=player.developments))
        said.append(say(f"{BOARD}.played", n=player.knights_played))
        return [*said, say(f"{BOARD}.holds_army")] if player.army else said
    if view.fleet and seat == view.active:
        said.append(say(f"{BOARD}.fleet", list=join_list(card_name(look, kind) for kind in view.fleet)))
    said.append(say(f"{BOARD}.tracks", list=describe_levels(look, player.improvements)))
    backs = Counter(player.progress)
    if backs:
        each = join_list(say(f"pic.catan.back.{kind}") for kind in player.progress)
        said.append(say(f"{BOARD}.progress", n=len(player.progress), list=each))
    else:
        said.append(say(f"{BOARD}.progress_none"))
    if player.defender:
        said.append(say(f"{BOARD}.defender", n=player.defender))
    if player.merchant:  # named here: a field of the view
        said.append(say(f"{BOARD}.merchant"))  # named here: the piece, not the card
    if player.shown:
        said.append(say(f"{BOARD}.shown", list=join_list(card_name(look, key) for key in player.shown)))
    return said


def describe_supply(view: CatanView, look: Look, seat: int) -> str:
    """The pieces in the supply of a player."""
    player = view.players[seat]
    left = {"roads": player.roads_left, "settlements": player.settlements_left, "cities": player.cities_left}
    if view.barbarians is not None:
        left |= {"walls": player.walls_left, **dict(zip(RANKS, player.knights_left, strict=True))}
    return look.say(f"{BOARD}.left", list=join_list(look.say(f"{BOARD}.left_{key}", n=n) for key, n in left.items()))


def describe_bank_rates(view: CatanView, look: Look, seat: int) -> str:
    """What the bank takes from a player."""
    return look.say(
        f"{ALT}.rates",
        list=join_list(
            look.say(f"{ALT}.rate", card=card_name(look, kind), rate=rate)
            for kind, rate in zip(view.cards, view.players[seat].rates, strict=True)
        ),
    )


def describe_levels(look: Look, improvements: Sequence[int]) -> str:
    return join_list(
        look.say(f"{BOARD}.level", track=look.say(f"catan.track.{track}"), n=n)
        for track, n in zip(TRACKS, improvements, strict=False)
    )


def _describe_seat(view: CatanView, look: Look, seat: int, much: int) -> str:
    """A player in words: 0 points and cards, 1 what is built too, 2 everything."""
    said = list_pieces(view, look, seat, roads=False, knights=much > 1) if much else []
    return look.say(
        f"{ALT}.{'seat' if much else 'seat_short'}",
        who=seat_with_colour(look, seat),
        points=public_points(view, seat),
        cards=view.players[seat].cards,
        list=join_list([*said, *(list_holdings(view, look, seat) if much > 1 else ())]),
    )


def describe_catan_table(view: CatanView, look: Look, story: str = "", marks: Sequence[Mark] = ()) -> str:
    """The most important first: whose turn, what may be chosen, what was rolled, who owns what. Only what all see."""
    said = [
        s
        for s in (_describe_phase(view, look), *list_choices(view, look, marks), story, *_list_table_state(view, look))
        if s
    ]
    more = look.say(f"{ALT}.more")
    seats = [_describe_seat(view, look, seat, 0) for seat in range(view.seats)]
    for much, seat in product((1, 2), range(view.seats)):  # of all the least first, then more of as many as fit
        longer = [*seats[:seat], _describe_seat(view, look, seat, much), *seats[seat + 1 :]]
        if len(" ".join([*said, *longer])) + len(more) >= LIMIT:
            return cut_to_limit([*said, *seats, more], more)
        seats = longer
    return cut_to_limit([*said, *seats], more)


def list_hand_sentences(view: CatanView, look: Look) -> list[str]:
    """What only the seat of the view may know."""
    say, seat = look.say, view.you
    assert seat is not None, "only a seat has a hand"
    player = view.players[seat]
    said = []
    if view.choice is not None:
        each = describe_cards(look, view.choice.cards)
        said.append(say(f"{ALT}.choice", what=choice_title(look, view.choice), list=each))
    owed = view.owed.get(seat, 0)
    if owed and seat not in view.done:
        said.append(say("pic.catan.label.owed", n=owed) + ".")
    if view.given:
        said.append(say("pic.catan.label.given", list=describe_cards(look, view.given)) + ".")
    cards = describe_cards(look, view.hand)
    said.append(say(f"{ALT}.hand", list=cards) if cards else say(f"{ALT}.hand_none"))
    if view.developments:
        said.append(say(f"{ALT}.developments", list=_describe_card_counts(look, view.developments)))
    if view.progress:
        said.append(say(f"{ALT}.progress", list=_describe_card_counts(look, view.progress)))
    said.append(describe_bank_rates(view, look, seat))
    if player.improvements:
        said.append(say(f"{ALT}.levels", list=describe_levels(look, player.improvements)))
    said.append(say("pic.catan.label.limit", n=player.cards, limit=player.hand_limit) + ".")
    return said


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
    """All sums with their parts."""
    title = title or look.say(f"pic.catan.label.{'score' if view.over else 'score_now'}")
    totals = [sum(row[seat] for row in view.tally.values()) for seat in range(view.seats)]
    order = sorted(range(view.seats), key=lambda s: (s not in view.winners, -totals[s], s))
    each = (
        look.say(f"{ALT}.score", name=look.seats[s].name, total=totals[s], list=describe_score_parts(view, look, s))
        for s in order
    )
    return cut_to_limit([look.say(f"{ALT}.scores", title=title, list=join_list(each, "; "))], look.say(f"{ALT}.more"))


def describe_score_parts(view: CatanView, look: Look, seat: int) -> str:
    return (
        join_list(
            look.say(f"{BOARD}.part", category=look.say(f"catan.tally.{category}"), n=row[seat])
            for category, row in view.tally.items()
            if row[seat]
        )
        or "0"
    )


def describe_player_area(view: CatanView, look: Look, seat: int) -> str:
    said = [
        look.say(f"{BOARD}.cards", n=view.players[seat].cards),
        *list_pieces(view, look, seat, True),
        *list_holdings(view, look, seat),
        describe_supply(view, look, seat),
    ]
    text = look.say(
        f"{ALT}.part",
        name=seat_with_colour(look, seat),
        points=public_points(view, seat),
        goal=view.goal,
        list=join_list(said, "; "),
    )
    return cut_to_limit([text, describe_bank_rates(view, look, seat)], look.say(f"{ALT}.more"))


def describe_surroundings(view: CatanView, look: Look, place: str) -> str:
    """The hexes that a place touches, and everything on their corners and paths."""
    layout, (kind, n) = load_layouts()[view.board], parse_known_place(view, place) or ("h", 0)
    ends = layout.ends[n] if kind == "e" else (n,)
    hexes = [n] if kind == "h" else sorted({h for v in ends for h in layout.hexes_at[v]})
    corners = {v for h in hexes for v in layout.corners_of[h]}
    said = [
        look.say(
            f"{ALT}.around_{'city' if b.city and not b.pillaged else 'settlement'}",
            at=describe_building(look, b),
            name=look.seats[b.seat].name,
        )
        for b in view.buildings
        if b.corner in corners
    ]
    said += [
        look.say(f"{ALT}.around_knight", knight=describe_knight(look, k), name=look.seats[k.seat].name)
        for k in view.knights
        if k.corner in corners
    ]
    said += [
        look.say(f"{ALT}.around_road", at=f"e{e}", name=look.seats[seat].name)
        for e, seat in view.roads
        if corners.issuperset(layout.ends[e])
    ]
    parts = [
        look.say(f"{ALT}.around", at=describe_board_place(view, look, place)),
        look.say(f"{ALT}.around_hexes", list=join_list(describe_hex(view, look, h) for h in hexes)),
        look.say(f"{ALT}.around_pieces", list=join_list(said)) if said else look.say(f"{ALT}.around_nothing"),
    ]
    return cut_to_limit(parts, look.say(f"{ALT}.more"))
