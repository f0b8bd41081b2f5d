"""Values of screens, what stands on them, and Discord's components made from them."""

from .values import (
    BUTTONS,
    LISTED,
    SELECT,
    SELECTS,
    Button,
    Choice,
    File,
    Form,
    Input,
    Link,
    Row,
    Screen,
    Select,
    Tone,
    cut,
    rows_of,
)

__all__ = [
    "BUTTONS",
    "LISTED",
    "SELECT",
    "SELECTS",
    "Button",
    "Choice",
    "File",
    "Form",
    "Input",
    "Link",
    "Row",
    "Screen",
    "Select",
    "Tone",
    "cut",
    "rows_of",
]
