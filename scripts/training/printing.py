"""Prints a line as a book would: text in a face, or the digits of a real EAN-13 among its bars.

A print is a grey picture, 255 paper and 0 ink, with digits DIGIT pixels tall on a known baseline and
whatever stands above and below the line left in, since a crop of a photo holds remains of it."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

import isbns
import typefaces

DIGIT = 40
ABOVE, BELOW = 62, 56

L = ["0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"]
G = ["0100111", "0110011", "0011011", "0100001", "0011101", "0111001", "0000101", "0010001", "0001001", "0010111"]
PARITY = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]


@dataclass
class Print:
    image: Image.Image
    left: float
    right: float
    text: str
    top: float = ABOVE
    bottom: float = ABOVE + DIGIT


def modules(ean):
    """The 95 modules of an EAN-13, by the GS1 General Specifications."""
    left = "".join((L if p == "L" else G)[int(d)] for p, d in zip(PARITY[int(ean[0])], ean[1:7]))
    right = "".join(L[int(d)].translate(str.maketrans("01", "10")) for d in ean[7:])
    return "101" + left + "01010" + right + "101"


def addon_modules(rng):
    return "1011" + "01".join((L if rng.random() < 0.5 else G)[rng.integers(10)] for _ in range(5))


def set_text(rng, text, face, tracking=0.0, features=None):
    """Text as a mask (255 ink), its baseline at ABOVE + DIGIT."""
    font = typefaces.sized(face, DIGIT, features is not None)
    baseline = ABOVE + DIGIT
    if tracking:
        advances = [typefaces.advance(face, DIGIT, c) + tracking for c in text]
        width = sum(advances)
    else:
        width = font.getlength(text, features=features)
    mask = Image.new("L", (int(width) + 12, ABOVE + DIGIT + BELOW), 0)
    pen = ImageDraw.Draw(mask)
    if tracking:
        x = 6.0
        for char, step in zip(text, advances):
            pen.text((x, baseline), char, font=font, fill=255, anchor="ls")
            x += step
    else:
        pen.text((6, baseline), text, font=font, fill=255, anchor="ls", features=features)
    return mask


def set_mixed(rng, text, face, tracking, features):
    """Like set_text, with Chinese characters from the face that has them."""
    runs, current = [], ""
    for char in text:
        if current and (ord(char) >= 0x2E80) != (ord(current[0]) >= 0x2E80):
            runs.append(current)
            current = ""
        current += char
    runs.append(current)
    masks = [set_text(rng, r, typefaces.CJK if ord(r[0]) >= 0x2E80 else face, tracking, features) for r in runs]
    if len(masks) == 1:
        return masks[0]
    whole = Image.new("L", (sum(m.width - 10 for m in masks) + 10, masks[0].height), 0)
    x = 0
    for mask in masks:
        whole.paste(mask, (x, 0))
        x += mask.width - 10
    return whole


def stretched(rng, mask, low, high):
    return mask.resize((max(8, int(mask.width * rng.uniform(low, high))), mask.height), Image.BILINEAR)


def bars(pen, x, module, pattern, top, bottom, gain):
    for i, bit in enumerate(pattern):
        if bit == "1":
            pen.rectangle([x + i * module - gain, top, x + (i + 1) * module - 1 + gain, bottom], fill=255)


def print_ean(rng, ean):
    """The human-readable line of an EAN-13: digits between the guard bars, bar ends above them."""
    face = typefaces.choose(rng, "bars")
    upc = ean[0] == "0" and rng.random() < 0.5
    module = DIGIT / rng.uniform(6.6, 10.5)
    guard = rng.uniform(0.15, 1.15) * DIGIT if rng.random() < 0.9 else -2
    gap = rng.uniform(0.02, 0.35) * DIGIT
    gain = rng.uniform(-0.25, 0.3) * module
    groups = [ean[0], ean[1:7], ean[7:]]
    if upc:
        groups = [ean[1], ean[2:7], ean[7:12]]
    fill = rng.uniform(0.72, 1.0) if rng.random() < 0.4 else rng.uniform(0.88, 1.0)
    lead = rng.uniform(1.0, 4.5) * module
    margin = 16 * module
    height = ABOVE + DIGIT + BELOW
    text, tail = " ".join(groups), 0.0
    canvas = Image.new("L", (int(margin * 2 + 95 * module + 9 * DIGIT), height), 0)
    x0 = margin
    pen = ImageDraw.Draw(canvas)
    pattern = modules(ean)
    foot = ABOVE - gap
    ends = {0, 2, 46, 48, 92, 94} | ({i for i in range(3, 10)} | {i for i in range(85, 92)} if upc else set())
    bars(pen, x0, module, "".join("0" if i in ends else b for i, b in enumerate(pattern)), -5, foot, gain)
    bars(pen, x0, module, "".join(b if i in ends else "0" for i, b in enumerate(pattern)), -5, foot + guard, gain)

    def place(group, left, room):
        mask = set_text(rng, group, face)
        natural = mask.width - 12
        wanted = room * fill
        if len(group) > 1 and natural < wanted:
            tracking = (wanted - natural) / (len(group) - 1) * rng.uniform(0.8, 1.0)
            mask = set_text(rng, group, face, tracking=tracking or 0.01)
            extent = mask.width - 12 - tracking
        elif natural > wanted:
            mask = mask.resize((int(mask.width * wanted / natural), mask.height), Image.BILINEAR)
            extent = wanted
        else:
            extent = natural
        x = left + (room - extent) / 2 - 6
        canvas.paste(255, (int(x), 0), mask)
        return x + 6, x + 6 + extent

    room = 35 if upc else 42
    start = 10 if upc else 3
    place(groups[1], x0 + start * module, room * module)
    right = place(groups[2], x0 + 50 * module, room * module)[1]
    right = max(right, x0 + 95 * module) if guard > 0 else right
    font_width = set_text(rng, groups[0], face).width - 12
    left = x0 - lead - font_width
    canvas.paste(255, (int(left - 6), 0), set_text(rng, groups[0], face))
    if upc:
        text += " " + ean[12]
        mask = set_text(rng, ean[12], face)
        x = x0 + 95 * module + lead
        canvas.paste(255, (int(x - 6), 0), mask)
        right = x + mask.width - 12
    elif rng.random() < 0.45:
        mask = set_text(rng, ">", face)
        x = right + rng.uniform(0.05, 0.7) * DIGIT
        canvas.paste(255, (int(x - 6), 0), mask)
        right = x + mask.width - 12
        text += " >"
    if rng.random() < 0.14:
        # a price add-on at the right: its bars reach down to the digits' baseline
        x = x0 + 95 * module + rng.uniform(9, 14) * module
        bars(pen, x, module, addon_modules(rng), rng.uniform(-30, 20), foot + max(guard, 4), gain)
        if rng.random() < 0.5:
            right = x + 47 * module
    if rng.random() < 0.10:
        # the first digit is lost beside the crop
        left = x0 - 2 * gain - 1
        text = " ".join(text.split()[1:])
    return Print(canvas, left, right, text)


def print_addon(rng):
    """The price digits above a five-digit add-on."""
    face = typefaces.choose(rng, "bars")
    digits = rng.choice(["5", "9", "0"]) + isbns.digits(rng, 4) if rng.random() < 0.7 else "90000"
    arrow = rng.random() < 0.5
    text = digits[0] + " " + digits[1:] if rng.random() < 0.2 else digits
    tracking = rng.uniform(0, 0.6) * DIGIT
    shown = text + (" >" if arrow else "")
    mask = set_text(rng, shown, face, tracking=tracking + 0.01)
    pen = ImageDraw.Draw(mask)
    bars(pen, 4, (mask.width - 12) / 47 * 0.9, addon_modules(rng), ABOVE + DIGIT + rng.uniform(2, 14), 400, 0)
    return Print(mask, 6, mask.width - 6 - tracking, shown)


def print_text(rng, texts, text, near_bars=0.0):
    face = typefaces.choose(rng, "text")
    plain = all(ord(c) < 128 for c in text)
    if not plain and face.startswith("OCR"):
        face = typefaces.FAMILIES["sans"][rng.integers(len(typefaces.FAMILIES["sans"]))]
    features = None
    if rng.random() < 0.04:
        face, features = typefaces.OLD_STYLE[rng.integers(len(typefaces.OLD_STYLE))], ["onum"]
    chance = rng.random()
    tracking = 0.0 if chance < 0.6 else rng.uniform(-0.04, 0.12) * DIGIT if chance < 0.9 else rng.uniform(0.1, 0.5) * DIGIT
    mask = set_mixed(rng, text, face, tracking, features)
    mask = stretched(rng, mask, *((0.75, 1.15) if rng.random() < 0.5 else (0.95, 1.05)))
    left, right = 6, mask.width - 6 - tracking
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
        bars(pen, left + rng.uniform(-20, 20), module, pattern, top, wide.height, rng.uniform(-0.2, 0.2) * module)
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
            line = set_text(rng, texts.prose(4).encode("ascii", "ignore").decode() or "a", face)
            x = int(rng.uniform(-60, 3 * DIGIT))
            layer = Image.new("L", wide.size, 0)
            layer.paste(line, (x, shift))
            wide.paste(255, (0, 0), layer)


def print_junk(rng):
    """What chains of components that are no text look like: bars, halftone, cloth."""
    width = int(rng.integers(120, 500))
    height = ABOVE + DIGIT + BELOW
    if rng.random() < 0.4:
        image = Image.new("L", (width, height), 0)
        top = rng.choice([-5, ABOVE + rng.integers(-10, 20)])
        bars(ImageDraw.Draw(image), 10, rng.uniform(3, 9), modules(isbns.ean(rng)), top, rng.choice([ABOVE + 30, 400]), 0)
    else:
        grain = int(rng.integers(3, 16))
        small = (rng.random((height // grain + 1, width // grain + 1)) * 255).astype(np.uint8)
        image = Image.fromarray(small).resize((width, height), Image.BICUBIC)
        image = image.point(lambda v: min(255, max(0, (v - 110) * 3)))
    return Print(image, 10, width - 10, "*")
