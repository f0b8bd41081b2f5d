"""Letters: all there, in the right order, within their room."""

from __future__ import annotations

import unicodedata

import pytest

from render.core.fonts import (
    BOLD,
    BOX,
    ELLIPSIS,
    REGULAR,
    WIDTHS,
    drawable_text,
    fit_text,
    has_glyphs,
    load_font,
    measure_text,
    text_sprite,
    visual_order,
)
from words import catalogue

ALPHABETS = {
    "English": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "Romanian": "ĂÂÎȘȚăâîșț",
    "Cyrillic": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюяЄєІіЇїҐґЎўЂђЈјЉљЊњЋћЏџӘәҚқ",
    "Greek": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰΆΈΉΊΌΎΏ",
    "Latin elsewhere": "ŁłŻżŃńĞğŞşİıŐőŰűČčŘřŤťĶķŅņŪūĦħŊŋƏəĈĉŬŭẸẹỌọẤấỀềỢợỮữẞ",
    "Hebrew": "אבגדהוזחטיכלמנסעפצקרשתךםןףץ",
    "signs": ".,:;!?()[]-–—'’\"«»°·…/+%#",
}


@pytest.mark.parametrize("language", ALPHABETS)
def test_no_letter_is_missing(language: str) -> None:
    assert has_glyphs(ALPHABETS[language])


def test_missing_letters_are_found() -> None:
    assert not has_glyphs("→")
    assert not has_glyphs("A♠")


def test_what_pictures_say_can_be_drawn() -> None:
    sentences = catalogue()
    for key in sentences.keys_below("en", "pic"):
        assert has_glyphs(sentences.sentence("en", key)), key


def test_hebrew_is_turned_round_and_the_rest_is_not() -> None:
    assert visual_order("נועה") == "העונ"
    assert visual_order("Ionuț 12") == "Ionuț 12"
    assert visual_order("דנה 12") == "12 הנד"


def test_a_sentence_keeps_its_direction_whatever_name_it_begins_with() -> None:
    assert visual_order("דנה: built Temple.", "L") == "הנד: built Temple."
    assert visual_order("Ann.", "L") == visual_order("Ann.") == "Ann."
    assert visual_order("Ann דנה.", "R") == ".הנד Ann"
    assert visual_order("דנה", "L") == visual_order("דנה", "R")


def test_fitting_narrows_then_shrinks_then_cuts() -> None:
    text = "Bartholomew the Elder"
    wide = measure_text(text, load_font(32, REGULAR))
    assert fit_text(text, round(wide) + 2, 32) == (text, 32, 100)
    _, size, width = fit_text(text, round(wide * 0.85), 32)
    assert size == 32
    assert width in WIDTHS[1:]
    shown, size, width = fit_text(text, round(wide * 0.5), 32, floor=16)
    assert (shown, width) == (text, 62)
    assert 16 <= size < 32
    shown, size, _ = fit_text(text, 60, 32, floor=20)
    assert size == 20
    assert shown.endswith(ELLIPSIS)


@pytest.mark.parametrize("text", ["Maximiliana", "אברהם בן יהושע", "Ștefăniță", "iiiiiiiiiiiiiiiii", "WWWWWWWWWWWW"])
@pytest.mark.parametrize("room", [60, 90, 140])
def test_fitted_texts_fit(text: str, room: int) -> None:
    shown, size, width = fit_text(text, room, 32, floor=20)
    assert measure_text(shown, load_font(size, REGULAR, width)) <= room


@pytest.mark.parametrize("room", [110, 130, 150])
def test_names_that_differ_by_their_number_alone_stay_two_when_they_are_cut(room: int) -> None:
    shown = [fit_text(f"Very long machine {n}", room, 32, floor=28)[0] for n in (1, 2, 12)]
    assert [text[-2:] for text in shown] == [f"{ELLIPSIS}1", f"{ELLIPSIS}2", "12"]
    assert all(text.startswith("Ve") and len(text) < 18 for text in shown)
    assert fit_text("Very long name", room, 32, floor=28)[0].endswith(ELLIPSIS)
    assert fit_text("Machine 1", 20, 32, floor=28)[0] == ELLIPSIS  # not even the number has room


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Олег [x]", "Олег [x]"),
        ("Νίκος", "Νίκος"),
        ("И\u0306ван", "Йван"),
        ("李明 [x]", "□□ [x]"),
        ("محمد 2", "□□□□ 2"),
        ("Ţuţu", "Țuțu"),
        ("Ann 🦄", "Ann"),
        ("𝔸𝕟𝕟", "Ann"),
        ("🦄🦄", ""),
        ("Zo\u200be\u0301", "Zoé"),
        ("ﬁn", "fin"),
    ],
)
def test_names_are_shown_without_what_the_font_lacks(name: str, shown: str) -> None:
    assert drawable_text(name) in (shown, unicodedata.normalize("NFD", shown))
    assert has_glyphs(drawable_text(name).replace(BOX, ""))


def test_letters_of_other_scripts_are_as_wide_and_as_bold_as_the_rest() -> None:
    narrow, wide = (text_sprite("Олег [x]", 32, REGULAR, width, (0, 0, 0)) for width in (62, 100))
    assert text_sprite("[x]", 32, REGULAR, 100, (0, 0, 0)).width < narrow.width < wide.width
    thin, thick = (text_sprite("Олег", 32, weight, 100, (0, 0, 0)) for weight in (REGULAR, BOLD))
    assert thick.getchannel("A").getbbox() is not None
    assert sum(thin.getchannel("A").histogram()[128:]) < sum(thick.getchannel("A").histogram()[128:])


def test_what_is_measured_is_what_is_drawn() -> None:
    for text in ("Олег", "Oлег Ann", "Ăn Ņn Ω", "□□"):
        face = load_font(40)
        drawn = text_sprite(text, 40, REGULAR, 100, (0, 0, 0))
        box = drawn.getbbox()
        assert box is not None
        assert box[0] <= 8
        assert measure_text(text, face) - 10 <= box[2] <= drawn.width


def test_two_letters_that_no_font_has_are_boxes_side_by_side() -> None:
    one, two = (text_sprite(drawable_text(text), 40, REGULAR, 100, (0, 0, 0)) for text in ("李", "李明"))
    assert one.getbbox() is not None
    assert two.width > 1.6 * one.width


def test_a_minus_is_no_hyphen() -> None:
    """As wide as a plus; that of the first face is drawn like a hyphen."""
    face = load_font(40)
    assert measure_text("−", face) > 1.5 * measure_text("-", face)
    assert abs(measure_text("−", face) - measure_text("+", face)) <= 1
