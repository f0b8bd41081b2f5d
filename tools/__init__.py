"""Programs for hosts and maintainers. `python -m tools.NAME` runs one by its short name, whatever its folder."""

from __future__ import annotations

import sys
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any, Final

# Short name of a program -> its module below `tools`.
PROGRAMS: Final = {
    "arena": "lab.arena",
    "audit": "checks.audit",
    "backup": "host.backup",
    **{f"bench_{name}": f"bench.{name}" for name in ("bot", "films", "memory", "page", "peers")},
    **{f"bench_{name}": f"bench.{name}" for name in ("service", "start", "stores", "storm", "thinking")},
    "calibrate": "lab.calibrate",
    "contests": "lab.contests",
    "days": "soak.days",
    "faults": "soak.faults",
    "films": "pictures.films",
    "fuzz": "soak.fuzz",
    "healthy": "host.healthy",
    "hints": "lab.hints",
    "import_rules": "checks.import_rules",
    "make_palette": "pictures.make_palette",
    "move": "host.move",
    "processes": "soak.processes",
    "promises": "lab.check_predictions",
    "release": "checks.release",
    "reviews": "lab.reviews",
    "scale": "bench.scale",
    "secrecy": "soak.secrecy",
    "selfplay": "soak.selfplay",
    "stored": "soak.stored",
    "stories": "soak.stories",
    "tune": "lab.tune",
    "verify": "host.verify",
    "words": "checks.words",
}


class ShortNames(MetaPathFinder, InspectLoader):
    """Resolves `tools.NAME` for `python -m`. Code imports the modules by their full names."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        package, _, name = fullname.partition(".")
        return spec_from_loader(fullname, self) if package == "tools" and name in PROGRAMS else None

    def get_code(self, fullname: str) -> Any:
        module = f"tools.{PROGRAMS[fullname.removeprefix('tools.')]}"
        return compile(
            f"import runpy\nrunpy.run_module({module!r}, run_name='__main__', alter_sys=True)", module, "exec"
        )

    def exec_module(self, module: ModuleType) -> None:
        raise ImportError(f"{module.__name__} is a command; import tools.{PROGRAMS[module.__name__[6:]]}")

    def get_source(self, fullname: str) -> str | None:
        return None


sys.meta_path.insert(0, ShortNames())
