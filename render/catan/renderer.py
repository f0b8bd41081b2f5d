"""The renderer of Catan: what front ends call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image

from render.core import frames, palette
from render.core.camera import Fixed
from render.core.ending import Chronicle, Ending
from render.core.look import SEAT_COLOURS, Look, Mark, Picture
from render.core.recap import Recap, Turned
from rules.catan.cards import CARDS, RESOURCES
from rules.catan.layout import layouts
from rules.catan.view import CatanView

from . import board as public
from . import costs, ending, in_words, missed, outlines, rolls, score, text_board
from . import hand as private
from .film import CatanFilm
from .ground import disc, disc_radius, sea, token, token_radius
from .pieces import SLOPES, city, knight, road, settlement
from .plan import Plan, plan
from .sketches import is_action
from .terrain import SCENES, VARIANTS, hex_tile

PALETTE: Final = Path(__file__).with_name("palette.txt")
COSTS: Final = "costs"


def colours() -> palette.Palette:
    """The palette of all pictures of Catan."""
    return palette.load(PALETTE)


def _finished(image: Image.Image, alt: str) -> Picture:
    return Picture(palette.encode(image, colours()), alt, image.size)


class CatanRenderer:
    """Pure functions of view, look and marks; safe in any thread.

    `hand` is the only picture with secrets, and needs the view of a seat; all others hold what everybody sees.
    """

    key = "catan"

    def since(
        self, before: CatanView, view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> CatanView:
        """The view with all that is new since `before` among what changed."""
        return outlines.since(before, view, events)

    def news(self, before: CatanView, view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> None:
        """The view says it all."""

    def table(
        self, view: CatanView, look: Look, marks: Sequence[Mark] = (), story: str = "", news: None = None
    ) -> list[Picture]:
        """The table for everybody. Marks point at places (`v23`, `e30`, `h9`) or at a seat (`2`)."""
        return [_finished(public.board(view, look, marks).image, in_words.table_alt(view, look, story, marks))]

    def camera(self) -> Fixed:
        """The island does not grow."""
        return Fixed(colours(), lambda view, look: public.board(view, look).image)

    def choice(self, view: CatanView, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """For who must choose: a place on the island alone, which is larger so, else the cards before them."""
        if any(public.known_place(view, m.place) for m in marks):
            return [_finished(public.land(view, look, marks).image, in_words.table_alt(view, look, marks=marks))]
        if view.you is not None and (view.choice is not None or view.owed.get(view.you)):
            return [self.hand(view, look, marks)]
        return self.table(view, look, marks)

    def hand(self, view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> Picture:
        """What the seat of the view alone may see: cards, rates, improvements. Marks point at keys of cards."""
        return _finished(private.hand(view, look, marks).image, in_words.hand_alt(view, look))

    def card(self, view: CatanView | None, look: Look, key: str) -> Picture:
        """One card, large; `costs` is the table of costs of the game that is seen, else of the base game."""
        if key == COSTS:
            cities = view is not None and view.barbarians is not None
            return _finished(costs.costs(look, cities).image, costs.in_words(look, cities))
        if key not in CARDS and not is_action(key):
            raise KeyError(key)
        return _finished(private.one(look, key).image, in_words.card_alt(look, key))

    def score(self, view: CatanView, look: Look, title: str = "") -> Picture:
        """The sheet of points: final when the game is over, else as far as the reader of the view knows them."""
        return _finished(score.score(view, look, title).image, in_words.score_alt(view, look, title))

    def counted(self, view: CatanView, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """Points change hands: the sheet of them."""
        return self.score(view, look, title)

    def part(self, view: CatanView, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """`corners`, `paths`, `hexes`: all numbers; `dice`: how often each sum was rolled; a place: the island around
        it; a seat (number from 1, letter of the colour, name): what lies before that player. ValueError for anything
        else."""
        known = region.strip().casefold()
        if known == "dice" and any(view.sums):
            return _finished(rolls.rolls(view, look).image, in_words.rolls_alt(view, look))
        if known in public.KINDS:
            picture = public.land(view, look, names=known)
            last = len(public.all_places(view, known)) - 1
            return _finished(picture.image, look.say(f"pic.catan.alt.all_{known}", n=last))
        place = public.known_place(view, known)
        if place is not None:
            return _finished(public.window(view, look, place, marks).image, in_words.around_alt(view, look, known))
        for seat, shown in enumerate(look.seats[: view.seats]):
            if known in (str(seat + 1), shown.letter.casefold(), shown.name.casefold()):
                return _finished(score.before(view, look, seat).image, in_words.part_alt(view, look, seat))
        raise ValueError(region)

    def recap_pages(self, turns: Sequence[Turned]) -> list[int]:
        """Six cells on a picture; what others build after a turn belongs to it."""
        return missed.pages(turns)

    def recap(self, recap: Recap, look: Look) -> Picture:
        """A frame for each turn, and on the last page how things stand: for the reader alone, with their cards."""
        return _finished(missed.draw(recap, look), frames.alt(look, recap))

    def film(self, first: CatanView, last: CatanView, look: Look) -> CatanFilm:
        """The island, on which all of the game is shown."""
        return CatanFilm(last, look, colours())

    def filmed(self, view: CatanView, look: Look, story: str) -> str:
        """A film in words: what it is, and the table with which it ends."""
        return in_words.table_alt(view, look, story)

    def chronicle(self) -> Chronicle[CatanView]:
        """Sees a game for its ending."""
        return ending.Story()

    def ending(self, what: Ending, look: Look) -> Picture:
        """Points, the course of the game, the turns that decided it, the dice."""
        return _finished(*ending.picture(what, look))

    def text_board(self, view: CatanView, look: Look, title: str = "", legal: Sequence[Any] = ()) -> str:
        """The table in words, and for a seat its own cards after that."""
        return text_board.text_board(view, look, title, legal)

    def warm(self) -> None:
        """Draw the sprites of a table once, so that the first picture is quick."""
        colours()
        for size, layout in layouts().items():
            for barbarians in (False, True):
                _warm(plan(size, min(layout.facts["seats"]), barbarians), max(layout.facts["seats"]))


def _warm(at: Plan, seats: int) -> None:
    """All that lies on an island so large, and the pieces of so many seats."""
    sea(at)
    for terrain in SCENES:
        for variant in range(VARIANTS):
            hex_tile(terrain, variant, at.radius)
    for number in range(2, 13):
        token(number, token_radius(at.radius))
    for card in ("any", *RESOURCES):
        disc(card, 3 if card == "any" else 2, disc_radius(at.radius))
    sizes = public.sizes(at.radius)
    for letter in list(SEAT_COLOURS)[:seats]:
        for slope in SLOPES:
            road(letter, round(at.radius * 0.98), slope)
        settlement(letter, sizes["settlement"])
        city(letter, sizes["city"], False, "", False)
        knight(letter, sizes["knight"], 1, True)


RENDERER: Final = CatanRenderer()
