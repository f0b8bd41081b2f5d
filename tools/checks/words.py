"""Work to do in the translations: `python -m tools.words de` lists it with the English.

`--check` looks at all languages, as `make lint` does. Two things are told apart:

* *open*: a sentence without a translation, a translation of an earlier English sentence, one that nothing asks for. The
  bot shows such a sentence in English or as it was translated before, so an open sentence is counted and stops nobody.
  A release has nothing open: `--release`, as `make release-check` asks.
* *broken*: marks or parameters that cannot be shown, or that are not those of the English from which it was translated.

A language that is not offered yet (`words.catalogue.OFFERED_FROM`) may have open sentences at a release, too.

`locales/<language>.stamps` names for each sentence a hash of the English from which it was translated.
After translating, `python -m tools.words de --stamp` stamps what has no stamp yet; a sentence that was translated anew
is stamped by its key: `--stamp carc.tile.laid` (or `--stamp all`). A change of English sentences alone needs no stamps.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from words import CATEGORIES
from words.catalogue import FALLBACK, OFFERED_FROM, ROOT, flatten_sentences, list_catalogue_files
from words.sentence import Mark, list_marks

# Most characters that Discord shows, by prefix of the key; limits in pictures are tested elsewhere.
LONGEST: Final[Mapping[str, int]] = {"button.": 80, "cmd.": 100}
SIZE: Final = 8  # of a hash, in hexadecimal digits


@dataclass(frozen=True, slots=True)
class CatalogueFault:
    """Open work for one sentence."""

    path: Path
    key: str
    what: str
    english: str = ""
    said: str = ""
    broken: bool = False  # it cannot be shown as it stands; else it is open

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
    stamps: Mapping[str, str] = field(default_factory=dict)  # of the whole language

    @property
    def forms(self) -> set[str]:
        """Keys of additional word forms, such as `carc.feature_acc.road` of `carc.feature.road`."""
        return {key for key in self.said if key not in self.english and _base_key(key, self.english)}


def sentence_hash(sentence: str) -> str:
    return hashlib.blake2b(sentence.encode(), digest_size=SIZE // 2).hexdigest()


def read_stamps(language: str, root: Path = ROOT) -> dict[str, str]:
    """Key of each translated sentence -> hash of the English from which it was translated."""
    path = _stamps_path(language, root)
    if not path.exists():
        return {}
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {row[0]: row[1] for row in rows}


def _stamps_path(language: str, root: Path) -> Path:
    return root / "locales" / f"{language}.stamps"


def list_catalogues(language: str, root: Path = ROOT) -> Iterator[CataloguePair]:
    """All English catalogues, with their translations where they exist."""
    stamps = read_stamps(language, root)
    for path in list_catalogue_files(root):
        if path.stem == FALLBACK:
            made = path.with_name(f"{language}.toml")
            said = _read_catalogue(made) if made.exists() else {}
            yield CataloguePair(made.relative_to(root), _read_catalogue(path), said, stamps)


def requested_word_forms(sentences: Iterable[str]) -> frozenset[str]:
    """The word forms that sentences refer to."""
    return frozenset(mark.word_form for said in sentences for mark in _parse_marks(said) if mark.word_form)


def find_faults(
    pair: CataloguePair, language: str, elsewhere: frozenset[str] = frozenset()
) -> Iterator[CatalogueFault]:
    """Open and broken sentences of one catalogue. `elsewhere`: the forms that its other catalogues ask for."""
    for key, english in pair.english.items():
        said = pair.said.get(key)
        if said is None:
            yield CatalogueFault(pair.path, key, "is missing", english)
            continue
        stamp = pair.stamps.get(key)
        stale = stamp not in (None, sentence_hash(english))
        if stale or stamp is None:
            yield CatalogueFault(pair.path, key, "is stale" if stale else "has no stamp", english, said)
        faults = [*_find_broken_marks(said, language), *_find_bad_lengths(key, said)] if said.strip() or english else []
        if english and not said.strip():
            faults.append("is empty")
        yield from (CatalogueFault(pair.path, key, what, english, said, broken=True) for what in faults)
        if not faults:
            yield from (
                CatalogueFault(pair.path, key, what, english, said, broken=not stale)
                for what in _find_differences(english, said)
            )
    for key in sorted(set(pair.said) - set(pair.english) - pair.forms):
        yield CatalogueFault(pair.path, key, "is no sentence of the English", said=pair.said[key])
    used = elsewhere | requested_word_forms(pair.said.values())
    for key in sorted(pair.forms):
        if _word_form_of(key) not in used:
            yield CatalogueFault(pair.path, key, "is a form that no sentence asks for", said=pair.said[key])


def find_unused_stamps(pairs: Sequence[CataloguePair], language: str, root: Path = ROOT) -> Iterator[CatalogueFault]:
    """Stamps of sentences that are no longer there."""
    said = {key for pair in pairs for key in pair.said if key in pair.english}
    path = _stamps_path(language, root).relative_to(root)
    for key in sorted(read_stamps(language, root).keys() - said):
        yield CatalogueFault(path, key, "has a stamp and no sentence")


def _find_broken_marks(said: str, language: str) -> Iterator[str]:
    """Marks with which the sentence cannot be shown, whatever the English is."""
    try:
        marks = list(list_marks(said))
    except ValueError as error:
        yield f"has braces that do not fit ({error})"
        return
    for mark in marks:
        if mark.has_number_forms and len(mark.alternatives) != len(CATEGORIES[language]):
            yield f"has {len(mark.alternatives)} forms of {{{mark.name}}} and needs {len(CATEGORIES[language])}"


def _find_bad_lengths(key: str, said: str) -> Iterator[str]:
    longest = next((most for begun, most in LONGEST.items() if key.startswith(begun)), None)
    if longest is not None and len(said) > longest:
        yield f"has {len(said)} characters and may have {longest}"


def _find_differences(english: str, said: str) -> Iterator[str]:
    """What a translation of that English would have in common with it, and this one has not."""
    known, given = ({mark.name for mark in list_marks(one)} for one in (english, said))
    if known != given:
        lacks, adds = sorted(known - given), sorted(given - known)
        yield f"has other parameters (lacks {', '.join(lacks) or 'none'}, adds {', '.join(adds) or 'none'})"
    if english[-1:].isspace() != said[-1:].isspace() or english[:1].isspace() != said[:1].isspace():
        yield "begins or ends with space where the English does not, or the other way round"
    for sign in ("**", "`", "\n"):
        if english.count(sign) != said.count(sign):
            yield f"has {said.count(sign)} of {sign!r} where the English has {english.count(sign)}"


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


def write_stamps(
    pairs: Sequence[CataloguePair], language: str, anew: Sequence[str], root: Path = ROOT, only: str = ""
) -> int:
    """Write the stamps of what has none, and of the keys that were translated anew; how many changed."""
    before = read_stamps(language, root)
    stamps = {}
    for pair in pairs:
        here = str(pair.path).startswith(only)
        for key, english in pair.english.items():
            fresh = here and key in pair.said and (key not in before or key in anew or "all" in anew)
            if fresh:
                stamps[key] = sentence_hash(english)
            elif key in pair.said and key in before:
                stamps[key] = before[key]
    if stamps != before:
        lines = [f"{key} {stamp}\n" for key, stamp in stamps.items()]
        _stamps_path(language, root).write_text("".join(lines), encoding="utf-8")
    return sum(before.get(key) != stamp for key, stamp in stamps.items())


def list_translations(root: Path = ROOT) -> list[str]:
    """The languages with a catalogue, besides English."""
    return sorted({path.stem for path in list_catalogue_files(root)} - {FALLBACK})


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.words", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("language", nargs="?", choices=sorted(set(CATEGORIES) - {FALLBACK}))
    parser.add_argument("--check", action="store_true", help="all languages, as `make lint` wants them: nothing broken")
    parser.add_argument("--release", action="store_true", help="all languages, as a release wants them: nothing open")
    parser.add_argument("--stamp", nargs="*", metavar="KEY", help="stamp what has no stamp, and these keys anew")
    parser.add_argument("--only", default="", help="catalogues below this folder alone, or one file")
    parser.add_argument("--root", type=Path, default=ROOT, help="of another checkout")
    told = parser.parse_args(arguments)
    everything = told.check or told.release
    if not everything and told.language is None:
        parser.error("which language?")
    found: list[CatalogueFault] = []
    begun: set[str] = set()  # languages that are not offered yet
    for language in list_translations(told.root) if everything else [told.language]:
        pairs = list(list_catalogues(language, told.root))
        if told.stamp is not None:
            print(f"{language}: {write_stamps(pairs, language, told.stamp, told.root, told.only)} stamped")
            continue
        if not _is_offered(pairs):
            begun.add(language)
        forms = requested_word_forms(said for pair in pairs for said in pair.said.values())
        for pair in pairs:
            if str(pair.path).startswith(told.only):
                found += find_faults(pair, language, forms)
        found += find_unused_stamps(pairs, language, told.root)
    if told.stamp is not None:
        return 0
    counted_only = set(CATEGORIES) if told.check and not told.release else begun if everything else set()
    return _report(found, counted_only)


def _is_offered(pairs: Sequence[CataloguePair]) -> bool:
    """As `Catalogue.offered_languages` says it of a language."""
    translated = sum(len(pair.said.keys() & pair.english) for pair in pairs)
    return translated >= OFFERED_FROM * sum(len(pair.english) for pair in pairs)


def _report(found: Sequence[CatalogueFault], counted_only: Container[str]) -> int:
    """Print the sentences, of some languages only the broken ones, and how many there are; the exit code."""
    sentences = Counter(fault.path.stem for fault in {(one.path.stem, one.key): one for one in found}.values())
    counted = ", ".join(f"{n} in {language}" for language, n in sorted(sentences.items()))
    told = [fault for fault in found if fault.broken or fault.path.stem not in counted_only]
    for fault in told:
        print(fault)
    print(f"Translations: {counted} to do." if counted else "Translations: nothing to do.")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
