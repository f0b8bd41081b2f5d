"""Time and size of pictures: `python -m tools.bench pictures`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from PIL import Image

from render import Ending, Mark, load_renderer
from render.carcassonne import board
from render.carcassonne.renderer import carcassonne_palette
from render.catan.board import list_places
from render.catan.renderer import CatanRenderer
from render.citadels.renderer import CitadelsRenderer
from render.core import cache
from render.core.ending import public_events
from render.core.palette import encode_png
from rules.carcassonne.game import CarcassonneGame
from rules.catan.game import KIND as CATAN
from rules.citadels.cards import DISTRICTS, sorted_cards
from rules.citadels.game import KIND
from rules.citadels.view import CitadelsView, CityCard, Seat
from rules.core import Choices, Game, Transition, play, start_game

from ..pictures.__main__ import all_modules, example_look, marks_of, position_offering, position_with_marks
from ..soak.selfplay import random_game
from .measure import Row

WARM_MOST, MAPPING_MOST, SIZE_MOST = 25.0, 2.5, 500_000
CITIES_MOST = 300_000
WHOLE_MOST, WHOLE_SIZE = 40.0, 800_000
ENDING_MOST = 1000.0
FULL = 8  # districts in a city, and cards in a large hand


def median_milliseconds(act: Callable[[], object], times: int = 15) -> float:
    spent = []
    for _ in range(times):
        begun = perf_counter()
        act()
        spent.append((perf_counter() - begun) * 1000)
    return median(spent)


def measure_pictures() -> Iterator[Row]:
    """Rows for a full base board: 72 tiles, 1200 pixels wide."""
    view, _ = position_offering((), 6, 5, 10_000, "none")
    seen = example_look(6)
    carcassonne = load_renderer("carcassonne")
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("LONGTABLE_CACHE")
        os.environ["LONGTABLE_CACHE"] = folder
        try:
            cache.forget_drawings()  # as after a restart
            first = median_milliseconds(lambda: carcassonne.table(view, seen), 1)
            cache.forget_drawings()  # as after a restart
            restart = median_milliseconds(lambda: carcassonne.table(view, seen), 1)
        finally:
            if before is None:
                del os.environ["LONGTABLE_CACHE"]
            else:
                os.environ["LONGTABLE_CACHE"] = before
    picture = carcassonne.table(view, seen)[0]
    image: Image.Image = board.draw_board_pictures(view, seen, ())[0].image
    warm = median_milliseconds(lambda: carcassonne.table(view, seen))
    alone = median_milliseconds(lambda: encode_png(image, carcassonne_palette()))
    yield Row(f"picture of {len(view.laid)} tiles, first ever", first, "ms")
    yield Row("picture, first after a restart", restart, "ms")
    yield Row("picture, warm", warm, "ms", must=WARM_MOST)
    yield Row("palette mapping and encoding of its pixels alone", alone, "ms")
    yield Row("picture, warm, over mapping and encoding alone", warm / alone, "times", must=MAPPING_MOST)
    yield Row("picture, size", len(picture.png) / 1000, "kB", must=SIZE_MOST / 1000)
    yield from measure_large_boards()
    yield from measure_citadels()
    yield from measure_catan()
    yield from measure_endings()


def measure_large_boards() -> Iterator[Row]:
    """Rows for about 200 tiles with all modules, and for the largest board with placement choices."""
    seen = example_look(6)
    carcassonne = load_renderer("carcassonne")
    view, _ = position_offering(all_modules(), 6, 3, 10_000, "none")
    picture = carcassonne.table(view, seen)[0]
    warm = median_milliseconds(lambda: carcassonne.table(view, seen))
    yield Row(f"picture of {len(view.laid)} tiles with everything, warm", warm, "ms", must=WHOLE_MOST)
    yield Row("picture with everything, size", len(picture.png) / 1000, "kB", must=WHOLE_SIZE / 1000)
    view, cells, news = position_with_marks(all_modules(), 6, 3, 420, 18)
    warm = median_milliseconds(lambda: carcassonne.table(view, seen, cells, news=news))
    yield Row(f"the same of {len(view.laid)} with what is new since 18 moves, warm", warm, "ms", must=WHOLE_MOST)
    view, legal = position_offering(all_modules(), 6, 3, 420, "place")
    marks = marks_of(view, legal)
    count = len(carcassonne.table(view, seen, marks))
    warm = median_milliseconds(lambda: carcassonne.table(view, seen, marks)) / count
    yield Row(f"{count} pictures of {len(view.laid)} tiles with windows, each, warm", warm, "ms", must=WHOLE_MOST)
    yield Row("everything in words", median_milliseconds(lambda: carcassonne.text_board(view, seen)), "ms")


def fill_city(seat: Seat, number: int) -> Seat:
    """The seat with a full city."""
    keys = list(DISTRICTS)
    here = {card.district for card in seat.city}
    new = [key for key in (*keys[5 * number :], *keys) if key not in here][: max(0, FULL - len(seat.city))]
    return replace(seat, city=(*seat.city, *(CityCard(key, key, False, 0, ()) for key in dict.fromkeys(new))))


def fill_all_cities(view: CitadelsView) -> CitadelsView:
    """The view with eight full cities and a full hand."""
    hand = sorted_cards(list(DISTRICTS)[::4][:FULL])
    players = tuple(fill_city(seat, number) for number, seat in enumerate(view.players))
    return replace(view, players=players, hand=() if view.you is None else hand)


def measure_citadels() -> Iterator[Row]:
    """Rows for Citadels: eight full cities at the end of a game."""
    game = KIND.make(KIND.presets["everything"])
    _, last = random_game(game, 8, 1)
    seen = example_look(8)
    draw = CitadelsRenderer()
    public, own = fill_all_cities(game.view(last, None)), fill_all_cities(game.view(last, 0))
    first = median_milliseconds(lambda: draw.table(public, seen), 1)
    picture = draw.table(public, seen)[0]
    yield Row("picture of eight full cities, first", first, "ms")
    yield Row(
        "picture of eight full cities, warm",
        median_milliseconds(lambda: draw.table(public, seen)),
        "ms",
        must=WARM_MOST,
    )
    yield Row(
        "picture of a hand of eight cards, warm",
        median_milliseconds(lambda: draw.hand(own, seen)),
        "ms",
        must=WARM_MOST,
    )
    yield Row(
        "sheet of points of eight, warm", median_milliseconds(lambda: draw.score(own, seen)), "ms", must=WARM_MOST
    )
    yield Row("picture of eight full cities, size", len(picture.png) / 1000, "kB", must=CITIES_MOST / 1000)


def measure_catan() -> Iterator[Row]:
    """Rows for Catan: six players, Cities & Knights, the large island, late in a game."""
    game = CATAN.make(CATAN.presets["official"])
    _, last = random_game(game, 6, 1)
    seen, draw = example_look(6), CatanRenderer()
    public = game.view(last, None)
    goods = tuple(card for card in public.cards for _ in range(2))
    own = replace(game.view(last, 0), hand=goods, progress=("spy", "crane", "merchant", "wedding"))
    marks = [Mark(place, place) for place in list_places(public, "paths")]
    cache.forget_drawings()
    first = median_milliseconds(lambda: draw.table(public, seen), 1)
    picture = draw.table(public, seen)[0]
    yield Row("picture of an island for six, first", first, "ms")
    yield Row(
        "picture of an island for six, warm",
        median_milliseconds(lambda: draw.table(public, seen)),
        "ms",
        must=WARM_MOST,
    )
    draw.choice(public, seen, marks)
    yield Row(
        "the same with a plate on every path", median_milliseconds(lambda: draw.choice(public, seen, marks)), "ms"
    )
    yield Row(
        "picture of a hand with four cards, warm",
        median_milliseconds(lambda: draw.hand(own, seen)),
        "ms",
        must=WARM_MOST,
    )
    yield Row("picture of an island for six, size", len(picture.png) / 1000, "kB", must=CITIES_MOST / 1000)


def measure_endings() -> Iterator[Row]:
    """Rows for the final pictures of games with everything on and all seats taken."""
    begun = perf_counter()
    whole = play_to_ending(CarcassonneGame(Choices(all_modules())), 6, 3)
    spent = (perf_counter() - begun) * 1000
    yield Row("a game with everything played at random, and gathered for its ending", spent, "ms")
    for kind, what in (
        ("carcassonne", whole),
        ("catan", play_to_ending(CATAN.make(CATAN.presets["official"]), 6, 1)),
        ("citadels", play_to_ending(KIND.make(KIND.presets["everything"]), 8, 1)),
    ):
        draw, seen = load_renderer(kind), example_look(len(what.view.scores))
        picture = draw.ending(what, seen)
        warm = median_milliseconds(partial(draw.ending, what, seen), 5)
        yield Row(f"ending of {kind} with everything, {picture.size[1]} high, warm", warm, "ms", must=ENDING_MOST)
        yield Row(f"ending of {kind} with everything, size", len(picture.png) / 1000, "kB", must=CITIES_MOST / 1000)


def play_to_ending(game: Game[Any], seats: int, seed: int) -> Ending:
    """Plays a random game to its end and returns the values of its final picture."""
    random, chronicle = Random(seed), load_renderer(game.key).chronicle()
    step: Transition[Any] = start_game(game, seats, bytes([seed]) * 32)
    chronicle.record_entry(partial(game.view, step.state, None), None, public_events(step.events))
    while not game.over(step.state):
        seat = min(game.waiting(step.state))
        move = random.choice(list(game.legal(step.state, seat)))
        step = play(game, step.state, seat, move)
        chronicle.record_entry(partial(game.view, step.state, None), seat, public_events(step.events))
    view = game.view(step.state, None)
    return Ending(view, tuple(view.winners), chronicle.build_result())
