"""Everything that reads what people, files or rows say, fed with anything; `python -m tools.fuzz` does so at length."""
