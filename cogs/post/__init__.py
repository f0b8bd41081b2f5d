"""Public messages and direct messages: their content, and the tasks that send and edit them."""
