"""Trains the line classifier, and writes its weights.

It is trained on lines from make_lines.py and on patterns that only look like lines. For a line 16 pixels tall it
estimates whether it contains, upright, a number of nine digits or more, and a label. Every line is also shown upside
down, so that the classifier recognises the orientation of a page."""

import argparse
import re
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from glance_network import GlanceNetwork, train, weights

HEIGHT = 16
# kernel of the last layer, in columns of four pixels: about ten digits
WINDOW = 17
BATCH = 64
NUMBER = re.compile(r"\d(?:[ .:()/*-]{0,3}[\dX]){8}")
SHORT_NUMBER = re.compile(r"\d(?:[ .-]{0,3}\d){5}")
LABEL = re.compile(r"(?<![A-Z])(?:I[ .-]{0,3})?S[ .-]{0,3}B[ .-]{0,3}N")
NEARLY_LABEL = re.compile(r"[1A-Z]{2,4}[BNS](?![A-Z])|\bN\b|\bBN\b")


class Sense(GlanceNetwork):
    """Two layers that halve both sides, one that combines all rows, two along the line."""

    def __init__(self):
        super().__init__(
            [
                nn.Conv2d(1, 8, 3, 2, 1),
                nn.Conv2d(8, 16, 3, 2, 1),
                nn.Conv2d(16, 32, (4, 3), 1, (0, 1)),
                nn.Conv2d(32, 16, (1, 5), 1, (0, 2)),
            ],
            nn.Conv2d(16, 2, (1, WINDOW), 1, (0, WINDOW // 2)),
        )

    def forward(self, ink, columns):
        """Logits of number and label; `ink` is (line, 1, 16, 4 n), 0…1, `columns` how many of n each line has."""
        scores = self.scores(ink)
        outside = torch.arange(scores.shape[2])[None, None] >= columns[:, None, None]
        return scores.masked_fill(outside, -1e4).amax(2)


# --- lines ---


def wanted(answer):
    """Whether a number and a label are present, each 0, 1 or `None` if it does not matter."""
    number = 1.0 if NUMBER.search(answer) else None if SHORT_NUMBER.search(answer) else 0.0
    if "10 9 8 7" in answer:
        number = None
    label = 1.0 if LABEL.search(answer) else None if NEARLY_LABEL.search(answer) else 0.0
    return number, label


def load(path):
    with np.load(path) as data:
        strips, ends = data["strips"], np.cumsum(data["widths"])
        for start, end, answer in zip(ends - data["widths"], ends, data["answers"]):
            yield strips[:, start:end], str(answer)


class Lines:
    """The training set: small strips, each in both orientations."""

    def __init__(self, rng, made, count):
        self.rng = rng
        self.made = [(strip, *wanted(answer)) for strip, answer in made]
        self.plain = [one for one in self.made if one[1] == 0 and one[2] == 0]
        self.small = sorted((self.one() for _ in range(count)), key=lambda one: one[0].shape[1])

    def one(self):
        """A strip 16 pixels tall and the expected output for it upright; a third contain nothing."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.06:
            return stretched(texture(rng)), 0.0, 0.0
        if chance < 0.10:
            return stretched(self.stacked()), 0.0, 0.0
        pool = self.plain if chance < 0.36 else self.made
        strip, number, label = pool[rng.integers(len(pool))]
        image = self.seen(strip)
        if rng.random() < 0.25:
            image = self.in_a_longer_line(image)
        if rng.random() < 0.15:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.1))
        return stretched(image[:, :320] if number == 0 and label == 0 else image), number, label

    def batches(self):
        """All strips once, in batches of similar width: ink, columns, and the expected output, -1 if it does not matter."""
        for start in self.rng.permutation(np.arange(0, len(self.small) - BATCH + 1, BATCH)):
            yield self.batch(self.small[start : start + BATCH])

    def batch(self, lines):
        rng = self.rng
        columns = np.array([-(-image.shape[1] // 4) for image, _, _ in lines])
        ink = np.zeros((len(lines), HEIGHT, 4 * max(columns)), np.uint8)
        aims = np.zeros((len(lines), 2), np.float32)
        for index, (image, number, label) in enumerate(lines):
            chance = rng.random()
            if chance < 0.45:
                image = image[::-1, ::-1]
            elif chance < 0.47:
                image = image[::-1]
            elif chance < 0.49:
                image = image[:, ::-1]
            else:
                aims[index] = [-1 if number is None else number, -1 if label is None else label]
            ink[index, :, : image.shape[1]] = 255 - image
        ink = torch.from_numpy(ink)[:, None].float() / 255
        noise = torch.rand(len(lines), 1, 1, 1) ** 4 * 0.3
        ink = (ink + noise * torch.randn_like(ink)).clamp(0, 1)
        return ink.contiguous(memory_format=torch.channels_last), torch.from_numpy(columns), torch.from_numpy(aims)

    def seen(self, strip):
        """A reduced strip with errors in its height and centre."""
        rng = self.rng
        size = float(np.clip(np.exp(rng.normal(0, 0.12)), 0.72, 1.38)) * HEIGHT / strip.shape[0]
        tall = max(8, round(strip.shape[0] * size))
        wide = max(8, round(strip.shape[1] * size * np.exp(rng.normal(0, 0.05))))
        small = cv2.resize(strip, (wide, tall), interpolation=cv2.INTER_AREA)
        top = round((tall - HEIGHT) / 2 + float(np.clip(rng.normal(0, 0.9), -3, 3)))
        rows = np.arange(top, top + HEIGHT)
        if rng.random() < 0.6:
            return small[np.clip(rows, 0, tall - 1)]
        return small[tall - 1 - np.abs(tall - 1 - np.abs(rows) % (2 * tall - 2))]

    def in_a_longer_line(self, image):
        rng = self.rng
        parts = [image]
        for side in (0, 1):
            if rng.random() < 0.6:
                other = self.seen(self.plain[rng.integers(len(self.plain))][0])
                parts.insert(0 if side else len(parts), other[:, : rng.integers(20, 160)])
        return np.hstack(parts)

    def stacked(self):
        """Letters on their side, like columns of text read across the page."""
        rng = self.rng
        tiles = []
        for _ in range(rng.integers(6, 40)):
            image = self.seen(self.made[rng.integers(len(self.made))][0])
            if image.shape[1] <= HEIGHT:
                continue
            start = rng.integers(image.shape[1] - HEIGHT)
            tiles.append(np.rot90(image[:, start : start + HEIGHT], rng.choice([1, 3]))[:, rng.integers(1, 6) :])
        return np.hstack(tiles) if tiles else np.full((HEIGHT, 40), 255, np.uint8)


def texture(rng):
    """Cloth, leaves, grain, strokes and blots, in a row like letters."""
    width = int(rng.integers(50, 400))
    image = np.full((HEIGHT, width), 255, np.float32)
    if rng.random() < 0.5:
        grain = np.exp(rng.uniform(0, 1.6, 2))
        small = (int(HEIGHT / grain[0]) + 2, int(width / grain[1]) + 2)
        noise = cv2.resize(rng.standard_normal(small).astype(np.float32), (width, HEIGHT))
        image = 128 + noise * rng.uniform(30, 120)
    x = 0.0
    while x < width and rng.random() < 0.98:
        x += rng.uniform(2, 12)
        size, middle = rng.uniform(1, 7, 2), (int(x), int(rng.normal(8, 2)))
        ink, kind = int(rng.integers(0, 120)), rng.integers(4)
        turn = int(rng.integers(180))
        if kind == 0:
            cv2.ellipse(image, middle, (int(size[0]), int(size[1])), turn, 0, 360, ink, rng.choice([-1, 1, 2]))
        elif kind == 1:
            points = np.array(middle) + rng.normal(0, 4, (int(rng.integers(3, 7)), 2))
            cv2.fillPoly(image, [points.astype(np.int32)], ink)
        elif kind == 2:
            cv2.line(image, middle, (middle[0] + turn % 9 - 4, int(rng.integers(16))), ink, int(rng.integers(1, 3)))
        else:
            cv2.ellipse(image, middle, (int(size[0]), int(size[1])), turn, 0, 200, ink, 1)
    if rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.0))
    return np.clip(image, 0, 255).astype(np.uint8)


def stretched(image):
    """Contrast as stretched for the classifier: the darkest 3 % black and the lightest 15 % white, 48 pixels around."""
    width = image.shape[1]
    blocks = np.arange(width) // 8
    count = blocks[-1] + 1
    counts = np.bincount((blocks * 64 + (image >> 2)).ravel(), minlength=count * 64).reshape(count, 64)
    sums = np.zeros((count + 1, 64), np.int64)
    counts.cumsum(0, out=sums[1:])
    index = np.arange(count)
    window = sums[np.minimum(index + 6, count)] - sums[np.maximum(index - 6, 0)]
    ranks = window.cumsum(1)
    total = ranks[:, -1:]
    black = 4 * np.argmax(ranks > total * 3 // 100, axis=1)[blocks]
    white = 4 * np.argmax(ranks > total * 85 // 100, axis=1)[blocks]
    return np.clip((image - black.astype(np.float32)) * (255 / np.maximum(white - black, 24)), 0, 255).astype(np.uint8)


# --- training ---


def loss_of(model, ink, columns, aims):
    with torch.autocast("cpu", torch.bfloat16):
        logits = model(ink, columns)
    losses = functional.binary_cross_entropy_with_logits(logits.float(), aims.clamp(min=0), reduction="none")
    return (losses * (aims >= 0)).sum() / (aims >= 0).sum()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path, help="folder that make_lines.py wrote")
    parser.add_argument("file", type=Path, help="Sources/CResources/networks/line-classifier.weights")
    parser.add_argument("--files", type=int, default=52, help="how many of the folder's files")
    parser.add_argument("--strips", type=int, default=110000, help="small strips to make of their lines")
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng([options.seed, 16])
    files = sorted(p for p in options.lines.glob("lines-*.npz") if ".partial" not in p.name)[: options.files]
    made = [line for path in files for line in load(path)]
    model = train(Sense(), Lines(rng, made, options.strips), options.minutes, time.time, loss_of)
    options.file.write_bytes(weights(model))


if __name__ == "__main__":
    main()
