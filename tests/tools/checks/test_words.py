"""The tool that says what is to be done in the catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.checks.words import find_faults, list_catalogues, main, sentence_hash, write_stamps

ENGLISH = """
[x]
tile = "{n:# tile|# tiles} at {cell}"
go = "**Go**"
[x.feature]
road = "road"
[button]
join = "Join"
"""
MORE = "[more]\n" + "".join(f'w{n} = "word"\n' for n in range(10))  # a language with one open sentence is offered
ENGLISH += MORE


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "locales").mkdir()
    (tmp_path / "locales" / "en.toml").write_text(ENGLISH, encoding="utf-8")
    return tmp_path


def said(root: Path, text: str, language: str = "ro") -> list[tuple[str, str]]:
    (root / "locales" / f"{language}.toml").write_text(text, encoding="utf-8")
    write_stamps(list(list_catalogues(language, root)), language, (), root)
    (pair,) = list_catalogues(language, root)
    return [(fault.key, fault.what) for fault in find_faults(pair, language)]


GOOD = """
[x]
tile = "{n:# țiglă|# țigle|# de țigle} la {cell}"
go = "**Mergi**"
[x.feature]
road = "drum"
[button]
join = "Intră"
"""
GOOD += MORE


def test_a_whole_catalogue_has_nothing_to_do(root: Path) -> None:
    assert said(root, GOOD) == []
    assert main(["--check", "--root", str(root)]) == 0
    assert main(["--release", "--root", str(root)]) == 0


def test_a_language_that_has_no_catalogue_lacks_everything(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ro", "--root", str(root)]) == 1
    assert "14 in ro to do" in capsys.readouterr().out
    assert main(["--check", "--root", str(root)]) == 0, "nobody has begun one"


@pytest.mark.parametrize(
    ("old", "new", "key", "what"),
    [
        ('go = "**Mergi**"', "", "x.go", "is missing"),
        ("{cell}", "{spot}", "x.tile", "has other parameters (lacks cell, adds spot)"),
        ("|# de țigle", "", "x.tile", "has 2 forms of {n} and needs 3"),
        ("**Mergi**", "Mergi", "x.go", "has 0 of '**' where the English has 2"),
        ('"**Mergi**"', '""', "x.go", "is empty"),
        (
            "**Mergi**",
            "**Mergi** ",
            "x.go",
            "begins or ends with space where the English does not, or the other way round",
        ),
        ("la {cell}", "la {cell", "x.tile", "has braces that do not fit (expected '}' before end of string)"),
        ("Intră", "I" * 81, "button.join", "has 81 characters and may have 80"),
        ("[button]", 'more = "x"\n[button]', "x.feature.more", "is no sentence of the English"),
        (
            "[button]",
            '[x.feature_acc]\nroad = "drumul"\n[button]',
            "x.feature_acc.road",
            "is a form that no sentence asks for",
        ),
    ],
)
def test_what_is_wrong_is_named(root: Path, old: str, new: str, key: str, what: str) -> None:
    assert old in GOOD
    assert (key, what) in said(root, GOOD.replace(old, new))


def test_words_in_forms_that_are_asked_for_are_none_too_many(root: Path) -> None:
    forms = '[x.feature_acc]\nroad = "drumul"\n[button]'
    assert said(root, GOOD.replace("la {cell}", "la {cell} {feature:@acc}").replace("[button]", forms)) == [
        ("x.tile", "has other parameters (lacks none, adds feature)")
    ]


def test_a_language_that_is_not_offered_yet_may_be_open_at_a_release(root: Path) -> None:
    said(root, '[button]\njoin = "Intră"\n')
    assert main(["--release", "--root", str(root)]) == 0
    assert main(["ro", "--root", str(root)]) == 1


def change_english(root: Path, old: str, new: str) -> None:
    assert old in ENGLISH
    (root / "locales" / "en.toml").write_text(ENGLISH.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[button]", 'new = "new"\n[button]'),
        ("**Go**", "Go on"),
        (" at {cell}", " at {place}"),
        ('go = "**Go**"', ""),
        ('road = "road"', ""),
    ],
)
def test_english_may_change_alone_until_the_release(
    root: Path, old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said(root, GOOD)
    change_english(root, old, new)
    capsys.readouterr()
    assert main(["--check", "--root", str(root)]) == 0
    told = capsys.readouterr().out
    assert "1 in ro" in told
    assert told.count("\n") == 1
    assert main(["--release", "--root", str(root)]) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("la {cell}", "la {cell"),
        ("|# de țigle", ""),
        ("{cell}", "{spot}"),
        ("**Mergi**", "Mergi"),
        ('"**Mergi**"', '""'),
        ("Intră", "I" * 81),
    ],
)
def test_a_broken_translation_stops_every_commit(root: Path, old: str, new: str) -> None:
    said(root, GOOD.replace(old, new))
    assert main(["--check", "--root", str(root)]) == 1


def test_a_sentence_whose_english_changed_is_stale_until_it_is_stamped_anew(root: Path) -> None:
    said(root, GOOD)
    change_english(root, "**Go**", "**Go on**")
    (pair,) = list_catalogues("ro", root)
    assert [(fault.key, fault.what) for fault in find_faults(pair, "ro")] == [("x.go", "is stale")]
    assert main(["ro", "--stamp", "--root", str(root)]) == 0
    assert main(["ro", "--root", str(root)]) == 1, "its own key must be named"
    assert main(["ro", "--stamp", "x.go", "--root", str(root)]) == 0
    assert main(["ro", "--root", str(root)]) == 0


def test_stamps_of_sentences_that_went_are_named_and_taken_away(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(root, GOOD)
    stamps = root / "locales" / "ro.stamps"
    stamps.write_text(stamps.read_text() + f"x.old {sentence_hash('old')}\n")
    assert main(["ro", "--root", str(root)]) == 1
    assert "x.old: has a stamp and no sentence" in capsys.readouterr().out
    main(["ro", "--stamp", "--root", str(root)])
    assert "x.old" not in stamps.read_text()
