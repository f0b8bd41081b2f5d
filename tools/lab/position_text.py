"""A position in words with the entries before it, for people who judge a hint or a review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from cogs.games import face_for
from cogs.screen import event_text
from render import load_renderer
from rules.core import decode_move, play
from words import Voice

from ..pictures.films import FilmedGame, film_look

BEFORE: Final = 8  # entries shown


def state_before(one: FilmedGame, number: int) -> Any:
    """The state before an entry."""
    game, state = one.table.game, one.start
    assert game is not None
    for entry in one.entries:
        if entry.seq >= number:
            break
        if entry.seat is not None:
            state = play(game, state, entry.seat, decode_move(entry.move, game.moves), entry.chance).state
    return state


def game_before(one: FilmedGame, number: int) -> FilmedGame:
    """The game with the table as it was before an entry."""
    return replace(one, table=replace(one.table, state=state_before(one, number)))


def describe_entry(one: FilmedGame, say: Voice, number: int, seat: int) -> list[str]:
    """The entries before an entry, the board as `seat` sees it, and all hands."""
    game, state = one.table.game, state_before(one, number)
    assert game is not None
    lines = []
    for entry in one.entries:
        if number - BEFORE <= entry.seq < number:
            sentences = (event_text.describe_event(event, say) for event in entry.events)
            lines.append(f"    {entry.seq}: {' '.join(filter(None, sentences)) or entry.move}")
    board = load_renderer(one.table.kind).text_board(game.view(state, seat), film_look(one.table))
    lines += [f"    {line}" for line in board.splitlines()]
    hand = face_for(one.table.kind).describe_hand(game.view(state, seat), seat, say)
    return [*lines, *(f"    {line}" for line in hand.splitlines())]
