"""Cities & Knights in the ending: the barbarians' attacks and the event die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image

from render.catan.change_drawing import lost_piece_cross
from render.catan.notes import Note
from render.catan.pieces import event_die_face, ship_sprite
from render.core.chart import TurnMark
from render.core.fonts import BOLD, REGULAR, capitals_middle, fit_text, text_sprite
from render.core.look import Look
from render.core.recap import Event
from render.core.sentences import join_list
from rules.catan.expansions.cities_knights.realm import TRACKS
from rules.catan.view import CatanView

SHIP: Final = "ship"
FACE_COUNTS: Final = {SHIP: 3, **dict.fromkeys(TRACKS, 1)}  # faces of the event die
DIE_FACES: Final = 6
ROW_HIGH: Final = 38
FLOOR: Final = 27
WORDS_GAP: Final = 3  # gap between a sprite and its words
CELL_GAP: Final = 7  # least gap between words and the next sprite


class Landings(Note):
    """The turn and outcome of each attack, and the count of each face of the event die."""

    def __init__(self) -> None:
        self.attacks: list[tuple[int, bool]] = []
        self.event_die_counts: Counter[str] = Counter()

    def record_entry(self, turn: int, view: CatanView, events: Sequence[Event]) -> None:
        for key, params in events:
            if key == "catan.dice.event":
                self.event_die_counts[params["event"]] += 1
            elif key in ("catan.barbarians.won", "catan.barbarians.lost"):
                self.attacks.append((turn, key.endswith(".won")))

    @property
    def beaten_attack_count(self) -> int:
        return sum(won for _, won in self.attacks)

    def chart_marks(self) -> Sequence[TurnMark]:
        """A ship for each attack, with a cross if the barbarians won."""
        return [TurnMark(turn, _landing_ship_sprite(won=won)) for turn, won in self.attacks]

    def dice_panel_rows(self, look: Look, wide: int) -> Iterable[Image.Image]:
        if self.attacks:
            words = look.say("pic.catan.ending.landings", n=len(self.attacks), won=self.beaten_attack_count)
            yield _sprite_and_words_row(look, [(ship_sprite(ROW_HIGH), words)], wide)
        if self.event_die_counts:
            yield _sprite_and_words_row(
                look, [(event_die_face(side, 30), str(self.event_die_counts[side])) for side in FACE_COUNTS], wide
            )

    def ending_sentences(self, look: Look) -> Iterable[str]:
        if self.attacks:
            yield look.say("pic.catan.ending.alt_landings", n=len(self.attacks), won=self.beaten_attack_count)
        if total := sum(self.event_die_counts.values()):
            face_counts = (
                look.say(
                    "pic.catan.ending.events",
                    event=look.say(f"pic.catan.event.{side}"),
                    n=self.event_die_counts[side],
                    expected=round(total * faces / DIE_FACES),
                )
                for side, faces in FACE_COUNTS.items()
            )
            yield look.say("pic.catan.ending.alt_events", list=join_list(face_counts))


def _landing_ship_sprite(*, won: bool) -> Image.Image:
    ship = ship_sprite(36)
    if won:
        return ship
    image = Image.new("RGBA", (ship.width + 8, ship.height + 6), (0, 0, 0, 0))
    image.alpha_composite(ship, (0, 6))
    sign = lost_piece_cross(18)
    image.alpha_composite(sign, (image.width - sign.width, 0))
    return image


def _sprite_and_words_row(look: Look, parts: Sequence[tuple[Image.Image, str]], wide: int) -> Image.Image:
    """Sprites followed by words, all narrowed as far as the longest needs."""
    cell_wide, weight = wide // len(parts), BOLD if len(parts) > 1 else REGULAR
    image = Image.new("RGBA", (wide, ROW_HIGH), (0, 0, 0, 0))
    gap = CELL_GAP if len(parts) > 1 else 0
    rooms = [cell_wide - sprite.width - WORDS_GAP - gap - 1 for sprite, _ in parts]
    fitted = [fit_text(words, room, 30, weight, FLOOR) for room, (_, words) in zip(rooms, parts, strict=True)]
    size, width = min(size for _, size, _ in fitted), min(width for _, _, width in fitted)
    top = round(ROW_HIGH / 2 - capitals_middle(size, weight))

    def lay(sprite: Image.Image, x: int, y: int) -> None:
        image.alpha_composite(sprite, (wide - x - sprite.width if look.mirrored else x, y))

    for i, ((sprite, _), (shown, _, _)) in enumerate(zip(parts, fitted, strict=True)):
        lay(sprite, i * cell_wide, (ROW_HIGH - sprite.height) // 2)
        line = text_sprite(shown, size, weight, width, look.shades.ink)
        line = line.crop((0, max(0, -top), line.width, ROW_HIGH - top))
        lay(line, i * cell_wide + sprite.width + WORDS_GAP, max(0, top))
    return image
