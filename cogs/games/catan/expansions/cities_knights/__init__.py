"""Cities & Knights: knights, improvements and progress cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import ChoicePath, Question, moves_of_kind, unique_items
from cogs.games.opening import OptionPage
from cogs.games.picker_frame import frame_screen
from cogs.screen import Button, Screen, split_into_rows
from rules.catan.expansions.cities_knights.moves import (
    IMPROVE,
    Activate,
    AnswerGive,
    AnswerTake,
    BuildWall,
    Improve,
    Recruit,
)
from rules.catan.view import BuildingView, CatanView
from words import Voice

from ... import places, reasons
from ...join_rules import JoinRules
from ...parts import (
    CatanSeatView,
    card_button,
    describe_cards_held,
    describe_move_cost,
    group_button,
    kind_button,
    move_button,
    move_label,
)
from ..base import CatanExpansionFace
from . import progress, story

KNIGHT: Final = "knight"
CARD: Final = "card"
IMPROVING: Final = Improve.kind
MAX_KNIGHT_BUTTONS: Final = 20  # more knight moves: a button per kind
TRACKS: Final = ("trade", "politics", "science")


class CitiesKnights(CatanExpansionFace):
    """The menu, decisions and possessions of the expansion."""

    key = "cities_knights"
    may_swap_numbers = True
    option_pages = (
        OptionPage(
            "cards",
            (
                "progress_limit",
                "crane_stacking",
                "inventor_own_hexes",
                "aqueduct_on_shortage",
                "master_merchant_may_decline",
                "displaced_may_be_removed",
            ),
        ),
    )
    scales = story.SCALES
    finishing_moves = story.FINISHING
    newest_only_keys = (story.NEARER,)
    below_hand_keys = ("catan.play.took_own", "catan.play.spied_own")
    menu_groups = (KNIGHT, CARD)
    building_kinds = (BuildWall.kind,)
    kinds_before_trades = (IMPROVING,)
    costs_key = "catan.menu.costs_knights"
    card_giving_kinds = MappingProxyType({AnswerGive.kind: "give", AnswerTake.kind: "take"})
    single_place_refusals = (
        "walled",
        "no_knight",
        "no_foe",
        "knight_active",
        "promoted",
        "mighty",
        "card_where",
        "no_road",
        "road_closed",
    )

    @property
    def join_rules(self) -> JoinRules:
        return story.TALES

    @property
    def kinds_placing_building(self) -> Collection[str]:
        return [card.kind for card in progress.progress_card_faces() if card.places_building]

    # --- the menu

    def menu_buttons(self, seat_view: CatanSeatView) -> list[Button]:
        """Buttons to knights, improvements and progress cards."""
        phase = seat_view.view.phase
        buttons: list[Button] = []
        if phase != "before":
            buttons.append(group_button(seat_view, KNIGHT, seat_view.say("catan.button.knights")))
            label = seat_view.say("catan.button.improvements")
            buttons.append(kind_button(seat_view, IMPROVING, label, seat_view.path_to(IMPROVING)))
        if phase != "special":
            buttons.append(_progress_button(seat_view))
        return buttons

    async def turn_screen(self, seat_view: CatanSeatView, question: Question) -> Screen | None:
        if question.shape == "kinds" and (question.path.is_any_kind or question.path.words == (f"~{CARD}",)):
            return await _progress_screen(seat_view, question)
        if question.shape == "kinds" and question.path.words == (f"~{KNIGHT}",):
            return await _knight_screen(seat_view, question)
        return await _improvement_screen(seat_view, question) if question.kind == IMPROVING else None

    def kinds_of_disabled_button(self, seat_view: CatanSeatView, name: str) -> Sequence[str]:
        if name != KNIGHT:
            return ()
        idle = any(knight.seat == seat_view.seat and not knight.active for knight in seat_view.view.knights)
        return (Recruit.kind, Activate.kind) if idle else (Recruit.kind,)

    def why_button_disabled(self, seat_view: CatanSeatView, name: str) -> str | None:
        """Why no card can be played, or nothing improved."""
        view = seat_view.view
        if name == CARD and view.progress and view.phase != "before":
            return " ".join(
                reasons.why_kind_impossible(seat_view, f"card-{card}") for card in unique_items(view.progress)
            )
        if name == CARD:
            return seat_view.say("catan.why.cards_before" if view.progress else "catan.why.cards")
        return _why_no_improvement(seat_view) if name == IMPROVING else None

    # --- decisions

    def back_path(self, seat_view: CatanSeatView, question: Question) -> ChoicePath | None:
        has_several_cards = (question.kind or "").startswith(f"{CARD}-") and len(set(seat_view.view.progress)) > 1
        return progress_list_path(seat_view) if has_several_cards else None

    async def decision_screen(
        self, seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button]
    ) -> Screen | None:
        card_face = next((card for card in progress.progress_card_faces() if card.kind == question.kind), None)
        return await card_face.own_screen(seat_view, question, text, pass_buttons) if card_face is not None else None

    # --- public information

    def describe_cards(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        backs = view.players[seat].progress
        track_texts = [voice(f"catan.detail.{track}", n=backs.count(track)) for track in TRACKS if track in backs]
        return [voice("catan.detail.progress", list=voice.join_with_commas(track_texts))] if track_texts else []

    def count_possessions(self, view: CatanView, seat: int) -> Mapping[str, int]:
        knights = sum(knight.seat == seat for knight in view.knights)
        return {"progress": len(view.players[seat].progress), "knights": knights}

    def describe_unique_pieces(self, view: CatanView, seat: int, voice: Voice) -> list[str]:
        points = view.players[seat].defender
        defender_texts = [voice("catan.detail.defender", n=points)] if points else []
        card_texts = [
            text for card in progress.progress_card_faces() for text in card.describe_unique_pieces(view, seat, voice)
        ]
        return [*defender_texts, *card_texts]

    def describe_point_origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        """Metropolises, defender points, and points of progress cards."""
        player, origin_texts = view.players[seat], dict[str, str]()
        metropolises = [building for building in view.buildings if building.seat == seat and building.metropolis]
        if metropolises:
            texts = [_describe_metropolis(view, building, voice) for building in metropolises]
            origin_texts["metropolises"] = voice.join_with_commas(texts)
        if player.defender:
            origin_texts["defenders"] = voice("catan.origin.defenders", n=player.defender)
        if player.shown:
            origin_texts["progress"] = voice.join([voice.word("catan", "progress", card) for card in player.shown])
        for card in progress.progress_card_faces():
            origin_texts |= card.describe_point_origins(view, seat, voice)
        return origin_texts

    def hand_lines(self, view: CatanView, voice: Voice) -> list[str]:
        return [voice("catan.held.progress", text=voice(f"catan.topic.{card}")) for card in view.progress]

    def quick_move_lines(self, view: CatanView, tasks: Collection[str]) -> Sequence[str]:
        decks_left = zip(TRACKS, view.decks, strict=True) if "deck" in tasks else ()
        return [f"answer-deck {track}" for track, n in decks_left if n]


def _describe_metropolis(view: CatanView, building: BuildingView, voice: Voice) -> str:
    place = places.name_place_in_story(view, voice, f"v{building.corner}")
    return voice("catan.origin.metropolis", track=building.metropolis, place=place)


def progress_list_path(seat_view: CatanSeatView) -> ChoicePath | None:
    """The path to the list of progress cards, which also gives reasons for disabled ones."""
    several = len({move.kind for move in seat_view.legal}) > 1  # otherwise there is nothing to ask
    return seat_view.path_to(OPEN) if several and seat_view.view.progress else None


def _progress_button(seat_view: CatanSeatView) -> Button:
    """The button to the progress cards; a single playable card opens at once."""
    label = seat_view.say("catan.button.cards")
    held_cards = unique_items(seat_view.view.progress)
    if len(held_cards) == 1 and moves_of_kind(seat_view.legal, f"{CARD}-{held_cards[0]}"):
        return seat_view.next_screen_button(seat_view.path_to(f"~{CARD}"), label)
    path = progress_list_path(seat_view)
    return seat_view.next_screen_button(path, label) if path is not None else seat_view.disabled_button(CARD, label)


async def _progress_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """Progress cards in hand with their texts; unplayable ones are disabled, with the reason."""
    legal = {move.kind for move in seat_view.legal}
    buttons, text_lines = [], [seat_view.say("catan.ask.cards")]
    for card in unique_items(seat_view.view.progress):
        kind = f"{CARD}-{card}"
        buttons.append(card_button(seat_view, kind, kind in legal))
        text_lines.append(seat_view.say(f"catan.topic.{card}"))
        if kind not in legal and (why := reasons.why_kind_impossible(seat_view, kind)):
            text_lines.append(seat_view.say("catan.ask.why_not", reason=why))
    return frame_screen(
        seat_view, question, "\n".join(text_lines), split_into_rows(buttons), await seat_view.draw_hand_picture()
    )


async def _knight_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """All knight moves, with the corners on the image."""
    moves = [move for move in question.moves if move.group == KNIGHT]
    buttons = [move_button(seat_view, move) for move in moves]
    if len(moves) > MAX_KNIGHT_BUTTONS:
        buttons = []
        for kind in unique_items(move.kind for move in moves):
            buttons.append(seat_view.next_screen_button(seat_view.path_to(kind), seat_view.vocabulary.kind_name(kind)))
    text_lines = [
        seat_view.say("catan.ask.knights"),
        describe_cards_held(seat_view.voice, seat_view.view),
        seat_view.say("catan.menu.costs_of_knights"),
    ]
    files = await places.island_picture(seat_view, question, places.marks_for_moves(moves))
    return frame_screen(seat_view, question, "\n".join(text_lines), split_into_rows(buttons), files)


async def _improvement_screen(seat_view: CatanSeatView, question: Question) -> Screen:
    """Tracks with the cost of the next level."""
    text_lines = [seat_view.say("catan.ask.improve"), describe_cards_held(seat_view.voice, seat_view.view)]
    text_lines += [
        f"{move_label(seat_view, move)}: {describe_move_cost(seat_view, move)}".replace("\n", " ")
        for move in question.moves
    ]
    rows = split_into_rows([move_button(seat_view, move) for move in question.moves])
    return frame_screen(seat_view, question, "\n".join(text_lines), rows, await seat_view.draw_hand_picture())


def _why_no_improvement(seat_view: CatanSeatView) -> str:
    """Why no track can be improved: one reason if it is the same for all and not the price, else one per track."""
    refusal_by_track = {move.track: seat_view.refusal(move) for move in IMPROVE}
    refusal_keys = set()
    track_lines = []
    for track, refusal in refusal_by_track.items():
        if refusal is not None:
            refusal_keys.add(refusal.key)
            reason = reasons.strongest_reason(seat_view, IMPROVING, {refusal.key: refusal})
            track_lines.append(seat_view.say("catan.why.track", track=track, reason=reason))
    if len(refusal_keys) == 1 and not refusal_keys & reasons.UNPAID:
        return reasons.why_kind_impossible(seat_view, IMPROVING)
    return " ".join(track_lines)


EXTRA: Final = CitiesKnights()
