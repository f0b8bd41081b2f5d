"""Lists the districts seen so far, and how many of each the deck can still hold."""

from __future__ import annotations

from collections import Counter

from render.core.look import Say
from render.core.sentences import join_list, word_of_key
from rules.citadels.cards import COLOURS, DISTRICTS, sorted_cards
from rules.citadels.view import CitadelsView

FAMILY = "cit.seen"


def list_seen_districts(view: CitadelsView, say: Say) -> list[str]:
    """A line for each colour, then one for the destroyed districts. Uses public information only."""
    standing = Counter(card.district for player in view.players for card in player.city)
    sentences = [say(f"{FAMILY}.head", n=sum(standing.values()), total=sum(view.cards.values()))]
    for colour in COLOURS:
        kinds = [key for key in sorted_cards(view.cards) if DISTRICTS[key].colour == colour]
        counts = (_describe_colour_seen(view, say, key, standing[key]) for key in kinds)
        sentences.append(say(f"{FAMILY}.{colour}", list=join_list(counts)))
    if view.destroyed:
        destroyed = (
            say(f"{FAMILY}.times", district=word_of_key(say, f"cit.district.{key}"), n=count)
            for key, count in Counter(view.destroyed).items()
        )
        sentences.append(say(f"{FAMILY}.destroyed", list=join_list(destroyed)))
    return sentences


def _describe_colour_seen(view: CitadelsView, say: Say, key: str, standing: int) -> str:
    known = standing + (key == view.ruin)
    most = min(view.deck, view.cards[key] - known)
    return say(f"{FAMILY}.kind", district=word_of_key(say, f"cit.district.{key}"), n=standing, most=most)
