"""Checks of `make lint` and `make audit`: imports, homes of expansions and cards, translations, vulnerabilities."""
