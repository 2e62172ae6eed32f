"""SimCord's private parts are touched in one place, and are what that place takes them for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import simcord.preview
from simcord.preview._action_plans import _find_scoped_component

from bot.sandbox import preview_patches
from bot.sandbox.page_style import SLIM
from tests.bot.sandbox.test_sandbox import opened, press_on, sandbox
from tests.conftest import ROOT

PATCHES = {"preview_patches.py", "simcord_patches.py"}


def private_parts_of_previews(text: str) -> list[int]:
    """Lines that use a part of a preview whose name begins with an underscore."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.endswith("__")
        and ast.unparse(node.value).split(".")[-1].casefold() == "preview"
    ]


def test_only_the_patches_touch_private_parts_of_previews() -> None:
    folder = ROOT / "bot" / "sandbox"
    users = {path.name for path in folder.glob("*.py") if private_parts_of_previews(path.read_text("utf-8"))}
    assert users == PATCHES
    importers = {path.name for path in folder.glob("*.py") if "simcord.preview" in path.read_text("utf-8")}
    assert importers <= PATCHES
    assert private_parts_of_previews("self.preview._closed") == [1]


def test_a_button_below_the_pointer_keeps_its_colour() -> None:
    """SimCord's rule for all buttons outweighed those for a colour: green turned blue below a pointer."""
    css = (Path(simcord.preview.__file__).parent / "static" / "preview.css").read_text("utf-8")
    (hovers,) = re.findall(r"^\.component-button(:hover\S+),", css, re.MULTILINE)
    for style in (2, 3, 4):  # grey, green, red; all are blue
        assert f"button.component-button.button-style-{style}{hovers} {{ background: " in SLIM, (
            "it outweighs the rule for all"
        )


async def test_simcord_has_the_parts_that_are_patched(tmp_path: Path) -> None:
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        thread = await opened(index)
        await box.open_preview(thread.id)
        preview = box.preview
        assert (preview_patches.port_of(preview), preview_patches.is_closed(preview)) == (box.port, False)
        assert preview_patches.latest_viewer(preview) == 0, "no browser has looked"
        page, other = preview._open_page(), preview._open_page()
        assert preview_patches.latest_viewer(preview) == box.people[0].id
        before = preview._pages[page.id].revision, preview._pages[other.id].revision
        await box.bot.get_partial_messageable(thread.id).send("news")
        preview_patches.refresh_others(preview, page.id)
        assert preview._pages[page.id].revision == before[0]
        assert preview._pages[other.id].revision > before[1]
        await preview.close()
        assert preview_patches.is_closed(preview)


async def test_a_press_never_does_what_another_button_does_that_has_come_to_its_place(tmp_path: Path) -> None:
    """*Market, more* was pressed while the panel still showed its old buttons, and the turn opened instead."""
    async with sandbox(tmp_path) as index:
        box = index.sandbox
        thread = await opened(index)
        await box.open_preview(thread.id)
        page = box.preview._open_page()
        press = press_on(page, "Map")
        message = box.preview._target_message(page, int(press["target_id"]))
        placed = _find_scoped_component(message, press["control_key"], types=(2,))
        assert not (await box.preview._action(page.id, press))["rejected"]
        press = press_on(page, "Map")
        placed["custom_id"] = "x1:t:1:1:open"  # the post has changed, and the page has not heard of it
        answer = await box.preview._action(page.id, press)
        assert answer["rejected"]
        assert [item["code"] for item in answer["diagnostics"]] == ["stale-revision"]
