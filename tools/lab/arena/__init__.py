"""Our machines against those of Catanatron, another Catan engine: `python -m tools.arena --help`."""
