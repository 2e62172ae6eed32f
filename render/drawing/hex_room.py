"""Where words may stand on a hex: off its track, its stops, its markers, and within its sides."""

from __future__ import annotations

from PIL import Image

from render.drawing import style
from render.drawing.canvas import Pen, hull, reach
from render.drawing.free_space import Room
from render.drawing.geometry import polar
from render.drawing.hex_appearance import Look
from render.drawing.tile_geometry import BASE, Anatomy, beside, corners

MARKER = 0.17  # radius of a marker on a hexside
PORT = 0.17  # radius of the end of track in a port


def free_room(look: Look, taken: Image.Image, half: tuple[int, int]) -> Room:
    """The room of a hex where track, cities and everything outside are taken. `taken`: the mask of track and stops."""
    pen = Pen(look.size, half, None, 1)
    pen.image.paste(255, (0, 0, pen.image.width, pen.image.height))
    pen.polygon(corners(look.layout, 0.965), 0)
    pen.image.paste(255, (0, 0), taken)
    for side, kind in look.borders:
        rim = corners(look.layout)
        pen.band((rim[side - 1], rim[side]), 0.3 if kind else 0.0, 255)
    return Room(pen.image)


def obstacles(look: Look, form: Anatomy, half: tuple[int, int]) -> Image.Image:
    """A mask of the track, the stops and the markers on a hex: words must stand on none of them."""
    pen = Pen(look.size, half, None, 1)
    gap = 0.038
    for line in form.tracks:
        pen.band(reach(line), style.TRACK_WIDTH + 2 * gap, 255)
    if any(t.joint >= 0 for t in look.tile.tracks):
        pen.disc((0, 0), 0.26, 255)
    for place in form.places.values():
        for slot in place.slots:
            pen.disc(slot, place.radius + 0.055, 255)
        if len(place.slots) > 1:
            pen.polygon(hull(place, place.radius + 0.075), 255)
        elif not place.slots and place.stop.kind != "off":
            pen.disc((place.x, place.y), 0.24 if not place.bar else 0.2, 255)
        elif look.tile.colour == "blue":
            pen.disc((place.x, place.y), PORT + gap, 255)
        if place.bar:
            along = polar(place.axis, 0.33)
            pen.band(((place.x - along[0], place.y - along[1]), (place.x + along[0], place.y + along[1])), 0.24, 255)
    for city in look.beside:
        at, radius = beside(form, city, look.layout)
        pen.disc(at, radius + 0.04, 255)
    for side in look.markers:
        pen.disc(polar(BASE[look.layout] + 60 * side, 1.0), MARKER + 0.03, 255)
    return pen.image
