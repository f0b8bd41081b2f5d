"""How long people may take, and when time counts for them: values and pure functions, instants in Unix seconds.

No clock, no store, no table lies here: whoever asks says what time it is.
"""
