"""Gateway connections, one per shard."""
