"""`python -m tools.secrecy --games 500 --seed 1`; what it does stands in `campaign`."""

from __future__ import annotations

from .campaign import main

if __name__ == "__main__":
    raise SystemExit(main())
