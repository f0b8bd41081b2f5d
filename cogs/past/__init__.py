"""What is looked back at once a game is over: from any point of it another table may begin."""
