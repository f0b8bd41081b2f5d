"""The renderer of Citadels: what front ends call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

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
    return Picture(palette.encode_png(sheet.image, citadels_palette()), alt, sheet.size)


class CitadelsRenderer:
    """Pure functions of view, look and marks; safe in any thread.

    `hand` is the only picture with secrets, and needs the view of a seat; all others hold what everybody sees.
    """

    key = "citadels"

    def since(
        self, before: CitadelsView, view: CitadelsView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> CitadelsView:
        """The view with all that is new since `before` among what changed."""
        return changes_since.mark_new_districts(before, view, events)

    def news(
        self, before: CitadelsView, view: CitadelsView, events: Iterable[tuple[str, Mapping[str, Any]]] = ()
    ) -> None:
        """The view says it all."""

    def table(
        self, view: CitadelsView, look: Look, marks: Sequence[Mark] = (), story: str = "", news: None = None
    ) -> list[Picture]:
        """The table for everybody. Marks point at a seat (`2`), a district (`2.market`), a character (`thief`)."""
        return [
            _encode_sheet(public.draw_table(view, look, marks), descriptions.describe_citadels_table(view, look, story))
        ]

    def camera(self) -> FixedCamera:
        """The panels stay where they are."""
        return FixedCamera(citadels_palette(), lambda view, look: public.draw_table(view, look).image)

    def choice(self, view: CitadelsView, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """For who must choose: the cards before them alone, if the view holds any, else the table with the marks."""
        if view.you is not None and view.offer is not None:
            return [self.hand(view, look, marks)]
        chosen = [m for m in marks if m.tone == "choice"]
        return [
            _encode_sheet(
                public.draw_table(view, look, marks), descriptions.describe_citadels_table(view, look, choices=chosen)
            )
        ]

    def hand(self, view: CitadelsView, look: Look, marks: Sequence[Mark] = ()) -> Picture:
        """What the seat of the view alone may see: offer, hand, own characters. Marks point at keys of cards."""
        return _encode_sheet(private.draw_hand(view, look, marks), descriptions.describe_hand(view, look))

    def card(self, view: CitadelsView | None, look: Look, key: str) -> Picture:
        """One card, large."""
        if key not in CHARACTERS and key not in DISTRICTS:
            raise KeyError(key)
        return _encode_sheet(private.draw_single_card(look, key), descriptions.describe_card(look, key))

    def score(self, view: CitadelsView, look: Look, title: str = "") -> Picture:
        """The sheet of points: final when the game is over, else what the cities are worth now."""
        return _encode_sheet(points.draw_score(view, look, title), descriptions.describe_score(view, look, title))

    def counted(self, view: CitadelsView, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """Points are counted at the end alone: the sheet of them."""
        return self.score(view, look, title)

    def part(self, view: CitadelsView, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """One city, large: by the number of the seat from 1, the letter of its colour or its player's name."""
        known = region.strip().casefold()
        for seat, shown in enumerate(look.seats[: view.seats]):
            if known in (str(seat + 1), shown.letter.casefold(), shown.name.casefold()):
                return _encode_sheet(
                    public.draw_single_panel(view, look, seat), descriptions.describe_player_panel(view, look, seat)
                )
        raise ValueError(region)

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """Those of three rounds at most on each."""
        return turns_per_picture(turns)

    def recap(self, recap: Recap, look: Look) -> Picture:
        """A band for each round; the one that goes on comes last."""
        return Picture(
            palette.encode_png(drawn := recap_picture.draw_citadels_recap(recap, look), citadels_palette()),
            recap_picture.describe_citadels_recap(recap, look),
            drawn.size,
        )

    def film(self, first: CitadelsView, last: CitadelsView, look: Look) -> CitadelsFilm:
        """The table, on which all of the game is shown."""
        return CitadelsFilm(last, look, citadels_palette())

    def filmed(self, view: CitadelsView, look: Look, story: str) -> str:
        """A film in words: what it is, and the table with which it ends."""
        return descriptions.describe_citadels_table(view, look, story)

    def chronicle(self) -> Chronicle[CitadelsView]:
        """Sees a game for its ending."""
        return ending.Story()

    def ending(self, what: Ending, look: Look) -> Picture:
        """Points and cities, the course of the game, what decided it, who was named."""
        image, alt = ending.draw_citadels_ending(what, look)
        return Picture(palette.encode_png(image, citadels_palette()), alt, image.size)

    def text_board(self, view: CitadelsView, look: Look, title: str = "", legal: Sequence[str] = ()) -> str:
        """The table in words, and for a seat its own secrets after that."""
        return descriptions.citadels_as_text(view, look, title, legal)

    def warm(self) -> None:
        """Draw the sprites of a table once, so that the first picture is quick."""
        citadels_palette()
        for district, facts in DISTRICTS.items():
            city_card(district, district, 65, 198, facts.cost, False, 0)
            city_card(district, "", 90, 111, facts.cost, False, 0)
        for character in CHARACTERS:
            portrait_sprite(character, 58)


RENDERER: Final = CitadelsRenderer()
