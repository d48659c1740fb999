"""Trains the digit network, and writes its weights.

Its input is that of the line classifier, a line 16 pixels tall; for each two columns it returns a digit, another
character, a gap or nothing new. That is enough to check whether a line has a barcode's number, and whether it has
digits at all, in a tenth of Tesseract's time."""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

import line_classifier
from glance_network import GlanceNetwork, train, weights
from line_classifier import HEIGHT, load

# The first is CTC's blank, # any other character and - any gap or hyphen.
SIGNS = "_0123456789X#-"


class Reader(GlanceNetwork):
    """Two layers that halve the height, the first also the length, one that combines all rows, three along the line."""

    def __init__(self):
        super().__init__(
            [
                nn.Conv2d(1, 8, 3, 2, 1),
                nn.Conv2d(8, 16, 3, (2, 1), 1),
                nn.Conv2d(16, 64, (4, 3), 1, (0, 1)),
                nn.Conv2d(64, 64, (1, 5), 1, (0, 2)),
                nn.Conv2d(64, 64, (1, 5), 1, (0, 2)),
            ],
            nn.Conv2d(64, 16, (1, 3), 1, (0, 1)),
        )

    def forward(self, ink):
        """Logits of `SIGNS` in each two columns, (line, sign, n); the last layer's other two are unused."""
        return self.scores(ink)[:, : len(SIGNS)]


def target(answer):
    """The expected output for a line: runs of letters are one #, runs of gaps one -."""
    signs = ""
    for index, character in enumerate(answer):
        before, behind = signs.rstrip("-")[-1:], answer[index + 1 : index + 2]
        if character.isascii() and character.isdigit():
            sign = character
        elif character == "X" and before.isdigit() and not behind.isalnum():
            sign = "X"
        else:
            sign = "#" if character.isalnum() else "-"
        if sign not in "#-" or not signs.endswith(sign):
            signs += sign
    return [SIGNS.index(sign) for sign in signs.strip("-")]


class Lines(line_classifier.Lines):
    """The training set: small strips, upright."""

    def one(self):
        rng = self.rng
        chance = rng.random()
        if chance < 0.04:
            return line_classifier.stretched(line_classifier.texture(rng)), None, []
        pool = self.plain if chance < 0.14 else self.made
        strip, _, _, answer = pool[rng.integers(len(pool))]
        image = self.seen(strip)
        if rng.random() < 0.12:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.0))
        return line_classifier.stretched(image), None, target(answer)

    def __init__(self, rng, made, count):
        self.rng = rng
        self.made = [(strip, *line_classifier.wanted(answer), answer) for strip, answer in made]
        self.plain = [one for one in self.made if one[1] == 0 and one[2] == 0]
        # A sign needs a column, and equal neighbours need one between them.
        fitting = (one for one in (self.one() for _ in range(count)) if one[0].shape[1] <= 640 and fits(one))
        self.small = sorted(fitting, key=lambda one: one[0].shape[1])

    def batch(self, lines):
        widths = np.array([image.shape[1] for image, _, _ in lines])
        ink = np.zeros((len(lines), HEIGHT, -(-max(widths) // 2) * 2), np.uint8)
        for index, (image, _, _) in enumerate(lines):
            ink[index, :, : image.shape[1]] = 255 - image
        ink = torch.from_numpy(ink)[:, None].float() / 255
        noise = torch.rand(len(lines), 1, 1, 1) ** 4 * 0.25
        ink = (ink + noise * torch.randn_like(ink)).clamp(0, 1)
        return (
            ink.contiguous(memory_format=torch.channels_last),
            torch.from_numpy((widths + 1) // 2),
            [torch.tensor(aim, dtype=torch.long) for _, _, aim in lines],
        )


def fits(line):
    image, _, aim = line
    return len(aim) + sum(a == b for a, b in zip(aim, aim[1:])) <= image.shape[1] // 2


def loss_of(model, ink, columns, aims):
    with torch.autocast("cpu", torch.bfloat16):
        logits = model(ink)
    scores = functional.log_softmax(logits.float(), 1).permute(2, 0, 1)
    lengths = torch.tensor([len(aim) for aim in aims])
    return functional.ctc_loss(scores, torch.cat(aims), columns, lengths, zero_infinity=True)


@torch.no_grad()
def wrong(model, made, rng):
    """The error rate on held-out lines with a number."""
    lines = Lines(rng, [], 0)
    count = bad = 0
    for strip, answer in made:
        if line_classifier.wanted(answer)[0] != 1:
            continue
        image = line_classifier.stretched(lines.seen(strip))
        ink = torch.from_numpy(255 - image)[None, None].float() / 255
        ink = functional.pad(ink, (0, ink.shape[3] % 2))
        best = model(ink)[0].argmax(0).tolist()
        read = [sign for sign, before in zip(best, [0] + best) if sign and sign != before]
        digits = [sign for sign in read if sign <= 11]
        count, bad = count + 1, bad + (digits != [sign for sign in target(answer) if sign <= 11])
    return bad, count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path, help="folder that make_lines.py wrote")
    parser.add_argument("file", type=Path, help="Sources/CResources/networks/digit-network.weights")
    parser.add_argument("--files", type=int, default=52, help="how many of the folder's files")
    parser.add_argument("--strips", type=int, default=110000, help="small strips to make of their lines")
    parser.add_argument("--minutes", type=float, default=25, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng([options.seed, 17])
    files = sorted(p for p in options.lines.glob("lines-*.npz") if ".partial" not in p.name)
    made = [line for path in files[: options.files] for line in load(path)]
    print(f"{len(made)} lines", flush=True)
    model = train(Reader(), Lines(rng, made, options.strips), options.minutes, time.process_time, loss_of)
    options.file.write_bytes(weights(model))
    held = [line for path in files[options.files : options.files + 2] for line in load(path)]
    print("wrong of held-back numbers:", *wrong(model, held, rng), flush=True)


if __name__ == "__main__":
    main()
