"""What is in a photo besides the book: the table or floor below it, other books, a finger."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .noise import field

SKIN = (205, 158, 132)
NAIL = (226, 182, 168)


def thumb(scene: Image.Image, x: float, y: float, degrees: float, radius: float, rng) -> None:
    """A finger over the edge: its tip at (x, y), 0…1 of the photo, pointing along `degrees`."""
    wide, high = scene.size
    r = radius * wide
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    yy, xx = np.mgrid[0:high:2, 0:wide:2].astype(np.float32)
    dx, dy = xx - x * wide, yy - y * high
    back = dx * -c + dy * -s
    side = dx * -s + dy * c
    inside = np.where(back < r, np.hypot(side, back - r), np.abs(side))
    inside = inside / (r * (1 + 0.05 * np.clip((back - 2 * r) / r, -1, 3)))
    cover = np.clip((1 - inside) * r / 5, 0, 1)
    round_off = np.sqrt(np.clip(1 - inside**2, 0, 1)) * 0.38 + 0.66
    wrinkle = 1 + 0.02 * field(rng, (xx.shape[1], xx.shape[0]), r / 14)
    colour = np.array(SKIN, np.float32) * (round_off * wrinkle)[..., None]
    nail = ((back - 0.85 * r) / (0.62 * r)) ** 2 + (side / (0.60 * r)) ** 2
    nail = np.clip((1 - nail) * 8, 0, 1)[..., None]
    colour = colour * (1 - nail) + np.array(NAIL, np.float32) * round_off[..., None] * nail
    shadow = np.clip(1 - (inside - 1) / 0.35, 0, 1) * (inside > 1) * 0.35
    size = scene.size
    dark = Image.fromarray((shadow * 255).astype(np.uint8)).resize(size, Image.Resampling.BILINEAR)
    scene.paste((20, 16, 14), (0, 0), dark.filter(ImageFilter.GaussianBlur(r / 12)))
    skin_image = Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8)).resize(
        size, Image.Resampling.BILINEAR
    )
    scene.paste(skin_image, (0, 0), Image.fromarray((cover * 255).astype(np.uint8)).resize(size))


def backdrop(kind: str, size: tuple[int, int], rng) -> Image.Image:
    """What the book lies on, a little out of focus."""
    wide, high = size
    scale = max(size) / 1600

    def coloured(colour, grey):
        pixels = np.array(colour, np.float32) * (1 + grey[..., None])
        return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))

    if kind == "wood":
        grain = field(rng, size, 5 * scale, 60) * 0.06 + field(rng, size, 26 * scale, 18) * 0.09
        image = coloured((150, 104, 62), grain)
    elif kind == "dark wood":
        image = coloured(
            (74, 46, 30), field(rng, size, 7 * scale, 40) * 0.10 + field(rng, size, 60 * scale, 9) * 0.1
        )
    elif kind == "cloth":
        weave = field(rng, size, 3 * scale) * 0.08 + field(rng, size, 200 * scale) * 0.1
        image = coloured((96, 112, 138), weave)
    elif kind == "sheet":
        image = coloured(
            (206, 204, 200), field(rng, size, 160 * scale) * 0.06 + field(rng, size, 4 * scale) * 0.012
        )
    elif kind == "carpet":
        image = coloured(
            (118, 92, 84), field(rng, size, 6 * scale) * 0.16 + field(rng, size, 90 * scale) * 0.06
        )
    elif kind == "tiles":
        image = coloured(
            (172, 104, 70), field(rng, size, 120 * scale) * 0.09 + field(rng, size, 5 * scale) * 0.03
        )
        draw = ImageDraw.Draw(image)
        pitch = 420 * scale
        for i in range(-2, 8):
            draw.line(
                (i * pitch, 0, i * pitch + 0.25 * high, high), fill=(120, 104, 92), width=round(14 * scale)
            )
            draw.line(
                (0, i * pitch + 0.1 * wide, wide, i * pitch), fill=(120, 104, 92), width=round(14 * scale)
            )
    elif kind == "desk":
        image = coloured(
            (188, 182, 172), field(rng, size, 300 * scale) * 0.04 + field(rng, size, 4 * scale) * 0.008
        )
    elif kind == "shelf":
        image = coloured((58, 44, 36), field(rng, size, 80 * scale) * 0.1)
        draw = ImageDraw.Draw(image)
        x = -20.0
        while x < wide:
            thick = float(rng.uniform(60, 130)) * scale
            colour = tuple(int(v) for v in rng.integers(30, 190, 3))
            draw.rectangle((x, rng.uniform(-0.02, 0.12) * high, x + thick - 5 * scale, high), fill=colour)
            x += thick
    else:
        raise KeyError(kind)
    return image.filter(ImageFilter.GaussianBlur((9 if kind == "shelf" else 2.5) * scale))
