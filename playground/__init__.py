"""Discord in a box: a server on this machine that the real, unmodified client logs in to, with a page for people.

It knows nothing of any game. A program starts a `Playground`, points its client at it with `connect.redirect(url)` and
logs in with its `token`; tests drive it with `playground.driver.Box`.
"""

from playground import connect
from playground.host import Playground
from playground.server import Hints

__all__ = ["Hints", "Playground", "connect"]
