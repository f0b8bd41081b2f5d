"""Draws the pictures of the README: `python -m tools.pictures docs/pictures`.

The positions are from games played at random with fixed keys, so that they are real and reproducible.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import ai
from render import Ending, Look, Mark, Picture, SeatLook, load_renderer
from render.carcassonne.facts import all_facts
from render.carcassonne.renderer import CarcassonneRenderer
from render.catan.renderer import CatanRenderer
from render.citadels.renderer import CitadelsRenderer
from render.core.ending import public_events
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Deploy
from rules.carcassonne.view import CarcassonneView
from rules.catan.game import KIND as CATAN
from rules.catan.view import CatanView
from rules.core import Chance, Choices, Event, Game, Move, play, registry, start_game
from words import Voice

NAMES = (
    ("Mara", "R"),
    ("Ionuț", "B"),
    ("נועה", "Y"),
    ("Sam", "K"),
    ("Đorđe", "W"),
    ("Lin", "T"),
    ("Yael", "V"),
    ("Nils", "N"),
)


EAGER = (
    "build-city",
    "build-settlement",
    "improve",
    "knight-activate",
    "knight-recruit",
    "bank",
    "knight-promote",
    "build-wall",
    "build-road",
)


def walk_random_game(
    game: CarcassonneGame, seats: int, seed: int
) -> Iterator[tuple[Any, list[Move], tuple[Event, ...]]]:
    """The positions of a random game: state, legal moves, events that led there."""
    random = Random(seed)
    s: Any = start_game(game, seats, bytes([seed]) * 32).state
    events: tuple[Event, ...] = ()
    while s.agenda:
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        yield s, legal, events
        lays = [m for m in legal if m.kind == "place"]
        if lays and lays[0] == legal[0]:  # near the middle, for a compact board
            few = random.sample(lays, min(8, len(lays)))
            move = min(few, key=lambda m: abs(_target_cell(m).x) + abs(_target_cell(m).y))
        else:
            move = random.choice(legal) if random.random() < 0.7 else legal[-1]
        step = play(game, s, seat, move)
        s, events = step.state, tuple(step.events)
    yield s, [], events


def position_offering(
    modules: tuple[str, ...], seats: int, seed: int, acts: int, kind: str
) -> tuple[CarcassonneView, list[Move]]:
    """View and legal moves of a random game after at least `acts` moves, when a move of `kind` is legal."""
    game = CarcassonneGame(Choices(modules))
    for done, (s, legal, _) in enumerate(walk_random_game(game, seats, seed)):
        if not legal or (done >= acts and any(m.kind == kind for m in legal)):
            return game.view(s, None), legal
    raise AssertionError("a game ends")


def position_with_marks(
    modules: tuple[str, ...], seats: int, seed: int, acts: int, back: int
) -> tuple[CarcassonneView, list[Mark], Any]:
    """View, marks of legal placements, and the news of the last `back` moves, when a tile is to be laid."""
    game = CarcassonneGame(Choices(modules))
    states: list[Any] = []
    told: list[tuple[Event, ...]] = []
    for s, legal, events in walk_random_game(game, seats, seed):
        states.append(s)
        told.append(events)
        if len(states) > acts and any(move.kind == "place" for move in legal):
            break
    before, view = game.view(states[-1 - back], None), game.view(states[-1], None)
    new = [(event.key, event.params) for events in told[-back:] for event in events if event.seats is None]
    marks = [Mark(str(cell), str(cell), "open") for cell in view.lays]
    return view, marks, load_renderer("carcassonne").news(before, view, new)


def draw_position_with_marks(
    modules: tuple[str, ...], seats: int, seed: int, acts: int, back: int, theme: str = "dark"
) -> Picture:
    """The public picture of `position_with_marks`."""
    view, marks, news = position_with_marks(modules, seats, seed, acts, back)
    return load_renderer("carcassonne").table(view, example_look(seats, theme), marks, news=news)[0]


def _target_cell(move: Move) -> Cell:
    cell = getattr(move, "cell", None)
    assert isinstance(cell, Cell)
    return cell


def example_look(seats: int, theme: str = "dark") -> Look:
    """A look with sample names."""
    names = NAMES[:seats]
    return Look(
        tuple(SeatLook(*n) for n in names),
        say=Voice("en", [n[0] for n in names]),
        theme="light" if theme == "light" else "dark",
    )


def marks_of(view: CarcassonneView, legal: list[Move]) -> list[Mark]:
    """Marks of the places of all moves, and of the last changes."""
    found: dict[Mark, None] = {}
    for move in legal:
        for name in ("cell", "spot", "bridge", "castle", "corner", "quarter"):
            if (place := getattr(move, name, None)) is not None:
                found[Mark(str(place), str(place))] = None
        if (lot := getattr(move, "lot", None)) is not None:
            found[Mark(str(lot), f"lot-{lot}")] = None
    return [*found, *(Mark(str(c), str(c), "last") for c in view.changed)]


def tile_sets() -> tuple[str, ...]:
    """The sets of tiles, in table order."""
    return tuple(dict.fromkeys(tile.partition("-")[0] for tile in all_facts()))


def all_modules() -> tuple[str, ...]:
    """All modules that can be played together; of the two rivers the second."""
    return tuple(key for key in carcassonne_modules() if key != "river1")


def between_machines(kind: str, preset: str, seats: int, seed: int, acts: int) -> tuple[Game[Any], Any]:
    """Game and state after `acts` moves of normal machines."""
    game = registry.make_game(kind, registry.game_types()[kind].presets[preset])
    player = ai.players_by_level()["normal"]
    s: Any = start_game(game, seats, bytes([seed]) * 32).state
    for act in range(acts):
        seat = min(game.waiting(s))
        luck = Chance(bytes([seed, act % 256, act // 256]).ljust(32))
        move = player.choose(game.view(s, seat), list(game.legal(s, seat)), s.copy, luck)
        s = play(game, s, seat, move).state
    return game, s


def play_to_end(kind: str, preset: str, seats: int, seed: int) -> Ending:
    """The final picture's values of a game of normal machines."""
    game = registry.make_game(kind, registry.game_types()[kind].presets[preset])
    player, chronicle = ai.players_by_level()["normal"], load_renderer(kind).chronicle()
    step: Any = start_game(game, seats, bytes([seed]) * 32)
    chronicle.record_entry(partial(game.view, step.state, None), None, public_events(step.events))
    while not game.over(step.state):
        s = step.state
        seat = min(game.waiting(s))
        luck = Chance(bytes([seed, *chronicle.last_turn.to_bytes(2)]).ljust(32))
        step = play(game, s, seat, player.choose(game.view(s, seat), list(game.legal(s, seat)), s.copy, luck))
        chronicle.record_entry(partial(game.view, step.state, None), seat, public_events(step.events))
    view = game.view(step.state, None)
    return Ending(view, view.winners, chronicle.build_result())


def draw_endings() -> dict[str, Picture]:
    """The final picture of a game of each type."""
    games = (("catan", "official", 4, 5), ("carcassonne", "river", 4, 8), ("citadels", "classic", 6, 7))
    return {
        f"ending-{kind}.png": load_renderer(kind).ending(play_to_end(kind, preset, seats, seed), example_look(seats))
        for kind, preset, seats, seed in games
    }


def draw_citadels() -> dict[str, Picture]:
    """A table of Citadels and a player's hand."""
    citadels = load_renderer("citadels")
    assert isinstance(citadels, CitadelsRenderer)
    game, s = between_machines("citadels", "classic", 5, 7, 150)
    return {
        "citadels.png": citadels.table(game.view(s, None), example_look(5))[0],
        "citadels-hand.png": citadels.hand(game.view(s, min(game.waiting(s))), example_look(5)),
    }


def late_island(seats: int, seed: int, acts: int) -> tuple[CatanView, CatanView]:
    """Cities & Knights after `acts` moves of players who build when they can: public view, the mover's view."""
    game = CATAN.make(CATAN.presets["official"])
    random = Random(seed)
    s: Any = start_game(game, seats, bytes([seed]) * 32).state
    done = 0
    while s.agenda:
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        kinds = {move.kind for move in legal}
        if done >= acts and {"end", "build-road"} <= kinds:
            break
        best = next((k for k in EAGER if k in kinds and random.random() < 0.8), "")
        some = [m for m in legal if m.kind == best] or [m for m in legal if not m.kind.startswith("trade")]
        s = play(game, s, seat, random.choice(some)).state
        done += 1
    return game.view(s, None), game.view(s, s.active)


def draw_catan() -> dict[str, Picture]:
    """An island with its pieces and the mover's hand."""
    catan = load_renderer("catan")
    assert isinstance(catan, CatanRenderer)
    public, own = late_island(4, 32, 600)
    return {"catan.png": catan.table(public, example_look(4))[0], "catan-hand.png": catan.hand(own, example_look(4))}


def draw_pictures() -> dict[str, Picture]:
    """Every picture by file name."""
    carcassonne = load_renderer("carcassonne")
    assert isinstance(carcassonne, CarcassonneRenderer)
    view, legal = position_offering(("river2",), 5, 11, 84, "place")
    turn_of: dict[Cell, list[int]] = {}
    for move in legal:
        turn_of.setdefault(_target_cell(move), []).append(int(str(getattr(move, "turn", 0))))
    many = max(turn_of, key=lambda c: len(turn_of[c]))
    after, deploys = position_offering(("river2",), 5, 11, 85, "deploy")
    whole, _ = position_offering(all_modules(), 5, 3, 260, "place")
    hunted, steps = position_offering(all_modules(), 4, 9, 140, "dragon")
    sold, bids = position_offering(all_modules(), 4, 12, 90, "bazaar-bid")
    largest = max((f for f in whole.features if f.kind == "city"), key=lambda f: len(f.tiles))
    spots = [move.spot for move in deploys if isinstance(move, Deploy)]
    return (
        draw_endings()
        | draw_catan()
        | draw_citadels()
        | {
            "board.png": draw_position_with_marks(("river2",), 5, 11, 84, 9),
            "board-light.png": draw_position_with_marks(("river2",), 5, 11, 84, 9, "light"),
            "turns.png": carcassonne.draw_turns(view, example_look(5), many, turn_of[many]),
            "preview.png": carcassonne.preview(
                after, example_look(5), [Mark(s.place, str(s)) for s in spots], cell=spots[0].cell
            ),
            "tiles.png": carcassonne.sheet(example_look(5), tile_sets(), columns=14),
            "everything.png": draw_position_with_marks(all_modules(), 5, 3, 330, 18),
            "dragon.png": carcassonne.table(hunted, example_look(4), marks_of(hunted, steps))[-1],
            "bazaar.png": carcassonne.table(sold, example_look(4, "light"), marks_of(sold, bids))[0],
            "score.png": carcassonne.counted(
                whole, example_look(5), [*map(str, largest.tiles), ".".join(map(str, largest.places[0]))]
            ),
        }
    )


def main() -> None:
    """Writes the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder for the pictures")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in draw_pictures().items():
        (out / name).write_bytes(picture.png)
        print(f"{out / name}  {picture.size[0]} x {picture.size[1]}  {len(picture.png) // 1000} kB")


if __name__ == "__main__":
    main()
