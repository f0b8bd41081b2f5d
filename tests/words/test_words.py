"""Catalogues and the voice."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from rules.core import Phrase
from words import CATEGORIES, Catalogue, MissingSentence, Voice, catalogue, plural_form
from words.catalogue import files, read

SENTENCES = Catalogue(
    {
        "en": {
            "list.semicolon": "{so_far}; {item}",
            "x.all": "All: {list}.",
            "x.got": "{seat} {cells}",
            "list.comma": "{so_far}, {item}",
            "list.last": "{so_far} and {item}",
            "x.tiles": "{seat} laid {n:# tile|# tiles} by the {feature}",
            "x.feature.road": "road",
            "x.who": "{seats}: {cells}",
            "x.to": "to {to_seat}",
            "x.only": "only here",
        },
        "ro": {
            "x.tiles": "{seat}: {n:o piesă|# piese|# de piese}",
            "x.feature.road": "drum",
            "list.comma": "{so_far}, {item}",
            "list.last": "{so_far} și {item}",
        },
    }
)


def test_sentences_are_filled() -> None:
    say = Voice("en", ["Ann", "Ben"], SENTENCES)
    assert say("x.tiles", seat=1, n=1, feature="road") == "Ben laid 1 tile by the road"
    assert say("x.tiles", seat=0, n=0, feature="moat") == "Ann laid 0 tiles by the moat"
    assert say("x.who", seats=[0, 1], cells=["N50", "N51", "N52"]) == "Ann and Ben: N50, N51 and N52"
    assert say("x.to", to_seat=0) == "to Ann"


def test_a_sentence_may_hold_others() -> None:
    say = Voice("en", ["Ann", "Ben"], SENTENCES)
    got = [Phrase("x.got", {"seat": 0, "cells": ["N50", "N51"]}), Phrase("x.got", {"seat": 1, "cells": ["N52"]})]
    assert say("x.all", list=got) == "All: Ann N50 and N51; Ben N52."
    assert say("x.all", list=got[:1]) == "All: Ann N50 and N51."
    assert say("x.all", list=got[1]) == "All: Ben N52."


def test_a_voice_may_call_the_seats_otherwise() -> None:
    say = Voice("ro", ["Ann", "Ben"], SENTENCES)
    other = say.naming(["R", "B"])
    assert other("x.tiles", seat=1, n=1, feature="road") == "B: o piesă"
    assert say.seat(1) == "Ben"


def test_names_with_braces_are_not_formats() -> None:
    say = Voice("en", ["{n}", "%s"], SENTENCES)
    assert say("x.who", seats=[0, 1], cells=[]) == "{n} and %s: "


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "Ann: o piesă"),
        (0, "Ann: 0 piese"),
        (19, "Ann: 19 piese"),
        (20, "Ann: 20 de piese"),
        (101, "Ann: 101 piese"),
        (121, "Ann: 121 de piese"),
    ],
)
def test_romanian_counts(n: int, said: str) -> None:
    assert Voice("ro", ["Ann"], SENTENCES)("x.tiles", seat=0, n=n) == said


@pytest.mark.parametrize(("n", "form"), [(1, 0), (2, 1), (0, 2), (3, 2), (20, 2), (-1, 0)])
def test_hebrew_counts(n: int, form: int) -> None:
    assert plural_form("he", n) == form


def test_a_missing_sentence_falls_back_to_english_and_then_says_so() -> None:
    assert Voice("ro", [], SENTENCES)("x.only") == "only here"
    with pytest.warns(MissingSentence, match=r"x\.nowhere"):
        assert Voice("ro", [], SENTENCES)("x.nowhere", n=1) == "x.nowhere"
    assert not Voice("en", [], SENTENCES).has("x.nowhere")


def test_a_key_is_given_once(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "en.toml").write_text('[x]\ny = "z"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="given twice"):
        read(iter(sorted(tmp_path.glob("*/en.toml"))))


def test_the_catalogues_of_the_project_can_be_read() -> None:
    assert "en" in catalogue().languages
    assert any(path.parent.name == "locales" for path in files())


@pytest.mark.parametrize("language", catalogue().languages)
def test_a_language_that_is_spoken_is_spoken_whole(language: str) -> None:
    assert catalogue().keys("en") - catalogue().keys(language) == frozenset()
    assert catalogue().keys(language) - catalogue().keys("en") == frozenset()
    assert language in CATEGORIES, "its plural forms"


@pytest.mark.parametrize("language", catalogue().languages)
def test_every_sentence_is_well_formed(language: str) -> None:
    for key in sorted(catalogue().keys(language)):
        sentence = catalogue().sentence(language, key)
        assert sentence == sentence.strip() or "\n" in sentence, key
        for _, name, spec, _ in string.Formatter().parse(sentence):
            assert name is None or re.fullmatch(r"[a-z_][a-z_0-9]*", name), f"{key}: {name}"
            assert not spec or len(spec.split("|")) == len(CATEGORIES[language]), f"{key}: forms of {name}"


def test_what_stands_behind_a_name_leaves_it_out() -> None:
    say = Voice(
        "en", ["Ann", "Ben"], Catalogue({"en": {"a.b": "{seat} took {n}.", "a.c": "{seats} won.", "a.d": "It."}})
    )
    assert say.after_name(Phrase("a.b", {"seat": 1, "n": 2}), 1) == "took 2."
    assert say.after_name(Phrase("a.b", {"seat": 1, "n": 2}), 0) == ""
    assert say.after_name(Phrase("a.c", {"seats": [0]}), 0) == "won."
    assert say.after_name(Phrase("a.c", {"seats": [0, 1]}), 0) == ""
    assert say.after_name(Phrase("a.d", {"seat": 0}), 0) == ""
    assert say.after_name(Phrase("a.e", {"seat": 0}), 0) == ""


def test_names_that_hold_the_signs_of_forms_are_said_as_they_are() -> None:
    say = Voice("en", ("A|B #1", "{n:x|y}"))
    said = say("pic.citadels.missed.chosen", n=2, names="A|B #1 and {n:x|y}")
    assert said == "A|B #1 and {n:x|y} have chosen."
