"""Decisions outside the turn panel: a button per answer, with texts of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import ChoicePath, Question, unique_items
from cogs.games import picker_screens
from cogs.games.move_texts import task_word
from cogs.games.picker_frame import frame_screen
from cogs.screen import File, Row, Screen, split_into_rows
from render import Mark
from rules.citadels.cards import CHARACTERS
from rules.citadels.view import CitadelsView
from rules.core import Move

from .buttons import end_turn_buttons, move_button
from .card_face import extra_faces
from .parts import TURN, CitadelsSeatView, card_line, colour_selects, is_second

MAX_BUTTONS: Final = 25
MAX_ANSWERS_WITH_END: Final = 15  # leave room for a row that also ends the turn
MAX_CARDS_EXPLAINED: Final = 12  # in the text
CARD_FIELDS: Final = ("district", "what")


async def decision_screen(seat_view: CitadelsSeatView, question: Question) -> Screen | None:
    """The screen of a decision; None: the generic one."""
    answers = [move for move in question.moves if move.kind != "pass"]
    pass_buttons = [move_button(seat_view, move) for move in question.moves if move.kind == "pass"]
    kinds = unique_items(move.kind for move in answers)
    asked = question
    if question.shape == "kinds" and len(kinds) == 1:
        asked = seat_view.question_at_path(ChoicePath((), (kinds[0],)))
    rows: Sequence[Row]
    word = task_word(seat_view.view, seat_view.seat)
    is_counting = asked.shape in ("set", "counts") and any(word.startswith("+") for word in asked.path.words)
    if is_counting and asked.kind is not None and seat_view.is_partly_listed(asked.kind):
        return None  # more cards than a select holds: some are counted, the others follow
    card_buttons = (extra.answer_buttons(seat_view, question, asked) for extra in extra_faces())
    own_buttons = next((buttons for buttons in card_buttons if buttons is not None), None)
    if own_buttons is not None:
        rows = split_into_rows([*own_buttons, *pass_buttons])
    elif len(question.moves) <= MAX_BUTTONS:
        rows = split_into_rows([*(move_button(seat_view, move) for move in answers), *pass_buttons])
        if word in TURN and len(answers) <= MAX_ANSWERS_WITH_END:
            rows = [*rows, *split_into_rows(end_turn_buttons(seat_view, answers))]
    elif asked.field in CARD_FIELDS and len(asked.choices) + len(pass_buttons) > MAX_BUTTONS:
        rows = [*colour_selects(seat_view, asked), *split_into_rows(pass_buttons)]
    elif asked.fits_buttons:
        rows = split_into_rows([*picker_screens.choice_buttons(seat_view, asked), *pass_buttons])
    else:
        return None
    text = "\n".join([_asked_text(seat_view, asked), *_card_notes(seat_view, question)])
    return frame_screen(seat_view, question, text, rows, await _decision_picture(seat_view, question))


async def _decision_picture(seat_view: CitadelsSeatView, question: Question) -> tuple[File, ...]:
    """The own cards, or the table with possible targets marked."""
    marks = tuple(unique_items(mark for move in question.moves for mark in _choice_marks(seat_view, move)))
    if not marks or seat_view.view.offer is not None:
        return await seat_view.draw_hand_picture()
    return await seat_view.draw_picture(
        f"table {question.path}", lambda renderer, view, look: renderer.choice(view, look, marks)
    )


def _asked_text(seat_view: CitadelsSeatView, question: Question) -> str:
    """The question in the game's own words."""
    view: CitadelsView = seat_view.view
    word = task_word(view, seat_view.seat)
    key = str(question.kind) if word in TURN else word
    own_key = next(
        (card_key for extra in extra_faces() if (card_key := extra.question_key(seat_view, question, key))), ""
    )
    is_one_field = own_key.removeprefix(f"{key}_") == question.field  # one field of a longer choice
    key = own_key or key
    called_character = next((character for character in view.cast if CHARACTERS[character].rank == view.rank), "")
    offer = view.offer
    text = seat_view.say(
        f"cit.ask.{key}",
        n=offer.count if offer is not None else 0,
        gold=view.players[seat_view.seat].gold,
        character=view.turn.character if view.turn is not None else called_character,
        district=view.ruin or (offer.cards[0] if offer is not None and offer.cards else ""),
        seat=offer.owner if offer is not None and offer.owner is not None else view.crown,
        target=view.target,
    )
    if not is_one_field or not question.crumbs:
        return text
    chosen = " › ".join(seat_view.value_in_sentence(field, token) for field, token in question.crumbs)
    return "\n".join([seat_view.say("pick.crumbs", path=chosen), text])


def _card_notes(seat_view: CitadelsSeatView, question: Question) -> list[str]:
    """Texts of the cards that can be chosen."""
    view: CitadelsView = seat_view.view
    offer = view.offer
    if offer is not None and offer.cards and offer.cards[0] in CHARACTERS:
        notes = []
        for character in offer.cards:
            power = seat_view.say(f"pic.citadels.does.{character}")
            rank = CHARACTERS[character].rank
            notes.append(seat_view.say("cit.card.character", rank=rank, character=character, does=power))
        return notes
    fields = [field for field in CARD_FIELDS if any(hasattr(move, field) for move in question.moves)]
    moves = [move for move in question.moves if not hasattr(move, "player")]
    named_cards = (getattr(move, field, "") for move in moves for field in fields)
    cards = unique_items(offer.cards if offer is not None else (card for card in named_cards if card in view.hand))
    if len(cards) > MAX_CARDS_EXPLAINED:
        return []
    return [card_line(seat_view.voice, card, twice=is_second(seat_view.view, seat_view.seat, card)) for card in cards]


def _choice_marks(seat_view: CitadelsSeatView, move: Move) -> list[Mark]:
    """Places on the table of a choice."""
    for extra in extra_faces():
        if (marks := extra.choice_marks(seat_view, move)) is not None:
            return marks
    player: int | None = getattr(move, "player", None)
    character: str | None = getattr(move, "character", None)
    district: str | None = getattr(move, "district", None)
    if character is not None:
        return [Mark(character, character, note=seat_view.value_label("character", character))]
    if player is None:
        return []
    note = seat_view.value_label("player", str(player))
    if district is None:
        return [Mark(seat_view.table.seats[player].colour, str(player), note=note)]
    own_district = getattr(move, "own", None)
    own_marks: list[Mark] = []
    if own_district is not None:
        own_note = seat_view.value_label("own", own_district)
        own_marks = [Mark(own_district, f"{seat_view.seat}.{own_district}", note=own_note)]
    note = seat_view.say("cit.button.district_of", district=seat_view.value_label("district", district), player=note)
    return [*own_marks, Mark(district, f"{player}.{district}", note=note)]
