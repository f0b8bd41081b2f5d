"""Creates a sample database of this release: `python -m tools.stored`.

Writes `tests/stored/<version>.sqlite3.xz`, with a table before every kind of decision, and tables and people in every
condition the service knows. Each release adds its file. `tests/test_stored.py` opens all of them, continues every
table, undoes and replays, and reports what the newest file lacks.
"""
