"""Photos of several books: backs of real photos and drawn ones, laid on a table, in a box or on a shelf."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from testimages import prose
from testimages.layouts import Cover, Label
from testimages.surroundings import backdrop
from testimages.typesetting import Style, p, wrap

from .drawing import Invented
from .locating import located
from .photos import Photo, opened

SIZE = (4000, 3000)
LAYOUTS = ("shelf", "table", "box")
GROUNDS = ("wood", "dark wood", "desk", "carpet", "tiles")
FACES = ("sans", "century", "times", "narrow", "grotesque")
# Points a module of the bars on a drawn cover, at the nominal size of the symbol.
POINTS = 0.8
# How much of a photo is taken around its bars, in modules: beside, above and below them.
BESIDE, ABOVE, BELOW = 36, 46, 26
# White on both sides without which bars are no symbol, in modules.
QUIET = 7


@dataclass(frozen=True)
class Book:
    """One book in a photo: the ISBNs that may be accepted, its own first, and its corners, clockwise, in pixels. `module`
    and `capitals` are pixels, 0 where there are no bars or their height is not known."""

    isbns: tuple[str, ...]
    corners: tuple[tuple[int, int], ...]
    module: float
    capitals: float

    def written(self, path: str) -> str:
        return json.dumps({"path": path} | asdict(self))


@dataclass(frozen=True)
class _Back:
    """A back to be laid: its sides and the width of a module in units, and how it is drawn at a number of pixels a unit,
    which is `most` at most; with the picture comes the height of the capitals in pixels, 0 where it is not known."""

    isbns: tuple[str, ...]
    size: tuple[float, float]
    most: float
    module: float
    draw: Callable[[float], tuple[Image.Image, float]]


def _cover(rng, size, label=None, at=(0.5, 0.7)):
    """A cover with a title and some lines, `size` in points."""
    dark = rng.random() < 0.5
    ground = tuple(int(v) for v in (rng.integers(20, 110, 3) if dark else rng.integers(170, 250, 3)))
    ink = (240, 238, 230) if dark else (34, 30, 34)
    lines = int(size[1] * 0.5 / 12 / max(1, 420 / size[0]))
    text = [p(prose.sentences(prose.ENGLISH, int(rng.integers(0, 3)), max(1, min(4, lines))))]
    return Cover(
        text=text, style=Style(face=FACES[rng.integers(len(FACES))], size=float(rng.uniform(8, 10)), ink=ink), trim=size,
        ground=ground, label=label, label_at=at)


def _drawn(rng) -> _Back:
    """A drawn back; of three in ten the number is printed alone, without bars."""
    number = Invented(rng)
    has_bars = rng.random() < 0.7
    dash = "- "[int(rng.random() < 0.3)]
    printed = f"ISBN {number.thirteen(dash) if rng.random() < 0.7 else number.ten(dash)}"
    module, points = (POINTS, rng.uniform(5.4, 7)) if has_bars else (1.3, rng.uniform(7.5, 9))
    style = Style(face=("ocr-b", "sans", "times")[rng.integers(3)], size=float(points))
    # On one line, as wide as the bars.
    while len(wrap(printed, style, 108 * module, 8)) > 1:
        style = replace(style, size=style.size * 0.96)
    label = Label(number.isbn13 if has_bars else None, above=[p(printed)], module=module, style=style)
    wide, high = label.size(2)
    size = wide * float(rng.uniform(1.25, 2.2)), max(wide, high) * float(rng.uniform(1.7, 2.8))
    at = float(rng.uniform(0.04, 0.96 - wide / size[0])), 0.96 - high / size[1]
    cover = _cover(rng, size, label, at)

    def draw(scale):
        sheet = cover.draw(scale, rng)
        capitals = next(line.cap for line in sheet.lines if line.text.startswith("ISBN")) * scale
        return sheet.image.filter(ImageFilter.GaussianBlur(float(rng.uniform(0.4, 0.8)))), capitals

    return _Back((number.isbn13,), size, 8.0, POINTS if has_bars else 0.0, draw)


def _of_bars(photo: Photo, picture: Image.Image, rng) -> _Back | None:
    """The surroundings of a photo's bars on a drawn cover; `None` where the bars can't be found, or reach the photo's
    edge."""
    bars = located(picture, photo.isbns[0])
    if bars is None:
        return None
    unit = np.column_stack([bars.along, bars.down / np.hypot(*bars.down) * bars.module])
    inverse = np.linalg.inv(unit)
    # No more than the photo shows, so that the crop is a rectangle of the photo alone.
    left, top, right, bottom = -BESIDE, -ABOVE, 95 + BESIDE, bars.height + BELOW

    def is_inside():
        points = np.array([bars.origin + unit @ (x, y) for x in (left, right) for y in (top, bottom)])
        return (points >= 0).all() and (points < np.array(picture.size)).all()

    while not is_inside():
        left, top, right, bottom = left + 2, min(top + 2, -2), right - 2, max(bottom - 2, bars.height + 4)
        if left > -QUIET:
            return None
    wide, high = right - left, bottom - top
    size = tuple(POINTS * side for side in (wide * float(rng.uniform(1.15, 1.7)), high * float(rng.uniform(1.5, 2.4))))
    cover = _cover(rng, size)
    x = float(rng.uniform(0, size[0] - POINTS * wide))

    def draw(scale):
        sheet = cover.draw(scale, rng).image
        module = scale * POINTS
        share = min(1.0, module / bars.module)
        small = picture.resize(tuple(round(side * share) for side in picture.size), Image.Resampling.LANCZOS)
        matrix = unit / module * share
        start = (bars.origin + unit @ (left, top)) * share
        cut = small.transform(
            (round(wide * module), round(high * module)), Image.Transform.AFFINE,
            np.column_stack([matrix, start]).ravel().tolist(), Image.Resampling.BICUBIC)
        sheet.paste(cut, (round(x * scale), sheet.height - cut.height))
        return sheet, 0.0

    return _Back(photo.isbns, size, bars.module / POINTS, POINTS, draw)


def _whole(photo: Photo, picture: Image.Image, share: float) -> _Back:
    """A photo whose number is printed without bars, as it is."""
    def draw(scale):
        small = picture.resize(tuple(round(side * scale) for side in picture.size), Image.Resampling.LANCZOS)
        return small, photo.capitals * share * scale

    return _Back(photo.isbns, picture.size, 1.0, 0.0, draw)


def _back(photo: Photo | None, rng) -> _Back | None:
    if photo is None:
        return _drawn(rng)
    ready = opened(photo)
    if ready is None:
        return None
    return _of_bars(photo, ready[0], rng) if photo.has_bars else _whole(photo, *ready)


def _cells(count, rng):
    """As many places as there are books, in one or more rows: left, top, width and height in pixels."""
    columns = int(np.ceil(np.sqrt(count * SIZE[0] / SIZE[1])))
    rows = int(np.ceil(count / columns))
    wide, high = SIZE[0] / columns, SIZE[1] / rows
    every = [(column * wide, row * high, wide, high) for row in range(rows) for column in range(columns)]
    return [every[place] for place in sorted(rng.permutation(len(every))[:count])]


def _angle(layout, rng):
    if layout == "table":
        return float(rng.uniform(0, 360))
    quarters = int(rng.integers(0, 4)) if layout == "box" else 0
    return 90 * quarters + float(rng.normal(0, 3))


def several_books(photos: list[Photo], count: int, rng) -> tuple[Image.Image, list[Book], str]:
    """Backs of the photos and as many drawn ones as make up the count, each within a part of its own of the picture and
    of a size of its own; gives the way they lie, too."""
    layout = LAYOUTS[rng.integers(len(LAYOUTS))]
    backs = [back for back in (_back(photo, rng) for photo in photos) if back]
    backs += [_drawn(rng) for _ in range(count - len(backs))]
    backs = [backs[place] for place in rng.permutation(len(backs))]
    ground = GROUNDS[rng.integers(len(GROUNDS))]
    scene = backdrop(ground, (SIZE[0] // 4, SIZE[1] // 4), rng).resize(SIZE, Image.Resampling.BICUBIC)
    books = []
    for back, (left, top, wide, high) in zip(backs, _cells(len(backs), rng)):
        angle = _angle(layout, rng)
        turn = np.radians(angle)
        across = abs(np.cos(turn)) * back.size[0] + abs(np.sin(turn)) * back.size[1]
        down = abs(np.sin(turn)) * back.size[0] + abs(np.cos(turn)) * back.size[1]
        room = 0.97 * min(wide / across, high / down)
        scale = min(back.most, room * float(rng.uniform(0.6, 1)))
        drawn, capitals = back.draw(scale)
        mask = Image.new("L", drawn.size, 255)
        turned, mask = (
            part.rotate(-angle, Image.Resampling.BICUBIC, expand=True) for part in (drawn, mask))
        spare = max(0, wide - turned.width), max(0, high - turned.height)
        x, y = round(left + spare[0] * rng.random()), round(top + spare[1] * rng.random())
        shadow = mask.filter(ImageFilter.GaussianBlur(9)).point(lambda v: v * 0.5)
        scene.paste((16, 13, 12), (x + 9, y + 9), shadow)
        scene.paste(turned, (x, y), mask)
        middle = np.array([x + turned.width / 2, y + turned.height / 2])
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        half = np.array(drawn.size) / 2
        corners = tuple(
            tuple(int(v) for v in np.round(middle + spin @ (half * sign)))
            for sign in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        books.append(Book(back.isbns, corners, round(back.module * scale, 2), round(capitals, 1)))
    return _seen(scene, rng), books, layout


def _seen(scene, rng):
    """Lit from a side, with a little noise."""
    light = Image.linear_gradient("L").rotate(90 * int(rng.integers(4))).resize(scene.size)
    scene = Image.composite(scene, scene.point(lambda v: v * 0.8), light)
    grain = rng.normal(128, rng.uniform(2, 5), (750, 1000)).clip(0, 255).astype(np.uint8)
    noise = Image.fromarray(np.tile(grain, (4, 4)))
    return ImageChops.add(scene, Image.merge("RGB", [noise] * 3), 1, -128)
