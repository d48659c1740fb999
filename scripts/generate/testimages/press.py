"""How ink gets on paper: what each printing process does to the clean mask of a line."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .noise import field


def letterpress(mask: Image.Image, size: float, rng) -> Image.Image:
    """Hot metal: letters swell and blot a little, edges are ragged, ink is uneven."""
    soft = np.asarray(mask.filter(ImageFilter.GaussianBlur(size * 0.028)), np.float32) / 255
    ragged = soft + field(rng, mask.size, size * 0.07) * 0.09 + field(rng, mask.size, size * 0.5) * 0.05
    edge = np.clip((ragged - 0.27) * 4, 0, 1) * np.clip(soft * 12 - 0.6, 0, 1)
    tone = np.clip(0.93 + field(rng, mask.size, size * 0.25) * 0.06, 0.6, 1)
    return Image.fromarray((edge * tone * 255).astype(np.uint8))


def ribbon(mask: Image.Image, size: float, rng) -> Image.Image:
    """A typewriter's cloth ribbon: weave in the letters, some of them struck lightly."""
    soft = np.asarray(mask.filter(ImageFilter.GaussianBlur(size * 0.03)), np.float32) / 255
    weave = 0.82 + field(rng, mask.size, size * 0.06) * 0.16 + field(rng, mask.size, size * 0.7) * 0.12
    edge = np.clip((soft - 0.27) * 3.2, 0, 1)
    return Image.fromarray((edge * np.clip(weave, 0.35, 1) * 255).astype(np.uint8))


def dots(mask: Image.Image, size: float, rng) -> Image.Image:
    """A needle printer: round dots on a grid, nine to a capital's height."""
    pitch = size / 13
    columns, rows = round(mask.width / pitch), round(mask.height / pitch)
    cells = np.asarray(mask.resize((columns, rows), Image.Resampling.BOX))
    out = Image.new("L", mask.size)
    draw = ImageDraw.Draw(out)
    radius = pitch * 0.58
    for row, column in zip(*np.nonzero(cells > 112)):
        x, y = (column + 0.5) * pitch, (row + 0.5) * pitch
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=235)
    return out.filter(ImageFilter.GaussianBlur(pitch * 0.25))


def worn(mask: Image.Image, size: float, rng) -> Image.Image:
    """A rubbed jacket or a dry rubber stamp: ink missing in patches."""
    tone = np.clip(0.8 + field(rng, mask.size, size * 0.35) * 0.32, 0, 1)
    return Image.fromarray((np.asarray(mask, np.float32) * tone).astype(np.uint8))
