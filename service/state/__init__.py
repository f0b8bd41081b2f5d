"""Pure values and functions: tables, seats, clocks, notifications, standing answers. No database, no tasks."""
