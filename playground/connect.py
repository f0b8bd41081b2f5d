"""Makes discord.py talk to a playground instead of Discord."""

from __future__ import annotations

import discord
import yarl
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route


def redirect(url: str) -> None:
    """Points every client created from now on in this process to the playground at `url` (http://127.0.0.1:port)."""
    base = yarl.URL(url)
    if base.host not in ("127.0.0.1", "localhost", "::1"):
        raise ValueError(f"a playground only listens on this machine, not at {base.host}")
    root = str(base).rstrip("/")
    Route.BASE = f"{root}/api/v{discord.http.INTERNAL_API_VERSION}"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(root.replace("http", "ws", 1) + "/gateway/")
    Asset.BASE = f"{root}/cdn"


def restore() -> None:
    """Points discord.py to Discord again."""
    Route.BASE = f"https://discord.com/api/v{discord.http.INTERNAL_API_VERSION}"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("wss://gateway.discord.gg/")
    Asset.BASE = "https://cdn.discordapp.com"
