"""What players prepare with The Princess & the Dragon: steps of the dragon, where the fairy goes."""

from __future__ import annotations

from tests.rules.saying import offered, says

from .lairs import den, fairy, meadow, summon, wake
from .table import BLUE, RED, Table

ANNA, BEN, KOBI, DAVID = range(4)


def kept(t: Table, seat: int, text: str) -> tuple[str, ...]:
    return says(t.game, t.s, seat, text)


def flying(seats: int) -> Table:
    """The dragon moves over nine tiles; it began in the middle."""
    t = Table("princess", seats=seats)
    meadow(t, *(f"{column}{row}" for column in "STU" for row in (59, 60, 61)))
    summon(t, "T60")
    wake(t, ANNA)
    return t


def test_the_first_way_that_is_open_is_taken() -> None:
    t = flying(4)
    when, (tokens,) = offered(t.game, t.s, BEN)["dragon"]
    assert (when, tokens) == (len(t.s.board.laid), ("N", "E", "S", "W", "spare"))
    text = f"dragon {when} N,W,S"
    assert kept(t, BEN, text) == ()  # Anna moves first
    t.play("dragon T59")
    assert kept(t, BEN, text) == ("dragon S59", text)  # no tile is further north; they come to another step
    assert kept(t, KOBI, text) == ()
    assert kept(t, BEN, f"dragon {when} N,S") == ("dropped", "carc.programme_dropped.dragon_ways")
    assert kept(t, BEN, f"dragon {when} X") == ("dropped", "programme.unreadable")


def test_the_last_own_step_ends_it_and_so_does_the_rest_of_the_dragon() -> None:
    t = flying(4)
    when = len(t.s.board.laid)
    text = f"dragon {when} N,spare"
    assert kept(t, ANNA, text) == ("dragon T59", text)  # the fifth step is hers too
    t.play("dragon T59")
    t.play("dragon S59")  # from there it goes round the edge by itself
    assert not den(t).moving
    assert kept(t, ANNA, text) == ("dropped", "carc.programme_dropped.dragon_rests")
    assert "dragon" not in offered(t.game, t.s, ANNA)
    six = flying(6)
    assert kept(six, ANNA, text)[1] == ""  # everybody has one
    assert "dragon" not in offered(six.game, six.s, ANNA)


def test_it_spares_ones_own_figures() -> None:
    t = flying(4)
    t.put(ANNA, "T59.monastery")
    when = len(t.s.board.laid)
    assert t.legal[0] == "dragon T59"
    assert kept(t, ANNA, f"dragon {when} N") == ("dragon T59", f"dragon {when} N")
    assert kept(t, ANNA, f"dragon {when} spare")[0] == "dragon U60"


def test_the_fairy_comes_in_place_of_a_figure() -> None:
    t = Table("princess", seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.turn("base-E", "M51", 180, "city-S", BLUE)
    t.hold("base-U", RED)
    assert offered(t.game, t.s, RED)["fairy"] == (0, [("N50",)])
    assert kept(t, RED, "fairy 0 N50") == ()  # the tile is not laid yet
    t.play("place L50 90")
    assert kept(t, RED, "fairy 0 N50") == ("fairy N50", "")
    assert kept(t, BLUE, "fairy 0 M51") == ()
    fairy(t, "N50")
    assert kept(t, RED, "fairy 0 N50") == ("dropped", "carc.error.fairy_there")
    assert "fairy" not in offered(t.game, t.s, RED)


def test_without_a_figure_there_she_does_not_come() -> None:
    t = Table("princess", seats=2)
    t.turn("base-U", "N50", 90, "road-E", RED)
    t.s.figures.clear()
    assert kept(t, RED, "fairy 0 N50") == ("dropped", "carc.error.fairy_alone")
    assert kept(t, RED, "fairy 0 no") == ("dropped", "programme.unreadable")


def test_other_games_have_none_of_it() -> None:
    t = Table("inns", seats=2)
    assert offered(t.game, t.s, RED) == {}
    assert kept(t, RED, "fairy 0 N50") == ("dropped", "programme.unreadable")
