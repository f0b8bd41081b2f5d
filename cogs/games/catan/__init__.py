"""Catan: one menu per turn, numbered places on images, offers composed on one screen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from cogs.choose.picker import Question
from cogs.screen import Button, File, Screen, ids
from rules.catan.scoring import describe_tie
from rules.catan.turn import SKIP_BUILD
from rules.catan.view import SUMS, CatanView, PlayerView
from rules.core import Choices, Move, Phrase, encode_move, registry
from service.state.model import LogEntry, StoredEvent
from words import Voice, catalogue

from ..generic import Face
from ..looking import Topic, count_differences
from ..opening import OpeningOption, OptionPage
from ..public_table import PublicTable
from . import changes, decisions, idle_offers, menu, offers, origins, places, reasons, story, swaps, weighing
from .expansions import extra_faces
from .join_rules import ROLLED
from .parts import CatanSeatView, describe_bank_rates, describe_cards_held
from .short_story import SENTENCES

MODES: Final = {extra.key.replace("_", "-"): extra.key for extra in extra_faces()}  # of the opening command
MAX_LISTED_MOVES: Final = 12  # of one kind, on the text board
CARD_FIELDS: Final = frozenset({"give", "want", "take", "kinds", "card"})
BASE_RULES: Final = tuple(f"catan.minute.{n}" for n in range(1, 7))  # rules in a minute
PICTURED_CARDS: Final = frozenset({"progress", "dev_card"})  # prefixes of the names of cards that have an image
OFFER_ANSWERS: Final = ("trade-accept", "trade-decline", "trade-counter")
OFFER_CLOSED: Final = "catan.error.offer_closed"
BUILD_TASK: Final = "catan.task.build"


class Catan(Face[CatanView]):
    """A turn has one menu; places are buttons with their numbers."""

    tip_keys = ("catan.tip.setup", "catan.tip.main", "catan.tip.trade")
    short_rules_keys = (*BASE_RULES, "catan.minute.7")
    cause_keys = story.CAUSES
    answer_keys = story.ANSWERS
    finishing_moves = story.FINISHING.union(*(extra.finishing_moves for extra in extra_faces()))
    turn_start_keys = (ROLLED,)
    turn_end_keys = ("catan.turn.ended",)
    newest_only_keys = tuple(key for extra in extra_faces() for key in extra.newest_only_keys)
    two_sentences_key = SENTENCES
    below_hand_keys = ("catan.robber.stole_own", *(key for extra in extra_faces() for key in extra.below_hand_keys))
    scales = weighing.SCALES
    asks_confirmation = False
    has_board_part_per_seat = True
    text_board_has_private_part = True
    has_score_sheet = True
    board_parts_with_button = ("corners", "paths", "hexes", "dice")
    composed_button_keys = MappingProxyType(
        {
            "trade-first": "catan.button.send",
            "trade-offer": "catan.button.send",
            "trade-counter": "catan.button.send_counter",
        }
    )
    composed_alternatives = MappingProxyType(
        {
            "trade-first": ("trade-offer", "catan.button.first_on"),
            "trade-offer": ("trade-first", "catan.button.first_off"),
        }
    )
    settled_question_keys = MappingProxyType(
        dict.fromkeys((*OFFER_ANSWERS, "trade-confirm", "trade-cancel"), OFFER_CLOSED)
    )
    opening_options = (
        OpeningOption(
            "mode", {"base": {}, **{mode: {} for mode in MODES}}, modules={m: (key,) for m, key in MODES.items()}
        ),
        OpeningOption("rules", {"official": {}, "colonist": {"rules": "colonist"}}),
        OpeningOption("map", {"lettered": {}, "beginner": {"map": "beginner"}, "random": {"map": "random"}}),
    )
    option_pages = (
        OptionPage("island", ("map", "no_adjacent_red", "no_adjacent_same")),
        OptionPage("reading", ("rules", "special_build", "mean_rule")),
        *(page for extra in extra_faces() for page in extra.option_pages),
    )

    # --- words

    def tip_key(self, view: CatanView, seat: int, shown: int) -> str:
        """The tip for the current phase; empty if there is none."""
        key = {"setup": "setup", "main": "main"}.get(view.phase, "")
        if key == "main" and seat != view.active:
            key = "trade"
        return f"catan.tip.{key}" if key else ""

    def sort_kinds(self, kinds: Sequence[str]) -> Sequence[str]:
        """The order of the menu; the end of the turn comes last."""
        menu_order = menu.menu_order()

        def sort_key(kind: str) -> tuple[int, int]:
            if kind in menu_order:
                return 0, menu_order.index(kind)
            return (2 if kind in menu.LAST_KINDS else 1), 0

        return sorted(kinds, key=sort_key)

    def is_place_field(self, field: str) -> bool:
        return field in places.PLACES

    def value_names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        """The number of a place; names and plurals of a card."""
        if places.is_place(token):
            return (token[1:],)
        if field not in CARD_FIELDS:
            return ()
        extra_keys = (f"catan.also.{token}", f"catan.card_pl.{token}")  # second names and plurals of some languages
        found_names = dict.fromkeys((voice.word("catan", "card", token), *map(voice, filter(voice.has, extra_keys))))
        return () if list(found_names) == [token] else tuple(found_names)

    def value_in_sentence(self, voice: Voice, field: str, token: str, table: PublicTable[CatanView]) -> str:
        if places.is_place(token):
            return places.describe_place(table.public_view, voice, token)
        return super().value_in_sentence(voice, field, token, table)

    def value_in_refusal(self, voice: Voice, field: str, token: str, table: PublicTable[CatanView]) -> str:
        """A corner by its surroundings, with its number in brackets."""
        if field in places.NAMED and places.is_place(token):
            return places.describe_place(table.public_view, voice, token)
        return ""

    def terms_of_move(self, table: PublicTable[CatanView], move: str, tokens: Sequence[str]) -> Mapping[str, str]:
        return offers.offer_terms(table.public_view, move, tokens)

    def token_from_spelling(self, table: PublicTable[CatanView], field: str, text: str) -> str:
        return places.parse_place(table.public_view, text) if field in places.PLACES else ""

    def name_in_story(
        self, table: PublicTable[CatanView], voice: Voice, name: str, value: str, params: Mapping[str, Any]
    ) -> str:
        """Places by what surrounds them."""
        if name not in places.NAMED or not places.is_place(value):
            return ""
        view = table.public_view
        # If number tokens can be swapped, the current ones do not describe the past.
        modules = view.choices.modules if view is not None else ()
        may_have_moved = any(extra.may_swap_numbers and extra.key in modules for extra in extra_faces())
        numbers = params.get("numbers", {}).get(value, () if may_have_moved else None)
        return places.name_place_in_story(view, voice, value, params.get("token", 0), numbers)

    def parse_own_notation(self, seat_view: CatanSeatView, text: str) -> tuple[str, Mapping[str, str]] | None:
        return swaps.parse_swap(seat_view.view, text)

    def likely_moves_in_notation(self, seat_view: CatanSeatView) -> Sequence[str]:
        """Likely swaps in arrow notation, for completion."""
        kind = swaps.FIRST
        return (
            [notation for _, notation in swaps.likely_swaps(seat_view, kind)]
            if kind in seat_view.composable_kinds
            else ()
        )

    def field_items(self, view: CatanView, field: str) -> Sequence[str]:
        return view.cards if field in CARD_FIELDS else ()

    def choosable_items(self, view: CatanView, kind: str, field: str) -> Sequence[str]:
        return view.hand if field == "give" else super().choosable_items(view, kind, field)

    def no_form_reason_key(self, view: CatanView, kind: str) -> str:
        is_own_offer = kind in OFFER_ANSWERS and view.offer is not None and view.offer.seat == view.you
        return "catan.error.own_offer" if is_own_offer else ""

    def form_texts(self, view: CatanView, kind: str, voice: Voice) -> Mapping[str, str]:
        if kind != "trade-counter" or view.offer is None:
            return {}
        return offers.counter_form_texts(view.offer, voice)

    def form_values(self, view: CatanView, kind: str) -> Mapping[str, str]:
        return offers.counter_form_values(view.offer) if kind == "trade-counter" and view.offer is not None else {}

    def composing_text(self, seat_view: CatanSeatView, kind: str) -> str:
        """The question, a hint, the open offer, the hand and the rates of the bank."""
        question = seat_view.say(f"catan.ask.{'counter' if seat_view.seat in seat_view.view.invited else 'offer'}")
        hint_key = {"trade-first": "offer_first", "trade-offer": "offer_choose"}.get(kind)
        hint = seat_view.say(f"catan.ask.{hint_key}") if hint_key else ""
        text_lines = (
            question,
            hint,
            decisions.open_offer_text(seat_view),
            describe_cards_held(seat_view.voice, seat_view.view),
            describe_bank_rates(seat_view.voice, seat_view.view),
        )
        return "\n".join(filter(None, text_lines))

    def likely_moves(self, seat_view: CatanSeatView, kind: str) -> tuple[str, Sequence[tuple[Move, str]]]:
        if kind in swaps.KINDS:
            return (seat_view.say("catan.ask.likely"), swaps.likely_swaps(seat_view, kind))
        return ("", ())

    def join_events(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        return story.join_turn_events(events)

    def explain_tie_break(self, view: CatanView, winners: Sequence[int]) -> Phrase | None:
        return describe_tie(view, winners)

    def describe_point_origins(self, view: CatanView, seat: int, voice: Voice) -> Mapping[str, str]:
        return origins.point_origins(view, seat, voice)

    def replace_idle_entries(
        self, entries: Sequence[LogEntry], cuts: Collection[int]
    ) -> Mapping[int, StoredEvent | None]:
        return idle_offers.merge_idle_offers(entries, cuts)

    def game_name_key(self, view: CatanView) -> str:
        """An expansion that is a mode gives the game its name."""
        modes = [mode for mode, key in MODES.items() if key in view.choices.modules]
        return f"catan.new_value.mode.{modes[0]}" if modes else ""

    def final_view(self, view: CatanView) -> CatanView:
        return replace(view, tasks={}, invited={}, offer=None, changed=())

    def private_changes(
        self, before: CatanView, after: CatanView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """Cards in hand by kind, and buildings."""
        card_changes = count_differences(
            before.hand, after.hand, lambda card, n: voice("catan.change.card", n=n, card=card)
        )
        return [*card_changes, *changes.holding_changes(before, after, seat, voice, cards=False)]

    def public_changes(self, before: CatanView, after: CatanView, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """Number of cards, and buildings; no kinds of cards."""
        return changes.holding_changes(before, after, seat, voice, cards=True)

    def new_obstacles(self, before: CatanView, after: CatanView, seat: int, voice: Voice) -> Sequence[str]:
        """The robber on a productive hex of the seat."""
        return changes.newly_robbed_hexes(before, after, seat, voice)

    def describe_seat(self, view: CatanView, seat: int, voice: Voice) -> str:
        """Public possessions of a seat."""
        player: PlayerView = view.players[seat]
        parts = [voice("catan.detail.cards", n=player.cards)]
        if player.developments:
            parts.append(voice("catan.detail.developments", n=player.developments))
        if player.knights_played:
            parts.append(voice("catan.detail.knights", n=player.knights_played))
        parts += [text for extra in extra_faces() for text in extra.describe_cards(view, seat, voice)]
        marks = {"longest": player.longest_road, "army": player.army}
        parts += [voice(f"catan.detail.{mark}") for mark, is_held in marks.items() if is_held]
        parts += [text for extra in extra_faces() for text in extra.describe_unique_pieces(view, seat, voice)]
        return " · ".join(parts)

    def describe_seat_decision(self, view: CatanView, seat: int, voice: Voice) -> str:
        """Cards the seat must give, and whether it has chosen."""
        parts = []
        if seat in view.owed:
            key = "discards" if view.phase == "discard" else "owes"
            parts.append(voice(f"catan.detail.{key}", n=view.owed[seat]))
        if seat in view.done:
            parts.append(voice("catan.detail.done"))
        return " · ".join(parts)

    def describe_open_matter(self, view: CatanView, voice: Voice) -> str:
        return offers.describe_offer_state(view.offer, voice)

    def ping_text(self, view: CatanView, seat: int, who: str, voice: Voice) -> str:
        if seat in view.tasks and view.tasks[seat].key == BUILD_TASK:
            return voice("catan.ping.build", who=who)  # not a turn of its own
        return offers.ping_text(view, seat, who, voice)

    def is_covered_by_open_matter(self, view: CatanView, event: StoredEvent) -> bool:
        return offers.offer_line_covers(view.offer, event)

    def describe_hand(self, view: CatanView, seat: int, voice: Voice) -> str:
        """Cards and rates, cards given away, development cards, lines of expansions."""
        text_lines = [describe_cards_held(voice, view), describe_bank_rates(voice, view)]
        if view.given:
            text_lines.append(voice("catan.held.given", cards=list(view.given)))
        for card in dict.fromkeys(view.developments):
            count, fresh = view.developments.count(card), view.fresh.count(card)
            key = "development_fresh" if fresh else "development"
            text_lines.append(voice(f"catan.held.{key}", dev_card=card, n=count, fresh=fresh))
        text_lines += [text for extra in extra_faces() for text in extra.hand_lines(view, voice)]
        return "\n".join(filter(None, text_lines))

    def legal_lines(self, moves: Sequence[Move]) -> Sequence[str]:
        """The first moves of each kind, and how many more there are."""
        texts: list[str] = []
        for kind in self.kinds_in_menu_order(moves):
            lines = [encode_move(move) for move in moves if move.kind == kind]
            omitted = len(lines) - MAX_LISTED_MOVES
            texts += [*lines[:MAX_LISTED_MOVES], f"{kind} … (+{omitted})"] if omitted > 0 else lines
        return texts

    def board_parts(self, view: CatanView) -> Sequence[str]:
        return [part for part in self.board_parts_with_button if part != "dice" or any(view.sums)]

    def board_notes(self, view: CatanView, voice: Voice) -> Sequence[str]:
        """How often each sum was rolled."""
        if not any(view.sums):
            return ()
        counts = (voice("catan.held.sum", sum=total, n=n) for total, n in zip(SUMS, view.sums, strict=True))
        return [voice("catan.held.sums", n=sum(view.sums), list=" · ".join(counts))]

    def help_topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Each card with text and image, and topics of expansions."""
        topics_by_key = {}
        for key in catalogue().keys_below("en", "catan.topic"):
            topic = key.removeprefix("catan.topic.")
            text = voice(key)
            name = text.split("**")[1]
            has_picture = any(voice.has(f"catan.{words}.{topic}") for words in PICTURED_CARDS)
            topics_by_key[topic] = Topic(name, text, topic if has_picture else "")
        return topics_by_key

    def short_rules_for_choices(self, choices: Choices | None) -> Sequence[str]:
        """The screens of the base game; an expansion replaces those of equal number and adds more."""
        if choices is None:
            return self.short_rules_keys
        key_by_number = dict(enumerate(BASE_RULES, 1))
        for module in choices.modules:
            module_keys = catalogue().keys_below("en", f"catan.{module}_minute")
            key_by_number |= {int(key.rpartition(".")[2]): key for key in module_keys}
        return [key_by_number[number] for number in sorted(key_by_number)]

    def first_help_topics(self, choices: Choices) -> Collection[str]:
        return (*menu.KIND_BY_CARD, "point") if menu.BUY_KIND in registry.make_game("catan", choices).moves else ()

    # --- the table message

    def waiting_seat_buttons(self, table: PublicTable[CatanView], view: CatanView, voice: Voice) -> Sequence[Button]:
        """The button to be asked in the special build phase; the same for everybody, so that it reveals nothing."""
        if not view.between or not view.turn or view.over:
            return ()
        custom_id = ids.action_custom_id(table.id, table.seq, "next", f"{SKIP_BUILD}=on")
        return [Button(custom_id, voice("catan.button.build_next"))]

    def quick_buttons(self, table: PublicTable[CatanView], view: CatanView, voice: Voice) -> Sequence[Button]:
        """Buttons of decisions whose answers are public."""
        tasks = {phrase.key.rpartition(".")[2] for phrase in view.tasks.values()}
        if view.phase == "before":
            return _quick_buttons(table, voice, "roll")
        if view.phase == "main" and view.offer is not None and not offers.is_refused_by_all(view.offer):
            offer_number = view.offer.number
            custom_id = ids.form_custom_id(table.id, table.seq, f"trade-counter {offer_number}")
            counter = [Button(custom_id, voice("catan.button.counter"), "blue")] if custom_id else []
            answers = _quick_buttons(table, voice, f"trade-accept {offer_number}", f"trade-decline {offer_number}")
            if offers.is_answered_by_all(view.offer):  # pressing only changes an answer
                answers = [replace(button, tone="grey") for button in answers]
            return [*answers, *counter]
        if extra_lines := [line for extra in extra_faces() for line in extra.quick_move_lines(view, tasks)]:
            return _quick_buttons(table, voice, *extra_lines)
        if view.phase == "special":
            custom_id = ids.picker_custom_id(table.id, table.seq, "")
            build_buttons = [Button(custom_id, voice("catan.button.build"), "blue")] if custom_id else []
            return [*build_buttons, *_quick_buttons(table, voice, "pass build")]
        return ()

    def quick_button_seats(self, view: CatanView) -> Collection[int]:
        """While an offer is open, the seats it was made to."""
        return (view.invited if view.phase == "main" and view.offer is not None else view.tasks).keys()

    # --- the picker

    def why_kind_impossible(self, seat_view: CatanSeatView, kind: str) -> str:
        if seat_view.view.phase == "main":
            return reasons.reason_for_kind(seat_view, kind)
        return reasons.why_kind_impossible(seat_view, kind)

    async def own_screen(self, seat_view: CatanSeatView, question: Question) -> Screen | None:
        return await menu.own_turn_screen(seat_view, question) or await decisions.decision_screen(seat_view, question)

    async def disabled_reasons_screen(self, seat_view: CatanSeatView) -> Screen | None:
        return await menu.reasons_screen(seat_view)

    async def screen_picture(self, seat_view: CatanSeatView, question: Question) -> tuple[File, ...]:
        return await seat_view.draw_hand_picture()


def _quick_buttons(table: PublicTable[CatanView], voice: Voice, *lines: str) -> list[Button]:
    """Buttons that play `lines` at once."""
    buttons = []
    for line in lines:
        custom_id = ids.quick_custom_id(table.id, table.seq, line)
        kind = line.partition(" ")[0]
        keys = (f"catan.button.{line.replace(' ', '_')}", f"catan.button.{kind}", f"catan.kind.{kind}")
        if custom_id is not None:
            buttons.append(Button(custom_id, voice(next(key for key in keys if voice.has(key))), "green"))
    return buttons


FACE: Final = Catan()

__all__ = ["FACE"]
