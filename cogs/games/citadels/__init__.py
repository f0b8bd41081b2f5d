"""Citadels: one panel per turn, powers with all targets, cards shown to their holder only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
from ..opening import OpeningOption, OptionPage
from ..public_table import PublicTable
from . import decisions, reasons, turn
from .card_face import CitadelsCardFace, extra_faces
from .parts import TURN, CitadelsSeatView, card_line, hand_picture, is_second, task_word
from .weighing import SCALES

POSSIBLE: Final = 12  # moves of one kind on the text board
ORDER: Final = ("gold", "cards", "income", "build")  # kinds before powers and districts
PANEL: Final = frozenset({"gold", "cards", "income", "end"})  # kinds on the panel itself
# Quick buttons of the action, which belongs to no card; they depend on the public view only.
SILENT: Final = "cit.call.silent"
ACTION: Final = CitadelsCardFace(quick=dict.fromkeys(("action", "half"), ("gold", "cards")), if_deck=("cards",))


class Citadels(Face[CitadelsView]):
    """A turn has one screen; other decisions are buttons that play at once."""

    tips = ("cit.tip.pick", "cit.tip.action", "cit.tip.build")
    minute = tuple(f"cit.minute.{n}" for n in range(1, 7))
    opens = ("cit.call.answers",)
    closes = ("cit.round.begun", SILENT, "cit.call.hushed")
    apart = ("cit.round.begun",)
    folded = ("cit.draft.picked", "cit.draft.threw")
    confirms = False
    seats_apart = True
    own_board = True
    sheet = True
    sheet_rule = "cit.rule.points"
    board_buttons = ("districts",)
    opening_options = (
        OpeningOption("cast", {"base": {}, "random": {"cast": "random"}, "choose": {}}, asks="choose"),
        OpeningOption("districts", {"base": {}, "random": {"districts": "random"}, "choose": {}}, asks="choose"),
        OpeningOption("target", {"8": {}, "7": {"target": "7"}}),
    )
    pages = (
        OptionPage("cast", tuple(f"rank{rank}" for rank in range(1, 10))),
        OptionPage("game", ("target", "cast", "districts", "many_bonus_characters", "crown", "ball_room_auto")),
        OptionPage("without", tuple(f"without_{key}" for key in BASE_PURPLES), together=True),
    )

    # --- words

    def tip(self, view: CitadelsView, seat: int, shown: int) -> str:
        """The tip for the current task; empty if there is none."""
        task = view.tasks.get(seat)
        key = f"cit.tip.{task.key.rpartition('.')[2]}" if task is not None else ""
        return key if key in self.tips else ""

    def order(self, kinds: Sequence[str]) -> Sequence[str]:
        def place(kind: str) -> tuple[int, int]:
            if kind in ORDER:
                return 0, ORDER.index(kind)
            return (2 if kind in ("end", "pass") else 1), 0

        return sorted(kinds, key=place)

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        if field == "character" and token in CHARACTERS:
            rank, name = CHARACTERS[token].rank, voice.word("cit", "character", token)
            return (voice("cit.button.character", rank=rank, character=name), name, str(rank))
        return ()

    def told(self, voice: Voice, field: str, token: str, table: PublicTable[CitadelsView]) -> str:
        return voice.word("cit", field, token) if field == "character" else super().told(voice, field, token, table)

    def joined(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        """Joins picks, unanswered calls, and cards looked at with those kept."""
        told: list[StoredEvent] = []
        for event in events:
            before = told[-1] if told else None
            if event.key == "cit.draft.picked" and before is not None and before.key.startswith("cit.draft.picked"):
                seats = [*before.params.get("seats", [before.params.get("seat")]), event.params["seat"]]
                told[-1] = StoredEvent("cit.draft.picked_several", {"seats": seats}, None, before.reveals)
            elif event.key == SILENT and before is not None and before.key.startswith(SILENT):
                ranks = [*before.params.get("characters", [before.params.get("character")]), event.params["character"]]
                told[-1] = StoredEvent(f"{SILENT}_several", {"characters": ranks}, None, before.reveals)
            elif event.key == "cit.action.kept" and before is not None and before.key == "cit.action.looks":
                told[-1] = event
            elif event.key == "cit.round.begun" and before is not None and before.key == "cit.game.begun":
                told[-1] = StoredEvent("cit.game.opened", before.params, None, before.reveals)
            else:
                told.append(event)
        return told

    def weigh(self, event: StoredEvent) -> int:
        return SCALES.weight(event)

    def losers(self, event: StoredEvent) -> Collection[int]:
        return SCALES.losers(event)

    def ended(self, view: CitadelsView) -> CitadelsView:
        return replace(view, tasks={}, turn=None, changed=(), offer=None)

    def tie(self, view: CitadelsView, winners: Sequence[int]) -> Phrase | None:
        return describe_tie_break(view, winners)

    def origins(self, view: CitadelsView, seat: int, voice: Voice) -> Mapping[str, str]:
        """Districts with their value, and bonuses of cards."""
        city = [
            voice("cit.origin.gilded" if card.beautified else "cit.origin.district", district=card.district, n=cost)
            for card in view.players[seat].city
            if (cost := DISTRICTS[card.district].cost + card.beautified)
        ]
        texts = [
            voice("cit.origin.text", district=district, n=points)
            for district, points in view.sheet[seat].cards.items()
            if points
        ]
        return {kind: voice.join(some) for kind, some in (("districts", city), ("cards", texts)) if some}

    def detail(self, view: CitadelsView, seat: int, voice: Voice) -> str:
        shown = view.players[seat]
        said = voice(
            "cit.detail.crown" if shown.crown else "cit.detail.plain",
            gold=shown.gold,
            cards=shown.hand,
            n=len(shown.city),
        )
        row = view.sheet[seat]
        if bonus := row.total - row.districts:
            said = voice("cit.detail.bonus", detail=said, n=bonus)
        if not shown.shown:
            return said
        return voice("cit.detail.shown", detail=said, characters=[one.character for one in shown.shown])

    def changed(self, before: CitadelsView, after: CitadelsView, seat: int, voice: Voice) -> Sequence[tuple[int, str]]:
        """Gold, cards by name, and districts of the city."""
        gold, crown, *city = _city_changes(before, after, seat, voice)
        cards = count_differences(before.hand, after.hand, lambda card, n: voice("cit.change.card", district=card, n=n))
        return [gold, crown, *cards, *city]

    def changed_openly(
        self, before: CitadelsView, after: CitadelsView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """The same with the number of cards."""
        gold, crown, *city = _city_changes(before, after, seat, voice)
        cards = after.players[seat].hand - before.players[seat].hand
        return [gold, crown, (cards, voice("cit.change.cards", n=abs(cards))), *city]

    def hand(self, view: CitadelsView, seat: int, voice: Voice) -> str:
        told = [voice("cit.hand.gold", gold=view.players[seat].gold)]
        cards = [
            card_line(voice, card, view.hand.count(card), twice=is_second(view, seat, card))
            for card in unique_items(view.hand)
        ]
        told += [voice("cit.hand.cards", n=len(view.hand)), *cards] if cards else [voice("cit.hand.empty")]
        if view.characters:
            told.append(voice("cit.hand.characters", characters=list(view.characters)))
        if view.aside:
            told.append(voice("cit.hand.aside", characters=list(view.aside)))
        told += [said for extra in extra_faces() for said in extra.held(view, seat, voice)]
        return "\n".join(told)

    def parts(self, view: CitadelsView) -> Sequence[str]:
        return self.board_buttons

    def part_in_words(self, view: CitadelsView, part: str, voice: Voice) -> str:
        return "\n".join(seen_districts.list_seen_districts(view, voice)) if part in self.board_buttons else ""

    def legal_lines(self, moves: Sequence[Move]) -> Sequence[str]:
        said: list[str] = []
        for kind in self.kinds(moves):
            lines = [encode_move(move) for move in moves if move.kind == kind]
            said += lines if len(lines) <= POSSIBLE else [*lines[:POSSIBLE], f"{kind} …"]
        return said

    def topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Each card with text and image: characters by rank, then districts by colour and cost."""
        named = {card: voice.word("cit", "character", card) for card in sorted_characters(CHARACTERS)}
        named |= {card: voice.word("cit", "district", card) for card in sorted_cards(DISTRICTS)}
        return {card: Topic(name, voice(f"cit.topic.{card}"), card) for card, name in named.items()}

    # --- the table message

    def quick(self, table: PublicTable[CitadelsView], view: CitadelsView, voice: Voice) -> Sequence[Button]:
        found: list[Button] = []
        for seat, task in view.tasks.items():
            word = task.key.rpartition(".")[2]
            for extra in (ACTION, *extra_faces()):
                for line in extra.quick.get(word, ()):
                    made = ids.quick_custom_id(table.id, table.seq, line)
                    if made and extra.may_be_quick(view, seat, line):
                        found.append(Button(made, _quick_label(voice, line), "green"))
                found += extra.onward(table, view, voice, seat, word)
        return found

    # --- the picker

    def why_not(self, seat_view: CitadelsSeatView, kind: str) -> str:
        return reasons.why_not(seat_view, kind) if task_word(seat_view.view, seat_view.seat) in TURN else ""

    async def screen(self, seat_view: CitadelsSeatView, question: Question) -> Screen | None:
        if task_word(seat_view.view, seat_view.seat) in TURN:
            if (question.shape == "kinds" and not question.path.words) or question.kind in PANEL:
                return await turn.build_turn_panel(seat_view, question)
            for extra in extra_faces() if question.shape == "kinds" else ():
                if (own := await extra.menu(seat_view, question)) is not None:
                    return own
            if question.shape == "kinds" and question.path.in_group:
                return await turn.district_screen(seat_view, question)
        return await decisions.decision_screen(seat_view, question)

    async def picture(self, seat_view: CitadelsSeatView, question: Question) -> tuple[File, ...]:
        return await hand_picture(seat_view)


def _city_changes(before: CitadelsView, after: CitadelsView, seat: int, voice: Voice) -> list[tuple[int, str]]:
    """Public changes: gold, the crown, then districts of the city."""
    then, now = before.players[seat], after.players[seat]
    gold = now.gold - then.gold
    stood, stand = ([card.district for card in each.city] for each in (then, now))
    city = [
        (n, WholeChange(voice("cit.change.built" if n > 0 else "cit.change.lost", district=card)))
        for n, card in count_differences(stood, stand, lambda card, n: card)
    ]
    crown = now.crown - then.crown
    holds = WholeChange(voice("cit.change.crown" if crown > 0 else "cit.change.crown_lost"))
    return [(gold, voice("cit.change.gold", n=abs(gold))), (crown, holds), *city]


def _quick_label(voice: Voice, line: str) -> str:
    key = "_".join(line.split(" "))
    return voice(f"cit.button.{key}" if voice.has(f"cit.button.{key}") else f"cit.line.{key}")


FACE: Final = Citadels()

__all__ = ["FACE"]
