"""`python -m tools.audit`: known faults of what the bot needs at run time, and secrets that lie in the checkout.

Faults are asked of the index of Python packages, by pip-audit. Where it does not answer that is said, and is no
failure: the other checks shall pass on a machine without a way out. A fault for which a mended version exists is a
failure, unless it shall only be told (`--tell`); one without is told. Secrets are looked for by detect-secrets in the
files that git knows.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
PATIENCE: Final = 180  # seconds
# Guesses by entropy and by names of variables: our records and keys of the catalogues are full of such.
LEFT_OUT: Final = ("Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector")
TEXTS: Final = ("*.md", "*.py", "*.toml", "*.yaml", "*.sql", "*.js", "*.html", "*.service", "*.example", "*.json")
OTHERS: Final = ("Makefile", "Dockerfile", ".ci", "requirements*.txt", ".gitignore", ".dockerignore")

Found = dict[str, Any]


def audit_packages(requirements: Path) -> tuple[list[str], list[str]]:
    """What is wrong, and what is worth telling, of the packages named in a file."""
    command = [sys.executable, "-m", "pip_audit", "-r", str(requirements), "--no-deps", "--disable-pip", "-f", "json"]
    try:
        ran = subprocess.run(
            [*command, "--progress-spinner", "off", "--timeout", "10"], capture_output=True, text=True, timeout=PATIENCE
        )
        packages: list[Found] = json.loads(ran.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, OSError, ValueError, KeyError, TypeError):
        return [], ["Known faults: nobody answered who knows them, so nothing was looked up."]
    return classify_findings(packages)


def classify_findings(packages: Sequence[Found]) -> tuple[list[str], list[str]]:
    """What pip-audit found: what can be mended is wrong, the rest is told."""
    wrong, told = [], []
    for package in packages:
        for fault in package.get("vulns", ()):
            line = f"{package['name']} {package['version']}: {fault['id']}"
            if mended := fault.get("fix_versions"):
                wrong.append(f"{line}, mended in {', '.join(mended)}")
            else:
                told.append(f"{line}, not mended yet")
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    if unknown:
        told.append(f"Known faults: nobody answered for {len(unknown)} of {len(packages)} packages.")
    else:
        told.append(f"Known faults: {len(packages)} packages looked up.")
    return wrong, told


def find_secrets(root: Path, files: Sequence[str]) -> Iterator[str]:
    """`file:line: kind` of each secret in these files."""
    command = [sys.executable, "-m", "detect_secrets", "-C", str(root), "scan"]
    for name in LEFT_OUT:
        command += ["--disable-plugin", name]
    ran = subprocess.run([*command, *files], capture_output=True, text=True, check=True, cwd=root)
    for file, lines in sorted(json.loads(ran.stdout)["results"].items()):
        yield from (f"{file}:{line['line_number']}: {line['type']}" for line in lines)


def list_text_files(root: Path) -> list[str]:
    """The texts of the checkout: those that git knows or would take; without git all but what lies hidden."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *TEXTS, *OTHERS]
    try:
        ran = subprocess.run(listing, capture_output=True, text=True, check=True, cwd=root)
        names = set(ran.stdout.split("\0"))
    except (OSError, subprocess.CalledProcessError):
        found = {path.relative_to(root) for name in (*TEXTS, *OTHERS) for path in root.rglob(name)}
        names = {path.as_posix() for path in found if path.name == ".env.example" or not _is_hidden(path)}
    return sorted(name for name in names if name and (root / name).is_file())


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") and part != ".ci" for part in path.parts)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.audit", description="Known faults, and secrets left lying.")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    parser.add_argument("--tell", action="store_true", help="tell known faults, and fail for secrets alone")
    given = parser.parse_args(arguments)
    root = given.root
    wrong, told = audit_packages(root / "requirements.txt")
    if given.tell:  # what others found out since is no fault of the change that is checked
        told, wrong = wrong + told, []
    files = list_text_files(root)
    wrong += find_secrets(root, files)
    told.append(f"Secrets: {len(files)} files read.")
    for line in told:
        print(line)
    for line in wrong:
        print(f"WRONG {line}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
