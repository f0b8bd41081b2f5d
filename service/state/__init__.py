"""Pure values and functions: tables, seats, clocks, notifications, standing answers."""
