"""How tables look to whom: names, colours, themes."""

from __future__ import annotations

from render import Look, SeatLook
from words import Voice

NAMES = (("Mara", "R"), ("Ionuț", "B"), ("נועה", "Y"), ("Sam", "K"), ("Đorđe", "W"), ("Lin", "T"))
LONG = (
    ("Maximiliana-Alexandra", "R"),
    ("Ștefăniță Țuțuianu", "B"),
    ("אברהם בן יהושע", "Y"),
    ("W", "K"),
    ("Bartholomew the Elder", "W"),
    ("iiiiiiiiiiiiiiiiiiii", "T"),
)


def look(seats: int = 3, theme: str = "dark", rtl: bool = False, names: tuple[tuple[str, str], ...] = NAMES) -> Look:
    return Look(
        tuple(SeatLook(*n) for n in names[:seats]),
        say=Voice("en", [n[0] for n in names]),
        theme="light" if theme == "light" else "dark",
        direction="rtl" if rtl else "ltr",
    )
