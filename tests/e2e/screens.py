"""What a person sees of a table and presses there, counted in taps."""

from __future__ import annotations

import re

from playground.driver import Answer, Shown
from tests.e2e.conftest import Stage

FOOTER = {"Back", "Close", "Text", "Type it…", "Hint", "Undo", "Rules in a minute", "No more tips"}
STANDING = ["My move", "My hand", "Board", "Catch up", "More"]


def on_screen(answer: Answer) -> Shown:
    assert answer.last is not None
    return answer.last


def offered(shown: Shown) -> list[str]:
    """What can be pressed to go on."""
    return [b.label for b in shown.buttons if b.label not in FOOTER and not b.disabled]


async def tap(stage: Stage, who: str, answer: Answer, label: str) -> Answer:
    """Press what is labelled so, or begins so, on a private screen; with or without the number of its place."""
    shown = on_screen(answer)
    full = next((text for text in offered(shown) if text == label), None)
    full = full or next((text for text in offered(shown) if text.startswith(label)), None)
    full = full or next((text for text in offered(shown) if re.match(rf"\d+: {re.escape(label)}", text)), None)
    assert full is not None, (label, offered(shown))
    done = await stage.box.press(who, shown, full)
    await stage.settled()
    return done


async def taps(stage: Stage, who: str, *labels: str) -> Answer:
    """«My move», then these buttons one after the other, counted from here."""
    stage.box.reset_taps()
    answer = await stage.press(who, "My move")
    for label in labels:
        answer = await tap(stage, who, answer, label)
    return answer
