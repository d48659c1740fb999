"""Sets text in a face at a known place.

A print is a mask (255 ink, 0 paper) whose digits are DIGIT pixels tall on the baseline ABOVE + DIGIT. Room is
left above and below for what stands there, since the crop of a photo holds remains of it."""

from dataclasses import dataclass

from PIL import Image, ImageDraw

import typefaces

DIGIT = 40
ABOVE, BELOW = 62, 56
HEIGHT = ABOVE + DIGIT + BELOW
EDGE = 6


@dataclass
class Print:
    """A printed line: its mask, the columns where it begins and ends, and what it says."""

    image: Image.Image
    left: float
    right: float
    text: str


def set_text(text, face, tracking=0.0, features=None):
    """Text as a mask (255 ink), its baseline at ABOVE + DIGIT."""
    font = typefaces.sized(face, DIGIT, features is not None)
    baseline = ABOVE + DIGIT
    if tracking:
        advances = [typefaces.advance(face, DIGIT, c) + tracking for c in text]
        width = sum(advances)
    else:
        width = font.getlength(text, features=features)
    mask = Image.new("L", (int(width) + 2 * EDGE, HEIGHT), 0)
    pen = ImageDraw.Draw(mask)
    if tracking:
        x = float(EDGE)
        for char, step in zip(text, advances):
            pen.text((x, baseline), char, font=font, fill=255, anchor="ls")
            x += step
    else:
        pen.text((EDGE, baseline), text, font=font, fill=255, anchor="ls", features=features)
    return mask


def set_mixed(text, face, tracking, features):
    """Like set_text, with Chinese characters from the face that has them."""
    runs, current = [], ""
    for char in text:
        if current and (ord(char) >= 0x2E80) != (ord(current[0]) >= 0x2E80):
            runs.append(current)
            current = ""
        current += char
    runs.append(current)
    masks = [set_text(r, typefaces.CJK if ord(r[0]) >= 0x2E80 else face, tracking, features) for r in runs]
    if len(masks) == 1:
        return masks[0]
    whole = Image.new("L", (sum(m.width - 10 for m in masks) + 10, masks[0].height), 0)
    x = 0
    for mask in masks:
        whole.paste(mask, (x, 0))
        x += mask.width - 10
    return whole
