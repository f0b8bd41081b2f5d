"""Kinds of votes, one module each: question, voters, duration, consequences."""
