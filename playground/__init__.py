"""A local server that speaks Discord's API, for the unmodified discord.py client, with a web page for people.

It knows no game. A program starts a `Playground`, calls `connect.redirect(url)` and logs its client in with the
playground's `token`. Tests drive it with `playground.driver.Box`.
"""

from playground import connect
from playground.host import Playground
from playground.server import Hints

__all__ = ["Hints", "Playground", "connect"]
