"""What processes that share a database say to each other. Where there is one alone nothing is said."""

from __future__ import annotations

from .share import Share
from .sql import Database


class Others:
    """Statements about other processes; part of a transaction, with which what is said goes out."""

    db: Database
    share: Share
    tenure: int

    def tell(self, text: str) -> None:
        """Have all others hear that, once this is committed."""
        if self.share.divided:
            self.db.execute("SELECT pg_notify('longtable', ?)", (f"{self.tenure} {text}",))
