"""Fuzzes all parsers of input from people, files and database rows: `python -m tools.fuzz`."""
