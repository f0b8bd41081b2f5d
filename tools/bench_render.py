"""Time the pictures: `python -m tools.bench_render`. Every figure stands beside a loop of pure Python."""

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

from render import Ending, Mark, renderer
from render.carcassonne import board
from render.carcassonne.renderer import colours
from render.catan.board import all_places
from render.catan.renderer import CatanRenderer
from render.citadels.renderer import CitadelsRenderer
from render.core import cache
from render.core.ending import public
from render.core.palette import encode
from rules.carcassonne.game import CarcassonneGame
from rules.catan.game import KIND as CATAN
from rules.citadels.cards import DISTRICTS, sorted_cards
from rules.citadels.game import KIND
from rules.citadels.view import CitadelsView, CityCard, Seat
from rules.core import Choices, Game, Transition, play, start

from .benching import Row, show
from .pictures import everything, lately, look, marks_of, position
from .selfplay import random_game

WARM_MOST, MAPPING_MOST, SIZE_MOST = 25.0, 2.5, 500_000
CITIES_MOST = 300_000
WHOLE_MOST, WHOLE_SIZE = 40.0, 800_000
ENDING_MOST = 1000.0
FULL = 8  # districts of a city, and cards of a large hand


def timed(act: Callable[[], object], times: int = 15) -> float:
    """Median milliseconds."""
    spent = []
    for _ in range(times):
        begun = perf_counter()
        act()
        spent.append((perf_counter() - begun) * 1000)
    return median(spent)


def rows() -> Iterator[Row]:
    """The figures of a full base board, 72 tiles, 1200 pixels wide."""
    view, _ = position((), 6, 5, 10_000, "none")
    seen = look(6)
    carcassonne = renderer("carcassonne")
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("LONGTABLE_CACHE")
        os.environ["LONGTABLE_CACHE"] = folder
        try:
            cache.forget()  # as a restart does
            first = timed(lambda: carcassonne.table(view, seen), 1)
            cache.forget()  # as a restart does
            restart = timed(lambda: carcassonne.table(view, seen), 1)
        finally:
            if before is None:
                del os.environ["LONGTABLE_CACHE"]
            else:
                os.environ["LONGTABLE_CACHE"] = before
    picture = carcassonne.table(view, seen)[0]
    image: Image.Image = board.boards(view, seen, ())[0].image
    warm = timed(lambda: carcassonne.table(view, seen))
    alone = timed(lambda: encode(image, colours()))
    yield Row(f"picture of {len(view.laid)} tiles, first ever", first, "ms")
    yield Row("picture, first after a restart", restart, "ms")
    yield Row("picture, warm", warm, "ms", must=WARM_MOST)
    yield Row("palette mapping and encoding of its pixels alone", alone, "ms")
    yield Row("picture, warm, over mapping and encoding alone", warm / alone, "times", must=MAPPING_MOST)
    yield Row("picture, size", len(picture.png) / 1000, "kB", must=SIZE_MOST / 1000)
    yield from whole()
    yield from cities()
    yield from islands()
    yield from endings()


def whole() -> Iterator[Row]:
    """The figures of about 200 tiles with all modules, and of the largest board with places to choose from."""
    seen = look(6)
    carcassonne = renderer("carcassonne")
    view, _ = position(everything(), 6, 3, 10_000, "none")
    picture = carcassonne.table(view, seen)[0]
    warm = timed(lambda: carcassonne.table(view, seen))
    yield Row(f"picture of {len(view.laid)} tiles with everything, warm", warm, "ms", must=WHOLE_MOST)
    yield Row("picture with everything, size", len(picture.png) / 1000, "kB", must=WHOLE_SIZE / 1000)
    view, cells, news = lately(everything(), 6, 3, 420, 18)
    warm = timed(lambda: carcassonne.table(view, seen, cells, news=news))
    yield Row(f"the same of {len(view.laid)} with what is new since 18 moves, warm", warm, "ms", must=WHOLE_MOST)
    view, legal = position(everything(), 6, 3, 420, "place")
    marks = marks_of(view, legal)
    count = len(carcassonne.table(view, seen, marks))
    warm = timed(lambda: carcassonne.table(view, seen, marks)) / count
    yield Row(f"{count} pictures of {len(view.laid)} tiles with windows, each, warm", warm, "ms", must=WHOLE_MOST)
    yield Row("everything in words", timed(lambda: carcassonne.text_board(view, seen)), "ms")


def filled(seat: Seat, number: int) -> Seat:
    """The same with a full city."""
    keys = list(DISTRICTS)
    here = {card.district for card in seat.city}
    new = [key for key in (*keys[5 * number :], *keys) if key not in here][: max(0, FULL - len(seat.city))]
    return replace(seat, city=(*seat.city, *(CityCard(key, key, False, 0, ()) for key in dict.fromkeys(new))))


def full_table(view: CitadelsView) -> CitadelsView:
    """The same with eight full cities and a full hand."""
    hand = sorted_cards(list(DISTRICTS)[::4][:FULL])
    players = tuple(filled(seat, number) for number, seat in enumerate(view.players))
    return replace(view, players=players, hand=() if view.you is None else hand)


def cities() -> Iterator[Row]:
    """The figures of eight full cities of Citadels at the end of a game."""
    game = KIND.make(KIND.presets["everything"])
    _, last = random_game(game, 8, 1)
    seen = look(8)
    draw = CitadelsRenderer()
    public, own = full_table(game.view(last, None)), full_table(game.view(last, 0))
    first = timed(lambda: draw.table(public, seen), 1)
    picture = draw.table(public, seen)[0]
    yield Row("picture of eight full cities, first", first, "ms")
    yield Row("picture of eight full cities, warm", timed(lambda: draw.table(public, seen)), "ms", must=WARM_MOST)
    yield Row("picture of a hand of eight cards, warm", timed(lambda: draw.hand(own, seen)), "ms", must=WARM_MOST)
    yield Row("sheet of points of eight, warm", timed(lambda: draw.score(own, seen)), "ms", must=WARM_MOST)
    yield Row("picture of eight full cities, size", len(picture.png) / 1000, "kB", must=CITIES_MOST / 1000)


def islands() -> Iterator[Row]:
    """The figures of a table of six in Cities & Knights, on the large island, late in a game."""
    game = CATAN.make(CATAN.presets["official"])
    _, last = random_game(game, 6, 1)
    seen, draw = look(6), CatanRenderer()
    public = game.view(last, None)
    goods = tuple(card for card in public.cards for _ in range(2))
    own = replace(game.view(last, 0), hand=goods, progress=("spy", "crane", "merchant", "wedding"))
    marks = [Mark(place, place) for place in all_places(public, "paths")]
    cache.forget()
    first = timed(lambda: draw.table(public, seen), 1)
    picture = draw.table(public, seen)[0]
    yield Row("picture of an island for six, first", first, "ms")
    yield Row("picture of an island for six, warm", timed(lambda: draw.table(public, seen)), "ms", must=WARM_MOST)
    draw.choice(public, seen, marks)
    yield Row("the same with a plate on every path", timed(lambda: draw.choice(public, seen, marks)), "ms")
    yield Row("picture of a hand with four cards, warm", timed(lambda: draw.hand(own, seen)), "ms", must=WARM_MOST)
    yield Row("picture of an island for six, size", len(picture.png) / 1000, "kB", must=CITIES_MOST / 1000)


def endings() -> Iterator[Row]:
    """The pictures of games that are over, with everything on and as many seats as there can be."""
    begun = perf_counter()
    whole = ended(CarcassonneGame(Choices(everything())), 6, 3)
    spent = (perf_counter() - begun) * 1000
    yield Row("a game with everything played at random, and gathered for its ending", spent, "ms")
    for kind, what in (
        ("carcassonne", whole),
        ("catan", ended(CATAN.make(CATAN.presets["official"]), 6, 1)),
        ("citadels", ended(KIND.make(KIND.presets["everything"]), 8, 1)),
    ):
        draw, seen = renderer(kind), look(len(what.view.scores))
        picture = draw.ending(what, seen)
        warm = timed(partial(draw.ending, what, seen), 5)
        yield Row(f"ending of {kind} with everything, {picture.size[1]} high, warm", warm, "ms", must=ENDING_MOST)
        yield Row(f"ending of {kind} with everything, size", len(picture.png) / 1000, "kB", must=CITIES_MOST / 1000)


def ended(game: Game[Any], seats: int, seed: int) -> Ending:
    """A random game to its end, as its picture tells it."""
    random, chronicle = Random(seed), renderer(game.key).chronicle()
    step: Transition[Any] = start(game, seats, bytes([seed]) * 32)
    chronicle.see(partial(game.view, step.state, None), None, public(step.events))
    while not game.over(step.state):
        seat = min(game.waiting(step.state))
        move = random.choice(list(game.legal(step.state, seat)))
        step = play(game, step.state, seat, move)
        chronicle.see(partial(game.view, step.state, None), seat, public(step.events))
    view = game.view(step.state, None)
    return Ending(view, tuple(view.winners), chronicle.told())


if __name__ == "__main__":
    show(rows())
