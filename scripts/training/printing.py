"""Prints a line of text with what stands near it in a book: bars beneath, lines above and below."""

import numpy as np
from PIL import Image, ImageDraw

import isbns
import typefaces
from barcode import add_bars, modules
from typesetting import ABOVE, DIGIT, EDGE, HEIGHT, Print, set_mixed, set_text


def stretched(rng, mask, low, high):
    return mask.resize((max(8, int(mask.width * rng.uniform(low, high))), mask.height), Image.BILINEAR)


def print_text(rng, texts, text, near_bars=0.0):
    face = typefaces.choose(rng, "text")
    plain = all(ord(c) < 128 for c in text)
    if not plain and face.startswith("OCR"):
        face = typefaces.FAMILIES["sans"][rng.integers(len(typefaces.FAMILIES["sans"]))]
    features = None
    if rng.random() < 0.04:
        face, features = typefaces.OLD_STYLE[rng.integers(len(typefaces.OLD_STYLE))], ["onum"]
    chance = rng.random()
    tracking = (
        0.0
        if chance < 0.6
        else rng.uniform(-0.04, 0.12) * DIGIT
        if chance < 0.9
        else rng.uniform(0.1, 0.5) * DIGIT
    )
    mask = set_mixed(text, face, tracking, features)
    mask = stretched(rng, mask, *((0.75, 1.15) if rng.random() < 0.5 else (0.95, 1.05)))
    left, right = EDGE, mask.width - EDGE - tracking
    wide = Image.new("L", (mask.width + 6 * DIGIT, mask.height), 0)
    wide.paste(mask, (3 * DIGIT, 0))
    left, right = left + 3 * DIGIT, right + 3 * DIGIT
    pen = ImageDraw.Draw(wide)
    chance = rng.random()
    if chance < near_bars:
        # the bars that belong to a label stand close beneath it
        module = (right - left) / rng.uniform(80, 130)
        pattern = modules(isbns.ean(rng))
        top = ABOVE + DIGIT * (1 + rng.uniform(0.04, 0.6))
        add_bars(
            pen,
            left + rng.uniform(-20, 20),
            module,
            pattern,
            top,
            wide.height,
            rng.uniform(-0.2, 0.2) * module,
        )
    elif chance < near_bars + 0.35:
        neighbours(rng, texts, wide, face)
    if rng.random() < 0.03:
        pen.line([0, ABOVE + DIGIT + 9, wide.width, ABOVE + DIGIT + 9], fill=255, width=3)
    return Print(wide, left, right, text)


def neighbours(rng, texts, wide, face):
    """Remains of the lines above and below, at a leading of 1.4 to 2 digit heights."""
    leading = int(rng.uniform(1.4, 2.0) * DIGIT)
    for shift in (-leading, leading):
        if rng.random() < 0.8:
            line = set_text(texts.prose(4).encode("ascii", "ignore").decode() or "a", face)
            x = int(rng.uniform(-60, 3 * DIGIT))
            layer = Image.new("L", wide.size, 0)
            layer.paste(line, (x, shift))
            wide.paste(255, (0, 0), layer)


def add_clutter(rng, sheet):
    """Puts part of a drawing beside the line and lets the crop reach into it."""
    pen = ImageDraw.Draw(sheet.image)
    width = rng.uniform(0.6, 4) * DIGIT
    if rng.random() < 0.5:
        begin, sheet.left = sheet.left - width - 0.5 * DIGIT, max(0, sheet.left - width)
    else:
        begin = sheet.right + 0.5 * DIGIT
        sheet.right = min(sheet.image.width, sheet.right + width)
    for _ in range(rng.integers(1, 5)):
        x, y = begin + rng.uniform(0, width), rng.uniform(0.2, 0.8) * HEIGHT
        a, b = rng.uniform(0.1, 0.5) * width, rng.uniform(4, 60)
        x = min(x, begin + width - a)
        box = [x - a, y - b, x + a, y + b]
        if rng.random() < 0.5:
            pen.ellipse(box, outline=255, width=int(rng.integers(2, 8)))
        else:
            pen.line(box, fill=255, width=int(rng.integers(2, 30)))


def print_junk(rng):
    """What chains of components that are no text look like: bars, halftone, cloth."""
    width = int(rng.integers(120, 500))
    if rng.random() < 0.4:
        image = Image.new("L", (width, HEIGHT), 0)
        top = rng.choice([-5, ABOVE + rng.integers(-10, 20)])
        add_bars(
            ImageDraw.Draw(image),
            10,
            rng.uniform(3, 9),
            modules(isbns.ean(rng)),
            top,
            rng.choice([ABOVE + 30, 400]),
            0,
        )
    else:
        grain = int(rng.integers(3, 16))
        small = (rng.random((HEIGHT // grain + 1, width // grain + 1)) * 255).astype(np.uint8)
        image = Image.fromarray(small).resize((width, HEIGHT), Image.BICUBIC)
        image = image.point(lambda v: min(255, max(0, (v - 110) * 3)))
    return Print(image, 10, width - 10, "*")
