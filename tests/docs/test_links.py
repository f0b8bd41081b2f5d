"""Links between the documents lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from .books import ROOT, files, text_of, unfenced

LINK = re.compile(r"\]\(([^)\s]+)\)")


def headings(path: Path) -> set[str]:
    """The anchors of a document, as GitHub makes them."""
    titles = [line.lstrip("#").strip().lower() for line in unfenced(text_of(path)) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}


def broken(path: Path, link: str) -> bool:
    """Whether a link in this document leads to nothing in the project. Addresses of the web are not looked at."""
    if re.match(r"[a-z]+:", link):
        return False
    name, _, anchor = unquote(link).partition("#")
    there = (path.parent / name).resolve() if name else path
    if not there.exists() or not there.is_relative_to(ROOT):
        return True
    return bool(anchor) and there.suffix == ".md" and anchor not in headings(there)


def test_links_between_documents_work() -> None:
    found = [
        (path, link)
        for path in files()
        if path.suffix == ".md"
        for line in unfenced(text_of(path))
        for link in LINK.findall(line)
    ]
    assert len(found) > 10
    lost = [f"{path.relative_to(ROOT)}: {link}" for path, link in found if broken(path, link)]
    assert not lost, "\n".join(lost)


def test_a_broken_link_is_found() -> None:
    document = ROOT / "docs" / "codes.md"
    assert broken(document, "rules/nowhere")
    assert broken(document, "#nowhere")
    assert broken(document, "../../outside")
    assert not broken(document, "rules/catan.md#18-tricky-cases")
    assert not broken(document, "https://discord.com")
