"""Control of seats: stand-ins, new owners, members who leave, votes."""
