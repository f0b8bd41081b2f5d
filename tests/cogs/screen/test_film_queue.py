"""Films are made one at a time, shared, kept within bytes, and stopped wherever they are."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
from PIL import Image

from cogs.screen import film_queue
from cogs.screen.film_queue import FilmOrder, FilmQueue, FinishedFilm
from render.core.ending import Ending
from render.core.film import Film, FilmSettings, Scene
from render.core.palette import Palette, learn_palette
from service.errors import ServiceError
from tests.render.looks import look

CUT = FilmSettings("webp", 60, 60)


class Stripes:
    """Draws where the game is. `gate`: waits for it before each picture."""

    size = (90, 60)

    def __init__(self, gate: threading.Event | None = None, fault: int = -1) -> None:
        self.palette = Palette(learn_palette(Image.new("RGB", self.size, (9, 9, 9))))
        self.painted: list[int] = []
        self.begun = False
        self._gate, self._fault = gate, fault

    def card(self, ending: Ending) -> Image.Image:
        return Image.new("RGB", (500, 250), (250, 250, 250))

    def paint(self, scene: Scene) -> Image.Image:
        self.begun = True
        if self._gate is not None:
            assert self._gate.wait(30)
        if scene.view == self._fault:
            raise ArithmeticError
        self.painted.append(scene.view)
        image = Image.new("RGB", self.size, (9, 9, 9))
        image.paste((250, 200, 0), (0, 0, 10 + 7 * scene.view % 80, 60))
        return image


def order(
    film: Film, count: int = 6, cuts: tuple[FilmSettings, ...] = (CUT,), after: Callable[[int], Any] = lambda at: None
) -> FilmOrder:
    async def scenes() -> AsyncGenerator[Scene, None]:
        for at in range(count):
            if (waits := after(at)) is not None:
                await waits
            yield Scene(max(0, at - 1), at, (), None)

    return FilmOrder(count, cuts, look(3), lambda first: film, scenes)


def made(films: FilmQueue, key: str, ordered: FilmOrder) -> asyncio.Task[FinishedFilm]:
    async def ask() -> FilmOrder:
        return ordered

    return films.get_or_start(key, ask)[0]


async def test_it_is_made_once_for_all_who_ask_and_then_kept() -> None:
    films, stripes = FilmQueue(), Stripes()
    first, second = made(films, "a", order(stripes)), made(films, "a", order(stripes))
    assert first is second
    shot = await first
    assert stripes.painted == list(range(6))
    assert films.find_cached("a") == shot
    assert films.find_cached("b") is None
    await films.stop()


async def test_one_at_a_time_and_the_others_know_how_many_come_first() -> None:
    gate = threading.Event()
    films, stripes = FilmQueue(), [Stripes(gate), Stripes(gate), Stripes(gate)]

    async def ask(film: Stripes) -> FilmOrder:
        return order(film)

    found = [films.get_or_start(str(n), lambda film=film: ask(film)) for n, film in enumerate(stripes)]
    async with asyncio.timeout(60):
        while [progress.films_ahead for _, progress in found] != [0, 1, 2]:
            await asyncio.sleep(0.005)
    gate.set()
    await found[0][0]
    assert not stripes[2].painted
    await asyncio.gather(*(task for task, _ in found))
    assert [progress.films_ahead for _, progress in found] == [0, 0, 0]
    assert [progress.frames_done for _, progress in found] == [6, 6, 6]
    assert all(film.painted == list(range(6)) for film in stripes)
    await films.stop()


async def test_no_more_scenes_are_found_than_the_thread_can_take() -> None:
    gate, found = threading.Event(), []
    films = FilmQueue()
    task = made(films, "a", order(Stripes(gate), 40, after=found.append))
    await asyncio.sleep(0.1)
    assert len(found) <= film_queue.QUEUED_SCENES + 3
    gate.set()
    await task
    assert len(found) == 40
    await films.stop()


async def test_too_many_who_wait_come_back_later() -> None:
    gate = threading.Event()
    films = FilmQueue()
    tasks = [made(films, str(n), order(Stripes(gate), 2)) for n in range(film_queue.QUEUED_FILMS)]
    with pytest.raises(ServiceError) as refused:
        made(films, "one more", order(Stripes(), 2))
    assert refused.value.key == "film_queue"
    gate.set()
    await asyncio.gather(*tasks)
    await made(films, "one more", order(Stripes(), 2))
    await films.stop()


async def test_what_gets_too_large_is_made_smaller_and_at_last_refused() -> None:
    large = FilmQueue(largest=10)
    stripes = Stripes()
    with pytest.raises(ServiceError) as refused:
        await made(large, "a", order(stripes, 4, (CUT, CUT)))
    assert refused.value.key == "film_large"
    assert stripes.painted == [0, 1, 2, 3] * 2
    one = len((await made(FilmQueue(), "a", order(Stripes(), 4))).data)
    smaller = FilmSettings("webp", 30, 10)
    shot = await made(FilmQueue(largest=one - 1), "a", order(Stripes(), 4, (CUT, smaller)))
    assert shot.settings == smaller
    assert len(shot.data) < one


async def test_the_program_may_end_while_one_is_drawn_and_others_wait() -> None:
    gate, films = threading.Event(), FilmQueue()
    drawn, waiting = made(films, "a", order(Stripes(gate), 50)), made(films, "b", order(Stripes(gate), 50))
    await asyncio.sleep(0.05)
    threading.Timer(0.1, gate.set).start()  # the frame that is being drawn is finished, and no other is begun
    await asyncio.wait_for(films.stop(), 20)
    for task in (drawn, waiting):
        with pytest.raises(ServiceError) as told:
            task.result()
        assert told.value.key == "film_stopped"
    with pytest.raises(ServiceError) as refused:
        made(films, "c", order(Stripes()))
    assert refused.value.key == "film_stopped"


async def test_what_goes_wrong_is_told_to_who_asked_and_the_next_one_is_made() -> None:
    films = FilmQueue()
    with pytest.raises(ArithmeticError):
        await made(films, "drawing", order(Stripes(fault=3), 30))

    async def unreadable() -> None:
        raise ServiceError("unavailable")

    with pytest.raises(ServiceError) as told:
        await made(films, "reading", order(Stripes(), after=lambda at: unreadable() if at == 2 else None))
    assert told.value.key == "unavailable"
    assert (await made(films, "well", order(Stripes()))).data
    await films.stop()


async def test_only_so_many_bytes_are_kept() -> None:
    shot = await made(FilmQueue(), "a", order(Stripes()))
    films = FilmQueue(kept=3 * (len(shot.data) + 700))
    for name in "abcde":
        await made(films, name, order(Stripes()))
    assert [films.find_cached(name) is not None for name in "abcde"] == [False, False, True, True, True]
    await films.stop()
