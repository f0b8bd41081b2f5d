"""Everything else that is asked: the setup, the robber, discards, offers, and what Cities & Knights asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import Path, Question, unique
from cogs.choose.unlisted import counts_word
from cogs.games import picker_frame, picker_screens
from cogs.screen import Button, Row, Screen, rows_of
from rules.catan.moves import Discard, Robber
from rules.catan.trading import ACCEPT, DECLINE
from rules.catan.view import CatanView
from rules.core import encode

from . import offers, places, questions, reasons, robber
from .expansions import in_play
from .parts import CatanRoom, commit, costs, grey, hand_picture, held

ANSWERS: Final = {"trade-accept": ACCEPT, "trade-decline": DECLINE}


async def screen(room: CatanRoom, question: Question) -> Screen | None:
    """The screen of a decision; None where several kinds of moves are left, or nothing but letting it go by."""
    view: CatanView = room.view
    if room.seat in view.invited and view.offer is not None:
        return await _answer(room, question)
    others = [move for move in question.moves if move.kind != "pass"]
    spare = [commit(room, move) for move in question.moves if move.kind == "pass"]
    kinds = unique(move.kind for move in others)
    asked = question
    if question.shape == "kinds" and len(kinds) == 1 and others:
        asked = replace(room.ask(Path(room.before, (kinds[0],))), first=True)
    if not others or (asked.shape == "kinds"):
        return None
    parent = next((path for extra in in_play(room) if (path := extra.parent(room, asked)) is not None), None)
    if parent is not None and picker_frame.back(room, asked) == Path(room.before):
        asked = replace(asked, parent=parent)
    text = questions.question_text(room, asked)
    gives = {Discard.kind: "discard", **{kind: word for extra in in_play(room) for kind, word in extra.gives.items()}}
    if asked.kind in gives:
        return await _cards(room, asked, text, spare, gives[asked.kind])
    for extra in in_play(room):
        if (own := await extra.decision(room, asked, text, spare)) is not None:
            return own
    if asked.shape == "move":
        return await _last(room, asked, text, spare)
    if asked.kind == Robber.kind and asked.field == "hex" and asked.shape == "values":
        return await robber.screen(room, asked, text)
    if asked.field in places.PLACES and asked.shape in ("values", "set"):
        return await places.screen(room, asked, text, spare)
    marks = places.marks(asked.moves)
    files = await (places.picture(room, asked, marks) if marks else hand_picture(room))
    if asked.as_buttons:
        buttons = [picker_screens.button(room, asked, choice) for choice in asked.choices]
        return picker_frame.framed(room, asked, text, rows_of([*buttons, *spare]), files)
    rows = [picker_screens.set_row(room, asked)] if asked.shape == "set" else picker_screens.selects(room, asked)
    return picker_frame.framed(room, asked, text, [*rows, *rows_of(list(spare))], files)


async def _last(room: CatanRoom, question: Question, text: str, spare: Sequence[Button]) -> Screen:
    """One move is left."""
    if places.marks(question.moves):
        return await places.last(room, question, text, spare)
    move = question.moves[0]
    told = "\n".join(part for part in (text, costs(room, move)) if part)
    return picker_frame.framed(room, question, told, rows_of([commit(room, move), *spare]), await hand_picture(room))


async def _cards(room: CatanRoom, question: Question, text: str, spare: Sequence[Button], word: str) -> Screen:
    """Cards of a hand: exactly as many as are asked for, then the button that gives them: its key ends with `word`."""
    told = [text, held(room.voice, room.view)]
    rows: list[Row]
    if question.shape == "set":
        rows = [picker_screens.set_row(room, question)]
    elif question.shape == "move":
        move = question.moves[0]
        kinds: Sequence[str] = getattr(move, question.crumbs[-1][0])
        told.append(room.say("catan.held.chosen", cards=list(kinds)))
        said = room.say(f"catan.button.{word}", n=len(kinds))
        rows = [[room.commit([*room.before, encode(move)], said)]]
    else:
        buttons = [picker_screens.button(room, question, choice) for choice in question.choices]
        if question.shape == "counts":
            item = room.label(question.field or "", question.item or "")
            told.append(room.say("pick.how_many", item=item))
        rows = rows_of(buttons)
    files = await hand_picture(room)
    return picker_frame.framed(room, question, "\n".join(told), [*rows, *rows_of(list(spare))], files)


# --- offers


def offer(room: CatanRoom) -> str:
    """The open offer with the answers to it, in words."""
    return offers.still_open(room.view.offer, room.voice)


async def _answer(room: CatanRoom, question: Question) -> Screen:
    """Accept, decline, make a counter-offer: whoever is asked may change the answer until the offer closes."""
    legal = {move.kind: move for move in room.legal}
    row: list[Button] = []
    said = offers.said_by(room.view.offer, room.seat)
    for kind, answer in ANSWERS.items():
        if kind in legal:
            button = commit(room, legal[kind])
            row.append(replace(button, label=room.say(f"catan.button.{kind}_instead"), tone="grey") if said else button)
        else:
            given = room.say(f"catan.button.{kind}_said") if said == answer else room.words.kind(kind)
            row.append(grey(room, kind, given))
    if "trade-counter" in room.composable:
        row.append(room.onward(_counter(room), room.say("catan.button.counter")))
    told = [questions.heading(room), offer(room), held(room.voice, room.view), *reasons.of_answers(room, legal)]
    return picker_frame.framed(room, question, "\n".join(filter(None, told)), [row], await hand_picture(room))


def _counter(room: CatanRoom) -> Path:
    """The way to a counter-offer, filled in as the offer looks from the other side, as far as the hand goes."""
    offer = room.view.offer
    assert offer is not None, "it is answered"
    things = room.things("give")
    able = not Counter(offer.want) - Counter(room.view.hand)
    words = (counts_word(things, offer.want) if able else OPEN, counts_word(things, offer.give))
    return Path(room.before, ("trade-counter", str(offer.number), *words))
