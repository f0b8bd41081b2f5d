"""Who decides for a seat: stand-ins, new owners, members who leave, and votes."""
