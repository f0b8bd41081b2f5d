"""Choosing a character, and guessing the choices of others by the same criteria."""

from __future__ import annotations

from math import exp
from typing import Final

from rules.citadels.moves import Pick, Throw

from .card_knowledge import character_play
from .cards import ACTION_GOLD, plan_builds
from .scores import scorer_for
from .situation import Situation, count_income_districts

INCOME: Final = 1.15  # value of a gold of income
TEMPERATURE: Final = 1.3  # of the choices: lower means that players more surely take their best character
NOT_LEADING: Final = 0.7  # probability that others hit a player who does not lead
PICK_BLUR: Final = 0.3  # of the choice of a character
NAME_BLUR: Final = 0.8  # of naming one


def character_worth(r: Situation, seat: int, character: str) -> float:
    """The value of the character to a player, as far as I know."""
    income = count_income_districts(r.view.players[seat].city, character)
    return INCOME * income + character_play(character).worth_to_seat(r, seat)


def richest_other_gold(r: Situation, seat: int) -> int:
    """The most gold among all other players."""
    return max(r.view.players[other].gold for other in range(r.view.seats) if other != seat)


def end_danger(r: Situation, seat: int) -> float:
    """The progress of the fullest city among all other players, 0 to 1."""
    fullest = max(len(r.view.players[other].city) for other in range(r.view.seats) if other != seat)
    return (fullest / r.view.target) ** 2


def building_potential(r: Situation, seat: int, gold: int, builds: int) -> float:
    """The value the player could build with that gold: known for my hand, estimated for others."""
    if seat == r.me:
        return plan_builds(r, gold, builds)[0]
    districts = min(builds, r.view.players[seat].hand, max(1, gold // 3))
    return districts * 2.0 + 0.8 * min(gold, 4 * districts)


def extra_builds_worth(r: Situation, seat: int, builds: int) -> float:
    """The value of `builds` builds instead of one."""
    gold = r.view.players[seat].gold + ACTION_GOLD
    return building_potential(r, seat, gold, builds) - building_potential(r, seat, gold, 1)


# --- probable holders ---------------------------------------------------------------------------------------------


def hidden_characters(r: Situation) -> tuple[str, ...]:
    """Characters others may hold unrevealed."""
    seen = {*r.view.face_up, *r.view.silent, *r.view.characters, *r.view.aside}
    seen.update(shown.character for seat in r.view.players for shown in seat.shown)
    return tuple(character for character in r.view.cast if character not in seen)


def guess_character(r: Situation, seat: int, characters: tuple[str, ...]) -> dict[str, float]:
    """Character -> probability that the player has chosen it."""
    weights = {character: exp(character_worth(r, seat, character) / TEMPERATURE) for character in characters}
    total = sum(weights.values()) or 1.0
    return {character: weight / total for character, weight in weights.items()}


def guess_all_characters(r: Situation) -> dict[int, dict[str, float]]:
    """Player with an unrevealed character -> probabilities of the characters."""
    characters = hidden_characters(r)
    found = {}
    for seat in r.others:
        secret = r.view.players[seat].secret  # number of unrevealed characters
        if secret:
            guess = guess_character(r, seat, characters)
            found[seat] = {character: min(1.0, secret * probability) for character, probability in guess.items()}
    return found


def guess_about_me(r: Situation) -> dict[str, float]:
    """Character -> probability of my choice as seen by others, from public facts alone."""
    return guess_character(r, r.me, tuple(character for character in r.view.cast if character not in r.view.face_up))


def exposure_risk(r: Situation, character: str) -> float:
    """The expected cost of an obvious choice."""
    not_held_by_others = {*r.view.face_up, *r.view.characters, *r.view.aside}
    others = [other for other in r.view.cast if other not in not_held_by_others]
    obviousness = r.cached(guess_about_me).get(character, 0.0)
    loss = sum(character_play(other).loss_if_foreseen(r, character) for other in others)
    return loss * obviousness * (1.0 if r.is_leading else NOT_LEADING)


# --- moves -------------------------------------------------------------------------------------------------------


@scorer_for(Pick)
def score_pick(r: Situation, move: Pick) -> float:
    return (character_worth(r, r.me, move.character) - exposure_risk(r, move.character)) * r.random_factor(PICK_BLUR)


@scorer_for(Throw)
def score_throw(r: Situation, move: Throw) -> float:
    """The character most valuable to the other player."""
    return max(character_worth(r, seat, move.character) for seat in r.others)
