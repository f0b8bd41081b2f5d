"""The renderer of Catan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image

from render.core import palette, recap_strip
from render.core.camera import FixedCamera
from render.core.ending import Chronicle, Ending
from render.core.look import SEAT_COLOURS, Look, Mark, Picture
from render.core.recap import Recap, RecapTurn
from rules.catan.cards import CARDS, RESOURCES
from rules.catan.layout import load_layouts
from rules.catan.view import CatanView

from . import board as public
from . import changes_since, costs, descriptions, ending, recap_picture, rolls, score, text_board
from . import hand as private
from .card_scenes import is_action_card
from .film import CatanFilm
from .island import harbour_disc, harbour_disc_radius, number_token, sea_sprite, token_radius
from .island_plan import IslandPlan, plan_island
from .pieces import SLOPES, city_sprite, knight_sprite, road_sprite, settlement_sprite
from .terrain import SCENES, VARIANTS, hex_tile

PALETTE: Final = Path(__file__).with_name("palette.txt")
COSTS: Final = "costs"


def catan_palette() -> palette.Palette:
    """The palette of all pictures of Catan."""
    return palette.load_palette(PALETTE)


def _encode_image(image: Image.Image, alt: str) -> Picture:
    return Picture(palette.encode_png(image, catan_palette()), alt, image.size)


class CatanRenderer:
    """Implements `Renderer`. Only `hand` and `recap` show secrets; they need the view of a seat."""

    key = "catan"

    def since(
        self, before: CatanView, view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> CatanView:
        """The view with all changes since `before` marked."""
        return changes_since.mark_new_pieces(before, view, events)

    def news(self, before: CatanView, view: CatanView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> None:
        """None: the view has all news."""

    def table(
        self, view: CatanView, look: Look, marks: Sequence[Mark] = (), story: str = "", news: None = None
    ) -> list[Picture]:
        """The public table. Marks point at places (`v23`, `e30`, `h9`) or at a seat (`2`)."""
        alt = descriptions.describe_catan_table(view, look, story, marks)
        return [_encode_image(public.draw_board(view, look, marks).image, alt)]

    def camera(self) -> FixedCamera:
        """A fixed camera: the island never grows."""
        return FixedCamera(catan_palette(), lambda view, look: public.draw_board(view, look).image)

    def choice(self, view: CatanView, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """The enlarged island for choosing a place, else the cards to choose from."""
        if any(public.parse_known_place(view, mark.place) for mark in marks):
            alt = descriptions.describe_catan_table(view, look, marks=marks)
            return [_encode_image(public.draw_island(view, look, marks).image, alt)]
        if view.you is not None and (view.choice is not None or view.owed.get(view.you)):
            return [self.hand(view, look, marks)]
        return self.table(view, look, marks)

    def hand(self, view: CatanView, look: Look, marks: Sequence[Mark] = ()) -> Picture:
        """The private picture: cards, rates, improvements. Marks point at keys of cards."""
        return _encode_image(private.draw_hand(view, look, marks).image, descriptions.describe_hand(view, look))

    def card(self, view: CatanView | None, look: Look, key: str) -> Picture:
        """One card, enlarged; `costs`: the table of costs of the view's game, else of the base game."""
        if key == COSTS:
            cities = view is not None and view.barbarians is not None
            return _encode_image(costs.draw_costs(look, cities).image, costs.describe_costs(look, cities))
        if key not in CARDS and not is_action_card(key):
            raise KeyError(key)
        return _encode_image(private.draw_single_card(look, key).image, descriptions.describe_card(look, key))

    def score(self, view: CatanView, look: Look, title: str = "") -> Picture:
        """The points table: final when the game is over, else as far as the view's seat knows it."""
        return _encode_image(score.draw_score(view, look, title).image, descriptions.describe_score(view, look, title))

    def counted(self, view: CatanView, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """The points table, because points change hands."""
        return self.score(view, look, title)

    def part(self, view: CatanView, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """`corners`, `paths`, `hexes`: all numbers; `dice`: counts of the rolled sums; a place: the island around it; a
        seat (number from 1, letter of the colour, name): the player's public holdings. Raises ValueError for anything
        else."""
        wanted = region.strip().casefold()
        if wanted == "dice" and any(view.sums):
            return _encode_image(rolls.draw_roll_chart(view, look).image, descriptions.describe_roll_chart(view, look))
        if wanted in public.KINDS:
            picture = public.draw_island(view, look, names=wanted)
            highest = len(public.list_places(view, wanted)) - 1
            return _encode_image(picture.image, look.say(f"pic.catan.alt.all_{wanted}", n=highest))
        place = public.parse_known_place(view, wanted)
        if place is not None:
            alt = descriptions.describe_surroundings(view, look, wanted)
            return _encode_image(public.draw_board_window(view, look, place, marks).image, alt)
        for seat, seat_look in enumerate(look.seats[: view.seats]):
            if wanted in (str(seat + 1), seat_look.letter.casefold(), seat_look.name.casefold()):
                alt = descriptions.describe_player_area(view, look, seat)
                return _encode_image(score.draw_player_area(view, look, seat).image, alt)
        raise ValueError(region)

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """Six frames to a picture; the building of others after a turn belongs to its frame."""
        return recap_picture.group_turns_into_pages(turns)

    def recap(self, recap: Recap, look: Look) -> Picture:
        """A frame for each turn, and on the last page the standing with the reader's cards: for the reader only."""
        return _encode_image(recap_picture.draw_catan_recap(recap, look), recap_strip.describe_strip(look, recap))

    def film(self, first: CatanView, last: CatanView, look: Look) -> CatanFilm:
        """A film on the island."""
        return CatanFilm(last, look, catan_palette())

    def filmed(self, view: CatanView, look: Look, story: str) -> str:
        """`story` and a description of the final table."""
        return descriptions.describe_catan_table(view, look, story)

    def chronicle(self) -> Chronicle[CatanView]:
        """The chronicle of Catan."""
        return ending.Story()

    def ending(self, what: Ending, look: Look) -> Picture:
        """Points, the course of the game, the decisive turns, the rolls."""
        return _encode_image(*ending.draw_catan_ending(what, look))

    def text_board(self, view: CatanView, look: Look, title: str = "", legal: Sequence[Any] = ()) -> str:
        """The table as text, followed by a seat's own cards."""
        return text_board.catan_as_text(view, look, title, legal)

    def warm(self) -> None:
        """Draw the common sprites once."""
        catan_palette()
        for size, layout in load_layouts().items():
            for barbarians in (False, True):
                seats = layout.printed_facts["seats"]
                _warm_board_sprites(plan_island(size, min(seats), barbarians), max(seats))


def _warm_board_sprites(plan: IslandPlan, seats: int) -> None:
    """Draw the sprites of an island of that size and the pieces of so many seats."""
    sea_sprite(plan)
    for terrain in SCENES:
        for variant in range(VARIANTS):
            hex_tile(terrain, variant, plan.radius)
    for number in range(2, 13):
        number_token(number, token_radius(plan.radius))
    for card in ("any", *RESOURCES):
        harbour_disc(card, 3 if card == "any" else 2, harbour_disc_radius(plan.radius))
    sizes = public.piece_sizes(plan.radius)
    for letter in list(SEAT_COLOURS)[:seats]:
        for slope in SLOPES:
            road_sprite(letter, round(plan.radius * 0.98), slope)
        settlement_sprite(letter, sizes["settlement"])
        city_sprite(letter, sizes["city"], False, "", False)  # the arguments are the key in the cache
        knight_sprite(letter, sizes["knight"], 1, True)


RENDERER: Final = CatanRenderer()
