"""Carcassonne: cell, rotation and figure are chosen one by one on images; other decisions have their own screens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.choose.picker import Question
from cogs.screen import Button, File, Screen, naming
from render import Mark
from render.carcassonne import tiles_left
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.moves import Place
from rules.carcassonne.view import CarcassonneView
from rules.core import Choices, Move, encode_move
from service.state.model import StoredEvent
from words import Voice, catalogue

from ..generic import Face
from ..looking import Topic
from ..move_texts import task_word
from ..public_table import PublicTable
from ..story import Scored
from . import decisions, figures, laying, story, supply
from .expansions import extra_faces
from .places import CarcSeatView
from .weighing import SCALES

TILES: Final = "tiles"  # the part of the board that shows the remaining tiles
DIGITS: Final = "0123456789"
MAX_LISTED_MOVES: Final = 12  # of one kind, on the text board
MAX_QUICK_BUTTONS: Final = 5
AREA_SIZE: Final = 4  # cells on each side of a part of the board
TILES_PARAMETER: Final = {"cell": "tiles", "source_cell": "source_tiles"}  # parameter of a place -> that of its tiles
FIELDS_WITH_SECOND_NAME: Final = ("figure", "quarter")


class Carcassonne(Face[CarcassonneView]):
    """Tile and figure are sent together; the last image previews both."""

    tip_keys = ("carc.tip.lay", "carc.tip.figure", "carc.tip.farmer")
    short_rules_keys = tuple(f"carc.minute.{n}" for n in range(1, 7))
    # Shown by the image and the ping.
    omitted_keys = (
        "carc.tile.drawn",
        "carc.tile.taken",
        "carc.figure.passed",
        "carc.game.begun",
        *(key for extra in extra_faces() for key in extra.omitted_keys),
    )
    turn_start_keys = (
        "carc.tile.drawn",
        "carc.tile.taken",
        story.ASIDE,
        *(key for extra in extra_faces() for key in extra.turn_start_keys),
    )
    own_line_keys = tuple(key for extra in extra_faces() for key in extra.own_line_keys)
    finishing_moves = tuple(kind for extra in extra_faces() for kind in extra.finishing_moves)
    board_parts_with_button = (TILES,)
    scales = SCALES
    asks_confirmation = False
    legal_moves_are_public = True

    def tip_key(self, view: CarcassonneView, seat: int, shown: int) -> str:
        """The next tip while laying a tile; otherwise the tip for the current task."""
        word = task_word(view, seat)
        if word in ("lay", ""):
            return super().tip_key(view, seat, shown)
        if word == "figure":
            return self.tip_keys[min(max(shown, 1), len(self.tip_keys) - 1)]
        return f"carc.tip.{word}" if catalogue().find("en", f"carc.tip.{word}") is not None else ""

    def sort_kinds(self, kinds: Sequence[str]) -> Sequence[str]:
        last_kinds = ("pass",)
        return [*(kind for kind in kinds if kind not in last_kinds), *(kind for kind in kinds if kind in last_kinds)]

    # --- words

    def is_place_field(self, field: str) -> bool:
        return field == "cell"

    def value_names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        """Rotations with a degree sign, spots in words, second names of figures and quarters, names of expansions."""
        if field == "turn":
            return (f"{token}°",)
        if field == "spot":
            cell, _, place = token.partition(".")
            if not place:
                return ()
            typed_names = [voice(key)] if voice.has(key := f"carc.place_typed.{place}") else []
            return (voice("carc.pick.spot", cell=cell, place=place), voice.word("carc", "place", place), *typed_names)
        if field in FIELDS_WITH_SECOND_NAME and voice.has(f"carc.{field}_also.{token}"):
            return (voice.word("carc", field, token), voice(f"carc.{field}_also.{token}"))
        return next((names for extra in extra_faces() if (names := extra.value_names(voice, field, token))), ())

    def value_in_sentence(self, voice: Voice, field: str, token: str, table: PublicTable[CarcassonneView]) -> str:
        if field == "turn":
            return token
        expansion_text = next(
            (text for extra in extra_faces() if (text := extra.value_in_sentence(voice, field, token))), ""
        )
        return expansion_text or super().value_in_sentence(voice, field, token, table)

    def prefer_tokens(self, view: CarcassonneView, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """Places on the tile just laid come first."""
        prefix = f"{view.just_laid}." if view.just_laid is not None else ""
        return [token for token in tokens if prefix and token.startswith(prefix)] or tokens

    def name_in_story(
        self, table: PublicTable[CarcassonneView], voice: Voice, name: str, value: str, params: Mapping[str, Any]
    ) -> str:
        """Tiles by their features, figures by the size of their feature, features by two of their tiles.

        The two tiles distinguish, for example, two roads in one message.
        """
        if name == "tile" and "seat" in params:
            return story.describe_tile_by_id(voice, value)
        if name == "spot" and {"figure", "place", "cell"} <= params.keys():
            return story.describe_figure_place(voice, params)
        tiles = params.get(TILES_PARAMETER[name], ()) if name in TILES_PARAMETER else ()
        return story.describe_span(voice, tiles) if len(tiles) > 1 and value in tiles else ""

    def join_events(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        return story.join_tile_events(events)

    def describe_seat(self, view: CarcassonneView, seat: int, voice: Voice) -> str:
        """Followers and awards only; the image shows the rest."""
        return ", ".join(supply.brief_supply(view, seat, voice))

    def describe_hand(self, view: CarcassonneView, seat: int, voice: Voice) -> str:
        return supply.describe_hand(view, seat, voice)

    def private_changes(
        self, before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        return supply.supply_changes(before, after, seat, voice)

    def public_changes(
        self, before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        return supply.supply_changes(before, after, seat, voice)

    def find_scored(self, event: StoredEvent) -> Scored | None:
        return story.find_scored(event)

    def group_final_events(self, events: Sequence[StoredEvent]) -> Sequence[tuple[int, ...]]:
        return story.group_closing_events(events)

    def explain_points(self, event: StoredEvent, voice: Voice) -> str:
        return story.explain_points(event, voice)

    def help_topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Each expansion: summary and short rules."""
        return {
            module: Topic(
                naming.word_or_default(voice, f"carc.module.{module}", module),
                "\n\n".join(
                    voice(key) for key in (f"carc.module_about.{module}", *minutes_of(module)) if voice.has(key)
                ),
            )
            for module in carcassonne_modules()
        }

    def short_rules_for_choices(self, choices: Choices | None) -> Sequence[str]:
        keys = dict.fromkeys(self.short_rules_keys)
        for module in choices.modules if choices is not None else ():
            keys |= dict.fromkeys(minutes_of(module))
        return tuple(keys)

    def options_without_effect(self, choices: Choices) -> Collection[str]:
        options: set[str] = set()
        for extra in extra_faces():
            options.update(extra.options_it_overrides if extra.key in choices.modules else extra.options_needing_it)
        return options

    # --- the table message and the text board

    def final_view(self, view: CarcassonneView) -> CarcassonneView:
        return replace(view, drawn=None, active=None, tasks={}, just_laid=None, lays=())

    def picture_marks(self, view: CarcassonneView) -> Sequence[Mark]:
        changed_marks = [Mark(str(cell), str(cell), tone="last") for cell in view.changed]
        open_cells = [*view.lays, *(cell for extra in extra_faces() for cell in extra.selectable_cells(view))]
        return [*changed_marks, *(Mark(str(cell), str(cell), tone="open") for cell in open_cells)]

    def quick_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice
    ) -> Sequence[Button]:
        """Quick buttons of expansions for the current decisions."""
        buttons: list[Button] = []
        for seat in view.tasks:
            for extra in extra_faces():
                buttons += extra.quick_buttons(table, view, voice, seat, task_word(view, seat))
        return buttons[:MAX_QUICK_BUTTONS]

    def waiting_seat_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice
    ) -> Sequence[Button]:
        return [button for extra in extra_faces() for button in extra.waiting_seat_buttons(table, view, voice)]

    def legal_lines(self, moves: Sequence[Move]) -> Sequence[tuple[str, tuple[int, ...]]]:
        """Cells with their rotations, then other moves as typed."""
        turns_by_cell: dict[str, list[int]] = {}
        for move in moves:
            if type(move) is Place:
                turns_by_cell.setdefault(str(move.cell), []).append(int(move.turn))
        entries: list[tuple[str, tuple[int, ...]]] = [(cell, tuple(turns)) for cell, turns in turns_by_cell.items()]
        for kind in self.kinds_in_menu_order([move for move in moves if type(move) is not Place]):
            lines = [encode_move(move) for move in moves if move.kind == kind]
            shown_lines = lines if len(lines) <= MAX_LISTED_MOVES else [*lines[:MAX_LISTED_MOVES], f"{kind} …"]
            entries += [(line, ()) for line in shown_lines]
        return entries

    def board_parts(self, view: CarcassonneView) -> Sequence[str]:
        """The tiles left, and the areas of the board that have tiles."""
        cells = [laid.cell for laid in view.laid]
        west, east = min(cell.x for cell in cells), max(cell.x for cell in cells)
        north, south = min(cell.y for cell in cells), max(cell.y for cell in cells)
        areas = []
        for y in range(north, south + 1, AREA_SIZE):
            for x in range(west, east + 1, AREA_SIZE):
                corner = Cell(min(x + AREA_SIZE - 1, east), min(y + AREA_SIZE - 1, south))
                if any(x <= cell.x <= corner.x and y <= cell.y <= corner.y for cell in cells):
                    areas.append(f"{Cell(x, y)}-{corner}")
        return [TILES, *areas]

    def count_part_pictures(self, view: CarcassonneView, part: str) -> int:
        return len(tiles_left.stock_pages(view)) if part == TILES else 1

    # --- the picker

    async def screen_picture(self, seat_view: CarcSeatView, question: Question) -> tuple[File, ...]:
        """The board with the possible cells or places marked."""
        marks = tuple(Mark(choice.token, choice.token) for choice in question.choices if _is_spot(question))
        return await seat_view.draw_picture(
            f"choice {question.path}", lambda renderer, view, look: renderer.choice(view, look, marks)
        )

    async def own_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The screen of laying, of an expansion, of a figure, or of another answer."""
        kinds = {move.kind for move in question.moves}
        if laying.is_lay_decision(question.moves):
            return await laying.laying_screen(seat_view, question)
        for extra in extra_faces():
            if (own_screen := await extra.own_screen(seat_view, question)) is not None:
                return own_screen
        if figures.is_figure_decision(seat_view, kinds):
            return await figures.figure_screen(seat_view, question)
        return await decisions.answer_screen(seat_view, question)


def minutes_of(module: str) -> list[str]:
    """Keys of the short rules of a module; numbered modules share theirs."""
    for stem in (module, module.rstrip(DIGITS)):
        if screens := len(catalogue().keys_below("en", f"carc.{stem}_minute")):
            return [f"carc.{stem}_minute.{n + 1}" for n in range(screens)]
    return []


def _is_spot(question: Question) -> bool:
    return question.shape == "values" and question.field in ("cell", "spot")


FACE: Final = Carcassonne()

__all__ = ["FACE"]
