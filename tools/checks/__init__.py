"""What `make lint` and `make audit` ask: import rules, homes of expansions and cards, translations, known faults."""
