"""The whole table as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from render.core.look import Look
from render.core.sentences import join_list
from rules.catan.layout import ANY
from rules.catan.view import CatanView

from .colours import TRACKS
from .descriptions import (
    colour_of,
    describe_hex,
    describe_offer,
    describe_roll,
    describe_score_parts,
    describe_sums,
    describe_supply,
    join_seat_names,
    list_hand_sentences,
    list_holdings,
    list_pieces,
)
from .hand import card_name
from .seats import describe_pending_decision, public_points

BOARD: Final = "pic.catan.board"
ALT: Final = "pic.catan.alt"


def _text_headline(view: CatanView, look: Look, title: str) -> str:
    """The title with the turn and its player, or with the winners."""
    say = look.say
    if view.over:
        return say(f"{BOARD}.head_over", title=title, n=view.turn, list=join_seat_names(look, view.winners))
    who = f"{look.seats[view.active].name} ({colour_of(look, view.active)})"
    phase = say(f"pic.catan.phase.{view.phase}")
    return say(f"{BOARD}.head" if view.turn else f"{BOARD}.head_setup", title=title, n=view.turn, who=who, phase=phase)


def _describe_barbarians(view: CatanView, look: Look) -> str:
    barbarians, say = view.barbarians, look.say
    if barbarians is None:
        return ""
    strengths = join_list(
        say(f"{BOARD}.strength", name=look.seats[seat].name, n=player.strength)
        for seat, player in enumerate(view.players)
        if player.strength
    )
    key = "barbarians" if strengths else "barbarians_none"
    steps = barbarians.spaces - barbarians.at
    sentence = say(f"{BOARD}.{key}", left=steps, strength=barbarians.strength, list=strengths)
    return f"{sentence} {say(f'{BOARD}.came' if barbarians.came else f'{BOARD}.not_came')}"


def _describe_hexes(view: CatanView, look: Look) -> str:
    hexes = []
    for number, hexagon in enumerate(view.hexes):
        words = describe_hex(view, look, number)
        if hexagon.robber:
            words = look.say(f"{BOARD}.robber", hex=words)
        if (owner := hexagon.merchant) >= 0:  # named here: a field of the view
            words = look.say(f"{BOARD}.hex_merchant", hex=words, name=look.seats[owner].name)
        hexes.append(words)
    return look.say(f"{BOARD}.hexes", list=join_list(hexes, "; "))


def _describe_harbours(view: CatanView, look: Look) -> str:
    harbours = []
    for harbour in view.harbours:
        first, second = (f"v{corner}" for corner in harbour.corners)
        if harbour.card == ANY:
            harbours.append(look.say(f"{BOARD}.harbour_any", rate=harbour.rate, a=first, b=second))
        else:
            card = card_name(look, harbour.card)
            harbours.append(look.say(f"{BOARD}.harbour", card=card, rate=harbour.rate, a=first, b=second))
    return look.say(f"{BOARD}.harbours", list=join_list(harbours, "; "))


def _seat_line(view: CatanView, look: Look, seat: int) -> str:
    """All public facts of a player in one line."""
    say, player = look.say, view.players[seat]
    parts = [*list_pieces(view, look, seat, roads=True), say(f"{BOARD}.cards", n=player.cards)]
    if seat in view.done:
        parts.append(say(f"{BOARD}.done"))
    elif view.owed.get(seat):
        parts.append(say(f"{BOARD}.owes", n=view.owed[seat]))
    parts += list_holdings(view, look, seat)
    parts.append(describe_supply(view, look, seat))
    return say(
        f"{BOARD}.seat",
        name=look.seats[seat].name,
        colour=colour_of(look, seat),
        points=public_points(view, seat),
        list=join_list(parts, "; "),
    )


def _describe_awaited(view: CatanView, look: Look) -> str:
    """The seats the game waits for, if the phase does not say it: other seats, or a special decision."""
    if all(seat == view.active and not describe_pending_decision(view, look, seat) for seat in view.tasks):
        return ""
    tasks = (
        look.say(f"{BOARD}.task", name=look.seats[seat].name, task=look.say(task.key, **task.params))
        for seat, task in sorted(view.tasks.items())
    )
    return look.say(f"{BOARD}.waiting", list=join_list(tasks, "; "))


def _list_stock(view: CatanView, look: Look) -> list[str]:
    """Sentences about the bank, the decks and the rolled sums."""
    say = look.say
    counts = (
        say(f"{BOARD}.stock", card=card_name(look, kind), n=n) for kind, n in zip(view.cards, view.bank, strict=True)
    )
    sentences = [say(f"{BOARD}.bank", list=join_list(counts))]
    if view.barbarians is None:
        sentences.append(say(f"{BOARD}.deck", n=view.deck))
    else:
        decks = zip(TRACKS, view.decks, strict=False)
        deck_counts = join_list(say(f"{BOARD}.level", track=say(f"catan.track.{track}"), n=n) for track, n in decks)
        sentences.append(say(f"{BOARD}.decks", list=deck_counts))
    if any(view.sums):
        sentences.append(say(f"{BOARD}.dice", n=sum(view.sums), list=describe_sums(view, look)))
    return [" ".join(sentences)]


def catan_as_text(view: CatanView, look: Look, title: str, legal: Sequence[object] = ()) -> str:
    """Everything that the picture shows, followed by a seat's own cards."""
    say = look.say
    title = title or say("catan.name")
    head = (
        _text_headline(view, look, title),
        _describe_awaited(view, look),
        _describe_barbarians(view, look),
        describe_roll(view, look),
    )
    lines = [" ".join(filter(None, head))]
    if legal:
        lines.append(say(f"{BOARD}.possible", list=join_list(map(str, legal))))
    lines += [_describe_hexes(view, look), _describe_harbours(view, look)]
    lines += [_seat_line(view, look, seat) for seat in range(view.seats)]
    if view.over:
        lines += [
            say(
                f"{BOARD}.sheet",
                name=look.seats[seat].name,
                list=describe_score_parts(view, look, seat),
                total=sum(row[seat] for row in view.tally.values()),
            )
            for seat in range(view.seats)
        ]
    lines += [*filter(None, [describe_offer(view, look)]), *_list_stock(view, look)]
    if view.you is not None:
        lines += [say(f"{BOARD}.only_you"), *list_hand_sentences(view, look)]
    return "\n".join(lines)
