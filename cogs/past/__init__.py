"""What is looked back at. Private answers that change nothing."""
