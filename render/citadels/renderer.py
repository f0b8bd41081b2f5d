"""The renderer of Citadels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image

from render.core import palette
from render.core.camera import FixedCamera
from render.core.ending import Chronicle, Ending
from render.core.look import Look, Mark, Picture
from render.core.recap import Recap, RecapTurn
from render.core.sheet import Sheet
from rules.citadels.cards import CHARACTERS, DISTRICTS
from rules.citadels.view import CitadelsView

from . import changes_since, descriptions, ending, recap_picture
from . import hand as private
from . import score as points
from . import table as public
from .cards import city_card, portrait_sprite
from .film import CitadelsFilm
from .round_bands import turns_per_picture

PALETTE: Final = Path(__file__).with_name("palette.txt")


def citadels_palette() -> palette.Palette:
    """The palette of all pictures of Citadels."""
    return palette.load_palette(PALETTE)


def _encode_sheet(sheet: Sheet, alt: str) -> Picture:
    return _encode_image(sheet.image, alt)


def _encode_image(image: Image.Image, alt: str) -> Picture:
    return Picture(palette.encode_png(image, citadels_palette()), alt, image.size)


class CitadelsRenderer:
    """Implements `Renderer`. Only `hand` and `recap` show secrets; they need the view of a seat."""

    key = "citadels"

    def since(
        self, before: CitadelsView, view: CitadelsView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> CitadelsView:
        """The view with all changes since `before` marked."""
        return changes_since.mark_new_districts(before, view, events)

    def news(
        self, before: CitadelsView, view: CitadelsView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> None:
        """None: the view has all news."""

    def table(
        self, view: CitadelsView, look: Look, marks: Sequence[Mark] = (), story: str = "", news: None = None
    ) -> list[Picture]:
        """The public table. Marks point at a seat (`2`), a district (`2.market`), a character (`thief`)."""
        alt = descriptions.describe_citadels_table(view, look, story)
        return [_encode_sheet(public.draw_table(view, look, marks), alt)]

    def camera(self) -> FixedCamera:
        """A fixed camera: the panels keep their places."""
        return FixedCamera(citadels_palette(), lambda view, look: public.draw_table(view, look).image)

    def choice(self, view: CitadelsView, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """The cards to choose from, if the view has any, else the table with the marks."""
        if view.you is not None and view.offer is not None:
            return [self.hand(view, look, marks)]
        choices = [mark for mark in marks if mark.tone == "choice"]
        alt = descriptions.describe_citadels_table(view, look, choices=choices)
        return [_encode_sheet(public.draw_table(view, look, marks), alt)]

    def hand(self, view: CitadelsView, look: Look, marks: Sequence[Mark] = ()) -> Picture:
        """The private picture: offer, hand, own characters. Marks point at keys of cards."""
        return _encode_sheet(private.draw_hand(view, look, marks), descriptions.describe_hand(view, look))

    def card(self, view: CitadelsView | None, look: Look, key: str) -> Picture:
        """One card, enlarged."""
        if key not in CHARACTERS and key not in DISTRICTS:
            raise KeyError(key)
        return _encode_sheet(private.draw_single_card(look, key), descriptions.describe_card(look, key))

    def score(self, view: CitadelsView, look: Look, title: str = "") -> Picture:
        """The points table: final when the game is over, else the present value of the cities."""
        return _encode_sheet(points.draw_score(view, look, title), descriptions.describe_score(view, look, title))

    def counted(self, view: CitadelsView, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """The points table, because points are counted only at the end."""
        return self.score(view, look, title)

    def part(self, view: CitadelsView, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """One city, enlarged, by the seat's number from 1, the letter of its colour or its player's name."""
        known = region.strip().casefold()
        for seat, shown in enumerate(look.seats[: view.seats]):
            if known in (str(seat + 1), shown.letter.casefold(), shown.name.casefold()):
                alt = descriptions.describe_player_panel(view, look, seat)
                return _encode_sheet(public.draw_single_panel(view, look, seat), alt)
        raise ValueError(region)

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """The turns of at most three rounds on each picture."""
        return turns_per_picture(turns)

    def recap(self, recap: Recap, look: Look) -> Picture:
        """A band for each round, the current one last."""
        image, alt = recap_picture.draw_citadels_recap(recap, look), recap_picture.describe_citadels_recap(recap, look)
        return _encode_image(image, alt)

    def film(self, first: CitadelsView, last: CitadelsView, look: Look) -> CitadelsFilm:
        """A film on the table."""
        return CitadelsFilm(last, look, citadels_palette())

    def filmed(self, view: CitadelsView, look: Look, story: str) -> str:
        """`story` and a description of the final table."""
        return descriptions.describe_citadels_table(view, look, story)

    def chronicle(self) -> Chronicle[CitadelsView]:
        """The chronicle of Citadels."""
        return ending.Story()

    def ending(self, what: Ending, look: Look) -> Picture:
        """Points and cities, the course of the game, the decisive moments, the named characters."""
        return _encode_image(*ending.draw_citadels_ending(what, look))

    def text_board(self, view: CitadelsView, look: Look, title: str = "", legal: Sequence[str] = ()) -> str:
        """The table as text, followed by a seat's own secrets."""
        return descriptions.citadels_as_text(view, look, title, legal)

    def warm(self) -> None:
        """Draw the common sprites once."""
        citadels_palette()
        for district, facts in DISTRICTS.items():
            city_card(district, district, 65, 198, facts.cost, False, 0)
            city_card(district, "", 90, 111, facts.cost, False, 0)
        for character in CHARACTERS:
            portrait_sprite(character, 58)


RENDERER: Final = CitadelsRenderer()
