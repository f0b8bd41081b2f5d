"""What a frame of a recap says, in few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from render import RecapTurn, TurnPhrase
from render.carcassonne.captions import turn_caption
from render.carcassonne.facts import all_facts
from render.carcassonne.recap_picture import TWO_LINES
from render.carcassonne.turn_changes import compute_turn_changes, list_cutout_items
from rules.carcassonne.cells import Cell

from ..looks import look
from .modules import whole
from .scenes import scene, tile
from .test_recap_picture import _count
from .turns import event, frame, laid_at, one, scored, seats, words


def test_few_words_say_what_was_put_and_scored() -> None:
    put = event("carc.figure.deployed", seat=1, figure="large", feature="road")
    assert words(laid_at("P50", 1)) == "Laid the tile, nothing else."
    assert words(laid_at("P50", 1), laid_at("P51", 1)) == "Laid 2 tiles, nothing else."
    assert words(laid_at("P50", 1), put) == "Large follower on the road."
    assert words(put, scored([1])) == "Large follower on the road. City complete, 3 tiles: +8."
    assert words(scored([0, 2], 1)) == "City complete, 3 tiles, 1 shield: +8 for you, נועה."


def test_a_turn_with_much_to_tell_has_a_third_line() -> None:
    put = event("carc.figure.deployed", seat=1, figure="large", feature="road")
    said = words(put, scored([0, 2], 1), reader=5)
    assert said == "Large follower on the road. City complete, 3 tiles, 1 shield: +8 for Mara, נועה."
    assert len(said) > TWO_LINES


def test_what_has_no_short_form_is_said_as_everywhere() -> None:
    said = (
        TurnPhrase("laid a tile at P50.", 3, "carc.tile.laid"),
        TurnPhrase("entered the castle.", 4, "carc.count.entered"),
    )
    assert words(laid_at("P50", 1), said=said) == "Entered the castle."


def test_a_loss_of_the_reader_comes_before_everything() -> None:
    put = event("carc.figure.deployed", seat=1, figure="follower", feature="monastery", cell="P50")
    ate = event("carc.dragon.eats", seat=1, returned=[["follower", 0, "M50.road-E"]], cell="M50", old="N50", step=1)
    assert words(put, ate, scored([1]), scored([1])).startswith("The dragon sent home a figure of yours. City complete")
    assert words(ate, reader=2) == "The dragon sent home 1 figure of Mara."


def test_the_fairy_is_told_in_few_words() -> None:
    came = event("carc.fairy.moved", seat=1, cell="N50", old="M50")
    gift = event("carc.fairy.turn", seat=1, seats=[1], cell="M50", points=1)
    assert words(gift, laid_at("P50", 1), came) == "Fairy: +1. Moved the fairy from M50 to N50."
    first = event("carc.fairy.came", seat=1, cell="N50", old=None)
    assert words(first) == "Moved the fairy to N50."


def test_few_words_stand_in_the_order_of_events() -> None:
    moved = event("carc.fairy.moved", seat=1, cell="N50", old="M50")
    flew = event("carc.dragon.comes", seat=1, cell="P50", old="M51")
    put = event("carc.figure.deployed", seat=1, figure="large", feature="road")
    said = (TurnPhrase("The dragon flies to P50.", 5, "carc.dragon.comes", True),)
    assert (
        words(laid_at("P50", 1), flew, moved, said=said) == "The dragon flies to P50. Moved the fairy from M50 to N50."
    )
    assert words(moved, flew, put, said=said).endswith("The dragon flies to P50. Large follower on the road.")


def test_the_fairy_taken_from_the_reader_is_a_loss_with_its_place() -> None:
    took = event("carc.fairy.taken", seat=1, cell="N50", old="M50", left_seats=[0])
    assert words(took, scored([1]), scored([1]), scored([2])).startswith("Took the fairy from you, to N50.")
    assert words(took, reader=2) == "Moved the fairy from M50 (Mara) to N50."
    now = whole()
    mine, other = (compute_turn_changes(now, now, [took], reader) for reader in (0, 2))
    assert [(piece.kind, str(piece.cell)) for piece in mine.lost] == [("fairy", "M50")]
    assert any(item.mine and item.part == (0, 0, 1, 1) for item in list_cutout_items(mine))
    assert not other.lost


def test_a_figure_on_a_shrine_is_told_so() -> None:
    laid = next(tile for tile, of in all_facts().items() if of.building == "shrine")
    view = replace(scene(), laid=(*scene().laid, tile("P50", laid, 0)))
    put = event("carc.figure.deployed", seat=1, figure="follower", feature="monastery", cell="P50")
    assert turn_caption(RecapTurn(1, (put,), ()), look(3), 0, view) == "Follower on the shrine."


def test_an_auction_shows_its_tiles_and_no_landscape() -> None:
    now = whole()
    assert now.extras["bridge"].bazaar is not None
    sold = event("carc.bazaar.free", seat=1, lot=1, tile="base-B")
    plain, drawn = frame(one(now, now, (), 0)), frame(one(now, now, (sold,), 0))
    grass = max((n, pixel) for n, pixel in plain.getcolors(1 << 17) if pixel[1] > pixel[0] + 30 > pixel[2] + 60)[1]
    assert _count(drawn, grass) < _count(plain, grass) / 4


def test_steps_of_others_bear_their_signs() -> None:
    now = whole()
    path = tuple(map(Cell.parse, ("M50", "N50", "M50")))[:2]
    now = replace(now, extras={**now.extras, "princess": replace(now.extras["princess"], path=path)})

    def step(seat: int) -> tuple[str, dict[str, Any]]:
        return event("carc.dragon.moved", seat=seat, cell="N50", old="M50", step=1, returned=[])

    own, others = (frame(one(now, now, (step(seat),), 0)) for seat in (1, 2))
    yellow = seats(now).seats[2].colour.fill
    assert _count(others, yellow) > _count(own, yellow) + 80
    assert "Dragon moved by נועה to N50." in words(step(2))


def test_a_castle_of_another_player_is_told_as_theirs() -> None:
    built = event("carc.castle.built", seat=2, cell="P49", figure="follower")
    assert words(laid_at("P50", 1), built) == "The small city became a castle of נועה."
    own = event("carc.castle.built", seat=1, cell="P49", figure="follower")
    assert words(laid_at("P50", 1), own) == "Made the small city a castle."


def test_auctions_say_who_paid_whom_for_which_tile() -> None:
    told_of = (
        event("carc.bazaar.opened", seat=2, bid=1, lot=1, tile="base-A"),
        event("carc.bazaar.bought", seat=0, price=4, other_seat=2, lot=1),
        event("carc.bazaar.free", seat=2, lot=2, tile="base-B"),
    )
    assert words(laid_at("P50", 1), *told_of) == "Tile 1: you paid נועה 4 points. Tile 2: נועה, free."


def test_an_opening_offer_is_told_until_the_tile_is_sold() -> None:
    held = event("carc.bazaar.held", seat=1, tiles=[], left=4)
    offer = event("carc.bazaar.opened", seat=2, bid=0, lot=1, tile="base-A")
    assert words(laid_at("P50", 1), held, offer) == "A bazaar opens. נועה offers tile 1, bid 0."
    assert words(held, event("carc.bazaar.opened", seat=0, bid=0, lot=1, tile="base-A")).endswith(
        "You offer tile 1, bid 0."
    )
