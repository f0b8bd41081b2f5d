"""Module Cities & Knights."""

from .module import CitiesKnights as MODULE

__all__ = ["MODULE"]
