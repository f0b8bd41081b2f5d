"""What was prepared and could not be done any more stands again when the table takes back what ended it."""

from __future__ import annotations

import asyncio

from tests.e2e.conftest import Stage
from tests.e2e.positions_citadels import FOUR
from tests.e2e.test_prepare import heard, kept, people


async def test_its_owner_alone_is_told_that_it_stands_again(stage: Stage) -> None:
    await stage.game(*FOUR, kind="citadels")
    first, second, third, fourth = people(stage)
    number, taken = stage.table().id, stage.table().state.draft[0]
    text = f"pick 1 {taken}"
    await stage.tables.conditional_moves.save_move(number, stage.box.person(second).id, text)
    await stage.slash(first, "/game move", line=f"pick {taken}")
    await stage.press(second, "My move")
    await heard(stage)
    seq = stage.table().seq
    vote = await stage.tables.votes.propose_vote(number, stage.box.person(first).id, "undo", seq)
    for who in (second, third, fourth):
        await stage.tables.votes.answer_vote(vote.id, stage.box.person(who).id, True)
    await stage.settled()
    assert kept(stage) == [text]
    for who in (first, third):
        assert "stands again" not in (await stage.press(who, "My move")).messages[-1].text
    said = await stage.press(second, "My move")
    for _ in range(200):
        if len(stage.table().programmes) == 1:
            break
        await asyncio.sleep(0.02)
    news = said.messages[-1]
    assert news.private
    assert f"**Table #{number}: what you had prepared stands again,**" in news.text
    assert kept(stage) == [text]
    assert "stands again" not in (await stage.press(second, "My move")).messages[-1].text
    public = "\n".join(shown.text for shown in stage.box.messages("table"))
    assert "stands again" not in public
