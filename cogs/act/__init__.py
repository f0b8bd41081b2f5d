"""The path of an interaction: context, routing, pipeline, and errors as messages."""
