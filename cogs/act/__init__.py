"""The path of an interaction: who pressed or typed what, and how it is answered or refused."""
