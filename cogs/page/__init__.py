"""A finished game as a page to keep: one file that needs nothing else."""
