"""The Keep is safe from rank 8."""

from __future__ import annotations

from rules.citadels.hooks import District


class Keep(District):
    key = "keep"
    is_safe_from_rank_8 = True


RULE = Keep
