"""Sets text in a face at a known position.

A print is a mask (255 ink, 0 paper) whose digits are DIGIT pixels tall on the baseline ABOVE + DIGIT. There is
room above and below for the surroundings, parts of which are in the crop of a photo."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

import typefaces

DIGIT = 34
ABOVE, BELOW = 46, 44
HEIGHT = ABOVE + DIGIT + BELOW
EDGE = 6
# characters that no face has: set as gaps, in digit heights
GAPS = {"\u2009": 0.13, "\u2003": 0.9}


@dataclass
class Print:
    """A printed line: its mask, its first and last column, and its text."""

    image: np.ndarray
    left: float
    right: float
    text: str
    # lining, old-style, small-caps, italic, ocr-a, ocr-b …
    figures: str
    # the expected centre and height of digits below a barcode
    promised: tuple[float, float] | None = None
    # the crop begins exactly at `left`, within a word
    is_cut: bool = False


def drawable(text, face):
    """The text with characters of the face: another dash if it lacks one."""
    known = typefaces.characters(face)
    return "".join(
        c if c in known or c in GAPS else "-" if c in "‐‑–—−" else "." if c in "·•" else "" for c in text
    )


def set_text(text, face, tracking=0.0, features=None):
    """Text as a mask (255 ink) with its baseline at ABOVE + DIGIT."""
    font = typefaces.sized(face, DIGIT, features is not None)
    baseline = ABOVE + DIGIT
    if tracking:
        pieces = [(c, tracking) for c in text]
    else:
        pieces, run = [], ""
        for char in text:
            if char in GAPS:
                pieces += [(run, 0), (char, 0)]
                run = ""
            else:
                run += char
        pieces.append((run, 0))
    placed, x = [], float(EDGE)
    for piece, extra in pieces:
        if piece in GAPS:
            x += GAPS[piece] * DIGIT + extra
        elif piece:
            placed.append((x, piece))
            x += font.getlength(piece, features=features) + extra
    mask = Image.new("L", (int(x) + EDGE + 1, HEIGHT), 0)
    pen = ImageDraw.Draw(mask)
    for place, piece in placed:
        pen.text((place, baseline), piece, font=font, fill=255, anchor="ls", features=features)
    return np.asarray(mask)


def set_mixed(text, face, tracking=0.0, features=None):
    """Like set_text, with Chinese characters from the face that has them."""
    runs, current = [], ""
    for char in text:
        if current and (ord(char) >= 0x2E80) != (ord(current[0]) >= 0x2E80):
            runs.append(current)
            current = ""
        current += char
    runs.append(current)
    masks = []
    for run in runs:
        if ord(run[0]) >= 0x2E80:
            masks.append(set_text(run, typefaces.CJK, tracking))
        else:
            masks.append(set_text(drawable(run, face), face, tracking, features))
    if len(masks) == 1:
        return masks[0]
    inner = [m[:, 2 if i else 0 : m.shape[1] - (2 if i < len(masks) - 1 else 0)] for i, m in enumerate(masks)]
    return np.hstack(inner)
