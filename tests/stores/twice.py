"""A store that runs every transaction twice, the first time to no effect: as a server does that has to take one back.

What such a function changes besides the database it would change twice; so it must find what it was given as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any, Final, TypeVar

from db.store import Clock, Store, Transaction, open_store
from service.store.table_loader import StoredRows

T = TypeVar("T")
_PLACE: Final = re.compile(r" at 0x[0-9a-f]+")


async def open_twice(where: Any, clock: Clock) -> Store:
    """Such a store, opened."""
    store: Any = await open_store(where, clock)
    write, read = store.write, store.read
    store.write = lambda work: write(partial(_written, work))
    store.read = lambda work: read(partial(_twice, work))
    return store


def _written(work: Callable[[Transaction], T], t: Transaction) -> T:
    def taken_back(t: Transaction) -> None:
        t.db.execute("ROLLBACK TO once")
        t.db.execute("RELEASE once")

    t.db.execute("SAVEPOINT once")
    return _twice(work, t, taken_back)


def _twice(work: Callable[[Transaction], T], t: Transaction, between: Callable[[Transaction], None] | None = None) -> T:
    before = [shown(value) for value in given(work)]
    first = work(t)
    if between is not None:
        between(t)
    assert [shown(value) for value in given(work)] == before, f"{work} changes what it was given"
    second = work(t)
    assert shown(second) == shown(first), f"{work} finds something else the second time"
    return second


def given(work: Any) -> Iterator[Any]:
    """What a function was given before it was handed to the store."""
    if isinstance(work, partial):
        found = [work.func, *work.args, *work.keywords.values()]
    elif isinstance(work, MethodType):
        found = [work.__func__]
    elif isinstance(work, FunctionType):
        found = [cell.cell_contents for cell in work.__closure__ or ()] + list(work.__defaults__ or ())
    else:
        found = []
    for value in found:
        assert not isinstance(value, Iterator), f"{work} was given what can be gone through once alone"
        if isinstance(value, (partial, MethodType, FunctionType)):
            yield from given(value)
        else:
            yield value


def shown(value: Any) -> str:
    """All of it, but where in memory it lies."""
    return _PLACE.sub("", repr(vars(value) if isinstance(value, StoredRows) else value))
