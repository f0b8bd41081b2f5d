"""Programs around the bot: play in a terminal, random games, records, benches."""
