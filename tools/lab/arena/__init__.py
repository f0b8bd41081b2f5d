"""Our machines among those of another engine of Catan: `python -m tools.arena --help`."""
