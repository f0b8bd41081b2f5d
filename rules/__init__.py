"""Rules of the games: pure functions of the state, standard library only."""
