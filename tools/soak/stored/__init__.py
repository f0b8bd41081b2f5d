"""A database as this release stores it: `python -m tools.stored`.

Writes `tests/stored/<version>.sqlite3.xz`, in which a table stands before every kind of decision that a game asks for,
and tables and people are in every condition that the service knows. Each release adds its file; `tests/test_stored.py`
opens all of them, goes on with every table, takes back and replays, and says what the newest one lacks.
"""
