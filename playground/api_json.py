"""The world as JSON, in the shapes of Discord's API."""

from __future__ import annotations

from playground import permissions
from playground.clock import format_timestamp
from playground.components import resolve_attachment_urls
from playground.media import attachment_json
from playground.model import COMPONENT, EPHEMERAL, TEXT, Channel, Command, Guild, Interaction, Json, Member, Message
from playground.world import APPLICATION_ID, World

OBFUSCATED = 1 << 17  # channel flag: the bot may not see the channel


def member_json(world: World, guild: Guild, member: Member, user: bool = True) -> Json:
    out: Json = {
        "roles": [str(n) for n in member.roles],
        "nick": member.nick,
        "avatar": None,
        "banner": None,
        "joined_at": format_timestamp(1_672_531_200),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }
    if user:
        out["user"] = world.user_json(world.users[member.user_id])
    return out


def channel_json(world: World, channel: Channel) -> Json:
    out: Json = {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": str(channel.last_message_id) if channel.last_message_id else None,
        "flags": 0,
    }
    if channel.dm:
        recipient = world.users[channel.recipient_id or 0]
        return {**out, "recipients": [world.user_json(recipient)]}
    out |= {
        "guild_id": str(channel.guild_id),
        "name": channel.name,
        "parent_id": str(channel.parent_id) if channel.parent_id else None,
        "rate_limit_per_user": 0,
        "nsfw": False,
        "topic": channel.topic,
        "position": channel.position,
    }
    if channel.thread:
        return out | _thread_json(channel)
    out["permission_overwrites"] = [
        {"id": str(o.target_id), "type": int(o.member), "allow": str(o.allow), "deny": str(o.deny)}
        for o in channel.overwrites.values()
    ]
    return out


def hidden_json(channel: Channel) -> Json:
    """A channel as the gateway shows it to a bot that may not see it."""
    return {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": None,
        "flags": OBFUSCATED,
        "guild_id": str(channel.guild_id),
        "name": "___hidden___",
        "parent_id": None,
        "nsfw": False,
        "topic": None,
        "position": channel.position,
        "permission_overwrites": [
            {"id": str(channel.guild_id), "type": 0, "allow": "0", "deny": str(permissions.VIEW)}
        ],
    }


def _thread_json(thread: Channel) -> Json:
    return {
        "owner_id": str(thread.owner_id),
        "message_count": len(thread.messages),
        "member_count": len(thread.members),
        "total_message_sent": thread.sent,
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": format_timestamp(thread.archive_stamp),
            "locked": thread.locked,
            "create_timestamp": format_timestamp(thread.archive_stamp),
        },
    }


def guild_json(world: World, guild: Guild) -> Json:
    """The payload of GUILD_CREATE: channels, active threads and, without the members intent, only the bot's member."""
    channels = [c for c in world.channels.values() if c.guild_id == guild.id]
    visible = [c for c in channels if world.sees(world.bot.id, c)]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "owner_id": str(guild.owner_id),
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role_json(guild, n) for n in guild.roles],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "premium_tier": 0,
        "preferred_locale": guild.locale,
        "nsfw_level": 0,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "joined_at": format_timestamp(1_672_531_200),
        "voice_states": [],
        "members": [member_json(world, guild, guild.members[world.bot.id])],
        "channels": [channel_json(world, c) if c in visible else hidden_json(c) for c in channels if c.kind == TEXT],
        "threads": [channel_json(world, c) for c in visible if c.thread and not c.archived],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def role_json(guild: Guild, role_id: int) -> Json:
    role = guild.roles[role_id]
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": role.position,
        "permissions": str(role.permissions),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def message_json(world: World, base: str, message: Message, content: bool = True) -> Json:
    """A message as the API returns it; without `content`, as the gateway sends it to a bot without that intent."""
    private = message.only_for is not None
    out: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel_id),
        "type": message.kind,
        "content": message.content if content else "",
        "author": world.user_json(world.users[message.author_id]),
        "attachments": [attachment_json(base, message.channel_id, a, private) for a in message.attachments],
        "embeds": message.embeds if content else [],
        "components": resolve_attachment_urls(message.components, base, message.channel_id, message.attachments)
        if content
        else [],
        "mentions": [world.user_json(world.users[n]) for n in message.mentions],
        "mention_roles": [str(n) for n in message.mention_roles],
        "mention_everyone": message.everyone,
        "pinned": False,
        "tts": False,
        "timestamp": format_timestamp(message.at),
        "edited_timestamp": format_timestamp(message.edited) if message.edited else None,
        "flags": message.flags | (EPHEMERAL if private else 0),
    }
    if message.nonce is not None:
        out["nonce"] = message.nonce
    if message.author_id == world.bot.id:
        out["application_id"] = str(world.bot.id)
    if message.interaction is not None:
        out["webhook_id"] = str(world.bot.id)
        out["interaction_metadata"] = _interaction_metadata(world, message)
    if message.reference is not None:
        out["message_reference"] = {"type": 0, "message_id": str(message.reference)}
        out["message_reference"]["channel_id"] = str(message.channel_id)
    if message.thread_id is not None and message.thread_id in world.channels:
        out["thread"] = channel_json(world, world.channels[message.thread_id])
    return out


def _interaction_metadata(world: World, message: Message) -> Json:
    user = world.users[message.interaction_user or 0]
    out: Json = {
        "id": str(message.interaction),
        "type": message.interaction_kind,
        "user": world.user_json(user),
        "authorizing_integration_owners": {"0": str(world.guild.id)},
    }
    if message.interaction_kind == COMPONENT:
        out["interacted_message_id"] = str(message.id)
    if message.interaction_kind == 5:
        out["triggering_interaction_metadata"] = {**out, "type": COMPONENT, "interacted_message_id": str(message.id)}
    return out


def command_json(command: Command) -> Json:
    out: Json = {
        "id": str(command.id),
        "application_id": str(APPLICATION_ID),
        "type": command.kind,
        "version": str(command.version),
        "default_member_permissions": None,
        "nsfw": False,
        **command.data,
    }
    out.setdefault("description", "")
    if command.guild_id is not None:
        out["guild_id"] = str(command.guild_id)
    return out


def interaction_json(world: World, base: str, act: Interaction) -> Json:
    """The payload of INTERACTION_CREATE."""
    channel = world.channels[act.channel_id]
    user = world.users[act.user_id]
    place = channel_json(world, channel)
    place["permissions"] = str(world.rights(act.user_id, channel))
    out: Json = {
        "id": str(act.id),
        "application_id": str(world.bot.id),
        "type": act.kind,
        "token": act.token,
        "version": 1,
        "data": act.data,
        "channel": place,
        "channel_id": str(channel.id),
        "locale": user.locale,
        "app_permissions": str(world.rights(world.bot.id, channel)),
        "entitlements": [],
        "attachment_size_limit": 10 * 2**20,
        "context": 1 if channel.dm else 0,
    }
    if channel.guild_id is None:
        out["user"] = world.user_json(user)
        out["authorizing_integration_owners"] = {"0": "0"}
    else:
        guild = world.guilds[channel.guild_id]
        out["guild_id"] = str(guild.id)
        out["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
        out["guild_locale"] = guild.locale
        out["member"] = member_json(world, guild, guild.members[act.user_id])
        out["member"]["permissions"] = str(world.rights(act.user_id, channel))
        out["authorizing_integration_owners"] = {"0": str(guild.id)}
    if act.message_id is not None:
        message = world.find_message(act.message_id)
        if message is not None:
            out["message"] = message_json(world, base, message)
            if act.shown is not None:
                out["message"]["components"] = resolve_attachment_urls(act.shown, base, channel.id, message.attachments)
    return out


def app_json(world: World) -> Json:
    owner = world.users[world.guild.owner_id]
    return {
        "id": str(world.bot.id),
        "name": world.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": world.user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": world.user_json(owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "rpc_origins": [],
        "tags": [],
        "install_params": {"scopes": ["bot", "applications.commands"], "permissions": str(permissions.MEMBERS)},
        "integration_types_config": {"0": {}},
        "approximate_guild_count": len(world.guilds),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
    }
