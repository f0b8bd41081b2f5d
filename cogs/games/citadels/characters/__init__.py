"""What the face knows of single characters: a file for each, found by listing."""
