"""A position in words, with what led there: for eyes that judge a hint or a review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from cogs.games import face
from cogs.screen import event_text
from render import renderer
from rules.core import decode, play
from words import Voice

from ..pictures.films import Played, look_of

BEFORE: Final = 8  # entries


def position(one: Played, number: int) -> Any:
    """The state before an entry."""
    game, state = one.table.game, one.start
    assert game is not None
    for entry in one.entries:
        if entry.seq >= number:
            break
        if entry.seat is not None:
            state = play(game, state, entry.seat, decode(entry.move, game.moves), entry.chance).state
    return state


def before(one: Played, number: int) -> Played:
    """The game, with the table as it stood before an entry."""
    return replace(one, table=replace(one.table, state=position(one, number)))


def told(one: Played, say: Voice, number: int, seat: int) -> list[str]:
    """What happened before an entry, the board as that seat sees it, and what all hold."""
    game, state = one.table.game, position(one, number)
    assert game is not None
    lines = []
    for entry in one.entries:
        if number - BEFORE <= entry.seq < number:
            sentences = (event_text.sentence(event, say) for event in entry.events)
            lines.append(f"    {entry.seq}: {' '.join(filter(None, sentences)) or entry.move}")
    board = renderer(one.table.kind).text_board(game.view(state, seat), look_of(one.table))
    lines += [f"    {line}" for line in board.splitlines()]
    hand = face(one.table.kind).hand(game.view(state, seat), seat, say)
    return [*lines, *(f"    {line}" for line in hand.splitlines())]
