"""The network in PyTorch, as Tesseract runs it.

In VGSL: SPEC. Tesseract pads convolutions with random values, scales grey levels by the picture's middle row, and
with byte weights stores every layer's output in units of 1/127. All of that is imitated here, so that training and
use agree."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

HEIGHT = 40
# rows and columns of pixels in one input of the first convolution
ROWS, COLUMNS = 4, 2
SPEC = "[1,40,0,1 S4,2 Ct3,3,32 Mp2,2 Ct3,3,64 S5,1 Lrx96 Lfx96 O1c48]"
# columns of pixels per step of the output
STRIDE = 4
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-:.,()/>*"
# Tesseract's codes: 0 is the space, 1 a joined character, 2 means "nothing here"
NOTHING = 2
CODES = {" ": 0} | {char: code + 3 for code, char in enumerate(ALPHABET)}
CLASSES = len(ALPHABET) + 3


def encoded(answer):
    return [CODES[char] for char in answer]


def answered(codes):
    characters = {code: char for char, code in CODES.items()}
    return "".join(characters[code] for code in codes)


def decoded(steps):
    """The text of the likeliest code at each step."""
    changes = [code for code, last in zip(steps, [NOTHING, *steps]) if code != last and code not in (1, NOTHING)]
    return " ".join(answered(changes).split())


class LineNetwork(nn.Module):
    def __init__(self, first=32, second=64, backward=96, forward=96):
        super().__init__()
        self.first = nn.Conv2d(ROWS * COLUMNS, first, 3)
        self.second = nn.Conv2d(first, second, 3)
        self.backwards = nn.LSTM(second * HEIGHT // ROWS // 2, backward, batch_first=True)
        self.forwards = nn.LSTM(backward, forward, batch_first=True)
        self.output = nn.Linear(forward, CLASSES)
        for lstm in (self.backwards, self.forwards):
            # Tesseract has one bias per gate
            lstm.bias_hh_l0.requires_grad = False
            with torch.no_grad():
                lstm.bias_hh_l0.zero_()
                lstm.bias_ih_l0.zero_()
                lstm.bias_ih_l0[lstm.hidden_size : 2 * lstm.hidden_size] = 1

    def forward(self, pixels):
        """Scores of the codes, (line, step, code), of pixels, (line, HEIGHT, column), in -1…1."""
        lines, _, width = pixels.shape
        cells = pixels.view(lines, HEIGHT // ROWS, ROWS, width // COLUMNS, COLUMNS)
        cells = cells.permute(0, 4, 2, 1, 3).reshape(lines, ROWS * COLUMNS, HEIGHT // ROWS, -1)
        # the largest of tanh is tanh of the largest
        cells = torch.tanh(functional.max_pool2d(self.first(surrounded(cells)), 2))
        cells = torch.tanh(self.second(surrounded(cells)))
        steps = cells.permute(0, 3, 2, 1).flatten(2)
        steps = self.backwards(steps.flip(1))[0].flip(1)
        return self.output(self.forwards(steps)[0])


def surrounded(cells):
    """Padded with one cell of random values."""
    lines, depth, height, width = cells.shape
    around = torch.empty(lines, depth, height + 2, width + 2, dtype=cells.dtype)
    for part in (around[:, :, 0], around[:, :, -1], around[:, :, :, 0], around[:, :, :, -1]):
        part.uniform_(-1, 1)
    around[:, :, 1:-1, 1:-1] = cells
    return around


def inputs(strips):
    """Greys 0…255, (line, HEIGHT, column), as the network's pixels."""
    black, white = zip(*(levels(row) for row in strips[:, HEIGHT // 2].astype(np.int32)))
    black = np.array(black, np.float32)[:, None, None]
    contrast = (np.array(white, np.float32)[:, None, None] - black) / 2
    contrast[contrast <= 0] = 1
    scaled = np.rint(((strips - black) / contrast - 1) * 128)
    return torch.from_numpy(np.clip(scaled, -127, 127).astype(np.float32) / 127)


def levels(row):
    """Black and white of a line: quartiles of the valleys and the peaks of its middle row."""
    before, here, after = row[:-2], row[1:-1], row[2:]
    valleys = here[((here < before) & (here <= after)) | ((here <= before) & (here < after))]
    peaks = here[((here > before) & (here >= after)) | ((here >= before) & (here > after))]
    return quantile(valleys, 0.25) if len(valleys) else 1.0, quantile(peaks, 0.75) if len(peaks) else 256.0


def quantile(values, share):
    """The share's quantile of a histogram with buckets of one grey, as Tesseract counts it."""
    counts = np.bincount(values)
    target = min(max(int(share * len(values) + 0.5), 1), len(values))
    sums = np.cumsum(counts)
    bucket = int(np.searchsorted(sums, target))
    return bucket + 1 - (sums[bucket] - target) / counts[bucket]


def rows_of(network):
    """Groups of parameters whose rows are rounded to bytes together, the bias last."""
    yield [network.first.weight, network.first.bias]
    yield [network.second.weight, network.second.bias]
    for lstm in (network.backwards, network.forwards):
        yield [lstm.weight_ih_l0, lstm.weight_hh_l0, lstm.bias_ih_l0]
    yield [network.output.weight, network.output.bias]


@torch.no_grad()
def round_to_bytes(network):
    """Rounds every row of weights to 1/127 of its largest, as in byte models."""
    for group in rows_of(network):
        rows = torch.cat([p.flatten(1) if p.dim() > 1 else p[:, None] for p in group], dim=1)
        scale = rows.abs().amax(dim=1) / 127
        scale[scale == 0] = 1
        for parameter in group:
            shaped = scale.view(-1, *[1] * (parameter.dim() - 1))
            parameter.copy_(torch.round(parameter / shaped) * shaped)
