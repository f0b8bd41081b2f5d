"""Presentation of single characters; modules are found by listing."""
