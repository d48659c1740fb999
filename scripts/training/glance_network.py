"""Common parts of the networks that preview lines: layers, training, the file of weights."""

import math
import time

import torch
from torch import nn

PEAK_RATE = 3e-3


class GlanceNetwork(nn.Module):
    """Convolutions with normalization and ReLU, and a last one without."""

    def __init__(self, layers, last):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.norms = nn.ModuleList([nn.BatchNorm2d(layer.out_channels) for layer in layers])
        self.last = last

    def scores(self, ink):
        """The output of the last layer for each of its columns, (line, score, column); `ink` is (line, 1, 16, n), 0…1."""
        cells = ink
        for layer, norm in zip(self.layers, self.norms):
            cells = torch.relu(norm(layer(cells)))
        return self.last(cells)[:, :, 0]

    def folded(self):
        """Weights and biases of all layers, with the normalization folded in."""
        for layer, norm in zip(self.layers, self.norms):
            gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            yield layer.weight * gain[:, None, None, None], norm.bias + gain * (layer.bias - norm.running_mean)
        yield self.last.weight, self.last.bias


def train(model, lines, minutes, clock, loss_of):
    """Trains for this many minutes of `clock`; `loss_of` takes the model and a batch of lines."""
    model = model.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(model.parameters(), PEAK_RATE, weight_decay=0.01)
    began, told, step, mean, part = clock(), time.time(), 0, 0.0, 0.0
    model.train()
    while part < 1:
        for batch in lines.batches():
            part = (clock() - began) / minutes / 60
            if part >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = PEAK_RATE * min(1, part / 0.04 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * part))
            loss = loss_of(model, *batch)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimizer.step()
            step, mean = step + 1, 0.98 * mean + 0.02 * loss.item()
            if time.time() - told > 30:
                told = time.time()
                print(f"{100 * part:.0f} %, {step} steps, loss {mean:.4f}", flush=True)
    return model.eval()


@torch.no_grad()
def weights(model):
    """The format of `Sources/CResources/networks`: layer by layer the outputs' scales and biases, then bytes."""
    data = b""
    for weight, bias in model.folded():
        scale = weight.abs().amax((1, 2, 3)).clamp(min=1e-9) / 127
        rounded = torch.round(weight / scale[:, None, None, None]).to(torch.int8)
        data += scale.numpy().astype("<f4").tobytes() + bias.numpy().astype("<f4").tobytes()
        # rows, columns, inputs, outputs: the outputs of one position are contiguous
        data += rounded.permute(2, 3, 1, 0).contiguous().numpy().tobytes()
    return data
