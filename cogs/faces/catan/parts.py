"""What several screens of Catan share: the hand in words and as a picture, buttons, labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.choose.path_words import OPEN
from cogs.choose.picker import Path
from cogs.screen import Button, File, ids
from rules.catan.view import CatanView
from rules.core import Move, encode
from words import Voice

if TYPE_CHECKING:
    from cogs.choose.room import Room


def held(voice: Voice, view: CatanView) -> str:
    """The cards in hand."""
    if not view.hand:
        return voice("catan.held.none")
    return voice("catan.held.cards", n=len(view.hand), hand=list(view.hand))


def rates(voice: Voice, view: CatanView) -> str:
    """What the bank wants for one card, kind by kind; the kinds of one rate together."""
    if view.you is None:
        return ""
    mine = view.players[view.you].rates
    told = []
    for rate in sorted(set(mine)):
        kinds = [voice.word("catan", "card", card) for card, n in zip(view.cards, mine, strict=True) if n == rate]
        told.append(voice("catan.held.rate", n=rate, list=voice.join(kinds)))
    return voice("catan.held.rates", list=" · ".join(told))


async def hand_picture(room: Room) -> tuple[File, ...]:
    return await room.picture("hand", lambda renderer, view, look: renderer.hand(view, look))


def commit(room: Room, move: Move) -> Button:
    """A green button that plays the move at once, after what was chosen before."""
    return room.commit([*room.before, encode(move)], label(room, move))


def label(room: Room, move: Move) -> str:
    """A move on a button."""
    kind, *tokens = encode(move).split(" ")
    key = f"catan.button.{kind}" + (f"_{'_'.join(tokens)}" if kind == "pass" else "")
    if room.voice.has(key):
        said = {
            name: room.label(name, str(getattr(move, name)))
            for name in ("corner", "to", "path", "hex", "offer")
            if hasattr(move, name)
        }
        return room.say(key, **said)
    return room.sentence(encode(move))


def kind_of_card(kind: str) -> bool:
    """Whether moves of that kind play a progress card."""
    return kind.startswith("card-")


def way_to_cards(room: Room) -> Path | None:
    """The path to the list of the progress cards in hand, where why some cannot be played is said too."""
    several = len({move.kind for move in room.legal}) > 1  # else nothing is asked
    return Path(room.before, (OPEN,)) if several and room.view.progress else None


def grey(room: Room, name: str, said: str) -> Button:
    """What cannot be done now."""
    return Button(ids.other(room.number, room.since, "grey", name), said, "grey", disabled=True)


def costs(room: Room, move: Move) -> str:
    """What a move costs and brings, in words."""
    return "\n".join(room.voice.phrase(phrase) for phrase in room.game.explain(room.state, room.seat, move))
