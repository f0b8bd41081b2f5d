"""What a table can vote on, a room for each kind: what is asked, who decides, for how long, and what follows."""
