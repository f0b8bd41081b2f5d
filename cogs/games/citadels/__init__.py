"""Citadels: one panel per turn, powers with all targets, cards shown to their holder only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cogs.choose.picker import Question, unique_items
from cogs.screen import Button, File, Screen, ids
from render.citadels import seen_districts
from rules.citadels.cards import BASE_PURPLES, CHARACTERS, DISTRICTS, sorted_cards, sorted_characters
from rules.citadels.scoring import describe_tie_break
from rules.citadels.view import CitadelsView
from rules.core import Move, Phrase, encode_move
from service.state.model import StoredEvent
from words import Voice

from ..generic import Face
from ..looking import Topic, WholeChange, count_differences
from ..move_texts import task_word
from ..opening import OpeningOption, OptionPage
from ..public_table import PublicTable
from . import decisions, reasons, turn
from .card_face import CitadelsCardFace, extra_faces
from .parts import TURN, CitadelsSeatView, card_line, is_second
from .weighing import SCALES

MAX_LISTED_MOVES: Final = 12  # of one kind, on the text board
FIRST_KINDS: Final = ("gold", "cards", "income", "build")  # kinds before powers and districts
PANEL_KINDS: Final = frozenset({"gold", "cards", "income", "end"})  # kinds on the panel itself
# Quick buttons of the action, which belongs to no card; they depend on the public view only.
SILENT: Final = "cit.call.silent"
ACTION: Final = CitadelsCardFace(
    quick_lines_by_task=dict.fromkeys(("action", "half"), ("gold", "cards")), lines_needing_deck=("cards",)
)


class Citadels(Face[CitadelsView]):
    """A turn has one screen; other decisions are buttons that play at once."""

    tip_keys = ("cit.tip.pick", "cit.tip.action", "cit.tip.build")
    short_rules_keys = tuple(f"cit.minute.{n}" for n in range(1, 7))
    turn_start_keys = ("cit.call.answers",)
    outside_turn_keys = ("cit.round.begun", SILENT, "cit.call.hushed")
    own_line_keys = ("cit.round.begun",)
    minor_event_keys = ("cit.draft.picked", "cit.draft.threw")
    scales = SCALES
    asks_confirmation = False
    has_board_part_per_seat = True
    text_board_has_private_part = True
    has_score_sheet = True
    score_sheet_rule_key = "cit.rule.points"
    board_parts_with_button = ("districts",)
    opening_options = (
        OpeningOption("cast", {"base": {}, "random": {"cast": "random"}, "choose": {}}, asks="choose"),
        OpeningOption("districts", {"base": {}, "random": {"districts": "random"}, "choose": {}}, asks="choose"),
        OpeningOption("target", {"8": {}, "7": {"target": "7"}}),
    )
    option_pages = (
        OptionPage("cast", tuple(f"rank{rank}" for rank in range(1, 10))),
        OptionPage("game", ("target", "cast", "districts", "many_bonus_characters", "crown", "ball_room_auto")),
        OptionPage("without", tuple(f"without_{key}" for key in BASE_PURPLES), together=True),
    )

    # --- words

    def tip_key(self, view: CitadelsView, seat: int, shown: int) -> str:
        """The tip for the current task; empty if there is none."""
        task = view.tasks.get(seat)
        key = f"cit.tip.{task.key.rpartition('.')[2]}" if task is not None else ""
        return key if key in self.tip_keys else ""

    def sort_kinds(self, kinds: Sequence[str]) -> Sequence[str]:
        """The action first, ending the turn or passing last."""

        def sort_key(kind: str) -> tuple[int, int]:
            if kind in FIRST_KINDS:
                return 0, FIRST_KINDS.index(kind)
            return (2 if kind in ("end", "pass") else 1), 0

        return sorted(kinds, key=sort_key)

    def value_names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        if field == "character" and token in CHARACTERS:
            rank, name = CHARACTERS[token].rank, voice.word("cit", "character", token)
            return (voice("cit.button.character", rank=rank, character=name), name, str(rank))
        return ()

    def value_in_sentence(self, voice: Voice, field: str, token: str, table: PublicTable[CitadelsView]) -> str:
        return (
            voice.word("cit", field, token)
            if field == "character"
            else super().value_in_sentence(voice, field, token, table)
        )

    def join_events(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        """Joins picks, unanswered calls, and cards looked at with those kept."""
        joined: list[StoredEvent] = []
        for event in events:
            pair = _join_pair(joined[-1], event) if joined else None
            if pair is None:
                joined.append(event)
            else:
                joined[-1] = pair
        return joined

    def final_view(self, view: CitadelsView) -> CitadelsView:
        return replace(view, tasks={}, turn=None, changed=(), offer=None)

    def explain_tie_break(self, view: CitadelsView, winners: Sequence[int]) -> Phrase | None:
        return describe_tie_break(view, winners)

    def describe_point_origins(self, view: CitadelsView, seat: int, voice: Voice) -> Mapping[str, str]:
        """Districts with their value, and bonuses of cards."""
        district_texts = [
            voice("cit.origin.gilded" if card.beautified else "cit.origin.district", district=card.district, n=cost)
            for card in view.players[seat].city
            if (cost := DISTRICTS[card.district].cost + card.beautified)
        ]
        card_texts = [
            voice("cit.origin.text", district=district, n=points)
            for district, points in view.sheet[seat].cards.items()
            if points
        ]
        texts_by_category = {"districts": district_texts, "cards": card_texts}
        return {category: voice.join(texts) for category, texts in texts_by_category.items() if texts}

    def describe_seat(self, view: CitadelsView, seat: int, voice: Voice) -> str:
        """Crown, gold, cards, districts, bonus, and characters shown."""
        player = view.players[seat]
        text = voice(
            "cit.detail.crown" if player.crown else "cit.detail.plain",
            gold=player.gold,
            cards=player.hand,
            n=len(player.city),
        )
        sheet_row = view.sheet[seat]
        if bonus := sheet_row.total - sheet_row.districts:
            text = voice("cit.detail.bonus", detail=text, n=bonus)
        if not player.shown:
            return text
        return voice("cit.detail.shown", detail=text, characters=[card.character for card in player.shown])

    def private_changes(
        self, before: CitadelsView, after: CitadelsView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """Gold, cards by name, and districts of the city."""
        gold, crown, *city = _city_changes(before, after, seat, voice)
        cards = count_differences(before.hand, after.hand, lambda card, n: voice("cit.change.card", district=card, n=n))
        return [gold, crown, *cards, *city]

    def public_changes(
        self, before: CitadelsView, after: CitadelsView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """The same with the number of cards."""
        gold, crown, *city = _city_changes(before, after, seat, voice)
        cards = after.players[seat].hand - before.players[seat].hand
        return [gold, crown, (cards, voice("cit.change.cards", n=abs(cards))), *city]

    def describe_hand(self, view: CitadelsView, seat: int, voice: Voice) -> str:
        """Gold, cards with their texts, characters drafted or put aside, lines of cards."""
        lines = [voice("cit.hand.gold", gold=view.players[seat].gold)]
        cards = [
            card_line(voice, card, view.hand.count(card), twice=is_second(view, seat, card))
            for card in unique_items(view.hand)
        ]
        lines += [voice("cit.hand.cards", n=len(view.hand)), *cards] if cards else [voice("cit.hand.empty")]
        if view.characters:
            lines.append(voice("cit.hand.characters", characters=list(view.characters)))
        if view.aside:
            lines.append(voice("cit.hand.aside", characters=list(view.aside)))
        lines += [line for extra in extra_faces() for line in extra.hand_lines(view, seat, voice)]
        return "\n".join(lines)

    def board_parts(self, view: CitadelsView) -> Sequence[str]:
        return self.board_parts_with_button

    def describe_board_part(self, view: CitadelsView, part: str, voice: Voice) -> str:
        return (
            "\n".join(seen_districts.list_seen_districts(view, voice)) if part in self.board_parts_with_button else ""
        )

    def legal_lines(self, moves: Sequence[Move]) -> Sequence[str]:
        texts: list[str] = []
        for kind in self.kinds_in_menu_order(moves):
            lines = [encode_move(move) for move in moves if move.kind == kind]
            texts += lines if len(lines) <= MAX_LISTED_MOVES else [*lines[:MAX_LISTED_MOVES], f"{kind} …"]
        return texts

    def help_topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Each card with text and image: characters by rank, then districts by colour and cost."""
        name_by_card = {card: voice.word("cit", "character", card) for card in sorted_characters(CHARACTERS)}
        name_by_card |= {card: voice.word("cit", "district", card) for card in sorted_cards(DISTRICTS)}
        return {card: Topic(name, voice(f"cit.topic.{card}"), card) for card, name in name_by_card.items()}

    # --- the table message

    def quick_buttons(self, table: PublicTable[CitadelsView], view: CitadelsView, voice: Voice) -> Sequence[Button]:
        """Buttons of the action and of cards, by the current tasks."""
        buttons: list[Button] = []
        for seat, task in view.tasks.items():
            word = task.key.rpartition(".")[2]
            for extra in (ACTION, *extra_faces()):
                for line in extra.quick_lines_by_task.get(word, ()):
                    custom_id = ids.quick_custom_id(table.id, table.seq, line)
                    if custom_id and extra.may_show_quick_button(view, seat, line):
                        buttons.append(Button(custom_id, _quick_label(voice, line), "green"))
                buttons += extra.next_screen_buttons(table, view, voice, seat, word)
        return buttons

    # --- the picker

    def why_kind_impossible(self, seat_view: CitadelsSeatView, kind: str) -> str:
        return reasons.why_kind_impossible(seat_view, kind) if task_word(seat_view.view, seat_view.seat) in TURN else ""

    async def own_screen(self, seat_view: CitadelsSeatView, question: Question) -> Screen | None:
        """The panel of a turn, the screen of a card, or another decision."""
        if task_word(seat_view.view, seat_view.seat) in TURN:
            if (question.shape == "kinds" and not question.path.words) or question.kind in PANEL_KINDS:
                return await turn.build_turn_panel(seat_view, question)
            for extra in extra_faces() if question.shape == "kinds" else ():
                if (own_screen := await extra.menu_screen(seat_view, question)) is not None:
                    return own_screen
            if question.shape == "kinds" and question.path.is_kind_group:
                return await turn.district_screen(seat_view, question)
        return await decisions.decision_screen(seat_view, question)

    async def screen_picture(self, seat_view: CitadelsSeatView, question: Question) -> tuple[File, ...]:
        return await seat_view.draw_hand_picture()


def _join_pair(previous: StoredEvent, event: StoredEvent) -> StoredEvent | None:
    """One event for two, if they are told in one sentence."""
    if event.key == "cit.draft.picked" and previous.key.startswith("cit.draft.picked"):
        seats = [*previous.params.get("seats", [previous.params.get("seat")]), event.params["seat"]]
        return StoredEvent("cit.draft.picked_several", {"seats": seats}, None, previous.reveals)
    if event.key == SILENT and previous.key.startswith(SILENT):
        earlier = previous.params.get("characters", [previous.params.get("character")])
        characters = [*earlier, event.params["character"]]
        return StoredEvent(f"{SILENT}_several", {"characters": characters}, None, previous.reveals)
    if (previous.key, event.key) == ("cit.action.looks", "cit.action.kept"):
        return event
    if (previous.key, event.key) == ("cit.game.begun", "cit.round.begun"):
        return StoredEvent("cit.game.opened", previous.params, None, previous.reveals)
    return None


def _city_changes(before: CitadelsView, after: CitadelsView, seat: int, voice: Voice) -> list[tuple[int, str]]:
    """Public changes: gold, the crown, then districts of the city."""
    before_player, after_player = before.players[seat], after.players[seat]
    gold = after_player.gold - before_player.gold
    districts_before = [card.district for card in before_player.city]
    districts_after = [card.district for card in after_player.city]
    city = [
        (n, WholeChange(voice("cit.change.built" if n > 0 else "cit.change.lost", district=card)))
        for n, card in count_differences(districts_before, districts_after, lambda card, n: card)
    ]
    crown = after_player.crown - before_player.crown
    crown_text = WholeChange(voice("cit.change.crown" if crown > 0 else "cit.change.crown_lost"))
    return [(gold, voice("cit.change.gold", n=abs(gold))), (crown, crown_text), *city]


def _quick_label(voice: Voice, line: str) -> str:
    key = "_".join(line.split(" "))
    return voice(f"cit.button.{key}" if voice.has(f"cit.button.{key}") else f"cit.line.{key}")


FACE: Final = Citadels()

__all__ = ["FACE"]
