"""A table over two weeks: pauses, votes, absence, a moderator, restarts; and buttons of earlier days pressed again."""

from __future__ import annotations

import random

from playground.driver import Answer, Shown
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.test_reminders import passed, reminders
from tests.e2e.test_rests import begun, shown, votes
from tests.e2e.test_table import lay

PEOPLE = ("Ann", "Ben", "Cid")
STRANGER = "Dan"
AGAIN = 12  # buttons of earlier days that are pressed again each day


class Fortnight:
    """A stage, and all that was ever on its screens."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.seen: set[str] = set()
        self.luck = random.Random(7)

    def look(self, *screens: Shown | Answer) -> None:
        for screen in (*self.stage.box.messages(ROOM), *screens):
            found = screen.message if isinstance(screen, Answer) else screen
            self.seen |= {button.custom_id for button in found.buttons if button.custom_id}

    async def press_again(self, *, over: bool = False) -> None:
        """Whatever was a button once, from whoever: an answer in words; strangers change nothing."""
        self.look()
        ids = sorted(each for each in self.seen if each[0] not in "l" and ":close" not in each)
        for custom_id in self.luck.sample(ids, min(AGAIN, len(ids))):
            before = None if over else self.stage.table().seq
            who = STRANGER if not over else self.luck.choice([*PEOPLE, STRANGER])
            target = self.stage.box.messages(ROOM)[-1]
            answer = await self.stage.box.forge(who, target, custom_id)
            assert answer.private, custom_id
            assert answer.text, custom_id
            assert "Something went wrong" not in answer.text, custom_id
            if not over:
                assert self.stage.table().seq == before, custom_id
        await self.stage.settled()

    def one_message(self) -> None:
        """Exactly one message of the table stands, and at most one reminder of a seat."""
        standing = [m for m in self.stage.box.messages(ROOM) if m.has_button("Catch up")]
        assert len(standing) == 1
        assert len(reminders(self.stage)) <= 1
        assert sum(m.has_button("Agree") for m in votes(self.stage)) <= 1

    async def day(self, hours: float = 24.0) -> None:
        await passed(self.stage, hours)
        await self.press_again()
        self.one_message()


async def test_two_weeks(stage: Stage) -> None:
    await begun(stage, *PEOPLE)
    weeks = Fortnight(stage)

    # Monday: one is away, the others pause until they are back.
    away = stage.waited()
    one, two = (name for name in PEOPLE if name != away)
    weeks.look(await stage.press(one, "More"))
    await weeks.day(13)
    assert len(reminders(stage)) == 1
    weeks.look(await stage.slash(one, "/game time pause", state="on"))
    await stage.press(two, "Agree")
    assert reminders(stage) == []
    await weeks.day(60)
    assert stage.table().status == "paused"
    await lay(stage)  # they find a minute on the way
    assert stage.table().status == "paused"
    await stage.press(away, "Go on", shown(stage))

    # Thursday: more time for all; a restart while it is asked.
    weeks.look(await stage.slash(two, "/game options", name="pace", value="48h"))
    await stage.restart()
    await stage.press(away, "Agree")
    assert stage.table().pace == "48h"
    for _ in range(3):
        await lay(stage)
        await weeks.day(20)

    # The second week: nobody comes, the clock plays, and asks after twice for everybody.
    weeks.look(await stage.slash(one, "/game options", name="late", value="fallback"))
    await stage.press(two, "Agree")
    weeks.look(await stage.slash(one, "/game options", name="pace", value="12h"))
    await stage.press(two, "Agree")
    weeks.look()
    for _ in range(20):
        if stage.table().asked_at is not None:
            break
        await weeks.day(12.2)
    assert "Twice in a row the clock has played for everybody." in shown(stage).text
    seq = stage.table().seq
    await weeks.day(30)
    assert stage.table().seq == seq

    # One of them comes, all end it; whatever was a button is answered in words for ever.
    await stage.restart()
    await stage.press(two, "Still on", shown(stage))
    stage.box.allow(ROOM, "manage_messages", who=STRANGER)
    await stage.slash(STRANGER, "/game time pause", state="on")
    assert f"{STRANGER}, a moderator" in shown(stage).text
    await stage.press(one, "Go on", shown(stage))
    stage.box.deny(ROOM, "manage_messages", who=STRANGER)
    weeks.look(await stage.slash(one, "/game end"))
    vote = stage.newest("Agree")
    weeks.look()
    for name in PEOPLE:
        if name != one:
            await stage.press(name, "Agree", vote)
    assert stage.newest("Rematch").pings == set(PEOPLE)
    for _ in range(4):
        await weeks.press_again(over=True)
    assert sum("**Agreed.**" in each.content for each in votes(stage)) == 5
