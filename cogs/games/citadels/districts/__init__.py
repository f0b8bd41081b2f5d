"""Presentation of single districts; modules are found by listing."""
