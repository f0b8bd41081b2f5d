"""Long random runs: games, months of many people, faults, secrecy, fuzzing."""
