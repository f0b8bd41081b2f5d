"""What the face knows of single districts: a file for each, found by listing."""
