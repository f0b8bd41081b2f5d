"""A table in the channel whose position is laid out by hand, and what is pressed there."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from cogs.screen import event_text
from playground.driver import Answer, Shown
from rules.catan.state import CatanState
from rules.core import Choices
from service.state.model import LogEntry
from tests.e2e.conftest import Stage, staged
from tests.e2e.screens import offered, on_screen
from tests.e2e.story import acts, spoken
from tests.rules.catan.table import Table as Position
from tools.stage import BRIEF, PATIENT
from words import Voice

PEOPLE = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
Press = str | tuple[str, ...]  # what is written on a button; several: what is chosen in a list


@asynccontextmanager
async def laid_out(folder: Path, kind: str, seats: int, *, still: bool = True) -> AsyncIterator[Stage]:
    """A table with so many people on it, in the order of their names. `still`: on a clock that does not run."""
    async with staged(folder, still=still, waits=PATIENT if still else BRIEF) as stage:
        people = PEOPLE[:seats]
        for name in people:
            stage.welcome(name)
        stage.tables.registry.shuffle = lambda seats: None
        await stage.game(*people, kind=kind)
        yield stage


async def lay(stage: Stage, position: Position) -> None:
    """Put the table into that position, as if the game had begun with it."""
    await put(stage, position.s, position.game.choices)


async def asked_between(stage: Stage) -> None:
    """Everybody wants to be asked for special builds between the turns."""
    for seat in stage.table().seats:
        if seat.user_id is not None:
            await stage.tables.preferences.set_setting(seat.user_id, "skip_build", "off")


async def put(stage: Stage, state: CatanState, choices: Choices | None = None) -> None:
    """The table is in that state from here on: nobody goes back behind it."""
    await stage.put(state, choices)


async def tap(stage: Stage, who: str, answer: Answer, press: Press) -> Answer:
    """Press what is labelled so, or choose these in the list that has them."""
    shown = on_screen(answer)
    if isinstance(press, tuple):
        lists = [n for n, one in enumerate(shown.selects) if set(press) <= set(one.labels)]
        assert lists, (press, [one.labels for one in shown.selects])
        values = chosen(shown, lists[0], press)
        return await stage.box.select(who, shown, *values, which=lists[0])
    assert press in offered(shown), (press, offered(shown), shown.text)
    done = await stage.box.press(who, shown, press)
    await stage.settled()
    return done


def chosen(shown: Shown, which: int, labels: Sequence[str]) -> list[str]:
    """The values of the first free options with these labels."""
    free = list(shown.selects[which].choices)
    values = []
    for label in labels:
        choice = next(choice for choice in free if choice.label == label)
        free.remove(choice)
        values.append(choice.value)
    return values


async def taps(stage: Stage, who: str, *presses: Press) -> Answer:
    """«My move», then these one after the other, counted from here."""
    stage.box.reset_taps()
    answer = await stage.press(who, "My move")
    for press in presses:
        answer = await tap(stage, who, answer, press)
    return answer


async def entered(stage: Stage, since: int) -> list[LogEntry]:
    """What has come into the log."""
    return list(await stage.tables.history.read_entries(stage.table().id, after=since))


def private_words(stage: Stage, entries: Sequence[LogEntry]) -> set[str]:
    """The sentences of these entries that only some may read."""
    voice = Voice("en", stage.table().names)
    told = [event for entry in entries for event in entry.events if event.seats is not None]
    return {said for event in told if (said := event_text.describe_event(event, voice))}


@dataclass(frozen=True)
class Case:
    """Somebody presses these, one after the other, in that position."""

    name: str
    laid: Callable[[], Position]
    presses: tuple[Press, ...]
    line: str  # what comes into the log
    taps: int
    told: str  # what everybody reads of it, as a pattern
    who: str = "Ann"
    hidden: str = ""  # what nobody else may read
    own: str = ""  # a part of what is told to the one alone


async def played(stage: Stage, case: Case) -> None:
    """Press it all, and look at what everybody reads."""
    position = case.laid()
    await lay(stage, position)
    before = stage.table().seq
    read = set(acts(stage.newest("My move").content))
    done = await taps(stage, case.who, *case.presses)
    assert "Done:" in done.text or offered(on_screen(done)), done.text
    assert stage.box.taps(case.who) <= case.taps
    entries = await entered(stage, before)
    assert [entry.move for entry in entries if entry.kind == "move"] == [case.line]
    public = stage.newest("My move").content
    assert re.search(case.told, spoken(public)), public
    news = "\n".join(said for said in acts(public) if said not in read)
    private = private_words(stage, entries)
    assert not [said for said in private if said in public]
    if private:  # Dan is never one of those who may know
        log = (await stage.slash("Dan", "/game log")).text
        assert not [said for said in private if said in log]
    assert not case.hidden or not re.search(rf"\b{case.hidden}\b", news)
    assert case.own in done.text, done.text
