"""Prints the digits of a real EAN-13 among its bars, and those of a price add-on."""

import re

import cv2
import numpy as np

import isbns
import typefaces
from typesetting import ABOVE, DIGIT, EDGE, HEIGHT, Print, set_text

L = [
    "0001101",
    "0011001",
    "0010011",
    "0111101",
    "0100011",
    "0110001",
    "0101111",
    "0111011",
    "0110111",
    "0001011",
]
G = [
    "0100111",
    "0110011",
    "0011011",
    "0100001",
    "0011101",
    "0111001",
    "0000101",
    "0010001",
    "0001001",
    "0010111",
]
PARITY = [
    "LLLLLL",
    "LLGLGG",
    "LLGGLG",
    "LLGGGL",
    "LGLLGG",
    "LGGLLG",
    "LGGGLL",
    "LGLGLG",
    "LGLGGL",
    "LGGLGL",
]


def modules(ean):
    """The 95 modules of an EAN-13, according to the GS1 General Specifications."""
    left = "".join((L if p == "L" else G)[int(d)] for p, d in zip(PARITY[int(ean[0])], ean[1:7]))
    right = "".join(L[int(d)].translate(str.maketrans("01", "10")) for d in ean[7:])
    return "101" + left + "01010" + right + "101"


def addon_modules(rng):
    return "1011" + "01".join((L if rng.random() < 0.5 else G)[rng.integers(10)] for _ in range(5))


def add_bars(canvas, x, module, pattern, top, bottom, gain):
    """Bars of a pattern of modules, each `gain` pixels wider on both sides than nominal."""
    top, bottom = max(0, int(top)), max(0, min(canvas.shape[0], int(bottom) + 1))
    edges = np.arange(canvas.shape[1] + 1)
    covered = np.zeros(canvas.shape[1])
    for bar in re.finditer("1+", pattern):
        start, end = x + bar.start() * module - gain, x + bar.end() * module + gain
        covered += np.clip(np.minimum(edges[1:], end) - np.maximum(edges[:-1], start), 0, 1)
    rows = canvas[top:bottom]
    np.maximum(rows, (255 * np.clip(covered, 0, 1)).astype(np.uint8), out=rows)


def paste(canvas, mask, left):
    """Draws a mask of the canvas's height at a column, keeping existing ink."""
    left = int(left)
    start, end = max(0, left), min(canvas.shape[1], left + mask.shape[1])
    if start < end:
        part = canvas[:, start:end]
        np.maximum(part, mask[:, start - left : end - left], out=part)


def place(canvas, text, left, face):
    """Draws text with its first character at `left`; returns its right end."""
    mask = set_text(text, face)
    paste(canvas, mask, left - EDGE)
    return left + mask.shape[1] - 2 * EDGE


def spread(rng, canvas, group, left, room, face, fill):
    """Draws a group of digits into `room` pixels, spaced or condensed to fill a share of it."""
    mask = set_text(group, face)
    extent, wanted = mask.shape[1] - 2 * EDGE, room * fill
    if extent < wanted:
        tracking = (wanted - extent) / (len(group) - 1) * rng.uniform(0.8, 1.0)
        mask = set_text(group, face, tracking=tracking)
        extent = mask.shape[1] - 2 * EDGE - tracking
    else:
        mask = cv2.resize(mask, (max(8, int(mask.shape[1] * wanted / extent)), HEIGHT))
        extent = wanted
    start = left + (room - extent) / 2
    paste(canvas, mask, start - EDGE)
    return start + extent


def print_ean(rng, ean):
    """The human-readable line of an EAN-13 or UPC-A: digits between the guard bars, bar ends above them."""
    family, face = typefaces.choose(rng, "bars")
    upc = ean[0] == "0" and rng.random() < 0.5
    groups = [ean[1], ean[2:7], ean[7:12]] if upc else [ean[0], ean[1:7], ean[7:]]
    module = DIGIT / (rng.uniform(6.6, 10.5) if rng.random() < 0.72 else rng.uniform(4.8, 6.6))
    guard = rng.uniform(0.15, 1.15) * DIGIT if rng.random() < 0.9 else -2
    gain = rng.uniform(-0.25, 0.3) * module
    fill = rng.uniform(0.66, 1.0) if rng.random() < 0.4 else rng.uniform(0.88, 1.0)
    lead = rng.uniform(1.0, 4.5) * module
    first = 16 * module
    last = first + 95 * module
    foot = ABOVE - rng.uniform(0.02, 0.35) * DIGIT
    canvas = np.zeros((HEIGHT, int(last + first + 9 * DIGIT)), np.uint8)

    guards = {0, 2, 46, 48, 92, 94} | (set(range(3, 10)) | set(range(85, 92)) if upc else set())
    for long in (False, True):
        pattern = "".join(bit if (i in guards) == long else "0" for i, bit in enumerate(modules(ean)))
        add_bars(canvas, first, module, pattern, 0, foot + guard if long else foot, gain)

    start, room = (10, 35) if upc else (3, 42)
    spread(rng, canvas, groups[1], first + start * module, room * module, face, fill)
    right = spread(rng, canvas, groups[2], first + 50 * module, room * module, face, fill)
    if guard > 0:
        right = max(right, last)
    left = first - lead - typefaces.sized(face, DIGIT).getlength(groups[0])
    place(canvas, groups[0], left, face)
    text = " ".join(groups)
    if upc:
        text += " " + ean[12]
        right = place(canvas, ean[12], last + lead, face)
    elif rng.random() < 0.45:
        text += " >"
        right = place(canvas, ">", right + rng.uniform(0.05, 0.7) * DIGIT, face)
    if rng.random() < 0.14:
        # a price add-on at the right, whose bars extend down between the digits
        x = max(right, last) + rng.uniform(5, 10) * module
        add_bars(canvas, x, module, addon_modules(rng), rng.uniform(0, 20), foot + max(guard, 4), gain)
        if rng.random() < 0.5:
            right = x + 47 * module
    if rng.random() < 0.10:
        # the first digit is outside the crop
        left = first - 2 * gain - 1
        canvas[:, : int(left)] = 0
        text = " ".join(text.split()[1:])
    promised = (foot + 5.4 * module, 8.3 * module) if rng.random() < 0.4 else None
    return Print(canvas, left, right, text, family, promised)


def print_addon(rng):
    """The price digits above a five-digit add-on."""
    family, face = typefaces.choose(rng, "bars")
    digits = rng.choice(["5", "9", "0"]) + isbns.digits(rng, 4) if rng.random() < 0.7 else "90000"
    text = digits[0] + " " + digits[1:] if rng.random() < 0.2 else digits
    tracking = rng.uniform(0, 0.6) * DIGIT
    shown = text + (" >" if rng.random() < 0.5 else "")
    mask = set_text(shown, face, tracking=tracking + 0.01).copy()
    module = (mask.shape[1] - 2 * EDGE) / 47 * 0.9
    add_bars(mask, 4, module, addon_modules(rng), ABOVE + DIGIT + rng.uniform(2, 12), HEIGHT, 0)
    return Print(mask, EDGE, mask.shape[1] - EDGE - tracking, shown, family)
