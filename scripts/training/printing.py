"""Prints a line of text with its surroundings in a book: a barcode below, lines above and below."""

import cv2
import numpy as np

import isbns
import typefaces
from barcode import add_bars, modules, paste
from typesetting import ABOVE, DIGIT, EDGE, HEIGHT, Print, drawable, set_mixed, set_text


def chosen_face(rng, text):
    """The setting of a line: kind of figures, face, font features and the text as typed for them."""
    chance = rng.random()
    if chance < 0.20:
        if rng.random() < 0.55:
            face, features = typefaces.OLD_STYLE[rng.integers(len(typefaces.OLD_STYLE))], None
        else:
            face, features = typefaces.WITH_ONUM[rng.integers(len(typefaces.WITH_ONUM))], ["onum"]
        if rng.random() < 0.25 and face in typefaces.WITH_SMALL_CAPITALS:
            return "old-style", face, ["onum", "smcp"], text.lower()
        return "old-style", face, features, text
    if chance < 0.28:
        faces = typefaces.WITH_SMALL_CAPITALS
        features = ["smcp", "lnum"] if rng.random() < 0.7 else ["smcp"]
        typed = text.lower() if rng.random() < 0.6 else text.capitalize()
        return "small capitals", faces[rng.integers(len(faces))], features, typed
    family, face = typefaces.choose(rng, "text")
    if face.startswith("OCR") and not text.isascii():
        family, face = "sans", "LiberationSans-Regular.ttf"
    return family, face, None, text


def print_text(rng, texts, text, near_bars=0.0):
    figures, face, features, typed = chosen_face(rng, text)
    typed = "".join(typed.split("\n"))
    chance = rng.random()
    tracking = (
        0.0
        if chance < 0.6
        else rng.uniform(-0.04, 0.12) * DIGIT
        if chance < 0.9
        else rng.uniform(0.1, 0.5) * DIGIT
    )
    mask = set_mixed(typed, face, tracking, features)
    low, high = (0.75, 1.15) if rng.random() < 0.4 else (0.95, 1.05)
    mask = cv2.resize(mask, (max(8, int(mask.shape[1] * rng.uniform(low, high))), HEIGHT))
    left, right = EDGE + 3 * DIGIT, mask.shape[1] - EDGE - tracking + 3 * DIGIT
    canvas = np.zeros((HEIGHT, mask.shape[1] + 6 * DIGIT), np.uint8)
    paste(canvas, mask, 3 * DIGIT)
    sheet = Print(canvas, left, right, text, figures)
    if rng.random() < 0.05 and len(text) > 12:
        hide_start(rng, sheet, typed, face, features)
    wear(rng, canvas)
    surround(rng, texts, sheet, face, near_bars)
    return sheet


def hide_start(rng, sheet, typed, face, features):
    """Removes the first letters, as if behind a thumb or the picture's edge."""
    count = int(rng.integers(1, 5))
    whole = set_text(drawable(typed, face), face, features=features)
    rest = set_text(drawable(typed[count:], face), face, features=features)
    share = (whole.shape[1] - rest.shape[1]) / (whole.shape[1] - 2 * EDGE)
    start = sheet.left + share * (sheet.right - sheet.left)
    sheet.image[:, : int(start)] = 255 if rng.random() < 0.3 else 0
    sheet.left, sheet.text, sheet.is_cut = start - 0.1 * DIGIT, sheet.text[count:].strip(), True


def wear(rng, canvas):
    """Effects of press and paper on the letters: ink spread, worn and broken strokes, ragged edges, soft phototype."""
    chance = rng.random()
    if chance < 0.45:
        return
    clean = canvas.copy()
    _wear(rng, canvas, chance)
    if canvas.sum(dtype=np.int64) < 0.55 * clean.sum(dtype=np.int64):
        # nothing readable would be left
        canvas[:] = clean


def _wear(rng, canvas, chance):
    height, width = canvas.shape
    if chance < 0.60:
        size = int(rng.choice([2, 2, 3]))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        canvas[:] = cv2.dilate(canvas, kernel) if rng.random() < 0.65 else cv2.erode(canvas, np.ones((2, 2)))
    elif chance < 0.82:
        # letterpress: edges wander with the paper's grain, ink is squeezed outwards and lies unevenly
        grain = rng.uniform(0.6, 2.0)
        small = (int(width / grain) + 2, int(height / grain) + 2)
        noise = cv2.resize(rng.standard_normal(small[::-1], np.float32), (width, height))
        soft = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.8, 2.0)).astype(np.float32) / 255
        edge = rng.uniform(0.25, 0.62)
        shape = np.clip((soft + noise * rng.uniform(0.02, 0.13) - edge) * rng.uniform(3, 9) + 0.5, 0, 1)
        if rng.random() < 0.5:
            small = (width // int(rng.integers(12, 60)) + 2, height // int(rng.integers(10, 40)) + 2)
            ink = cv2.resize(rng.random(small[::-1], np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
            shape *= 1 - rng.uniform(0.1, 0.6) * np.clip(ink, 0, 1) ** 2
        if rng.random() < 0.3:
            shape *= 1 - rng.uniform(0.1, 0.4) * np.clip(soft * 2 - 1, 0, 1)
        canvas[:] = shape * 255
    elif chance < 0.90:
        # phototype and worn plates: round corners, thin parts fade
        soft = cv2.GaussianBlur(canvas, (0, 0), rng.uniform(1.0, 2.6)).astype(np.float32)
        canvas[:] = np.clip((soft - rng.uniform(70, 130)) * rng.uniform(1.5, 4) + 128, 0, 255)
    else:
        # specks of missing ink and of dirt
        count = int(rng.integers(5, 60) * width / 600)
        for x, y in zip(rng.integers(0, width, count), rng.integers(ABOVE - 8, ABOVE + DIGIT + 8, count)):
            radius = int(rng.integers(0, 3))
            cv2.circle(canvas, (int(x), int(y)), radius, 0 if rng.random() < 0.8 else 255, -1)


def surround(rng, texts, sheet, face, near_bars):
    """A barcode below the line, or parts of its neighbours, or a rule."""
    canvas, left, right = sheet.image, sheet.left, sheet.right
    chance = rng.random()
    if chance < near_bars:
        # a label's barcode is close below it
        module = (right - left) / rng.uniform(80, 130)
        top = ABOVE + DIGIT * (1 + rng.uniform(0.04, 0.6))
        gain = rng.uniform(-0.2, 0.2) * module
        add_bars(canvas, left + rng.uniform(-20, 20), module, modules(isbns.ean(rng)), top, HEIGHT, gain)
    elif chance < near_bars + 0.4:
        # lines above and below, at a leading of 1.4 to 2 digit heights
        leading = int(rng.uniform(1.35, 2.0) * DIGIT)
        for shift in (-leading, leading):
            if rng.random() < 0.8:
                line = set_text(drawable(texts.prose(4), face) or "a", face)
                moved = np.zeros_like(line)
                if shift < 0:
                    moved[:shift] = line[-shift:]
                else:
                    moved[shift:] = line[:-shift]
                paste(canvas, moved, rng.uniform(-60, 3 * DIGIT))
    if rng.random() < 0.03:
        row = ABOVE + DIGIT + int(rng.integers(6, 14)) if rng.random() < 0.7 else ABOVE - int(rng.integers(6, 14))
        cv2.line(canvas, (0, row), (canvas.shape[1], row), 255, int(rng.integers(1, 4)))


def add_clutter(rng, sheet):
    """Adds part of a drawing beside the line, inside the crop."""
    width = rng.uniform(0.6, 4) * DIGIT
    if rng.random() < 0.5:
        begin, sheet.left = sheet.left - width - 0.5 * DIGIT, max(0, sheet.left - width)
    else:
        begin = sheet.right + 0.5 * DIGIT
        sheet.right = min(sheet.image.shape[1], sheet.right + width)
    for _ in range(rng.integers(1, 5)):
        x, y = begin + rng.uniform(0, width), rng.uniform(0.2, 0.8) * HEIGHT
        a, b = rng.uniform(0.1, 0.5) * width, rng.uniform(4, 60)
        x = min(x, begin + width - a)
        if rng.random() < 0.5:
            cv2.ellipse(sheet.image, (int(x), int(y)), (int(a), int(b)), 0, 0, 360, 255, int(rng.integers(2, 8)))
        else:
            cv2.line(
                sheet.image, (int(x - a), int(y - b)), (int(x + a), int(y + b)), 255, int(rng.integers(2, 26))
            )


def print_junk(rng):
    """Chains of components that are not text: bars, halftone, cloth."""
    width = int(rng.integers(120, 500))
    if rng.random() < 0.4:
        canvas = np.zeros((HEIGHT, width), np.uint8)
        top = rng.choice([0, ABOVE + rng.integers(-10, 20)])
        bottom = rng.choice([ABOVE + 30, HEIGHT])
        add_bars(canvas, 10, rng.uniform(3, 9), modules(isbns.ean(rng)), top, bottom, 0)
    else:
        grain = int(rng.integers(3, 16))
        small = (rng.random((HEIGHT // grain + 1, width // grain + 1)) * 255).astype(np.uint8)
        canvas = cv2.resize(small, (width, HEIGHT), interpolation=cv2.INTER_CUBIC)
        canvas = np.clip((canvas.astype(np.int32) - 110) * 3, 0, 255).astype(np.uint8)
    return Print(canvas, 10, width - 10, "*", "none")
