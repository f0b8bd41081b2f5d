"""Sentences of messages as letters on a page, whatever people call themselves."""

from __future__ import annotations

import pytest

from cogs.page.page_file import embed_json
from cogs.screen.naming import escape_markdown, isolate_name, plain_name
from cogs.screen.plain_text import PlainText
from rules.core import Choices
from service.state.model import Seat, Table, TableChannel
from tests.markup import HOSTILE, turned
from words import Voice

NAMES = ("</script><script>alert(1)</script>", "<!--", "**Ann**", "`Ben`", "<t:1:R>", "a\\*b", *HOSTILE)


def plain(name: str) -> PlainText:
    seats = (Seat(0, 11, name, "R"), Seat(1, 12, "Ben", "B"))
    table = Table(
        1, "carcassonne", Choices(), TableChannel(1, 2), "over", 11, 2, seats, None, "en", False, None, "0" * 8, 9, 0, 0
    )
    return PlainText(
        table, Voice("en", [plain_name(seat.name) for seat in seats], people={11: plain_name(name), 12: "Ben"})
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_name_stands_for_itself(name: str) -> None:
    made = plain(name)
    said = made.to_plain(made.voice("table.resumed", seat=0))
    assert said == f"{isolate_name(plain_name(name))} has ended the pause.".strip()
    assert not turned(
        said.replace(isolate_name(plain_name(name)), plain_name(name))
    )  # nothing but what sets the name apart
    person = made.to_plain(made.voice("table.replaced", user=12, former_user=11))
    assert person == f"Ben takes over the seat of {isolate_name(plain_name(name))}."


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("**Ben** rolled `7`.", "Ben rolled 7."),
        ("-# small\n### Head\nrest", "small\nHead\nrest"),
        ("until <t:86400:f>", "until 1970-01-02 00:00 UTC"),
        (escape_markdown("**typed** `so`"), "**typed** `so`"),
    ],
)
def test_formatting_is_gone_and_what_was_typed_stays(said: str, letters: str) -> None:
    assert plain("Ann").to_plain(said) == letters


def test_owners_of_earlier_are_called_by_their_names() -> None:
    made = plain("Ann")
    assert (
        made.to_plain(made.voice_with_owners({0: 12, 1: None})("table.resumed", seat=0)) == "Ben has ended the pause."
    )


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_the_data_ends_its_element(name: str) -> None:
    text = embed_json({"name": name, "more": "a\u2028b\u2029&<!--"})
    assert not set("<>&\u2028\u2029") & set(text)


def test_a_name_that_runs_from_the_right_turns_nothing_round_it() -> None:
    assert isolate_name("כהן Cid") == "\u2068כהן Cid\u2069"
    assert isolate_name("Ionuț") == "Ionuț"
