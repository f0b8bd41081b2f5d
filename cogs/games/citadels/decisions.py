"""Decisions outside the turn panel: a button per answer, with texts of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games import picker_frame, picker_screens
from cogs.screen import File, Row, Screen, rows_of
from render import Mark
from rules.citadels.cards import CHARACTERS
from rules.citadels.view import CitadelsView
from rules.core import Move

from .buttons import end_turn_buttons, move_button
from .card_face import extra_faces
from .parts import TURN, CitadelsSeatView, card_line, colour_selects, hand_picture, is_second, task_word

MOST: Final = 25  # buttons of a screen
BOTH: Final = 15  # answers that leave room for a row that ends the turn
TALKED: Final = 12  # cards explained in the text
CARD_FIELDS: Final = ("district", "what")


async def decision_screen(seat_view: CitadelsSeatView, question: Question) -> Screen | None:
    """The screen of a decision; None: the generic one."""
    others = [move for move in question.moves if move.kind != "pass"]
    spare = [move_button(seat_view, move) for move in question.moves if move.kind == "pass"]
    kinds = unique_items(move.kind for move in others)
    asked = question
    if question.shape == "kinds" and len(kinds) == 1:
        asked = seat_view.ask(ChoicePath((), (kinds[0],)))
    rows: Sequence[Row]
    word = task_word(seat_view.view, seat_view.seat)
    counting = asked.shape in ("set", "counts") and any(word.startswith("+") for word in asked.path.words)
    if counting and asked.kind is not None and seat_view.listed_in_part(asked.kind):
        return None  # more cards than a select holds: some are counted, the others follow
    own = next(
        (made for extra in extra_faces() if (made := extra.answers(seat_view, question, asked)) is not None), None
    )
    if own is not None:
        rows = rows_of([*own, *spare])
    elif len(question.moves) <= MOST:
        rows = rows_of([*(move_button(seat_view, move) for move in others), *spare])
        if word in TURN and len(others) <= BOTH:
            rows = [*rows, *rows_of(end_turn_buttons(seat_view, others))]
    elif asked.field in CARD_FIELDS and len(asked.choices) + len(spare) > MOST:
        rows = [*colour_selects(seat_view, asked), *rows_of(spare)]
    elif asked.as_buttons:
        rows = rows_of([*(picker_screens.choice_button(seat_view, asked, choice) for choice in asked.choices), *spare])
    else:
        return None
    text = "\n".join([_asked_text(seat_view, asked), *_card_notes(seat_view, question)])
    return picker_frame.frame_screen(seat_view, question, text, rows, await _decision_picture(seat_view, question))


async def _decision_picture(seat_view: CitadelsSeatView, question: Question) -> tuple[File, ...]:
    """The own cards, or the table with possible targets marked."""
    marks = tuple(unique_items(mark for move in question.moves for mark in _choice_marks(seat_view, move)))
    if not marks or seat_view.view.offer is not None:
        return await hand_picture(seat_view)
    return await seat_view.picture(
        f"table {question.path}", lambda renderer, view, look: renderer.choice(view, look, marks)
    )


def _asked_text(seat_view: CitadelsSeatView, question: Question) -> str:
    """The question in the game's own words."""
    view: CitadelsView = seat_view.view
    word = task_word(view, seat_view.seat)
    key = str(question.kind) if word in TURN else word
    own = next((said for extra in extra_faces() if (said := extra.ask_key(seat_view, question, key))), "")
    step = own.removeprefix(f"{key}_") == question.field  # one field of a longer choice
    key = own or key
    called = next((c for c in view.cast if CHARACTERS[c].rank == view.rank), "")
    offer = view.offer
    told = seat_view.say(
        f"cit.ask.{key}",
        n=offer.count if offer is not None else 0,
        gold=view.players[seat_view.seat].gold,
        character=view.turn.character if view.turn is not None else called,
        district=view.ruin or (offer.cards[0] if offer is not None and offer.cards else ""),
        seat=offer.owner if offer is not None and offer.owner is not None else view.crown,
        target=view.target,
    )
    chosen = [seat_view.told(field, token) for field, token in question.crumbs] if step else []
    return "\n".join([*([seat_view.say("pick.crumbs", path=" › ".join(chosen))] if chosen else []), told])


def _card_notes(seat_view: CitadelsSeatView, question: Question) -> list[str]:
    """Texts of the cards that can be chosen."""
    view: CitadelsView = seat_view.view
    offer = view.offer
    if offer is not None and offer.cards and offer.cards[0] in CHARACTERS:
        does = {c: seat_view.say(f"pic.citadels.does.{c}") for c in offer.cards}
        return [
            seat_view.say("cit.card.character", rank=CHARACTERS[c].rank, character=c, does=does[c]) for c in offer.cards
        ]
    fields = [field for field in CARD_FIELDS if any(hasattr(move, field) for move in question.moves)]
    cards = (
        unique_items(offer.cards)
        if offer is not None
        else unique_items(
            card
            for move in question.moves
            for field in fields
            if (card := getattr(move, field, "")) in view.hand and not hasattr(move, "player")
        )
    )
    if len(cards) > TALKED:
        return []
    return [card_line(seat_view.voice, card, twice=is_second(seat_view.view, seat_view.seat, card)) for card in cards]


def _choice_marks(seat_view: CitadelsSeatView, move: Move) -> list[Mark]:
    """Places on the table of a choice."""
    extra = next((marks for extra in extra_faces() if (marks := extra.marks(seat_view, move)) is not None), None)
    if extra is not None:
        return extra
    player: int | None = getattr(move, "player", None)
    character: str | None = getattr(move, "character", None)
    district: str | None = getattr(move, "district", None)
    if character is not None:
        return [Mark(character, character, note=seat_view.label("character", character))]
    if player is None:
        return []
    note = seat_view.label("player", str(player))
    if district is None:
        return [Mark(seat_view.table.seats[player].colour, str(player), note=note)]
    own = getattr(move, "own", None)
    given = [Mark(own, f"{seat_view.seat}.{own}", note=seat_view.label("own", own))] if own is not None else []
    note = seat_view.say("cit.button.district_of", district=seat_view.label("district", district), player=note)
    return [*given, Mark(district, f"{player}.{district}", note=note)]
