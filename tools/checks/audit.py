"""Known vulnerabilities of runtime requirements, and secrets in the checkout: `python -m tools.audit`.

pip-audit looks up the requirements. A vulnerability with a fixed version fails the check (with `--tell` it is only
reported), one without is reported. If the index does not answer, this is reported and fails nothing, so that the check
passes offline. detect-secrets scans the files known to git.
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
# Heuristics by entropy and variable name: too many false positives in game records and catalogue keys.
LEFT_OUT: Final = ("Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector")
TEXTS: Final = ("*.md", "*.py", "*.toml", "*.yaml", "*.sql", "*.js", "*.html", "*.service", "*.example", "*.json")
OTHERS: Final = ("Makefile", "Dockerfile", ".ci", "requirements*.txt", ".gitignore", ".dockerignore")

Found = dict[str, Any]


def audit_packages(requirements: Path) -> tuple[list[str], list[str]]:
    """Failures and notes about the packages of a requirements file."""
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
    """Failures (a fixed version exists) and notes (none exists) of pip-audit's findings."""
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
    """`file:line: type` of each secret in the files."""
    command = [sys.executable, "-m", "detect_secrets", "-C", str(root), "scan"]
    for name in LEFT_OUT:
        command += ["--disable-plugin", name]
    ran = subprocess.run([*command, *files], capture_output=True, text=True, check=True, cwd=root)
    for file, lines in sorted(json.loads(ran.stdout)["results"].items()):
        yield from (f"{file}:{line['line_number']}: {line['type']}" for line in lines)


def list_text_files(root: Path) -> list[str]:
    """Text files tracked by git or addable to it; without git, all that are not hidden."""
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
    if given.tell:  # published since the last change, so not the fault of the change under test
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
