"""Events of users and servers: leaving, bans, the bot's removal and invitation, outages."""

from __future__ import annotations

from collections.abc import Callable

from playground import permissions
from playground.model import Channel, Guild, Member, Role, User
from playground.world import World


def leave_guild(world: World, user: User, guild: Guild | None = None) -> None:
    """A user leaves a server and loses their permissions and threads there."""
    place = guild or world.guild
    if user.id == place.owner_id:
        raise ValueError(f"{user.name} owns {place.name} and cannot leave it")
    place.members.pop(user.id, None)
    for channel in world.channels.values():
        if channel.guild_id != place.id:
            continue
        channel.overwrites.pop(user.id, None) if user.bot else None  # a bot's own role goes with it
        if user.id in channel.members:
            channel.members.remove(user.id)
    world.tell("guild_gone" if user.bot else "member", 0, place if user.bot else user)


def join_guild(world: World, user: User, guild: Guild | None = None) -> None:
    """A user joins a server; lifts a ban."""
    place = guild or world.guild
    if user.id in place.banned:
        place.banned.remove(user.id)
    if user.id in place.members:
        return
    place.members[user.id] = Member(user.id)
    world.tell("guild" if user.bot else "member", 0, place if user.bot else user)


def ban_user(world: World, user: User, guild: Guild | None = None) -> None:
    place = guild or world.guild
    leave_guild(world, user, place)
    if user.id not in place.banned:
        place.banned.append(user.id)


def set_outage(world: World, out: bool, guild: Guild | None = None) -> None:
    """Makes a server unavailable, as in an outage of Discord, or available again; nobody is removed."""
    place = guild or world.guild
    if place.out != out:
        place.out = out
        world.tell("guild_gone" if out else "guild", 0, place)


def create_guild(world: World, name: str, people: list[User], channels: list[str]) -> Guild:
    """Creates another server, in the next shard, and invites the bot to it."""
    number = max(world.guilds) + (1 << 22)
    guild = world.guilds[number] = Guild(number, name, owner_id=world.guild.owner_id)
    guild.roles[number] = Role(number, "@everyone", permissions.MEMBERS)
    for user in (world.users[guild.owner_id], *people):
        guild.members[user.id] = Member(user.id)
    for channel in channels:
        world.add_channel(channel, guild)
    join_guild(world, world.bot, guild)
    return guild


# Events offered on the page

NEWCOMERS = ("Eve", "Fay", "Gus", "Hal")  # the first who join; later ones are numbered guests

RIGHTS = ("view_channel", "send_messages", "send_messages_in_threads", "attach_files", "embed_links")


def list_possible_events(world: World, user: User, channel: Channel | None) -> dict[str, str]:
    """The events that can be triggered for the user, the bot and the open channel: key to description."""
    found: dict[str, str] = {}
    here = user.id in world.guild.members
    if here:
        found |= {"go": f"{user.name} leaves the server", "ban": f"{user.name} is banned"}
    else:
        found["come"] = f"{user.name} comes back to the server"
    if world.bot.id in world.guild.members:
        found["kick"] = f"{world.name} is removed from the server"
        found["found" if world.guild.out else "out"] = "The server is there again" if world.guild.out else "An outage"
    else:
        found["invite"] = f"{world.name} is invited back"
    found["person"] = f"{_next_newcomer_name(world)} joins the server, to be acted as"
    found["new"] = "A new channel"
    if channel is None or channel.dm:
        return found
    if channel.thread:
        found |= {"open": f"{channel.name} is opened again"} if channel.archived or channel.locked else {}
        found |= {} if channel.archived else {"archive": f"{channel.name} is archived"}
        found |= {} if channel.locked else {"lock": f"{channel.name} is archived and locked"}
    found["delete"] = f"{channel.name} is deleted"
    has = world.rights(world.bot.id, channel)
    for right in RIGHTS:
        words = right.replace("_", " ")
        may = bool(has & permissions.BITS[right])
        found[f"{'take' if may else 'give'} {right}"] = f"{world.name} may {'no longer' if may else 'again'} {words}"
    return found


def trigger_event(world: World, user: User, channel: Channel | None, key: str) -> None:
    """Triggers one event of `list_possible_events`; `KeyError` for any other key."""
    _ = list_possible_events(world, user, channel)[key]
    what, _, right = key.partition(" ")
    acts: dict[str, Callable[[], object]] = {
        "go": lambda: leave_guild(world, user),
        "ban": lambda: ban_user(world, user),
        "come": lambda: join_guild(world, user),
        "kick": lambda: leave_guild(world, world.bot),
        "invite": lambda: join_guild(world, world.bot),
        "out": lambda: set_outage(world, True),
        "found": lambda: set_outage(world, False),
        "person": lambda: world.add_person(_next_newcomer_name(world)),
        "new": lambda: world.add_channel(_unused_channel_name(world)),
    }
    if what in acts:
        acts[what]()
        return
    assert channel is not None, "what is left befalls a place"
    if what == "delete":
        world.delete_channel(channel)
    elif what in ("take", "give"):
        world.set_right(world.bot.id, channel, right, what == "give")
    else:
        world.archive(channel, what != "open", {"lock": True, "open": False}.get(what))


def _next_newcomer_name(world: World) -> str:
    taken = {user.name for user in world.users.values()}
    further = (f"Guest {n}" for n in range(1, len(taken) + 2))
    return next(name for name in (*NEWCOMERS, *further) if name not in taken)


def _unused_channel_name(world: World) -> str:
    names = {channel.name for channel in world.channels.values()}
    return next(name for n in range(2, len(names) + 3) if (name := f"table-{n}") not in names)
