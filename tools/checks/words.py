"""Open work in the translation catalogues: `python -m tools.words de` lists it with the English sentences.

`--check` covers all languages, as `make lint` does.

A stamps file beside each translation (`de.stamps`: key and hash) records the English sentence it was made from; a
translation whose English has changed is *stale*. After translating, `python -m tools.words de --stamp` stamps new
translations; stale ones are stamped by key: `--stamp carc.tile.laid` (or `--stamp all`).
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from words import CATEGORIES
from words.catalogue import FALLBACK, ROOT, flatten_sentences, list_catalogue_files
from words.sentence import Mark, list_marks

# Most characters that Discord shows, by prefix of the key; limits in pictures are tested elsewhere.
LONGEST: Final[Mapping[str, int]] = {"button.": 80, "cmd.": 100}
BEGUN: Final[frozenset[str]] = frozenset()  # languages in progress: their open work does not fail the check
SIZE: Final = 8  # of a hash, in hexadecimal digits


@dataclass(frozen=True, slots=True)
class CatalogueFault:
    """Open work for one sentence."""

    path: Path
    key: str
    what: str
    english: str = ""
    said: str = ""

    def __str__(self) -> str:
        told = [f"{self.path}: {self.key}: {self.what}"]
        told += [f"    en: {self.english}"] if self.english else []
        told += [f"        {self.said}"] if self.said else []
        return "\n".join(told)


@dataclass(slots=True)
class CataloguePair:
    """The English catalogue of a folder and its translation."""

    path: Path  # of the translation, relative to the project's root
    english: dict[str, str]
    said: dict[str, str] = field(default_factory=dict)
    stamps: dict[str, str] = field(default_factory=dict)

    @property
    def forms(self) -> set[str]:
        """Keys of additional word forms, such as `carc.feature_acc.road` of `carc.feature.road`."""
        return {key for key in self.said if key not in self.english and _base_key(key, self.english)}


def sentence_hash(sentence: str) -> str:
    return hashlib.blake2b(sentence.encode(), digest_size=SIZE // 2).hexdigest()


def list_catalogues(language: str, root: Path = ROOT) -> Iterator[CataloguePair]:
    """All English catalogues, with their translations where they exist."""
    for path in list_catalogue_files(root):
        if path.stem != FALLBACK:
            continue
        made = path.with_name(f"{language}.toml")
        pair = CataloguePair(made.relative_to(root), _read_catalogue(path))
        if made.exists():
            pair.said = _read_catalogue(made)
        if (stamps := made.with_suffix(".stamps")).exists():
            rows = (line.split() for line in stamps.read_text(encoding="utf-8").splitlines())
            pair.stamps = {row[0]: row[1] for row in rows}
        yield pair


def requested_word_forms(sentences: Iterable[str]) -> frozenset[str]:
    """The word forms that sentences refer to."""
    return frozenset(mark.form for said in sentences for mark in _parse_marks(said) if mark.form)


def find_faults(
    pair: CataloguePair, language: str, elsewhere: frozenset[str] = frozenset()
) -> Iterator[CatalogueFault]:
    """Faults of one catalogue: missing, stale, unused, other parameters, wrong forms, too long.

    `elsewhere`: word forms requested by other catalogues of the language.
    """
    for key, english in pair.english.items():
        said = pair.said.get(key)
        if said is None:
            yield CatalogueFault(pair.path, key, "is missing", english)
            continue
        stamp = pair.stamps.get(key)
        if stamp != sentence_hash(english):
            yield CatalogueFault(pair.path, key, "has no stamp" if stamp is None else "is stale", english, said)
        yield from (
            CatalogueFault(pair.path, key, what, english, said)
            for what in _find_wrong_values(key, english, said, language)
        )
    for key in sorted(set(pair.said) - set(pair.english) - pair.forms):
        yield CatalogueFault(pair.path, key, "is no sentence of the English", said=pair.said[key])
    used = elsewhere | requested_word_forms(pair.said.values())
    for key in sorted(pair.forms):
        if _word_form_of(key) not in used:
            yield CatalogueFault(pair.path, key, "is a form that no sentence asks for", said=pair.said[key])
    yield from (
        CatalogueFault(pair.path, key, "has a stamp and no sentence")
        for key in sorted(set(pair.stamps) - set(pair.said))
    )


def _find_wrong_values(key: str, english: str, said: str, language: str) -> Iterator[str]:
    try:
        own = list(list_marks(said))
    except ValueError as error:
        yield f"has braces that do not fit ({error})"
        return
    known, given = {mark.name for mark in list_marks(english)}, {mark.name for mark in own}
    if known != given:
        lacks, adds = sorted(known - given), sorted(given - known)
        yield f"has other parameters (lacks {', '.join(lacks) or 'none'}, adds {', '.join(adds) or 'none'})"
    for mark in own:
        if mark.counted and len(mark.texts) != len(CATEGORIES[language]):
            yield f"has {len(mark.texts)} forms of {{{mark.name}}} and needs {len(CATEGORIES[language])}"
    if english and not said.strip():
        yield "is empty"
    if english[-1:].isspace() != said[-1:].isspace() or english[:1].isspace() != said[:1].isspace():
        yield "begins or ends with space where the English does not, or the other way round"
    for sign in ("**", "`", "\n"):
        if english.count(sign) != said.count(sign):
            yield f"has {said.count(sign)} of {sign!r} where the English has {english.count(sign)}"
    longest = next((most for begun, most in LONGEST.items() if key.startswith(begun)), None)
    if longest is not None and len(said) > longest:
        yield f"has {len(said)} characters and may have {longest}"


def _parse_marks(sentence: str) -> list[Mark]:
    try:
        return list(list_marks(sentence))
    except ValueError:
        return []


def _base_key(key: str, known: Mapping[str, str]) -> str | None:
    """The key of the word of which `key` is another form; None if it is none."""
    table, _, value = key.rpartition(".")
    above, _, name = table.rpartition(".")
    plain = f"{above}.{name.rpartition('_')[0]}.{value}"
    return plain if plain in known else None


def _word_form_of(key: str) -> str:
    return key.rpartition(".")[0].rpartition("_")[2]


def _read_catalogue(path: Path) -> dict[str, str]:
    return dict(flatten_sentences(tomllib.loads(path.read_text(encoding="utf-8")), ""))


def write_stamps(pair: CataloguePair, language: str, anew: Sequence[str], root: Path = ROOT) -> int:
    """Writes stamps for new translations and for the keys of `anew`; returns the number of changes."""
    kept = {key: value for key, value in pair.stamps.items() if key in pair.said and key in pair.english}
    fresh = {
        key: sentence_hash(english)
        for key, english in pair.english.items()
        if key in pair.said and (key not in kept or key in anew or "all" in anew)
    }
    stamps = {**kept, **fresh}
    if stamps != pair.stamps:
        lines = [f"{key} {stamps[key]}\n" for key in pair.english if key in stamps]
        (root / pair.path).with_suffix(".stamps").write_text("".join(lines), encoding="utf-8")
    return sum(pair.stamps.get(key) != value for key, value in fresh.items())


def list_translations(root: Path = ROOT) -> list[str]:
    """The languages with a catalogue, besides English."""
    return sorted({path.stem for path in list_catalogue_files(root)} - {FALLBACK})


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("language", nargs="?", choices=sorted(set(CATEGORIES) - {FALLBACK}))
    parser.add_argument("--check", action="store_true", help="all languages, as `make lint` wants them")
    parser.add_argument("--stamp", nargs="*", metavar="KEY", help="stamp what has no stamp, and these keys anew")
    parser.add_argument("--only", default="", help="catalogues below this folder alone, or one file")
    parser.add_argument("--root", type=Path, default=ROOT, help="of another checkout")
    told = parser.parse_args(arguments)
    if not told.check and told.language is None:
        parser.error("which language?")
    found: list[CatalogueFault] = []
    for language in list_translations(told.root) if told.check else [told.language]:
        known = list(list_catalogues(language, told.root))
        forms = requested_word_forms(said for pair in known for said in pair.said.values())
        for pair in known:
            if not str(pair.path).startswith(told.only):
                continue
            if told.stamp is not None:
                print(f"{pair.path}: {write_stamps(pair, language, told.stamp, told.root)} stamped")
            else:
                found += find_faults(pair, language, forms)
    begun = {path: n for path, n in Counter(fault.path for fault in found).items() if told.check and path.stem in BEGUN}
    found = [fault for fault in found if fault.path not in begun]
    for fault in found:
        print(fault)
    if begun:
        print(f"Translations: {sum(begun.values())} to do in languages that are not whole yet.")
    if told.stamp is None:
        print(f"{len(found)} to do" if found else "Translations: nothing else to do.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
