"""Archive pages: a finished game as one self-contained HTML file."""
