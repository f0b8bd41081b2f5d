"""Catalogues and the voice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.core import Phrase
from words import CATEGORIES, Catalogue, MissingSentence, Voice, catalogue, plural_form
from words.catalogue import list_catalogue_files, merge_catalogues
from words.sentence import list_marks

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
            "x.tiles": "{seat}: {n:o piesă|# piese|# de piese} ({feature})",
            "x.to": "spre {seat}",
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
    other = say.with_seat_names(["R", "B"])
    assert other("x.tiles", seat=1, n=1, feature="road") == "B: o piesă (drum)"
    assert say.seat(1) == "Ben"


def test_names_with_braces_are_not_formats() -> None:
    say = Voice("en", ["{n}", "%s"], SENTENCES)
    assert say("x.who", seats=[0, 1], cells=[]) == "{n} and %s: "


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (1, "Ann: o piesă (drum)"),
        (0, "Ann: 0 piese (drum)"),
        (19, "Ann: 19 piese (drum)"),
        (20, "Ann: 20 de piese (drum)"),
        (101, "Ann: 101 piese (drum)"),
        (121, "Ann: 121 de piese (drum)"),
    ],
)
def test_romanian_counts(n: int, said: str) -> None:
    assert Voice("ro", ["Ann"], SENTENCES)("x.tiles", seat=0, n=n, feature="road") == said


@pytest.mark.parametrize(("n", "form"), [(1, 0), (2, 1), (0, 2), (3, 2), (20, 2), (-1, 0)])
def test_hebrew_counts(n: int, form: int) -> None:
    assert plural_form("he", n) == form


def test_a_missing_sentence_falls_back_to_english_and_then_says_so() -> None:
    assert Voice("ro", [], SENTENCES)("x.only") == "only here"
    with pytest.warns(MissingSentence, match=r"x\.nowhere"):
        assert Voice("ro", [], SENTENCES)("x.nowhere", n=1) == "x.nowhere"
    assert not Voice("en", [], SENTENCES).has("x.nowhere")


def test_a_translation_with_other_parameters_than_the_english_is_not_shown() -> None:
    assert Voice("ro", ["Ann", "Ben"], SENTENCES)("x.to", to_seat=1) == "to Ben"


def test_an_english_sentence_has_english_words_and_forms_in_every_language() -> None:
    there = Catalogue(
        {
            "en": {"x.got": "{n:# tile|# tiles} of {feature}", "x.feature.road": "road", "x.all": "All: {list}"},
            "ro": {"x.feature.road": "drum", "x.all": "Toate: {list}"},
            "he": {},
        }
    )
    assert Voice("ro", sentences=there)("x.got", n=20, feature="road") == "20 tiles of road"
    assert Voice("ro", sentences=there)("x.all", list=Phrase("x.got", {"n": 1, "feature": "road"})) == (
        "Toate: 1 tile of road"
    )
    assert Voice("he", sentences=there)("x.got", n=2, feature="road") == "\u20682 tiles of road\u2069"


@pytest.mark.parametrize(("translated", "offered"), [(10, True), (9, True), (8, False), (0, False)])
def test_a_language_is_offered_when_nearly_everything_is_translated(translated: int, offered: bool) -> None:
    english = {f"x.s{n}": "word" for n in range(10)}
    there = Catalogue({"en": english, "de": dict(list(english.items())[:translated])})
    assert ("de" in there.offered_languages) == offered


def test_a_key_is_given_once(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "en.toml").write_text('[x]\ny = "z"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="given twice"):
        merge_catalogues(iter(sorted(tmp_path.glob("*/en.toml"))))


def test_the_catalogues_of_the_project_can_be_read() -> None:
    assert "en" in catalogue().languages
    assert any(path.parent.name == "locales" for path in list_catalogue_files())


@pytest.mark.parametrize("language", catalogue().languages)
def test_every_language_has_plural_forms(language: str) -> None:
    assert language in CATEGORIES


def test_every_english_sentence_is_well_formed() -> None:
    for key in sorted(catalogue().keys("en")):
        sentence = catalogue().sentence("en", key)
        assert sentence == sentence.strip() or "\n" in sentence, key
        for mark in list_marks(sentence):
            assert re.fullmatch(r"[a-z_][a-z_0-9]*", mark.name), f"{key}: {mark.name}"
            assert not mark.has_number_forms or len(mark.alternatives) == len(CATEGORIES["en"]), (
                f"{key}: forms of {mark.name}"
            )


CASES = Catalogue(
    {
        "en": {
            "x.feature.road": "road",
            "x.feature.city": "city",
            "x.took": "{seat} took {feature}.",
            "list.last": "{so_far} and {item}",
        },
        "de": {
            "x.feature.road": "Straße",
            "x.feature.city": "Stadt",
            "x.feature_acc.road": "die Straße",
            "x.took": "{seat} nahm {feature:@acc}.",
            "x.all": "{features:@acc}",
            "x.which": "{feature:?road=Diese Straße hat {n:# Feld|# Felder}|city={feature}|Anderes}",
            "x.nested": "{n:# Karte und {m:# Taler|# Taler}|# Karten, {m:ein Taler|# Taler}}",
            "x.gave": "{seat}: gab {n}.",
        },
    }
)


def test_a_language_may_have_words_in_other_forms() -> None:
    say = Voice("de", ["Ann"], CASES)
    assert say("x.took", seat=0, feature="road") == "Ann nahm die Straße."
    assert say("x.took", seat=0, feature="city") == "Ann nahm Stadt.", "without that form the plain word"
    assert say("x.all", features=["road", "city"]) == "die Straße and Stadt"


def test_a_text_is_chosen_by_value() -> None:
    say = Voice("de", ["Ann"], CASES)
    assert say("x.which", feature="road", n=2) == "Diese Straße hat 2 Felder"
    assert say("x.which", feature="city", n=2) == "Stadt"
    assert say("x.which", feature="field", n=2) == "Anderes"


def test_forms_within_forms_count_for_themselves() -> None:
    say = Voice("de", sentences=CASES)
    assert say("x.nested", n=1, m=3) == "1 Karte und 3 Taler"
    assert say("x.nested", n=4, m=1) == "4 Karten, ein Taler"


def test_a_name_may_be_followed_by_a_colon() -> None:
    assert Voice("de", ["Ann"], CASES).sentence_after_name(Phrase("x.gave", {"seat": 0, "n": 2}), 0) == "gab 2."


def test_what_stands_behind_a_name_leaves_it_out() -> None:
    say = Voice(
        "en", ["Ann", "Ben"], Catalogue({"en": {"a.b": "{seat} took {n}.", "a.c": "{seats} won.", "a.d": "It."}})
    )
    assert say.sentence_after_name(Phrase("a.b", {"seat": 1, "n": 2}), 1) == "took 2."
    assert say.sentence_after_name(Phrase("a.b", {"seat": 1, "n": 2}), 0) == ""
    assert say.sentence_after_name(Phrase("a.c", {"seats": [0]}), 0) == "won."
    assert say.sentence_after_name(Phrase("a.c", {"seats": [0, 1]}), 0) == ""
    assert say.sentence_after_name(Phrase("a.d", {"seat": 0}), 0) == ""
    assert say.sentence_after_name(Phrase("a.e", {"seat": 0}), 0) == ""


def test_names_that_hold_the_signs_of_forms_are_said_as_they_are() -> None:
    say = Voice("en", ("A|B #1", "{n:x|y}"))
    said = say("pic.citadels.missed.chosen", n=2, names="A|B #1 and {n:x|y}")
    assert said == "A|B #1 and {n:x|y} have chosen."


def test_what_stands_behind_a_name_is_isolated_in_english() -> None:
    say = Voice("he", ["Ann"], Catalogue({"en": {"a.b": "{seat} took {n}."}, "he": {"a.c": "x"}}))
    said = say.sentence_after_name(Phrase("a.b", {"seat": 0, "n": 2}), 0)
    assert said != "took 2."
    assert said[1:-1] == "took 2."
