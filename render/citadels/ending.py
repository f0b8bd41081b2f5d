"""The ending of Citadels: cities, built and lost districts, named characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from render.core import ending_picture
from render.core.chip_strip import seat_symbol_disc
from render.core.ending import Chronicle, Ending, Event, Moment, decisive_moments, seat_of_moment
from render.core.ending_picture import GameWording, MomentScene
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import Look
from render.core.sentences import format_number, join_list
from render.core.shapes import panel_sprite
from render.core.sheet import Sheet
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.scoring import describe_tie_break
from rules.citadels.view import CitadelsView

from .cards import FATES, city_card, coin_sprite, fate_sign, lost_card, portrait_sprite, shade_of_character
from .deeds import deed_tile
from .layout import card_name
from .round_bands import BEGUN, GOLD, MURDERED, Deed, deed_of_event
from .score import PARTS, column_sign

WORDS: Final = "pic.citadels.ending"
PICTURE: Final = 164
CARD: Final = (110, 148)
FACE: Final = 104 / 110  # width of a portrait beside a card, by the width of the card
BETWEEN: Final = 14  # gap between cards of a moment
EDGE: Final = 8  # padding of its panel
CITY: Final = 72  # height of a row
WIDEST: Final = 110  # width of a district in it
FEW: Final = 2  # most cities in one column
COSTS: Final = 84  # width of the value of a city
NAMED: Final = 318  # width of the named characters beside the chart
HEADING: Final = 42  # height of a heading with a power
ROW: Final = (60, 42)  # heights of a row of characters: greatest, and least before more of them share a row
ABREAST: Final = (3, 4, 5)
FACES: Final = 0.86  # height of a portrait, by the height of a row
FLOOR: Final = 27
FACTS: Final = ("crowned", "murdered", "stolen", "lost", "razed")
CHANGES: Final = ("build", "destroy", "exchange", "beautify", "use")


@dataclass(frozen=True, slots=True)
class PointsAct:
    """A change of points: the public views before and after it, and its public events."""

    before: CitadelsView
    after: CitadelsView
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class FateCounts:
    """Facts of each seat, by `FACTS`, and how often each power named a character."""

    rows: dict[str, tuple[int, ...]]
    named: dict[tuple[str, str], int]  # (power, character) -> count


class Story(Chronicle[CitadelsView]):
    """The chronicle of Citadels. A moment is a district built, lost or swapped."""

    def __init__(self) -> None:
        super().__init__()
        self._view: CitadelsView | None = None
        self._seats: dict[str, Counter[int]] = {name: Counter() for name in FACTS}
        self._named: Counter[tuple[str, str]] = Counter()

    def see(self, view: Callable[[], CitadelsView], seat: int | None, events: Sequence[Event]) -> None:
        now = view()
        before, self._view = self._view, now
        for key, told in events:
            if key == BEGUN:
                self._seats["crowned"][told["seat"]] += 1
            elif key == MURDERED:
                self._seats["murdered"][told["seat"]] += 1
            elif (deed := deed_of_event(key, told)) is not None:
                self._count(deed)
        if before is None:
            self.begun(now.round - 1, now.scores)
            return
        gains = [b - a for a, b in zip(before.scores, now.scores, strict=True)]
        if any(gains):
            self.moment(before.round, gains, PointsAct(before, now, tuple(events)), now.scores)
        self.passed(before.round, now.scores)

    def _count(self, deed: Deed) -> None:
        if deed.kind in FATES:
            self._named[deed.kind, deed.character] += 1
        elif deed.kind == GOLD and deed.other is not None:
            self._seats["stolen"][deed.by] += deed.n
            self._seats["lost"][deed.other] += deed.n
        elif deed.kind == "destroy" and deed.other is not None:
            self._seats["razed"][deed.other] += 1

    def facts(self) -> FateCounts:
        seats = range(self._view.seats if self._view is not None else 0)
        rows = {name: tuple(counted[seat] for seat in seats) for name, counted in self._seats.items()}
        return FateCounts(rows, dict(self._named))


def draw_citadels_result(ending: Ending, look: Look) -> Image.Image:
    """Winners and points by source."""
    return ending_picture.draw_result_card(look, ending, citadels_wording(ending, look))


def draw_citadels_ending(ending: Ending, look: Look) -> tuple[Image.Image, str]:
    """The picture and its alternative text."""
    kind = citadels_wording(ending, look)
    some = [build_act_scene(look, ending, moment) for moment in decisive_moments(ending)]
    parts = [
        draw_cities(ending, look),
        _course_and_fates(ending, look, kind),
        ending_picture.draw_moments_row(look, ending, some, PICTURE),
    ]
    return ending_picture.draw_finale(look, ending, kind, parts, some, _list_ending_sentences(ending, look))


def _fates_of_ending(ending: Ending) -> FateCounts | None:
    return ending.told.facts if ending.told is not None else None


def citadels_wording(ending: Ending, look: Look) -> GameWording:
    """The game's wording, and facts of each seat."""
    view: CitadelsView = ending.view
    say, fates = look.say, _fates_of_ending(ending)
    rows = fates.rows if fates is not None else {}
    return GameWording(
        "cit",
        say(f"{WORDS}.round"),
        say(f"{WORDS}.length", n=view.round),
        lambda source: column_sign(source) if source in PARTS else None,
        facts=[(say(f"{WORDS}.{name}"), row) for name, row in rows.items() if any(row)],
        tie=say(tie.key, **tie.params) if (tie := describe_tie_break(view, ending.winners)) is not None else "",
    )


# --- the cities


def draw_cities(ending: Ending, look: Look) -> Image.Image:
    """Every city with the total cost of its districts, the greatest in gold."""
    view: CitadelsView = ending.view
    beside = 2 if view.seats > FEW else 1
    rows, each = -(-view.seats // beside), ending_picture.INSIDE // beside
    sheet = ending_picture.framed_sheet(look, ending_picture.INSIDE, 10 + CITY * rows)
    dearest = max(row.districts for row in view.sheet)
    for place, seat in enumerate(ending.order):
        left, top = place // rows * each, 8 + place % rows * CITY
        _draw_city_and_worth(sheet, view, seat, (left, top, left + each), dearest)
    return sheet.image


def _draw_city_and_worth(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int], dearest: int) -> None:
    """`box`: left, top, right."""
    look, (left, top, right) = sheet.look, box
    sheet.put(seat_symbol_disc(look.seats[seat].letter, 40), left + 14, top + 13)
    most = max((len(player.city) for player in view.players), default=0)
    wide = min(WIDEST, (right - left - 66 - COSTS) // max(1, most) - 4)
    for i, card in enumerate(view.players[seat].city):
        deed = Deed("beautify" if card.beautified else "build", seat, card.district)
        sheet.put(deed_tile(deed, wide, "", look.theme, hurts=False), left + 62 + i * (wide + 4), top)
    cost = view.sheet[seat].districts
    ink = look.shades.accent if cost == dearest and cost else look.shades.ink
    y = top + 33
    sheet.put(coin_sprite("", 32), right - 46, y - 16)
    sheet.text(str(cost), (right - 92, right - 50, y), 34, ink, bold=True, align="end", floor=FLOOR)


# --- moments


def build_act_scene(look: Look, ending: Ending, moment: Moment) -> MomentScene:
    act: PointsAct = moment.what

    def paint(size: tuple[int, int]) -> Image.Image:
        return draw_act_cards(act, look, size)

    said = " ".join(look.say(key, **told) for key, told in act.events if _is_about_districts(key, told))
    seat = seat_of_moment(moment, ending.winners)
    before, after = act.before.sheet[seat], act.after.sheet[seat]
    extra = {
        "colours": after.colours - before.colours,
        "first": after.completion - before.completion,
        "cards": sum(after.cards.values()) - sum(before.cards.values()),
    }
    why = [look.say(f"{WORDS}.why_{name}", n=format_number(n, sign=True)) for name, n in extra.items() if n]
    if not said:
        key = "moment_points" if why else "moment_bare"
        return MomentScene(moment, paint, look.say(f"{WORDS}.{key}", n=moment.at, list=join_list(why)))
    words = look.say(f"{WORDS}.moment", n=moment.at, what=said)
    return MomentScene(
        moment, paint, look.say(f"{WORDS}.moment_why", said=words, list=join_list(why)) if why else words
    )


def _is_about_districts(key: str, told: Mapping[str, Any]) -> bool:
    """Whether an event is about districts."""
    deed = deed_of_event(key, told)
    return deed is not None and deed.kind in CHANGES


def draw_act_cards(act: PointsAct, look: Look, size: tuple[int, int]) -> Image.Image:
    """The acting character, and the districts gained and lost, smaller if there are many."""
    sheet = Sheet(look, size)
    turn = act.before.turn or act.after.turn
    deeds = [
        deed for key, told in act.events if (deed := deed_of_event(key, told)) is not None and deed.kind in CHANGES
    ]
    swapped = [Deed("build", told["seat"], told["own"]) for _, told in act.events if "own" in told]
    shown = [deed for deed in (*swapped, *deeds) if deed.district][:2]
    cards = len(shown) + (FACE if turn is not None else 0)
    between = BETWEEN * (len(shown) - (turn is None))
    wide = min(CARD[0], int((size[0] - 2 * EDGE - between) / max(cards, 1)))
    card = wide, CARD[1] * wide // CARD[0]
    parts = [_character_with_rank(turn.character, (int(FACE * wide), card[1]))] if turn is not None else []
    for deed in shown:
        cost = DISTRICTS[deed.district].cost
        if deed.kind == "destroy":
            by = look.seats[deed.by].letter
            parts.append(lost_card(deed.district, "", *card, cost, by, look.shades.ground))
        else:
            parts.append(city_card(deed.district, "", *card, cost, deed.kind == "beautify", 0))
    x = (size[0] - sum(part.width for part in parts) - BETWEEN * (len(parts) - 1)) // 2
    for part in parts:
        sheet.put(part, x, (size[1] - part.height) // 2)
        x += part.width + BETWEEN
    return sheet.image


def _character_with_rank(character: str, size: tuple[int, int]) -> Image.Image:
    """A character's portrait with its rank."""
    shade = shade_of_character(character)
    image = panel_sprite(size, 10, shade.fill, shade.fill, 2).copy()
    drawn = portrait_sprite(character, size[0] - 14)
    image.alpha_composite(drawn, ((size[0] - drawn.width) // 2, size[1] - drawn.height - 6))
    rank = text_sprite(str(CHARACTERS[character].rank), 36, BOLD, 100, shade.ink)
    top = max(0, round(24 - capitals_middle(36, BOLD)))
    image.alpha_composite(rank.crop((0, 0, rank.width, min(rank.height, size[1] - top))), (10, top))
    return image


# --- the chart and the named characters


def _course_and_fates(ending: Ending, look: Look, kind: GameWording) -> Image.Image | None:
    """The chart, beside it the named characters if there are any."""
    fates = _fates_of_ending(ending)
    if fates is None or not fates.named:
        return ending_picture.draw_course_panel(look, ending, kind)
    chart = ending_picture.draw_course_panel(look, ending, kind, ending_picture.INSIDE - NAMED - ending_picture.GAP)
    if chart is None:
        return None
    sheet = Sheet(look, (ending_picture.INSIDE, chart.height))
    sheet.put(chart, 0, 0)
    sheet.put(draw_named_characters(fates, look, (NAMED, chart.height)).image, ending_picture.INSIDE - NAMED, 0)
    return sheet.image


def draw_named_characters(fates: FateCounts, look: Look, size: tuple[int, int]) -> Sheet:
    """All murdered, robbed and bewitched characters with their counts, the most frequent first."""
    powers = {power: most_named(fates, power) for power in FATES}
    powers = {power: some for power, some in powers.items() if some}
    sheet, ink = ending_picture.framed_sheet(look, *size), look.shades.ink
    left, right = 14, size[0] - 8
    below = size[1] - 20 - HEADING * len(powers)
    for abreast in ABREAST:
        high = min(ROW[0], below // sum(-(-len(some) // abreast) for some in powers.values()))
        if high >= ROW[1]:
            break
    each, y = (right - left) // abreast, 8
    for power, some in powers.items():
        sign = fate_sign(power, 34)
        sheet.put(sign, left, y + (HEADING - sign.height) // 2)
        words, place = look.say(f"{WORDS}.named_{power}"), (left + 44, right, y + HEADING // 2)
        sheet.text(words, place, 30, ink, floor=FLOOR, name=f"head {power}")
        y += HEADING
        for at, (character, n) in enumerate(some):
            box = left + at % abreast * each, y + at // abreast * high, each
            _draw_named_character(sheet, (power, character), look.say(f"{WORDS}.times", n=n), box, high)
        y += -(-len(some) // abreast) * high + 4
    return sheet


def _draw_named_character(
    sheet: Sheet, what: tuple[str, str], times: str, box: tuple[int, int, int], high: int
) -> None:
    """Draws a character with its count; `box`: left, top, width."""
    (power, character), (left, top, wide) = what, box
    side = int(FACES * high)
    shade = shade_of_character(character).fill
    drawn = panel_sprite((side, side), 8, shade, shade, 1).copy()
    face = portrait_sprite(character, side - 6)
    drawn.alpha_composite(face, ((side - face.width) // 2, (side - face.height) // 2))
    sheet.put(drawn, left, top + (high - side) // 2)
    place = left + side + 4, left + wide - 2, top + high // 2
    sheet.text(times, place, 30, sheet.look.shades.ink, bold=True, floor=FLOOR, name=f"{power} {character}")


def most_named(fates: FateCounts, power: str) -> list[tuple[str, int]]:
    """(character, count) of those that a power named, the most frequent first."""
    some = [(character, n) for (one, character), n in fates.named.items() if one == power]
    return sorted(some, key=lambda one: (-one[1], CHARACTERS[one[0]].rank, one[0]))


def _list_ending_sentences(ending: Ending, look: Look) -> list[str]:
    """Sentences about the most valuable city and the named characters."""
    view: CitadelsView = ending.view
    dearest = max(row.districts for row in view.sheet)
    holders = [seat for seat, row in enumerate(view.sheet) if row.districts == dearest]
    said = [look.say(f"{WORDS}.alt_dearest", seats=holders, n=dearest)]
    fates = _fates_of_ending(ending)
    for power in FATES if fates is not None else ():
        assert fates is not None, "it is known"
        some = [f"{card_name(look, character)} {n}" for character, n in most_named(fates, power)]
        if some:
            said.append(look.say(f"{WORDS}.alt_{power}", list=join_list(some)))
    for seat in ending.order if fates is not None else ():
        assert fates is not None, "it is known"
        some = [f"{look.say(f'{WORDS}.{name}')} {row[seat]}" for name, row in fates.rows.items() if row[seat]]
        if some:
            said.append(look.say(f"{WORDS}.alt_seat", name=look.seats[seat].name, list=join_list(some)))
    return said
