"""The ending of a game of Citadels: the cities, who built and lost what, who was murdered, robbed and crowned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image

from render.core import finale
from render.core.ending import Chronicle, Ending, Event, Moment, decisive, hero
from render.core.finale import Kind, Scene
from render.core.fonts import BOLD, label, middle
from render.core.kit import panel
from render.core.look import Look
from render.core.sheet import Sheet
from render.core.strip import mini_seat
from render.core.words import listed
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.scoring import broken
from rules.citadels.view import CitadelsView

from .bands import BEGUN, GOLD, MURDERED, Deed, deed_of
from .cards import FATES, city_card, coin, fate, lost_card, portrait, shade_of
from .deeds import tile
from .layout import name_of
from .score import PARTS, column_sign

WORDS: Final = "pic.citadels.ending"
PICTURE: Final = 172
CARD: Final = (110, 148)
FACE: Final = 104
CITY: Final = 74  # a row
WIDEST: Final = 110  # a district in it
MANY: Final = 4  # cities that lie below each other
COSTS: Final = 92  # what a city is worth
NAMED: Final = 72  # the row of characters that were named
EACH: Final = 108
FLOOR: Final = 27
FACTS: Final = ("crowned", "murdered", "stolen", "lost", "razed")
CHANGES: Final = ("build", "destroy", "exchange", "beautify", "use")


@dataclass(frozen=True, slots=True)
class Act:
    """What changed the points: what everybody saw before and after it, and was told."""

    before: CitadelsView
    after: CitadelsView
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Fates:
    """What is told of each seat, by `FACTS`; and how often a power named a character."""

    rows: dict[str, tuple[int, ...]]
    named: dict[tuple[str, str], int]  # power, character


class Story(Chronicle[CitadelsView]):
    """Moments are what somebody built, lost, or swapped."""

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
            elif (deed := deed_of(key, told)) is not None:
                self._count(deed)
        if before is None:
            self.begun(now.round - 1, now.scores)
            return
        gains = [b - a for a, b in zip(before.scores, now.scores, strict=True)]
        if any(gains):
            self.moment(before.round, gains, Act(before, now, tuple(events)), now.scores)
        self.passed(before.round, now.scores)

    def _count(self, deed: Deed) -> None:
        if deed.kind in FATES:
            self._named[deed.kind, deed.character] += 1
        elif deed.kind == GOLD and deed.other is not None:
            self._seats["stolen"][deed.by] += deed.n
            self._seats["lost"][deed.other] += deed.n
        elif deed.kind == "destroy" and deed.other is not None:
            self._seats["razed"][deed.other] += 1

    def facts(self) -> Fates:
        seats = range(self._view.seats if self._view is not None else 0)
        rows = {name: tuple(counted[seat] for seat in seats) for name, counted in self._seats.items()}
        return Fates(rows, dict(self._named))


def card(ending: Ending, look: Look) -> Image.Image:
    """Who won, and what everybody had points for."""
    return finale.card(look, ending, kind_of(ending, look))


def picture(ending: Ending, look: Look) -> tuple[Image.Image, str]:
    """The picture, and the same in words."""
    kind = kind_of(ending, look)
    some = [_scene(look, ending, moment) for moment in decisive(ending)]
    parts = [
        cities(ending, look),
        finale.course(look, ending, kind),
        finale.scenes(look, ending, some, PICTURE),
        named(ending, look),
    ]
    return finale.picture(look, ending, kind, parts, some, _said(ending, look))


def _fates(ending: Ending) -> Fates | None:
    return ending.told.facts if ending.told is not None else None


def kind_of(ending: Ending, look: Look) -> Kind:
    """What the game calls things, and tells of each seat."""
    view: CitadelsView = ending.view
    say, fates = look.say, _fates(ending)
    rows = fates.rows if fates is not None else {}
    return Kind(
        "cit",
        say(f"{WORDS}.round"),
        say(f"{WORDS}.length", n=view.round),
        lambda source: column_sign(source) if source in PARTS else None,
        facts=[(say(f"{WORDS}.{name}"), row) for name, row in rows.items() if any(row)],
        tie=say(tie.key, **tie.params) if (tie := broken(view, ending.winners)) is not None else "",
    )


# --- the cities


def cities(ending: Ending, look: Look) -> Image.Image:
    """Every city, and what its districts cost; the dearest is gold."""
    view: CitadelsView = ending.view
    beside = 2 if view.seats > MANY else 1
    rows, each = -(-view.seats // beside), finale.INSIDE // beside
    sheet = finale.framed(look, finale.INSIDE, 10 + CITY * rows)
    dearest = max(row.districts for row in view.sheet)
    for place, seat in enumerate(ending.order):
        left, top = place // rows * each, 8 + place % rows * CITY
        _city(sheet, view, seat, (left, top, left + each), dearest)
    return sheet.image


def _city(sheet: Sheet, view: CitadelsView, seat: int, box: tuple[int, int, int], dearest: int) -> None:
    """`box`: left, top, right."""
    look, (left, top, right) = sheet.look, box
    sheet.put(mini_seat(look.seats[seat].letter, 40), left + 14, top + 13)
    most = max((len(player.city) for player in view.players), default=0)
    wide = min(WIDEST, (right - left - 66 - COSTS) // max(1, most) - 4)
    for i, card in enumerate(view.players[seat].city):
        deed = Deed("beautify" if card.beautified else "build", seat, card.district)
        sheet.put(tile(deed, wide, "", look.theme, hurts=False), left + 62 + i * (wide + 4), top)
    cost = view.sheet[seat].districts
    ink = look.shades.accent if cost == dearest and cost else look.shades.ink
    y = top + 33
    sheet.put(coin("", 32), right - 46, y - 16)
    sheet.text(str(cost), (right - 92, right - 50, y), 34, ink, bold=True, align="end", floor=FLOOR)


# --- moments


def _scene(look: Look, ending: Ending, moment: Moment) -> Scene:
    act: Act = moment.what

    def paint(size: tuple[int, int]) -> Image.Image:
        return _cards(act, look, size)

    said = " ".join(look.say(key, **told) for key, told in act.events if _tells(key, told))
    if not said:
        return Scene(moment, paint, look.say(f"{WORDS}.moment_bare", n=moment.at))
    seat = hero(moment, ending.winners)
    before, after = act.before.sheet[seat], act.after.sheet[seat]
    extra = {"colours": after.colours - before.colours, "first": after.completion - before.completion}
    why = [look.say(f"{WORDS}.why_{name}", n=n) for name, n in extra.items() if n > 0]
    words = look.say(f"{WORDS}.moment", n=moment.at, what=said)
    return Scene(moment, paint, look.say(f"{WORDS}.moment_why", said=words, list=listed(why)) if why else words)


def _tells(key: str, told: Mapping[str, Any]) -> bool:
    """Whether an event is about districts."""
    deed = deed_of(key, told)
    return deed is not None and deed.kind in CHANGES


def _cards(act: Act, look: Look, size: tuple[int, int]) -> Image.Image:
    """Who acted, and the districts that came and went."""
    sheet = Sheet(look, size)
    parts: list[Image.Image] = []
    turn = act.before.turn or act.after.turn
    if turn is not None:
        parts.append(_face(turn.character))
    deeds = [deed for key, told in act.events if (deed := deed_of(key, told)) is not None and deed.kind in CHANGES]
    swapped = [Deed("build", told["seat"], told["own"]) for _, told in act.events if "own" in told]
    for deed in [deed for deed in (*swapped, *deeds) if deed.district][:2]:
        cost = DISTRICTS[deed.district].cost
        if deed.kind == "destroy":
            by = look.seats[deed.by].letter
            parts.append(lost_card(deed.district, "", *CARD, cost, by, look.shades.ground))
        else:
            parts.append(city_card(deed.district, "", *CARD, cost, deed.kind == "beautify", 0))
    room = sum(part.width for part in parts) + 14 * (len(parts) - 1)
    x = (size[0] - room) // 2
    for part in parts:
        sheet.put(part, x, (size[1] - part.height) // 2)
        x += part.width + 14
    return sheet.image


def _face(character: str) -> Image.Image:
    """A character with its rank."""
    shade = shade_of(character)
    image = panel((FACE, CARD[1]), 10, shade.fill, shade.fill, 2).copy()
    drawn = portrait(character, FACE - 14)
    image.alpha_composite(drawn, ((FACE - drawn.width) // 2, CARD[1] - drawn.height - 6))
    rank = label(str(CHARACTERS[character].rank), 36, BOLD, 100, shade.ink)
    top = max(0, round(24 - middle(36, BOLD)))
    image.alpha_composite(rank.crop((0, 0, rank.width, min(rank.height, CARD[1] - top))), (10, top))
    return image


# --- who was named


def named(ending: Ending, look: Look) -> Image.Image | None:
    """Which characters were murdered, robbed and bewitched, the most often first."""
    fates = _fates(ending)
    powers = [power for power in FATES if fates is not None and any(one == power for one, _ in fates.named)]
    if fates is None or not powers:
        return None
    sheet, shades = finale.framed(look, finale.INSIDE, NAMED), look.shades
    room = finale.INSIDE // len(powers)
    for i, power in enumerate(powers):
        left, y = i * room, NAMED // 2
        if i:
            sheet.put(Image.new("RGB", (2, NAMED - 24), shades.line), left, 12)
        sign = fate(power, 44)
        sheet.put(sign, left + 14, y - sign.height // 2)
        for at, (character, n) in enumerate(most_named(fates, power)[: (room - 70) // EACH]):
            x = left + 70 + at * EACH
            drawn = panel((52, 52), 8, shade_of(character).fill, shade_of(character).fill, 1).copy()
            face = portrait(character, 46)
            drawn.alpha_composite(face, ((52 - face.width) // 2, (52 - face.height) // 2))
            sheet.put(drawn, x, y - 26)
            sheet.text(
                look.say(f"{WORDS}.times", n=n), (x + 56, x + EACH - 4, y), 30, shades.ink, bold=True, floor=FLOOR
            )
    return sheet.image


def most_named(fates: Fates, power: str) -> list[tuple[str, int]]:
    """The characters that a power named, and how often."""
    some = [(character, n) for (one, character), n in fates.named.items() if one == power]
    return sorted(some, key=lambda one: (-one[1], CHARACTERS[one[0]].rank, one[0]))


def _said(ending: Ending, look: Look) -> list[str]:
    """The dearest city, and the fates, in words."""
    view: CitadelsView = ending.view
    dearest = max(row.districts for row in view.sheet)
    holders = [seat for seat, row in enumerate(view.sheet) if row.districts == dearest]
    said = [look.say(f"{WORDS}.alt_dearest", seats=holders, n=dearest)]
    fates = _fates(ending)
    for power in FATES if fates is not None else ():
        assert fates is not None, "it is known"
        some = [f"{name_of(look, character)} {n}" for character, n in most_named(fates, power)]
        if some:
            said.append(look.say(f"{WORDS}.alt_{power}", list=listed(some)))
    for seat in ending.order if fates is not None else ():
        assert fates is not None, "it is known"
        some = [f"{look.say(f'{WORDS}.{name}')} {row[seat]}" for name, row in fates.rows.items() if row[seat]]
        if some:
            said.append(look.say(f"{WORDS}.alt_seat", name=look.seats[seat].name, list=listed(some)))
    return said
