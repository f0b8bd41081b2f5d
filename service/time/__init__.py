"""Paces, hours, vacations and time zones: pure values and functions; instants are Unix seconds.

Nothing here has a clock or a store: callers pass the current time.
"""
