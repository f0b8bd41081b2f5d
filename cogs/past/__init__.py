"""What is looked back at: the replay of a game. Private answers that change nothing."""
