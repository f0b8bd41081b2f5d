"""Choosing a character, and guessing what others have chosen for the same reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from typing import Final

from rules.citadels.cards import CHARACTERS
from rules.citadels.moves import Pick, Throw

from .cards import plan, useful
from .reading import Reading, coloured, dearest
from .scores import scores

INCOME: Final = 0.9  # worth of a gold of income
SURE: Final = 1.3  # the smaller, the surer a player is thought to take what is best for him
CONSORT: Final = 4  # the rank beside which the Queen is paid
PICK_BLUR: Final = 0.12

Want = Callable[[Reading, int], float]


def want(r: Reading, seat: int, character: str) -> float:
    """What the character is worth to a player, for all that I know of him."""
    base = INCOME * coloured(r.view.players[seat].city, character)
    special = WANTS.get(character)
    return base + (special(r, seat) if special is not None else 1.0)


def hand_size(r: Reading, seat: int) -> int:
    return r.view.players[seat].hand


def richest(r: Reading, seat: int) -> int:
    """The most gold among everybody else."""
    return max(r.view.players[other].gold for other in range(r.view.seats) if other != seat)


def danger(r: Reading, seat: int) -> float:
    """How near the fullest city among everybody else is to its end, 0 to 1."""
    fullest = max(len(r.view.players[other].city) for other in range(r.view.seats) if other != seat)
    return (fullest / r.view.target) ** 2


def buildable(r: Reading, seat: int, gold: int, builds: int) -> float:
    """What the player could build with so much gold: known of my hand, guessed of another."""
    if seat == r.me:
        return plan(r, gold, builds)[0]
    n = min(builds, r.view.players[seat].hand, max(1, gold // 3))
    return n * 2.0 + 0.8 * min(gold, 4 * n)


def several(r: Reading, seat: int, builds: int) -> float:
    """What it is worth to build so many instead of one."""
    gold = r.view.players[seat].gold + 2
    return buildable(r, seat, gold, builds) - buildable(r, seat, gold, 1)


def magician(r: Reading, seat: int) -> float:
    most = max(r.view.players[other].hand for other in range(r.view.seats) if other != seat)
    mine = len(useful(r)) if seat == r.me else hand_size(r, seat)
    return 0.4 + 0.7 * max(0, most - mine)


def wizard(r: Reading, seat: int) -> float:
    cards = any(r.view.players[other].hand for other in range(r.view.seats) if other != seat)
    return (1.6 + 0.12 * min(8, r.view.players[seat].gold)) if cards else 0.2


def architect(r: Reading, seat: int) -> float:
    return 1.5 + min(3.5, 0.35 * several(r, seat, 3)) + (0.8 if hand_size(r, seat) <= 1 else 0.0)


def navigator(r: Reading, seat: int) -> float:
    """A haul in place of a build: best for who has nothing to build with."""
    now = buildable(r, seat, r.view.players[seat].gold + 2, 1)
    return 3.2 - min(3.0, 0.3 * now) - (2.0 if r.view.last_round else 0.0)


def alchemist(r: Reading, seat: int) -> float:
    return 0.8 + min(3.0, 0.55 * min(6, r.view.players[seat].gold + 2))


def bishop(r: Reading, seat: int) -> float:
    leads = r.standing[seat] >= max(r.standing) - 1
    return 0.5 + (0.8 if leads else 0.2) * (1 if r.view.players[seat].city else 0)


def warlord(r: Reading, seat: int) -> float:
    return 0.7 + 1.6 * danger(r, seat) + 0.04 * min(8, r.view.players[seat].gold)


def diplomat(r: Reading, seat: int) -> float:
    others = [r.view.players[other].city for other in range(r.view.seats) if other != seat]
    gap = max(dearest(city) for city in others) - min((3, dearest(r.view.players[seat].city)))
    return 0.5 + 0.25 * max(0, gap) if r.view.players[seat].city else 0.3


def thief(r: Reading, seat: int) -> float:
    loot = sorted((r.view.players[other].gold for other in range(r.view.seats) if other != seat), reverse=True)
    return 0.4 + 0.22 * sum(loot[:2])


def assassin(r: Reading, seat: int) -> float:
    return 0.9 + 1.8 * danger(r, seat) + 0.08 * min(8, r.view.players[seat].gold)


def king(r: Reading, seat: int) -> float:
    return 0.9 if r.view.crown == seat else 1.3


def emperor(r: Reading, seat: int) -> float:
    return 1.2 + (0.3 if r.view.crown != seat else 0.0)


def abbot(r: Reading, seat: int) -> float:
    return 0.4 + (0.7 if richest(r, seat) > r.view.players[seat].gold else 0.0)


def merchant(r: Reading, seat: int) -> float:
    return 1.2


def witch(r: Reading, seat: int) -> float:
    return 1.6


def tax_collector(r: Reading, seat: int) -> float:
    return 0.6 + 0.35 * sum(p.gold > 0 or p.hand > 0 for p in r.view.players)


def artist(r: Reading, seat: int) -> float:
    gold = min(2, r.view.players[seat].gold)
    return 0.4 + (0.9 if r.view.last_round else 0.5) * gold


def queen(r: Reading, seat: int) -> float:
    """Two of the others sit beside me; any of them may hold rank 4."""
    gone = any(CHARACTERS[c].rank == CONSORT for c in r.view.face_up)
    return 0.2 if gone else 0.4 + 3 * 2 / max(2, r.view.seats - 1)


WANTS: Final[Mapping[str, Want]] = {
    "assassin": assassin,
    "witch": witch,
    "thief": thief,
    "tax_collector": tax_collector,
    "magician": magician,
    "wizard": wizard,
    "king": king,
    "emperor": emperor,
    "bishop": bishop,
    "abbot": abbot,
    "merchant": merchant,
    "alchemist": alchemist,
    "architect": architect,
    "navigator": navigator,
    "warlord": warlord,
    "diplomat": diplomat,
    "artist": artist,
    "queen": queen,
}


# --- who may hold what -------------------------------------------------------------------------------------------


def hidden(r: Reading) -> tuple[str, ...]:
    """Characters that somebody else may hold without having shown it."""
    seen = {*r.view.face_up, *r.view.silent, *r.view.characters, *r.view.aside}
    seen.update(shown.character for seat in r.view.players for shown in seat.shown)
    return tuple(c for c in r.view.cast if c not in seen)


def guess(r: Reading, seat: int, characters: tuple[str, ...]) -> dict[str, float]:
    """How likely it seems that the player has chosen each of these."""
    weights = {c: exp(want(r, seat, c) / SURE) for c in characters}
    whole = sum(weights.values()) or 1.0
    return {c: weight / whole for c, weight in weights.items()}


def suspects(r: Reading) -> dict[int, dict[str, float]]:
    """Player with a hidden character -> how likely it is each of those."""
    characters = hidden(r)
    found = {}
    for seat in r.others:
        secret = r.view.players[seat].secret
        if secret:
            likely = guess(r, seat, characters)
            found[seat] = {c: min(1.0, secret * p) for c, p in likely.items()}
    return found


def likely_of_me(r: Reading) -> dict[str, float]:
    """What the others may think that I choose: from the public facts alone."""
    return guess(r, r.me, tuple(c for c in r.view.cast if c not in r.view.face_up))


def risk(r: Reading, character: str) -> float:
    """What it may cost to be the one whom everybody expects."""
    out = {*r.view.face_up, *r.view.characters, *r.view.aside}
    obvious = r.memo(likely_of_me).get(character, 0.0)
    loss = 0.0
    for other, rank, harm in (("thief", 3, 0.7 * r.gold), ("assassin", 2, 3.0), ("witch", 2, 2.5)):
        if other in r.view.cast and other not in out and CHARACTERS[character].rank >= rank:
            loss += harm
    return loss * obvious * (1.0 if r.exposed else 0.7)


# --- moves -------------------------------------------------------------------------------------------------------


@scores(Pick)
def pick(r: Reading, move: Pick) -> float:
    return (want(r, r.me, move.character) - risk(r, move.character)) * r.blur(PICK_BLUR)


@scores(Throw)
def throw(r: Reading, move: Throw) -> float:
    """Out goes what would be worth most to the other player."""
    return max(want(r, seat, move.character) for seat in r.others)
