"""Captions of turns in recaps, without what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from render.core.look import Look
from render.core.recap import Event, RecapTurn, TurnPhrase
from render.core.recap_strip import fit_turn_words
from rules.carcassonne.tiles import BY_ID, KINDS, MONASTERY
from rules.carcassonne.view import CarcassonneView

from .expansions import EXTRAS
from .points_sentences import points_sentence

LAID_KEYS: Final = ("carc.tile.laid", "carc.figure.deployed", "carc.figure.passed")  # keys or prefixes
SCORED_KEYS: Final = ("carc.feature.scored", "carc.feature.scored_shields")
ROOM: Final = 96  # letters in three lines
PUT_WEIGHT, SCORED_WEIGHT = 3, 5  # weights, as in the story
READER_WEIGHT: Final = 2  # extra weight of gains of the reader


def turn_caption(turn: RecapTurn, look: Look, reader: int | None, view: CarcassonneView) -> str:
    """A turn in at most about three lines. `view`: the view after it."""
    phrases = list(_list_brief_phrases(turn, look, reader, view))
    briefed_keys = (*LAID_KEYS, *(key for extra in EXTRAS.values() for key in extra.brief_key_prefixes))
    phrases += [
        phrase for phrase in turn.said if phrase.key not in SCORED_KEYS and not phrase.key.startswith(briefed_keys)
    ]
    phrases = _order_by_events(phrases, turn)
    if not phrases:
        tile_count = sum(key == LAID_KEYS[0] for key, _ in turn.events)
        laid = TurnPhrase(look.say("pic.recap.laid", n=max(1, tile_count)), PUT_WEIGHT)
        phrases = [laid] if turn.events else list(turn.said)
    return fit_turn_words(phrases, letter_limit=ROOM)


def _order_by_events(phrases: Sequence[TurnPhrase], turn: RecapTurn) -> list[TurnPhrase]:
    """The phrases in the order of their events; a phrase without an event stays behind its predecessor."""
    first_index = {key: index for index, (key, _) in reversed([*enumerate(turn.events)])}
    ranked: list[tuple[int, TurnPhrase]] = []
    for phrase in phrases:
        ranked.append((first_index.get(phrase.key, ranked[-1][0] if ranked else 0), phrase))
    return [phrase for _, phrase in sorted(ranked, key=lambda pair: pair[0])]


def _list_brief_phrases(turn: RecapTurn, look: Look, reader: int | None, view: CarcassonneView) -> Iterator[TurnPhrase]:
    for event in turn.events:
        yield from (replace(phrase, key=event[0]) for phrase in _base_game_phrases(event, turn, look, reader, view))
    for name, extra in EXTRAS.items():
        yield from extra.list_caption_phrases(turn, look, reader, view.extras.get(name))


def _base_game_phrases(
    event: Event, turn: RecapTurn, look: Look, reader: int | None, view: CarcassonneView
) -> Iterator[TurnPhrase]:
    key, params = event
    if key == LAID_KEYS[1]:
        figure, feature = params["figure"], params["feature"]
        if feature == KINDS[MONASTERY]:
            feature = _building_of_cell(params["cell"], view) or feature
        yield TurnPhrase(look.say("pic.recap.put", figure=figure, feature=feature), PUT_WEIGHT)
    elif key in SCORED_KEYS:
        name = "pic.recap.done_shields" if params["shields"] else "pic.recap.done"
        seats = params["seats"]
        params_told = {name: params[name] for name in ("feature", "n", "shields", "points")}
        sentence = points_sentence(name, seats, look, turn.seat, reader, **params_told)
        yield TurnPhrase(sentence, SCORED_WEIGHT + READER_WEIGHT * (reader in seats))


def _building_of_cell(cell: str, view: CarcassonneView) -> str:
    """The word of a building that scores like a monastery (shrine, abbey) on a cell."""
    return next((BY_ID[laid.tile].building for laid in view.laid if str(laid.cell) == cell), "")
