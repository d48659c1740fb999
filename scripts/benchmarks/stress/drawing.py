"""Bars, lines and pages as drawn for forgeries: invented numbers in type faces of Debian packages."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from testimages.bars import ean13_modules
from testimages.fonts import font
from testimages.numbers import ean_check, isbn10_check

# Registration groups with registrants of one length within their ranges.
RANGES = [("0", 200, 227), ("0", 300, 368), ("0", 400, 599), ("1", 4000, 4999), ("2", 200, 346), ("3", 200, 599)]


class Invented:
    """A registered ISBN of no known book."""

    def __init__(self, rng):
        self.group, first, last = RANGES[rng.integers(len(RANGES))]
        self.registrant = str(rng.integers(first, last + 1))
        rest = 8 - len(self.registrant)
        self.publication = "".join(str(d) for d in rng.integers(0, 10, rest))
        self.nine = self.group + self.registrant + self.publication

    @property
    def isbn13(self):
        return "978" + self.nine + ean_check("978" + self.nine)

    def ten(self, dash="-"):
        return dash.join((self.group, self.registrant, self.publication, isbn10_check(self.nine)))

    def thirteen(self, dash="-"):
        return dash.join(("978", self.group, self.registrant, self.publication, self.isbn13[-1]))


def ean(rng, *starts):
    """Thirteen digits with one of these beginnings."""
    body = str(starts[rng.integers(len(starts))])
    body += "".join(str(d) for d in rng.integers(0, 10, 12 - len(body)))
    return body + ean_check(body)


def text_line(text, face, pixels, ink=0, paper=255):
    """One line on its own paper, with a margin of a third of the size."""
    letters = font(face, round(pixels))
    left, top, right, bottom = letters.getbbox(text)
    margin = round(pixels / 3)
    line = Image.new("L", (right - left + 2 * margin, bottom - top + 2 * margin), paper)
    ImageDraw.Draw(line).text((margin - left, margin - top), text, font=letters, fill=ink)
    return line


def places(text, face, pixels):
    """Where each character of `text_line` begins and the last one ends, in pixels from the left."""
    letters = font(face, round(pixels))
    start = round(pixels / 3) - letters.getbbox(text)[0]
    return [start + letters.getlength(text[:place]) for place in range(len(text) + 1)]


def bars_label(digits, scale, height, is_digits=True):
    """Bars with eleven modules of paper left, seven right, three above and eleven below; `scale` pixels a module."""
    fine = 4
    columns = round(113 * scale)
    row = np.ones(columns * fine, np.float32)
    for place, module in enumerate(ean13_modules(digits)):
        if module == "1":
            row[round((11 + place) * scale * fine) : round((12 + place) * scale * fine)] = 0
    row = row.reshape(columns, fine).mean(axis=1)
    label = np.full((round((height + 14) * scale), columns), 255, np.float32)
    label[round(3 * scale) : round((3 + height) * scale)] = row * 255
    picture = Image.fromarray(label.astype(np.uint8))
    if is_digits:
        draw = ImageDraw.Draw(picture)
        letters = font("ocr-b", max(6, round(10.6 * scale)))
        for place, digit in enumerate(digits):
            cell = -9.5 if place == 0 else 3 + 7 * (place - 1) if place < 7 else 50 + 7 * (place - 7)
            draw.text(
                ((11 + cell + 3.5) * scale, (3 + height + 9.3) * scale), digit, font=letters, fill=0, anchor="ms")
    return picture


def page(lines, rng, size=(1100, 1400), face="times", pixels=30):
    """Lines of text (or drawn labels) on paper, as a camera sees them: lit from a side, soft, grainy, a little turned."""
    paper = Image.new("L", size, 255)
    y = size[1] * 0.08
    for item in lines:
        drawn = text_line(item, face, pixels) if isinstance(item, str) else item
        paper.paste(drawn, (round(size[0] * 0.09), round(y)))
        y += drawn.height * 1.02 + (0 if isinstance(item, str) else pixels)
    return photographed(paper, rng)


def photographed(paper, rng):
    """A drawn page as a photo in colour."""
    turned = paper.rotate(rng.uniform(-2.5, 2.5), Image.Resampling.BICUBIC, fillcolor=252)
    soft = turned.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 0.9)))
    values = np.asarray(soft, np.float32) / 255
    height, width = values.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = rng.uniform(-0.2, 0.2, 2)
    light = 0.82 + slope[0] * (x / width - 0.5) + slope[1] * (y / height - 0.5)
    values = (0.12 + 0.83 * values) * light
    tint = np.array([1.0, rng.uniform(0.95, 0.99), rng.uniform(0.82, 0.95)], np.float32)
    values = values[..., None] * tint + rng.normal(0, 0.015, (height, width, 1))
    return Image.fromarray((np.clip(values, 0, 1) * 255).round().astype(np.uint8))


def pasted(picture, drawn, bars, scale, x, y):
    """The drawn label on the photo, its upper left corner at modules (x, y) of the bars, in the photo's own paper, ink
    and softness."""
    inverse = np.linalg.inv(np.column_stack([bars.along, bars.down]))
    offset = -inverse @ bars.origin
    matrix = np.hstack([inverse, offset[:, None]]) * scale
    matrix[:, 2] -= np.array([x, y]) * scale
    grey = np.asarray(picture.convert("L"), np.float32)
    corners = np.array([bars.point(u, v) for u in (0, 95) for v in (0, bars.height)])
    (left, top), (right, bottom) = corners.min(axis=0).clip(0), corners.max(axis=0)
    under = np.asarray(picture, np.float32)[int(top) : int(bottom) + 1, int(left) : int(right) + 1].reshape(-1, 3)
    if not len(under):
        return picture
    ink, paper = np.percentile(under, 6, axis=0), np.percentile(under, 92, axis=0)
    soft = drawn.filter(ImageFilter.GaussianBlur(0.25 * scale))
    alpha = Image.new("L", drawn.size, 255)
    warped = soft.transform(
        picture.size, Image.Transform.AFFINE, matrix.ravel().tolist(), Image.Resampling.BICUBIC, fillcolor=255)
    mask = alpha.transform(
        picture.size, Image.Transform.AFFINE, matrix.ravel().tolist(), Image.Resampling.BILINEAR, fillcolor=0)
    share = np.asarray(warped, np.float32)[..., None] / 255
    colours = ink + (paper - ink) * share
    grain = np.random.default_rng(int(grey.sum()) % 2**32).normal(0, 2.5, grey.shape)[..., None]
    label = Image.fromarray(np.clip(colours + grain, 0, 255).astype(np.uint8))
    return Image.composite(label, picture, mask)
