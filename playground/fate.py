"""What befalls people and servers: somebody leaves or is banned, the bot is sent away and invited back, an outage."""

from __future__ import annotations

from playground import permissions
from playground.model import Guild, Member, Role, User
from playground.world import World


def leave(world: World, user: User, guild: Guild | None = None) -> None:
    """Somebody leaves a server, with all that they were there."""
    place = guild or world.guild
    if user.id == place.owner_id:
        raise ValueError(f"{user.name} owns {place.name} and cannot leave it")
    place.members.pop(user.id, None)
    for channel in world.channels.values():
        if channel.guild_id != place.id:
            continue
        channel.overwrites.pop(user.id, None) if user.bot else None  # the role of a bot goes with it
        if user.id in channel.members:
            channel.members.remove(user.id)
    world.tell("guild_gone" if user.bot else "member", 0, place if user.bot else user)


def come(world: World, user: User, guild: Guild | None = None) -> None:
    """Somebody joins a server, or joins it again; a ban has been lifted before."""
    place = guild or world.guild
    if user.id in place.banned:
        place.banned.remove(user.id)
    if user.id in place.members:
        return
    place.members[user.id] = Member(user.id)
    world.tell("guild" if user.bot else "member", 0, place if user.bot else user)


def ban(world: World, user: User, guild: Guild | None = None) -> None:
    """Somebody is sent away and may not come back."""
    place = guild or world.guild
    leave(world, user, place)
    if user.id not in place.banned:
        place.banned.append(user.id)


def outage(world: World, out: bool, guild: Guild | None = None) -> None:
    """Discord loses a server for a while, or has it again: nobody was removed from it."""
    place = guild or world.guild
    if place.out != out:
        place.out = out
        world.tell("guild_gone" if out else "guild", 0, place)


def found(world: World, name: str, people: list[User], channels: list[str]) -> Guild:
    """A further server, to which the bot is invited."""
    number = max(world.guilds) + 1_000
    guild = world.guilds[number] = Guild(number, name, owner_id=world.guild.owner_id)
    guild.roles[number] = Role(number, "@everyone", permissions.MEMBERS)
    for user in (world.users[guild.owner_id], *people):
        guild.members[user.id] = Member(user.id)
    for channel in channels:
        world.add_channel(channel, guild)
    come(world, world.bot, guild)
    return guild
