"""Long random runs: games under all checks, months of many people, faults, secrecy, fuzzing."""
