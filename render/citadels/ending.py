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

from .cards import NAMING_POWERS, city_card, coin_sprite, fate_sign, lost_card, portrait_sprite, shade_of_character
from .deeds import deed_tile
from .layout import card_name
from .round_bands import BEGUN, GOLD, MURDERED, Deed, deed_of_event
from .score import PARTS, column_sign

WORDS: Final = "pic.citadels.ending"
SCENE_HIGH: Final = 164
CARD_SIZE: Final = (110, 148)
FACE_SHARE: Final = 104 / 110  # width of a portrait beside a card, by the width of the card
CARD_GAP: Final = 14  # gap between cards of a moment
SCENE_PADDING: Final = 8  # padding of its panel
CITY_ROW_HIGH: Final = 72  # height of a row
WIDEST_DISTRICT: Final = 110  # width of a district in it
MOST_IN_ONE_COLUMN: Final = 2  # most cities in one column
VALUE_WIDE: Final = 84  # width of the value of a city
NAMED_WIDE: Final = 318  # width of the named characters beside the chart
HEADING_HIGH: Final = 42  # height of a heading with a power
ROW_HEIGHTS: Final = (60, 42)  # heights of a row of characters: greatest, and least before more of them share a row
ABREAST: Final = (3, 4, 5)  # characters in a row, to try
FACE_HIGH_SHARE: Final = 0.86  # height of a portrait, by the height of a row
FLOOR: Final = 27
FACTS: Final = ("crowned", "murdered", "stolen", "lost", "razed")
CITY_DEEDS: Final = ("build", "destroy", "exchange", "beautify", "use")


@dataclass(frozen=True, slots=True)
class PointsAct:
    """A change of points: the public views before and after it, and its public events."""

    before: CitadelsView
    after: CitadelsView
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class FateCounts:
    """Facts of each seat, by `FACTS`, and how often each power named a character."""

    facts_of_seats: dict[str, tuple[int, ...]]
    naming_counts: dict[tuple[str, str], int]  # (power, character) -> count


class Story(Chronicle[CitadelsView]):
    """The chronicle of Citadels. A moment is a district built, lost or swapped."""

    def __init__(self) -> None:
        super().__init__()
        self._view: CitadelsView | None = None
        self._fact_counts: dict[str, Counter[int]] = {name: Counter() for name in FACTS}
        self._naming_counts: Counter[tuple[str, str]] = Counter()

    def record_entry(self, view: Callable[[], CitadelsView], seat: int | None, events: Sequence[Event]) -> None:
        current = view()
        before, self._view = self._view, current
        for key, params in events:
            if key == BEGUN:
                self._fact_counts["crowned"][params["seat"]] += 1
            elif key == MURDERED:
                self._fact_counts["murdered"][params["seat"]] += 1
            elif (deed := deed_of_event(key, params)) is not None:
                self._count_deed(deed)
        if before is None:
            self.record_start(current.round - 1, current.scores)
            return
        gains = [new - old for old, new in zip(before.scores, current.scores, strict=True)]
        if any(gains):
            self.record_moment(before.round, gains, PointsAct(before, current, tuple(events)), current.scores)
        self.record_points(before.round, current.scores)

    def _count_deed(self, deed: Deed) -> None:
        if deed.kind in NAMING_POWERS:
            self._naming_counts[deed.kind, deed.character] += 1
        elif deed.kind == GOLD and deed.affected_seat is not None:
            self._fact_counts["stolen"][deed.acting_seat] += deed.amount
            self._fact_counts["lost"][deed.affected_seat] += deed.amount
        elif deed.kind == "destroy" and deed.affected_seat is not None:
            self._fact_counts["razed"][deed.affected_seat] += 1

    def collect_facts(self) -> FateCounts:
        seats = range(self._view.seats if self._view is not None else 0)
        rows = {name: tuple(counts[seat] for seat in seats) for name, counts in self._fact_counts.items()}
        return FateCounts(rows, dict(self._naming_counts))


def draw_citadels_result(ending: Ending, look: Look) -> Image.Image:
    """Winners and points by source."""
    return ending_picture.draw_result_card(look, ending, citadels_wording(ending, look))


def draw_citadels_ending(ending: Ending, look: Look) -> tuple[Image.Image, str]:
    """The picture and its alternative text."""
    wording = citadels_wording(ending, look)
    scenes = [build_act_scene(look, ending, moment) for moment in decisive_moments(ending)]
    parts = [
        draw_cities(ending, look),
        _course_and_fates(ending, look, wording),
        ending_picture.draw_moments_row(look, ending, scenes, SCENE_HIGH),
    ]
    return ending_picture.draw_finale(look, ending, wording, parts, scenes, _list_ending_sentences(ending, look))


def _fates_of_ending(ending: Ending) -> FateCounts | None:
    return ending.chronicle.facts if ending.chronicle is not None else None


def citadels_wording(ending: Ending, look: Look) -> GameWording:
    """The game's wording, and facts of each seat."""
    view: CitadelsView = ending.view
    say, fates = look.say, _fates_of_ending(ending)
    rows = fates.facts_of_seats if fates is not None else {}
    return GameWording(
        family="cit",
        unit=say(f"{WORDS}.round"),
        length=say(f"{WORDS}.length", n=view.round),
        icon=lambda source: column_sign(source) if source in PARTS else None,
        facts=[(say(f"{WORDS}.{name}"), row) for name, row in rows.items() if any(row)],
        tie=say(tie.key, **tie.params) if (tie := describe_tie_break(view, ending.winners)) is not None else "",
    )


# --- the cities


def draw_cities(ending: Ending, look: Look) -> Image.Image:
    """Every city with the total cost of its districts, the greatest in gold."""
    view: CitadelsView = ending.view
    columns = 2 if view.seats > MOST_IN_ONE_COLUMN else 1
    rows, column_wide = -(-view.seats // columns), ending_picture.INSIDE // columns
    sheet = ending_picture.framed_sheet(look, ending_picture.INSIDE, 10 + CITY_ROW_HIGH * rows)
    dearest = max(row.districts for row in view.sheet)
    for place, seat in enumerate(ending.seats_by_points):
        left, top = place // rows * column_wide, 8 + place % rows * CITY_ROW_HIGH
        _draw_city_and_worth(sheet, view, seat, (left, top, left + column_wide), dearest)
    return sheet.image


def _draw_city_and_worth(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int], dearest: int) -> None:
    """Draw the districts of a seat and their total cost; `box`: left, top, right."""
    look, (left, top, right) = sheet.look, box
    sheet.put(seat_symbol_disc(look.seats[seat].letter, 40), left + 14, top + 13)
    largest_city = max((len(player.city) for player in view.players), default=0)
    wide = min(WIDEST_DISTRICT, (right - left - 66 - VALUE_WIDE) // max(1, largest_city) - 4)
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
    """The moment as its cards, with a sentence about the districts and further points."""
    act: PointsAct = moment.payload

    def paint(size: tuple[int, int]) -> Image.Image:
        return draw_act_cards(act, look, size)

    story = " ".join(look.say(key, **params) for key, params in act.events if _is_about_districts(key, params))
    seat = seat_of_moment(moment, ending.winners)
    before, after = act.before.sheet[seat], act.after.sheet[seat]
    bonuses = {
        "colours": after.colours - before.colours,
        "first": after.completion - before.completion,
        "cards": sum(after.cards.values()) - sum(before.cards.values()),
    }
    reasons = [
        look.say(f"{WORDS}.why_{name}", n=format_number(points, sign=True))
        for name, points in bonuses.items()
        if points
    ]
    if not story:
        key = "moment_points" if reasons else "moment_bare"
        return MomentScene(moment, paint, look.say(f"{WORDS}.{key}", n=moment.turn, list=join_list(reasons)))
    words = look.say(f"{WORDS}.moment", n=moment.turn, what=story)
    if reasons:
        words = look.say(f"{WORDS}.moment_why", said=words, list=join_list(reasons))
    return MomentScene(moment, paint, words)


def _is_about_districts(key: str, params: Mapping[str, Any]) -> bool:
    """Whether an event is about districts."""
    deed = deed_of_event(key, params)
    return deed is not None and deed.kind in CITY_DEEDS


def draw_act_cards(act: PointsAct, look: Look, size: tuple[int, int]) -> Image.Image:
    """The acting character, and the districts gained and lost, smaller if there are many."""
    sheet = Sheet(look, size)
    turn = act.before.turn or act.after.turn
    deeds = filter(None, (deed_of_event(key, params) for key, params in act.events))
    swapped = [Deed("build", params["seat"], params["own"]) for _, params in act.events if "own" in params]
    changes = [deed for deed in deeds if deed.kind in CITY_DEEDS]
    shown = [deed for deed in (*swapped, *changes) if deed.district][:2]
    cards = len(shown) + (FACE_SHARE if turn is not None else 0)
    between = CARD_GAP * (len(shown) - (turn is None))
    wide = min(CARD_SIZE[0], int((size[0] - 2 * SCENE_PADDING - between) / max(cards, 1)))
    card = wide, CARD_SIZE[1] * wide // CARD_SIZE[0]
    parts = [_character_with_rank(turn.character, (int(FACE_SHARE * wide), card[1]))] if turn is not None else []
    for deed in shown:
        cost = DISTRICTS[deed.district].cost
        if deed.kind == "destroy":
            letter = look.seats[deed.acting_seat].letter
            parts.append(lost_card(deed.district, "", *card, cost, letter, look.shades.ground))
        else:
            parts.append(city_card(deed.district, "", *card, cost, deed.kind == "beautify", 0))
    x = (size[0] - sum(part.width for part in parts) - CARD_GAP * (len(parts) - 1)) // 2
    for part in parts:
        sheet.put(part, x, (size[1] - part.height) // 2)
        x += part.width + CARD_GAP
    return sheet.image


def _character_with_rank(character: str, size: tuple[int, int]) -> Image.Image:
    """A character's portrait with its rank."""
    shade = shade_of_character(character)
    image = panel_sprite(size, 10, shade.fill, shade.fill, 2).copy()
    portrait = portrait_sprite(character, size[0] - 14)
    image.alpha_composite(portrait, ((size[0] - portrait.width) // 2, size[1] - portrait.height - 6))
    rank = text_sprite(str(CHARACTERS[character].rank), 36, BOLD, 100, shade.ink)
    top = max(0, round(24 - capitals_middle(36, BOLD)))
    image.alpha_composite(rank.crop((0, 0, rank.width, min(rank.height, size[1] - top))), (10, top))
    return image


# --- the chart and the named characters


def _course_and_fates(ending: Ending, look: Look, wording: GameWording) -> Image.Image | None:
    """The chart, beside it the named characters if there are any."""
    fates = _fates_of_ending(ending)
    if fates is None or not fates.naming_counts:
        return ending_picture.draw_course_panel(look, ending, wording)
    named_left = ending_picture.INSIDE - NAMED_WIDE
    chart = ending_picture.draw_course_panel(look, ending, wording, named_left - ending_picture.GAP)
    if chart is None:
        return None
    sheet = Sheet(look, (ending_picture.INSIDE, chart.height))
    sheet.put(chart, 0, 0)
    sheet.put(draw_named_characters(fates, look, (NAMED_WIDE, chart.height)).image, named_left, 0)
    return sheet.image


def draw_named_characters(fates: FateCounts, look: Look, size: tuple[int, int]) -> Sheet:
    """All murdered, robbed and bewitched characters with their counts, the most frequent first."""
    counts_of_power = {power: most_named(fates, power) for power in NAMING_POWERS}
    counts_of_power = {power: counts for power, counts in counts_of_power.items() if counts}
    sheet, ink = ending_picture.framed_sheet(look, *size), look.shades.ink
    left, right = 14, size[0] - 8
    rows_high = size[1] - 20 - HEADING_HIGH * len(counts_of_power)
    for columns in ABREAST:
        rows = sum(-(-len(counts) // columns) for counts in counts_of_power.values())
        row_high = min(ROW_HEIGHTS[0], rows_high // rows)
        if row_high >= ROW_HEIGHTS[1]:
            break
    column_wide, y = (right - left) // columns, 8
    for power, counts in counts_of_power.items():
        sign = fate_sign(power, 34)
        sheet.put(sign, left, y + (HEADING_HIGH - sign.height) // 2)
        words, place = look.say(f"{WORDS}.named_{power}"), (left + 44, right, y + HEADING_HIGH // 2)
        sheet.text(words, place, 30, ink, floor=FLOOR, name=f"head {power}")
        y += HEADING_HIGH
        for index, (character, count) in enumerate(counts):
            box = left + index % columns * column_wide, y + index // columns * row_high, column_wide
            _draw_named_character(sheet, (power, character), look.say(f"{WORDS}.times", n=count), box, row_high)
        y += -(-len(counts) // columns) * row_high + 4
    return sheet


def _draw_named_character(
    sheet: Sheet, fate: tuple[str, str], times: str, box: tuple[int, int, int], high: int
) -> None:
    """Draws a character with its count; `box`: left, top, width."""
    (power, character), (left, top, wide) = fate, box
    side = int(FACE_HIGH_SHARE * high)
    shade = shade_of_character(character).fill
    frame = panel_sprite((side, side), 8, shade, shade, 1).copy()
    face = portrait_sprite(character, side - 6)
    frame.alpha_composite(face, ((side - face.width) // 2, (side - face.height) // 2))
    sheet.put(frame, left, top + (high - side) // 2)
    place = left + side + 4, left + wide - 2, top + high // 2
    sheet.text(times, place, 30, sheet.look.shades.ink, bold=True, floor=FLOOR, name=f"{power} {character}")


def most_named(fates: FateCounts, power: str) -> list[tuple[str, int]]:
    """(character, count) of those that a power named, the most frequent first."""
    counts = [(character, count) for (naming, character), count in fates.naming_counts.items() if naming == power]
    return sorted(counts, key=lambda entry: (-entry[1], CHARACTERS[entry[0]].rank, entry[0]))


def _list_ending_sentences(ending: Ending, look: Look) -> list[str]:
    """Sentences about the most valuable city and the named characters."""
    view: CitadelsView = ending.view
    dearest = max(row.districts for row in view.sheet)
    holders = [seat for seat, row in enumerate(view.sheet) if row.districts == dearest]
    sentences = [look.say(f"{WORDS}.alt_dearest", seats=holders, n=dearest)]
    fates = _fates_of_ending(ending)
    if fates is None:
        return sentences
    for power in NAMING_POWERS:
        parts = [f"{card_name(look, character)} {count}" for character, count in most_named(fates, power)]
        if parts:
            sentences.append(look.say(f"{WORDS}.alt_{power}", list=join_list(parts)))
    for seat in ending.seats_by_points:
        parts = [
            f"{look.say(f'{WORDS}.{name}')} {row[seat]}" for name, row in fates.facts_of_seats.items() if row[seat]
        ]
        if parts:
            sentences.append(look.say(f"{WORDS}.alt_seat", name=look.seats[seat].name, list=join_list(parts)))
    return sentences
