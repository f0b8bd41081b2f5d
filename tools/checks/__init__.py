"""Checks of `make lint` and `make audit`: import rules, homes of expansions and cards, translations, vulnerabilities."""
