"""`/game past replay` and its buttons, on the screens of people."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from playground.driver import Answer
from playground.screen import Picture
from rules.core import encode
from tests.e2e.conftest import Stage

PATIENCE = 60.0  # seconds: a film takes what it takes


def film(picture: Picture) -> Image.Image:
    """The file behind it."""
    return Image.open(BytesIO(picture.data))


async def played(stage: Stage, turns: int) -> None:
    """So many turns: the tile where the rules list it first, no figure."""
    for _ in range(turns):
        table = stage.table()
        assert table.game is not None
        first = next(iter(table.game.legal(table.state, table.waiting[0])))
        await stage.slash(stage.waited(), "/game move", line=encode(first))
        if stage.table().waiting == table.waiting:
            await stage.slash(stage.waited(), "/game move", line="pass figure")


async def shown(stage: Stage, answer: Answer) -> Picture:
    """The film that an answer ends with."""
    assert await stage.box.world.until(lambda: bool(answer.message.pictures), PATIENCE, (answer.act,))
    return answer.message.picture


async def test_a_game_that_goes_on_is_replayed_for_who_asks(stage: Stage) -> None:
    await stage.game("Ann", "Ben")
    await played(stage, 3)
    answer = await stage.slash("Ben", "/game past replay")
    picture = await shown(stage, answer)
    assert picture.filename == f"replay-1-{stage.table().seq}.webp"
    assert "Replay of the game in 4 pictures" in picture.alt
    assert "So far, as everybody saw it: 4 pictures" in answer.message.text
    assert film(picture).n_frames == 4  # type: ignore[attr-defined]
    assert "Show it to everybody" not in [button.label for button in answer.message.buttons]
