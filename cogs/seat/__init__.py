"""Who decides for a seat: standing in, taking over, coming back."""
