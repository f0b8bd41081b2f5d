"""`python -m tools.secrecy --games 500 --seed 1`: see `campaign`."""

from __future__ import annotations

from .campaign import main

if __name__ == "__main__":
    raise SystemExit(main())
