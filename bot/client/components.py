"""Translates the messages of `bot/views` into discord.py's objects, and submitted modals back into values.

Presses are told apart by their custom id alone (`bot/views/custom_ids.py`), never by an object in memory, so they work after a
restart. discord.py's own registry is left out on purpose: its dynamic items know no modals and lose their pattern when a view
is removed. Views are therefore stopped before they are sent: nothing is kept.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.core.discord_limits import CONTENT, EMBED_TEXT, EMBED_TITLE, MODAL_HINT, MODAL_LABEL, MODAL_TITLE, fit
from bot.views.messages import Button, File, Form, Menu, Picture, Private, Public, Row

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


# Pictures that nobody wants to see once they are out of date.
PASSING = ("bids-", "draft-", "holdings-", "market-", "offer-", "part-", "trains-")


def as_component(component: Button | Menu) -> ui.Button[Any] | ui.Select[Any] | ui.UserSelect[Any]:
    """A button or menu as discord.py's component."""
    if isinstance(component, Menu) and component.people:
        return ui.UserSelect(
            custom_id=component.id,
            placeholder=component.hint or None,
            min_values=component.low,
            max_values=component.high,
        )
    if isinstance(component, Menu):
        options = [
            discord.SelectOption(label=o.label, value=o.value, description=o.hint or None, default=o.chosen)
            for o in component.options
        ]
        low, high = min(component.low, len(options)), min(component.high, len(options))
        return ui.Select(
            custom_id=component.id, options=options, placeholder=component.hint or None, min_values=low, max_values=high
        )
    if component.url:
        return ui.Button(label=component.label, url=component.url)
    return ui.Button(
        custom_id=component.id, label=component.label, style=STYLES[component.style], disabled=component.disabled
    )


def as_file(attachment: Picture | File) -> discord.File:
    """A picture with its words, or a file, as discord.py sends it."""
    alt = attachment.alt if isinstance(attachment, Picture) else None
    return discord.File(io.BytesIO(attachment.data), filename=attachment.name, description=alt)


def as_files(content: Private | Public) -> list[discord.File]:
    """All that a message carries, pictures first; made anew for each attempt, as sending reads them to their end."""
    return [*map(as_file, content.pictures), *map(as_file, content.files)]


def parse_colour(text: str) -> discord.Colour | None:
    """The colour that is written as `#rrggbb`; None for an empty text."""
    return discord.Colour.from_str(text) if text else None


def classic_view(rows: Sequence[Row]) -> ui.View | None:
    """Rows of buttons and menus as the view of a classic message; None where there are none."""
    if not rows:
        return None
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for component in row:
            made = as_component(component)
            made.row = number
            view.add_item(made)
    view.stop()
    return view


def private_arguments(content: Private, *, edit: bool = False) -> dict[str, Any]:
    """Keyword arguments for sending, or for editing what is there, a private message. Whatever is too long is cut.

    A picture is no part of an embed, which would shrink it: a single one is as wide as those of posts. The words stand above it,
    or below it in an embed where there are more of them than a message takes.
    (A post's gallery is no way to get there: Discord refuses new files in a gallery of an answer that is edited.)
    """
    words = "\n".join(p for p in (content.text, content.title and f"**{content.title}**", content.body) if p)
    plain = bool(content.pictures) and len(words) <= CONTENT
    text, files, view = fit(words if plain else content.text, CONTENT), as_files(content), classic_view(content.rows)
    shown = [] if plain else make_embeds(content)
    if edit:
        return {"content": text or None, "embeds": shown, "attachments": files, "view": view}
    made: dict[str, Any] = {"content": text or None, "embeds": shown, "files": files, "view": view}
    return {name: value for name, value in made.items() if value not in (None, [])}


def make_embeds(content: Private) -> list[discord.Embed]:
    """The title and the words in an embed; none where there are none."""
    if not (content.title or content.body):
        return []
    title, body, tint = fit(content.title, EMBED_TITLE), fit(content.body, EMBED_TEXT), parse_colour(content.colour)
    return [discord.Embed(title=title or None, description=body or None, colour=tint)]


def post_layout(content: Public, marker: int = 0) -> ui.LayoutView:
    """A post as a components V2 layout. `marker`: a number that nobody sees and Discord keeps, by which it is recognised."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=parse_colour(content.colour), id=marker or None)
    for number, text in enumerate(content.texts):
        if number == 2:
            box.add_item(ui.Separator())
        box.add_item(ui.TextDisplay(text))
    for picture in content.pictures:  # each in a gallery of its own: several in one are shown as small tiles
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{picture.name}", description=picture.alt)
        box.add_item(gallery)
    for file in content.files:
        box.add_item(ui.File(f"attachment://{file.name}"))
    for row in content.rows:
        box.add_item(ui.ActionRow(*[as_component(i) for i in row]))
    if content.foot:
        box.add_item(ui.TextDisplay(f"-# {content.foot}"))
    view.add_item(box)
    view.stop()
    return view


def post_arguments(content: Public, marker: int = 0) -> dict[str, Any]:
    """Keyword arguments for sending a post; `marker` as of `layout`."""
    return {
        "view": post_layout(content, marker),
        "files": as_files(content),
        "allowed_mentions": allow_mentions(content.pings),
        "silent": content.silent,
    }


def read_markers(message: discord.Message) -> set[int]:
    """The markers in a message; numbers that Discord gave to parts of it are among them."""
    return {c.id for c in message.components if isinstance(c, discord.Container) and c.id is not None}


def allow_mentions(users: Sequence[int]) -> discord.AllowedMentions:
    """What lets a message ping these users alone, each once, whatever the text says. Discord refuses a list that names one
    twice.
    """
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(u) for u in dict.fromkeys(users)]
    )


def make_modal(form: Form) -> ui.Modal:
    """A form as discord.py shows it; what is typed comes back under the names of its inputs."""
    made = ui.Modal(title=fit(form.title, MODAL_TITLE), custom_id=form.id, timeout=None)
    for field in form.inputs:
        text: ui.TextInput[Any] = ui.TextInput(
            custom_id=field.name,
            style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
            default=field.value or None,
            required=field.required,
            max_length=field.most,
        )
        made.add_item(
            ui.Label(
                text=fit(field.label, MODAL_LABEL), description=fit(field.hint, MODAL_HINT) or None, component=text
            )
        )
    made.stop()
    return made


def read_inputs(components: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """What a submitted form holds, by the names of its inputs."""
    return {str(c["custom_id"]): str(c.get("value", "")) for c in _walk_components(components) if "custom_id" in c}


def _walk_components(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Every component of a submitted form as Discord sends it, those within others too."""
    for component in components:
        yield component
        yield from _walk_components(component.get("components") or ())
        if component.get("component"):
            yield from _walk_components([component["component"]])


def strip_buttons(message: discord.Message) -> ui.LayoutView | None:
    """A post of ours without its buttons; None if it has none. Its files stay as they are."""
    view = ui.LayoutView.from_message(message, timeout=None)
    has_buttons = False
    for holder in view.walk_children():
        if isinstance(holder, ui.Container):
            for row in [c for c in holder.children if isinstance(c, ui.ActionRow)]:
                holder.remove_item(row)
                has_buttons = True
        if isinstance(holder, ui.MediaGallery):
            holder.items = [_attached_item(i) for i in holder.items]
    view.stop()
    return view if has_buttons else None


def rewrite_layout(message: discord.Message, content: Public) -> ui.LayoutView:
    """The layout of a post of ours with other words and buttons. Its pictures stay where they were, but for those that are of a
    moment.
    """
    view = post_layout(content)
    box = view.children[0]
    assert isinstance(box, ui.Container)
    for holder in ui.LayoutView.from_message(message, timeout=None).walk_children():
        kept = [_attached_item(i) for i in holder.items] if isinstance(holder, ui.MediaGallery) else []
        kept = [i for i in kept if not i.media.url.removeprefix("attachment://").startswith(PASSING)]
        if kept:
            after = [c for c in box.children if isinstance(c, ui.ActionRow)]
            foot = [c for c in box.children[len(content.texts) :] if isinstance(c, ui.TextDisplay)]
            for later in (*after, *foot):
                box.remove_item(later)
            box.add_item(ui.MediaGallery(*kept))
            for later in (*after, *foot):
                box.add_item(later)
    view.stop()
    return view


def _attached_item(media_item: discord.MediaGalleryItem) -> discord.MediaGalleryItem:
    """A picture of the message itself, named as an attachment: links to Discord's store of files expire."""
    name = media_item.media.url.partition("?")[0].rpartition("/")[2]
    return discord.MediaGalleryItem(f"attachment://{name}", description=media_item.description)
