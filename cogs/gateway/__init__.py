"""The lines to Discord's gateway, one for each shard: which stand, and who keeps them up."""
