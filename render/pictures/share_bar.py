"""How the shares of a company are split, as a bar."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import ImageDraw

from render.drawing import fonts, style


def draw_share_bar(
    draw: ImageDraw.ImageDraw,
    order: Sequence[str],
    parts: Sequence[tuple[str, int, int]],
    corner: tuple[int, int],
    right: int,
) -> int:
    """A bar with a field for each owner in that player's colour, and their names with percents below it; where these end.

    `parts`: owners with shares and percent; `order`: who of them is a player; `right`: where the bar ends.
    """
    left, y = corner
    whole = sum(n for _, n, _ in parts) or 1
    fills = [style.seat(order, who) if who in order else unsold(who) for who, _, _ in parts]
    x: float = left
    high = 48
    for (_, shares, percent), fill in zip(parts, fills, strict=True):
        wide = (right - left) * shares / whole
        draw.rounded_rectangle((x, y, x + wide - 4, y + high), 8, fill, _rim(fill), 2)
        ink = bar_ink(fill)
        for k in range(1, shares):
            at = x + (wide - 4) * k / shares
            draw.line([(at, y + high - 7), (at, y + high)], fill=style.PAPER, width=2)
        name = f"{percent}%"
        if fonts.width(name, style.SMALL, bold=True) < wide - 10:
            middle = (x + wide / 2 - 2, y + high / 2 - 2)
            fonts.write(draw, middle, name, style.SMALL, bold=True, ink=ink, anchor="mm")
        x += wide
    y += high + 14
    x = left
    for (owner, _, percent), fill in zip(parts, fills, strict=True):
        text = f"{owner} {percent}%"
        wide = fonts.width(text, style.SMALL) + 46
        if x + wide > right and x > left:
            x, y = left, y + 38
        draw.rounded_rectangle((x, y + 5, x + 8, y + 29), 4, fill, _rim(fill), 2)
        fonts.write(draw, (x + 18, y + 17), text, style.SMALL, anchor="lm")
        x += wide
    return y + 48


def unsold(place: str) -> style.RGB:
    """The colour of shares that no player holds."""
    return style.PALE if place == "pool" else style.RULE


def _rim(fill: style.RGB) -> style.RGB | None:
    """The edge of a part of the bar that hardly stands out from paper."""
    return style.PALE if style.contrast(fill, style.PAPER) < style.SEEN else None


def bar_ink(fill: style.RGB) -> style.RGB:
    """The colour of words on a part of the bar that reads best."""
    return max((style.INK, style.BLACK, style.WHITE), key=lambda ink: style.contrast(ink, fill))
