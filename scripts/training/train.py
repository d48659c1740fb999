"""Trains the network on lines from make_lines.py; writes its weights during training.

The learning rate depends on the processor time used: it rises briefly and falls along a cosine to zero at the end of
the given minutes. Lines that another process is still generating are used as they appear."""

import argparse
import copy
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

import network

PEAK_RATE = 2.5e-3
BATCH = 48
# share of the time until the rate is highest, and until weights are rounded to bytes in training
WARM_UP, ROUNDED = 0.04, 0.6
# share of the time with short and sharp lines only, so that training starts faster
EASY = 0.03


class Lines:
    """The lines of a folder, including new ones."""

    def __init__(self, folder):
        self.folder = folder
        self.files = set()
        self.strips, self.answers, self.digits = [], [], []
        self.update()

    def update(self):
        for path in sorted(self.folder.glob("lines-*.npz")):
            if path in self.files or ".partial" in path.name:
                continue
            self.files.add(path)
            with np.load(path) as data:
                strips = data["strips"]
                ends = np.cumsum(data["widths"])
                for start, end, answer, digit in zip(
                    ends - data["widths"], ends, data["answers"], data["digits"]
                ):
                    codes = network.encoded(str(answer))
                    if steps_needed(codes) <= (end - start) // network.STRIDE:
                        self.strips.append(strips[:, start:end])
                        self.answers.append(codes)
                        self.digits.append(digit)

    def batches(self, rng, easy):
        """Batches of lines of similar width."""
        chosen = rng.integers(len(self.strips), size=BATCH * 32)
        if easy:
            chosen = [i for i in chosen if self.digits[i] > 16 and self.strips[i].shape[1] < 450]
        chosen = sorted(chosen, key=lambda i: self.strips[i].shape[1])
        groups = [chosen[i : i + BATCH] for i in range(0, len(chosen) - BATCH + 1, BATCH)]
        for index in rng.permutation(len(groups)):
            group = groups[index]
            yield stacked([self.strips[i] for i in group]), [self.answers[i] for i in group]


def steps_needed(codes):
    return len(codes) + sum(a == b for a, b in zip(codes, codes[1:]))


def stacked(strips):
    """Strips of one width, the last column repeated behind the shorter ones."""
    width = -(-max(s.shape[1] for s in strips) // 8) * 8
    return np.stack([np.pad(s, ((0, 0), (0, width - s.shape[1])), "edge") for s in strips])


def disturbed(rng, strips):
    """Every line slightly shifted, scaled and slanted, some with noise or a blot."""
    count, height, width = strips.shape
    pixels = torch.from_numpy(strips.astype(np.float32))[:, None]
    narrower = np.maximum(rng.uniform(0.9, 1.14, count), 1)
    matrix = np.zeros((count, 2, 3), np.float32)
    matrix[:, 0, 0] = narrower
    matrix[:, 0, 1] = rng.normal(0, 0.04, count) * height / width
    matrix[:, 0, 2] = narrower - 1  # the left end stays
    matrix[:, 1, 1] = np.exp(rng.normal(0, 0.06, count))
    matrix[:, 1, 2] = rng.normal(0, 0.05, count)
    moved = functional.grid_sample(
        pixels,
        functional.affine_grid(torch.from_numpy(matrix), pixels.shape, align_corners=False),
        padding_mode="border",
        align_corners=False,
    )[:, 0].numpy()
    for index in np.flatnonzero(rng.random(count) < 0.25):
        moved[index] += rng.standard_normal((height, width), np.float32) * rng.uniform(2, 22)
    for index in np.flatnonzero(rng.random(count) < 0.12):
        x, y = rng.integers(0, width), rng.integers(0, height)
        moved[index, y : y + rng.integers(2, 14), x : x + rng.integers(2, 10)] = rng.choice([0, 255, 128])
    return np.rint(np.clip(moved, 0, 255))


def loss_of(model, strips, answers):
    with torch.autocast("cpu", torch.bfloat16):
        scores = model(network.inputs(strips))
    steps = functional.log_softmax(scores.float(), 2).transpose(0, 1)
    lengths = torch.full((len(answers),), steps.shape[0])
    targets = torch.tensor([code for answer in answers for code in answer])
    sizes = torch.tensor([len(answer) for answer in answers])
    return functional.ctc_loss(steps, targets, lengths, sizes, blank=network.NOTHING, zero_infinity=True)


@torch.no_grad()
def wrong_digits(model, held, count):
    """The share of held-out lines whose digits and X are read incorrectly."""
    wrong, count = 0, min(count, len(held.strips))
    for start in range(0, count, BATCH):
        end = min(start + BATCH, count)
        scores = model(network.inputs(stacked(held.strips[start:end])))
        for line, answer in zip(scores.argmax(2).tolist(), held.answers[start:end]):
            wrong += digits_of(network.decoded(line)) != digits_of(network.answered(answer))
    return wrong / count


def digits_of(text):
    return "".join(c for c in text if c in "0123456789X")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path, help="folder that make_lines.py writes")
    parser.add_argument("held", type=Path, help="folder of held-back lines")
    parser.add_argument("weights", type=Path, help="file to write")
    parser.add_argument("--minutes", type=float, default=70)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peak", type=float, default=PEAK_RATE, help="the highest rate")
    parser.add_argument("--from", dest="start", type=Path, help="weights to go on from")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    lines, held = Lines(options.lines), Lines(options.held)
    model = network.LineNetwork()
    if options.start:
        model.load_state_dict(torch.load(options.start))
    easy = 0 if options.start else EASY
    # the trained weights; the model itself has them rounded in the last part of the training
    learned = [p.detach().clone().requires_grad_() for p in model.parameters() if p.requires_grad]
    trained = [p for p in model.parameters() if p.requires_grad]
    mean = copy.deepcopy(model)
    optimizer = torch.optim.AdamW(learned, options.peak, betas=(0.9, 0.98), weight_decay=0.01)
    began, step, shown, told, total = time.process_time(), 0, 0, 0.0, 0.0

    while True:
        part = (time.process_time() - began) / options.minutes / 60
        if part >= 1:
            break
        for strips, answers in lines.batches(rng, part < easy):
            part = min((time.process_time() - began) / options.minutes / 60, 1)
            rise = part / WARM_UP if part < WARM_UP else 1
            rate = options.peak * rise * (0.5 + 0.5 * math.cos(math.pi * part))
            for group in optimizer.param_groups:
                group["lr"] = rate
            with torch.no_grad():
                for parameter, value in zip(trained, learned):
                    parameter.copy_(value)
            if part > ROUNDED:
                network.round_to_bytes(model)
            loss = loss_of(model, disturbed(rng, strips), answers)
            model.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 2.0)
            for parameter, value in zip(trained, learned):
                value.grad = parameter.grad
            optimizer.step()
            step, shown, total = step + 1, shown + len(answers), total + loss.item()
            with torch.no_grad():
                keep = min(0.999, (1 + step) / (10 + step))
                means = [p for p in mean.parameters() if p.requires_grad]
                for average, value in zip(means, learned):
                    average.lerp_(value, 1 - keep)
            if part >= 1:
                break
        if time.time() - told > 120:
            told = time.time()
            torch.save(mean.state_dict(), options.weights)
            error = wrong_digits(mean, held, 480)
            print(
                f"{part * 100:.0f} %, {step} steps, {shown} lines of {len(lines.strips)}, rate {rate:.5f}, "
                f"loss {total / step:.3f} over all, {loss.item():.3f} now, {100 * error:.1f} % with wrong digits",
                flush=True,
            )
            lines.update()
    torch.save(mean.state_dict(), options.weights)
    print(f"{100 * wrong_digits(mean, held, len(held.strips)):.1f} % of all held-back lines with wrong digits")


if __name__ == "__main__":
    main()
