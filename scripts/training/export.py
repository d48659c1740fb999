"""Writes the network's weights as the `lstm` component of a Tesseract model.

The format is that of Tesseract 5.3: a layer has its type, flags, sizes and name, then its contents, little-endian; a
row of weights ends with its bias. Byte weights are multiples of 1/127 of the row's largest."""

import argparse
import struct
from pathlib import Path

import numpy as np
import torch

import network

INT8, DOUBLE = 1, 128
HAS_BYTES, HAS_CODES = 1, 64


def text(words):
    return struct.pack("<I", len(words)) + words.encode()


def layer(kind, inputs, outputs, weights, name, content=b""):
    state = struct.pack("<bb", 2, 1)  # not in training
    return b"\0" + text(kind) + state + struct.pack("<4i", 0, inputs, outputs, weights) + text(name) + content


def pair(kind, inputs, outputs, x, y):
    return layer(kind, inputs, outputs, 0, kind, struct.pack("<2i", x, y))


def series(layers, inputs, outputs, weights, name, kind="Series"):
    return layer(kind, inputs, outputs, weights, name, struct.pack("<I", len(layers)) + b"".join(layers))


def matrix(rows, as_bytes):
    rows = rows.detach().double().numpy()
    if not as_bytes:
        return struct.pack("<BIId", DOUBLE, *rows.shape, 0.0) + rows.tobytes()
    scale = np.abs(rows).max(axis=1) / 127
    scale[scale == 0] = 1
    whole = np.rint(rows / scale[:, None]).astype(np.int8)
    head = struct.pack("<BIIb", DOUBLE | INT8, *rows.shape, 0)
    return head + whole.tobytes() + struct.pack("<I", len(scale)) + scale.tobytes()


def connected(kind, name, weight, bias, as_bytes):
    rows = torch.cat([weight, bias[:, None]], dim=1)
    return layer(kind, rows.shape[1] - 1, len(rows), rows.numel(), name, matrix(rows, as_bytes))


def convolution(module, as_bytes):
    """Tesseract stacks columns of the window, in each its rows, in each its features."""
    depth = module.in_channels
    weight = module.weight.permute(0, 3, 2, 1).flatten(1)
    stacking = pair("Convolve", depth, 9 * depth, 1, 1)
    tanh = connected("Tanh", "ConvNL", weight, module.bias, as_bytes)
    return series([stacking, tanh], depth, module.out_channels, weight.numel() + len(weight), "ConvSeries")


def lstm(module, name, as_bytes):
    """One matrix per gate: cell, input, forget, output; PyTorch has input, forget, cell, output."""
    rows = torch.cat([module.weight_ih_l0, module.weight_hh_l0, module.bias_ih_l0[:, None]], dim=1)
    into, forget, cell, out = rows.chunk(4)
    width = module.input_size + module.hidden_size
    gates = b"".join(matrix(gate, as_bytes) for gate in (cell, into, forget, out))
    content = struct.pack("<i", width) + gates
    return layer("LSTM", module.input_size, module.hidden_size, rows.numel(), name, content)


def component(model, as_bytes):
    """The `lstm` component."""
    first, second = model.first.out_channels, model.second.out_channels
    rows = network.HEIGHT // network.ROWS // 2
    cell = network.ROWS * network.COLUMNS
    back, ahead = model.backwards, model.forwards
    reversed_lstm = lstm(back, f"Lrx{back.hidden_size}", as_bytes)
    numbers = sum(p.numel() for group in network.rows_of(model) for p in group)
    shape = struct.pack("<5i", 1, network.HEIGHT, 0, 1, 0)
    layers = [
        layer("Input", network.HEIGHT, 1, 0, "Input", shape),
        pair("Reconfig", 1, cell, network.COLUMNS, network.ROWS),
        convolution(model.first, as_bytes),
        pair("Maxpool", first, first, 2, 2),
        convolution(model.second, as_bytes),
        pair("Reconfig", second, second * rows, 1, rows),
        series([reversed_lstm], back.input_size, back.hidden_size, 0, "RevLSTM", "RTLReversed"),
        lstm(ahead, f"Lfx{ahead.hidden_size}", as_bytes),
        connected("Softmax", "Output", model.output.weight, model.output.bias, as_bytes),
    ]
    whole = series(layers, network.HEIGHT, network.CLASSES, numbers, "Series")
    flags = HAS_CODES | (HAS_BYTES if as_bytes else 0)
    # the number of iterations and the learning rate are not used
    return whole + text(network.SPEC) + struct.pack("<4i3f", flags, 1, 1, network.NOTHING, 0.999, 0.001, 0.5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="file that train.py wrote")
    parser.add_argument("component", type=Path, help="file to write, for combine_tessdata")
    parser.add_argument("--floats", action="store_true", help="doubles instead of bytes: slower, eight times as large")
    options = parser.parse_args()
    model = network.LineNetwork()
    model.load_state_dict(torch.load(options.weights, weights_only=True))
    options.component.write_bytes(component(model, not options.floats))


if __name__ == "__main__":
    main()
