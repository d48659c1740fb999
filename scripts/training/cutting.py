"""Crops a line from a photo as the reader does, with the reader's errors.

The reader uses the 60th percentile of the letters' heights as the line's height, and fits a parabola to their
centres. With old-style figures or a label in small capitals, that is neither the height nor the centre of the
digits: they are larger, smaller, higher or lower in the strip."""

import cv2
import numpy as np

from typesetting import ABOVE, DIGIT

# the height of a strip, and of the line in it, in pixels
STRIP, NOMINAL = 40, 26


def judged(sheet):
    """The line's centre and height as the reader would estimate them, in pixels of the print."""
    band = sheet.image[ABOVE - DIGIT // 3 : ABOVE + DIGIT + DIGIT // 3, int(sheet.left) : int(sheet.right)]
    count, _, boxes, _ = cv2.connectedComponentsWithStats((band > 100).astype(np.uint8))
    parts = [
        (y + h / 2, h, w)
        for x, y, w, h, _ in boxes[1:count]
        if h > 0.3 * DIGIT and y > 0 and y + h < band.shape[0] and w < 25 * h and h < 6 * w
    ]
    if len(parts) < 3:
        return ABOVE + DIGIT / 2, float(DIGIT)
    height = sorted(h for _, h, _ in parts)[len(parts) * 6 // 10]
    like = [middle for middle, h, _ in parts if abs(h - height) <= 0.3 * height]
    return ABOVE - DIGIT // 3 + float(np.mean(like)), float(height)


def cut(rng, photo, sheet, line):
    """A level strip STRIP pixels tall around the line; `line` has its estimated centre and height."""
    middle, height = line
    if rng.random() < 0.2:
        # a line whose estimate comes from something else: any size that the model must accept
        middle, height = ABOVE + DIGIT / 2, DIGIT * NOMINAL / rng.uniform(16, 36)
    height = height * np.exp(rng.normal(0, 0.07))
    height = float(np.clip(height, DIGIT * NOMINAL / 37, DIGIT * NOMINAL / 15))
    middle += DIGIT * (rng.uniform(-0.2, 0.2) if rng.random() < 0.25 else rng.normal(0, 0.05))
    before, after = rng.uniform(0.1, 1.0, 2)
    if sheet.is_cut and rng.random() < 0.5:
        before = 0.0
    left, right = sheet.left - before * DIGIT, sheet.right + after * DIGIT
    # the slope and curvature that remain after the reader has levelled the line
    rise = photo.rise * rng.normal(0, 0.15) if rng.random() < 0.8 else photo.rise * rng.uniform(-0.5, 0.5)
    curl = photo.curl * (rng.normal(0, 0.3) if rng.random() < 0.6 else 1.0)

    zoom = NOMINAL / height
    width = int(np.clip(round((right - left) * zoom), STRIP, 1400))
    samples = 2 if zoom < 0.75 * photo.scale else 1
    x = (np.arange(width * samples, dtype=np.float32) + 0.5) / samples / zoom + left
    t = (x - (sheet.left + sheet.right) / 2) / (max(60.0, sheet.right - sheet.left) / 2)
    t = np.clip(t, -1.4, 1.4)
    y = (np.arange(STRIP * samples, dtype=np.float32)[:, None] + 0.5) / samples / zoom - STRIP / 2 / zoom
    line_y = middle + (photo.rise - rise) * t + (photo.curl - curl) * t * t
    map_x = np.broadcast_to(x * photo.scale - 0.5, (STRIP * samples, width * samples))
    map_y = (line_y + y) * photo.scale - 0.5
    strip = cv2.remap(
        photo.image,
        np.ascontiguousarray(map_x, np.float32),
        map_y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if samples > 1:
        strip = cv2.resize(strip, (width, STRIP), interpolation=cv2.INTER_AREA)
    strip = stretched(strip)
    chance = rng.random()
    if photo.digit >= 13 and chance < 0.10:
        if chance < 0.05:
            level, strip = cv2.threshold(strip, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        else:
            around = cv2.blur(strip, (31, 31)).astype(np.int32)
            strip = np.where(strip > around - rng.uniform(4, 25), 255, 0).astype(np.uint8)
    return strip


def stretched(strip):
    """Contrast as stretched by the reader: the darkest 3 % black and the lightest 15 % white, three heights around."""
    height, width = strip.shape
    step, reach = height // 2, height * 3
    places = np.arange(0, width, step)
    blocks = np.minimum(np.arange(width) // step, len(places) - 1)
    counts = np.bincount((blocks[None, :] * 256 + strip).ravel(), minlength=len(places) * 256)
    sums = np.vstack([np.zeros((1, 256), np.int64), np.cumsum(counts.reshape(-1, 256), axis=0)])
    index = np.arange(len(places))
    window = sums[np.minimum(index + reach // step, len(places))] - sums[np.maximum(index - reach // step, 0)]
    ranks = np.cumsum(window, axis=1)
    total = ranks[:, -1:]
    low = np.argmax(ranks > total * 3 // 100, axis=1)
    high = np.argmax(ranks > total * 85 // 100, axis=1)
    columns = np.arange(width) / step
    low = np.interp(columns, index, low)
    gain = 255 / np.maximum(np.interp(columns, index, high) - low, 24)
    return np.clip((strip - low) * gain, 0, 255).astype(np.uint8)
