"""The worked examples of citadels.md 12, by their letters."""

from __future__ import annotations

from rules.citadels.characters import diplomat, warlord
from rules.citadels.draft import plan_draft, set_characters_aside
from rules.citadels.hooks import ROLES
from rules.citadels.round import Call
from rules.citadels.state import OUT
from rules.core import Chance, Context

from .table import Table


def draft(seats: int, *forced: int, crown: int = 0, cast: tuple[str, ...] = ()) -> Table:
    """A draft whose removal draws these numbers."""
    t = Table(seats, cast=cast, crown=crown)
    t.s.agenda = t.s.agenda[:1]
    ctx = Context(t.s, Chance(bytes(32), 0, forced))
    set_characters_aside(ctx)
    ctx.push(*plan_draft(t.s), *(Call(ROLES[c].rank) for c in t.s.cast))
    return t


def test_example_a_removal_of_four_players() -> None:
    t = draft(4, 1, 2, 2, 3)  # down Thief; King, replaced by Bishop; Merchant
    assert t.s.slots[0].character == "thief"
    assert t.s.face_up == ("bishop", "merchant")
    assert t.s.draft == ("assassin", "magician", "king", "architect", "warlord")


def test_example_b_two_players() -> None:
    t = draft(2, 4)
    assert t.s.slots[0].character == "bishop"
    t.do("pick king")
    assert t.asked == 1
    assert t.legal == [f"pick {c}" for c in ("assassin", "thief", "magician", "merchant", "architect", "warlord")]
    t.do("pick assassin")
    assert t.asked == 1
    t.do("throw merchant")
    assert t.legal == [f"pick {c}" for c in ("thief", "magician", "architect", "warlord")]
    t.do("pick architect", "throw thief")
    assert t.legal == ["pick magician", "pick warlord"]
    t.do("pick warlord")
    assert t.s.characters_of(0) == ["king", "architect"]
    assert t.s.characters_of(1) == ["assassin", "warlord"]
    assert t.view(0).aside == ("thief",)
    assert t.view(1).aside == ("magician", "merchant")
    assert t.view().aside == ()


def test_example_c_income_before_or_after_building() -> None:
    t = Table(4).city(0, "castle", "palace").hand(0, "manor").call({"king": 0})
    t.do("gold", "income", "build manor")
    assert t.s.gold[0] == 1
    t = Table(4).gold(1, 0, 0, 0).city(0, "castle", "palace").hand(0, "manor").call({"king": 0})
    t.do("gold", "build manor", "income")
    assert t.s.gold[0] == 3


def test_example_d_prices_of_the_warlord() -> None:
    t = Table(4).city(1, "tavern", "market", "dragon_gate").city(2, "market+")
    assert [warlord.destruction_price(t.s, 1, t.place(1, d)) for d in ("tavern", "market", "dragon_gate")] == [0, 1, 5]
    assert warlord.destruction_price(t.s, 2, 0) == 2
    t = Table(4).city(1, "great_wall", "market").city(2, "market+")
    assert [warlord.destruction_price(t.s, 1, i) for i in (0, 1)] == [5, 2]
    t = Table(4).city(1, "great_wall", "market+")
    assert warlord.destruction_price(t.s, 1, 1) == 3


def test_example_e_prices_of_the_diplomat() -> None:
    def pays(given: str, taken: str, *wall: str) -> int:
        return diplomat.exchange_price(Table(4).city(0, given).city(1, taken, *wall).s, 0, 0, 1, 0)

    assert [pays("temple", "palace"), pays("temple", "palace", "great_wall")] == [4, 5]
    assert [pays("palace", "temple"), pays("palace", "temple", "great_wall")] == [0, 0]
    assert [pays("castle", "harbor"), pays("castle", "harbor", "great_wall")] == [0, 1]
    assert pays("castle", "harbor+") == 1


def test_example_f_the_witch_on_the_architect() -> None:
    t = Table(4, cast=("witch", "tax_collector")).gold(5, 0, 0, 0).hand(0, "temple", "tavern")
    t.call({"witch": 0, "architect": 1, "tax_collector": 2})
    t.do("gold", "power-bewitch architect", "gold", "end")
    assert t.asked == 1
    t.do("gold")
    assert t.asked == 0
    assert len(t.s.hands[0]) == 4
    t.do("build temple", "build tavern", "end")
    assert t.s.gold == [4, 2, 3, 0]


def test_example_g_the_emperor() -> None:
    t = Table(5, "throne_room", cast=("emperor",), crown=2).gold(0, 0, 0, 0, 0).hand(4, "temple", "manor")
    t.city(1, "throne_room").call({"emperor": 3})
    assert t.legal == ["power-crown 0", "power-crown 1", "power-crown 4"]
    t.do("power-crown 4")
    assert t.asked == 4
    assert t.legal == ["pay manor", "pay temple"]
    t.do("pay temple")
    assert t.s.hands[3] == ("temple",)
    assert t.s.gold[1] == 1
    private = [e for e in t.events if e.seats is not None]
    assert [e.seats for e in private] == [frozenset({3, 4})]


def test_example_h_the_end_of_a_turn() -> None:
    t = Table(4, "poor_house", cast=("alchemist", "tax_collector")).gold(2, 0, 0, 0).city(0, "poor_house")
    t.hand(0, "castle").call({"tax_collector": 1, "alchemist": 0}).do("gold", "end", "gold", "build castle", "end")
    assert t.s.gold[:2] == [5, 2]


def test_example_i_scoring() -> None:
    t = Table(4).city(0, "manor", "temple", "market", "prison", "keep", "castle", "university", "docks")
    t.city(1, "dragon_gate", "tavern", "watchtower", "church", "castle", "battlefield", "palace", "harbor")
    t.s.ended, t.s.first = True, (0,)
    ann, ben = t.view().sheet[:2]
    assert (ann.districts, ann.colours, ann.completion, ann.cards) == (24, 3, 4, {"university": 2})
    assert (ben.districts, ben.colours, ben.completion, ben.cards) == (26, 3, 2, {"dragon_gate": 2})
    assert ann.total == ben.total == 33
    assert t.game.winners(t.s) == (1,)


def test_example_j_the_bell_tower() -> None:
    seven = ("manor", "temple", "tavern", "watchtower", "castle", "church", "market")
    t = Table(4, "bell_tower").gold(9, 9, 9, 9).city(0, *seven).city(1, *seven[:3], "docks", "prison", "keep")
    t.city(2, "palace", "monastery", "harbor", "battlefield", "trading_post", "town_hall", "fortress")
    t.city(3, "manor", "temple", "tavern", "castle", "church", "market").hand(3, "prison").hand(1, "bell_tower")
    t.call({"king": 1, "bishop": 3}).do("gold", "build bell_tower", "district-bell-tower", "end")
    assert t.s.first == (0, 1, 2)
    t.do("gold", "build prison", "end")
    assert t.view().over
    assert [row.completion for row in t.view().sheet] == [4, 4, 4, 2]


def test_example_k_seven_players() -> None:
    t = draft(7, 3)
    for character in ("assassin", "thief", "bishop", "merchant", "architect", "warlord"):
        t.do(f"pick {character}")
    assert t.asked == 6
    assert t.legal == ["pick magician", "pick king"]
    t.do("pick king")
    assert t.s.characters_of(6) == ["king"]
    assert t.view(6).aside == ("magician",)
    assert [slot.character for slot in t.s.slots if slot.holder == OUT] == ["magician"]
    assert all(t.view(seat).aside == () for seat in range(6))


def test_three_players_choose_two_each() -> None:
    t = draft(3, 0)
    order = []
    while t.s.draft:
        order.append(t.asked)
        t.do(t.legal[0])
    assert order == [0, 1, 2, 0, 1, 2]
    assert [len(t.s.characters_of(seat)) for seat in range(3)] == [2, 2, 2]
    assert t.view(2).aside == ("warlord",)
