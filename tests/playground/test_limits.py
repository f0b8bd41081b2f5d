"""Every limit is broken once, and what lies exactly on it passes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from playground import limits
from playground.command_limits import command_size
from playground.errors import Problem, nest_problems
from playground.media import Upload
from playground.model import COMPONENTS_V2, Attachment, Message

Json = dict[str, Any]
V2 = COMPONENTS_V2


def button(**changes: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go", **changes}


def row(*inside: Json) -> Json:
    return {"type": 1, "components": list(inside)}


def options(n: int) -> list[Json]:
    return [{"label": f"l{i}", "value": f"v{i}"} for i in range(n)]


def select(n: int = 2, **changes: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": options(n), **changes}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def upload(number: int = 0, name: str = "a.png", length: int = 3) -> Upload:
    return Upload(number, name, "image/png", b"x" * length)


def gallery(*urls: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}} for url in urls]}


def codes(found: list[Problem]) -> set[str]:
    return {problem.code for problem in found}


def places(found: list[Problem]) -> set[str]:
    return {problem.where for problem in found}


GOOD: list[Json] = [
    {"content": "x" * 2000},
    {"content": "x", "components": [row(*(button(custom_id=f"{r}{n}") for n in range(5))) for r in range(5)]},
    {"content": "x", "components": [row(select(25, max_values=25))]},
    {"content": "x", "components": [row(select(2, min_values=0, max_values=2))]},
    {"content": "x", "components": [row(button(custom_id="c" * 100, label="l" * 80))]},
    {"content": "x", "components": [row({"type": 2, "style": 5, "label": "go", "url": "https://example.org"})]},
    {"content": "x", "components": [row(button(label=None, emoji={"name": "x"}))]},
    {"content": "x", "nonce": "n" * 25},
    {"flags": V2, "components": [text("x" * 4000)]},
    {"flags": V2, "components": [{"type": 17, "components": [text(str(n)) for n in range(39)]}]},
    {"embeds": [{"title": "t" * 256, "description": "d" * 4096}]},
    {"content": "x", "allowed_mentions": {"users": [str(n) for n in range(100)]}},
]


@pytest.mark.parametrize("body", GOOD)
def test_what_lies_on_a_limit_passes(body: Json) -> None:
    assert limits.check_new_message(body, []) == []


def embed(**fields: Any) -> Json:
    return {"embeds": [fields]}


BAD: list[tuple[str, Json]] = [
    ("content", {"content": "x" * 2001}),
    ("nonce", {"content": "x", "nonce": "n" * 26}),
    ("flags", {"content": "x", "flags": 64}),
    ("embeds", {"embeds": [{"title": "t"}] * 11}),
    ("embeds", {"embeds": [{"description": "d" * 3001}] * 2}),
    ("embeds.0.title", embed(title="t" * 257)),
    ("embeds.0.description", embed(description="d" * 4097)),
    ("embeds.0.footer.text", embed(footer={"text": "f" * 2049})),
    ("embeds.0.author.name", embed(author={"name": "a" * 257})),
    ("embeds.0.fields", embed(fields=[{"name": "n", "value": "v"}] * 26)),
    ("embeds.0.fields.0.name", embed(fields=[{"name": "", "value": "v"}])),
    ("embeds.0.fields.0.value", embed(fields=[{"name": "n", "value": "v" * 1025}])),
    ("embeds.0.image.url", embed(image={"url": "attachment://none.png"})),
    ("allowed_mentions.users", {"content": "x", "allowed_mentions": {"users": ["1"] * 101}}),
    ("allowed_mentions", {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
    ("components", {"content": "x", "components": [row(button(custom_id=str(n))) for n in range(6)]}),
    ("components.0.type", {"content": "x", "components": [text("no V2 flag")]}),
    ("components.0.components", {"content": "x", "components": [row()]}),
    ("components.0.components", {"content": "x", "components": [row(*(button(custom_id=str(n)) for n in range(6)))]}),
    ("components.0.components", {"content": "x", "components": [row(select(), button())]}),
    ("components.0.components.0.custom_id", {"content": "x", "components": [row(button(custom_id="c" * 101))]}),
    ("components.0.components.0.custom_id", {"content": "x", "components": [row(button(custom_id=""))]}),
    ("components.0.components.1.custom_id", {"content": "x", "components": [row(button(), button())]}),
    ("components.0.components.0.label", {"content": "x", "components": [row(button(label="l" * 81))]}),
    ("components.0.components.0", {"content": "x", "components": [row(button(label=""))]}),
    ("components.0.components.0", {"content": "x", "components": [row(button(url="https://example.org"))]}),
    ("components.0.components.0", {"content": "x", "components": [row(button(style=5, url="https://e.org"))]}),
    ("components.0.components.0.url", {"content": "x", "components": [row({"type": 2, "style": 5, "label": "x"})]}),
    ("components.0.components.0.style", {"content": "x", "components": [row(button(style=9))]}),
    ("components.0.components.0.options", {"content": "x", "components": [row(select(26))]}),
    ("components.0.components.0.options", {"content": "x", "components": [row(select(0))]}),
    ("components.0.components.0.max_values", {"content": "x", "components": [row(select(2, max_values=3))]}),
    ("components.0.components.0.max_values", {"content": "x", "components": [row(select(2, min_values=2))]}),
    ("components.0.components.0.placeholder", {"content": "x", "components": [row(select(placeholder="p" * 151))]}),
    (
        "components.0.components.0.options.0.label",
        {"content": "x", "components": [row(select(options=[{"label": "l" * 101, "value": "v"}]))]},
    ),
    (
        "components.0.components.0.options.0.description",
        {"content": "x", "components": [row(select(options=[{"label": "l", "value": "v", "description": "d" * 101}]))]},
    ),
    (
        "components.0.components.0.options.1.value",
        {"content": "x", "components": [row(select(options=[{"label": "l", "value": "v"}] * 2))]},
    ),
    ("content", {"flags": V2, "content": "x", "components": [text("y")]}),
    ("embeds", {"flags": V2, "embeds": [{"title": "t"}], "components": [text("y")]}),
    ("components", {"flags": V2, "components": [text("x" * 2001), text("y" * 2000)]}),
    ("components", {"flags": V2, "components": [{"type": 17, "components": [text(str(n)) for n in range(40)]}]}),
    ("components.0.type", {"flags": V2, "components": [button()]}),
    ("components.0.content", {"flags": V2, "components": [text("")]}),
    ("components.0.components", {"flags": V2, "components": [{"type": 17, "components": []}]}),
    (
        "components.0.components.0.type",
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [text("x")]}]}]},
    ),
    ("components.0.components", {"flags": V2, "components": [{"type": 9, "components": [], "accessory": button()}]}),
    (
        "components.0.components",
        {"flags": V2, "components": [{"type": 9, "components": [text("x")] * 4, "accessory": button()}]},
    ),
    (
        "components.0.accessory.type",
        {"flags": V2, "components": [{"type": 9, "components": [text("x")], "accessory": text("y")}]},
    ),
    ("components.0.items", {"flags": V2, "components": [gallery()]}),
    ("components.0.items", {"flags": V2, "components": [gallery(*(f"https://e.org/{n}.png" for n in range(11)))]}),
    ("components.0.items.0.media.url", {"flags": V2, "components": [gallery("attachment://none.png")]}),
    ("components.0.items.0.media.url", {"flags": V2, "components": [gallery("file:///etc/passwd")]}),
    (
        "components.0.items.0.description",
        {
            "flags": V2,
            "components": [{"type": 12, "items": [{"media": {"url": "https://e.org"}, "description": "d" * 1025}]}],
        },
    ),
    (
        "components.0.accent_color",
        {"flags": V2, "components": [{"type": 17, "accent_color": -1, "components": [text("x")]}]},
    ),
    ("components.0.type", {"flags": V2, "components": [{"type": 99}]}),
    ("components.1.id", {"flags": V2, "components": [{**text("x"), "id": 3}, {**text("y"), "id": 3}]}),
]


@pytest.mark.parametrize(("where", "body"), BAD)
def test_a_broken_limit_is_found_where_it_is(where: str, body: Json) -> None:
    assert where in places(limits.check_new_message(body, []))


def test_files() -> None:
    body: Json = {"attachments": [{"id": 0, "description": "d" * 1024}]}
    assert limits.check_new_message(body, [upload()]) == []
    assert places(limits.check_new_message({"attachments": [{"id": 0, "description": "d" * 1025}]}, [upload()])) == {
        "attachments.0.description"
    }
    assert places(limits.check_new_message({"attachments": [{"id": 7}]}, [upload()])) == {"attachments.0.id"}
    assert places(limits.check_new_message({}, [upload(n) for n in range(11)])) == {"attachments"}
    assert places(limits.check_new_message({}, [upload(length=10 * 2**20 + 1)])) == {"files.0"}
    shown = {"flags": V2, "components": [gallery("attachment://a.png")]}
    assert limits.check_new_message(shown, [upload()]) == []
    assert limits.check_new_message(embed(image={"url": "attachment://a.png"}), [upload()]) == []
    assert places(limits.check_new_message(embed(image={"url": "attachment://a.txt"}), [upload(name="a.txt")])) == {
        "embeds.0.image.url"
    }


def old(**fields: Any) -> Message:
    return Message(1, 2, 3, 0.0, **fields)


def test_edits_are_judged_with_what_stays() -> None:
    kept = Attachment(5, "a.png", "image/png", b"", 0, "k")
    v2 = old(flags=V2, components=[gallery("attachment://a.png")], attachments=[kept])
    assert limits.check_message_edit({"components": [gallery("attachment://a.png")]}, [], v2) == []
    assert places(limits.check_message_edit({"attachments": []}, [], v2)) == {"attachments"}
    assert "flags" in places(limits.check_message_edit({"flags": 0}, [], v2))
    assert "content" in places(limits.check_message_edit({"content": "x"}, [], v2))
    classic = old(content="words", attachments=[kept])
    assert "content" in places(limits.check_message_edit({"flags": V2, "components": [text("x")]}, [], classic))
    assert limits.check_message_edit({"flags": V2, "content": None, "components": [text("x")]}, [], classic) == []
    many = [Attachment(n, f"{n}.png", "image/png", b"", 0, "k") for n in range(10)]
    assert "attachments" in places(limits.check_message_edit({}, [upload()], old(attachments=many)))
    assert limits.is_empty_after_edit({"content": ""}, [], old(content="words"))
    assert not limits.is_empty_after_edit({"content": ""}, [], classic)


def test_answers() -> None:
    assert limits.check_interaction_response(4, {"content": "x", "flags": 64}, [], None) == []
    assert places(limits.check_interaction_response(4, {"content": "x", "flags": 1 << 20}, [], None)) == {"flags"}
    assert limits.check_interaction_response(5, {"flags": 64}, [], None) == []
    assert places(limits.check_interaction_response(5, {"flags": 64 | V2}, [], None)) == {"flags"}
    choice = {"name": "n" * 100, "value": "v" * 100}
    assert limits.check_interaction_response(8, {"choices": [choice] * 25}, [], None) == []
    assert places(limits.check_interaction_response(8, {"choices": [choice] * 26}, [], None)) == {"choices"}
    assert places(limits.check_interaction_response(8, {"choices": [{"name": "", "value": "v"}]}, [], None)) == {
        "choices.0.name"
    }
    assert places(limits.check_interaction_response(8, {"choices": [{"name": "n", "value": "v" * 101}]}, [], None)) == {
        "choices.0.value"
    }
    assert places(limits.check_interaction_response(8, {"choices": [{"name": "n", "value": 2**53}]}, [], None)) == {
        "choices.0.value"
    }
    assert places(limits.check_interaction_response(8, {}, [], None)) == {"choices"}


def field(**changes: Any) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1, "label": "Label", **changes}


def modal(**changes: Any) -> Json:
    return {"title": "T", "custom_id": "m", "components": [row(field())], **changes}


RADIOS: Json = {"type": 21, "custom_id": "r", "options": options(1)}

MODALS: list[tuple[str, Json]] = [
    ("title", modal(title="t" * 46)),
    ("title", modal(title="")),
    ("custom_id", modal(custom_id="c" * 101)),
    ("components", modal(components=[])),
    ("components", modal(components=[row(field(custom_id=str(n))) for n in range(6)])),
    ("components.0.type", modal(components=[field()])),
    ("components.0.components.0.type", modal(components=[row(button())])),
    ("components.0.components.0.label", modal(components=[row(field(label="l" * 46))])),
    ("components.0.components.0.label", modal(components=[row(field(label=""))])),
    ("components.0.components.0.placeholder", modal(components=[row(field(placeholder="p" * 101))])),
    ("components.0.components.0.value", modal(components=[row(field(value="v" * 4001))])),
    ("components.0.components.0.value", modal(components=[row(field(value="vvv", max_length=2))])),
    ("components.0.components.0.max_length", modal(components=[row(field(min_length=5, max_length=2))])),
    ("components.0.components.0.max_length", modal(components=[row(field(max_length=4001))])),
    ("components.1.components.0.custom_id", modal(components=[row(field()), row(field())])),
    ("components.0.label", modal(components=[{"type": 18, "label": "l" * 46, "component": field(label=None)}])),
    (
        "components.0.description",
        modal(components=[{"type": 18, "label": "l", "description": "d" * 101, "component": field(label=None)}]),
    ),
    ("components.0.component.type", modal(components=[{"type": 18, "label": "l", "component": button()}])),
    (
        "components.0.component.options",
        modal(components=[{"type": 18, "label": "l", "component": RADIOS}]),
    ),
]


@pytest.mark.parametrize(("where", "body"), MODALS)
def test_modals(where: str, body: Json) -> None:
    assert limits.check_modal(modal()) == []
    assert where in places(limits.check_modal(body))


def command(**changes: Any) -> Json:
    return {"name": "play", "description": "Play", **changes}


def option(**changes: Any) -> Json:
    return {"type": 3, "name": "text", "description": "Text", **changes}


def sub(**changes: Any) -> Json:
    return {"type": 1, "name": "sub", "description": "Sub", **changes}


def choices(names: Iterable[int], values: Iterable[int]) -> list[Json]:
    return [{"name": str(n), "value": str(v)} for n, v in zip(names, values, strict=True)]


COMMANDS: list[tuple[str, list[Json]]] = [
    ("0.name", [command(name="n" * 33)]),
    ("0.name", [command(name="Play")]),
    ("0.name", [command(name="two words")]),
    ("0.name", [command(name="")]),
    ("0.description", [command(description="")]),
    ("0.description", [command(description="d" * 101)]),
    ("0.description_localizations.ro", [command(description_localizations={"ro": "d" * 101})]),
    ("0.options", [command(options=[option(name=f"o{n}") for n in range(26)])]),
    ("0.options", [command(options=[option(), option()])]),
    ("0.options", [command(options=[sub(), option()])]),
    ("0.options.1", [command(options=[option(name="a"), option(name="b", required=True)])]),
    ("0.options.0.type", [command(options=[option(type=99)])]),
    ("0.options.0", [command(options=[option(autocomplete=True, choices=[{"name": "a", "value": "a"}])])]),
    ("0.options.0.choices", [command(options=[option(choices=choices(range(26), range(26)))])]),
    ("0.options.0.choices", [command(options=[option(choices=choices((1, 2), (1, 1)))])]),
    ("0.options.0.choices.0.name", [command(options=[option(choices=[{"name": "n" * 101, "value": "a"}])])]),
    ("0.options.0.choices.0.value", [command(options=[option(choices=[{"name": "n", "value": "v" * 101}])])]),
    ("0.options.0.max_length", [command(options=[option(max_length=6001)])]),
    ("0.options.0.max_value", [command(options=[option(type=4, max_value=2**53)])]),
    ("0.options.0", [command(options=[sub(options=[sub()])])]),
    ("0.options.0", [command(options=[sub(type=2, options=[option()])])]),
    ("0.options.0.options.0", [command(options=[sub(type=2, options=[sub(type=2, options=[])])])]),
    ("", [command(name=f"n{n}") for n in range(101)]),
    ("", [{"type": 3, "name": f"M {n}"} for n in range(16)]),
    ("", [command(), command()]),
]


@pytest.mark.parametrize(("where", "commands"), COMMANDS)
def test_command_trees(where: str, commands: list[Json]) -> None:
    assert limits.check_command_tree([command(options=[option()])]) == []
    assert where in places(limits.check_command_tree(commands))


def test_a_command_is_measured_with_its_longest_language() -> None:
    inner = option(description="d" * 100, choices=[{"name": "abc", "value": "de"}])
    assert command_size(command(options=[inner])) == 4 + 4 + 4 + 100 + 5
    assert command_size(command(description_localizations={"ro": "Joaca", "de": "x"})) == 4 + 5
    wide = [option(name=f"o{n}", description="d" * 100) for n in range(25)]
    big = command(options=[sub(name=f"s{n}", options=wide) for n in range(4)])
    assert "APPLICATION_COMMAND_TOO_LARGE" in codes(limits.check_command_tree([big]))
    big["options"] = big["options"][:3]
    assert limits.check_command_tree([big]) == []


def test_threads() -> None:
    assert limits.check_new_thread({"name": "n" * 100, "auto_archive_duration": 60}) == []
    assert places(limits.check_new_thread({"name": "n" * 101})) == {"name"}
    assert places(limits.check_new_thread({"name": ""})) == {"name"}
    assert places(limits.check_new_thread({"name": "n", "auto_archive_duration": 61})) == {"auto_archive_duration"}


def test_the_tree_of_errors_is_nested_as_discord_nests_it() -> None:
    assert nest_problems([Problem("a.0.b", "CODE", "words")]) == {
        "a": {"0": {"b": {"_errors": [{"code": "CODE", "message": "words"}]}}}
    }
