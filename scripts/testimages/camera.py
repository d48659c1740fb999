"""Light on the scene, and what lens, sensor and the phone's own processing make of it."""
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .noise import field


@dataclass(frozen=True)
class Light:
    """`level` 1 is daylight. `slope` is (degrees towards the light, loss over the photo 0…1). `shadow` is a
    half-plane's (x, y of its edge in 0…1, degrees, darkness). `glare` is (x, y, radius across, radius down in
    shares of the photo's width, strength). `warmth` shifts white, -1 blue to 1 lamp."""
    level: float = 0.95
    slope: tuple[float, float] = (0, 0.15)
    vignette: float = 0.12
    shadow: tuple[float, float, float, float] | None = None
    glare: tuple[float, float, float, float, float] | None = None
    warmth: float = 0.1


@dataclass(frozen=True)
class Lens:
    """`defocus` is a radius and `motion` a length in pixels with its direction in degrees; `noise` the sensor's
    deviation in linear light; `sharpen` what the phone adds afterwards."""
    defocus: float = 0.8
    motion: tuple[float, float] | None = None
    noise: float = 0.005
    sharpen: float = 0.6


_LINEAR = np.round(((np.arange(256) / 255) ** 2.2) * 65535).astype(np.float32) / 65535
_DISPLAY = np.round((np.arange(65536) / 65535) ** (1 / 2.2) * 255).astype(np.uint8)


def take(scene: Image.Image, light: Light, lens: Lens, rng) -> Image.Image:
    scene = scene.filter(ImageFilter.GaussianBlur(lens.defocus))
    pixels = _LINEAR[np.asarray(scene)]
    if lens.motion:
        pixels = _smear(pixels, *lens.motion)
    high, wide = pixels.shape[:2]
    pixels *= _light_field(light, wide, high, rng)[..., None]
    pixels *= np.array([1 + 0.22 * light.warmth, 1, 1 - 0.30 * light.warmth], np.float32)
    if light.glare:
        pixels += _glare(light, wide, high, rng)[..., None]
    pixels += _sensor_noise(pixels, lens.noise, rng)
    image = Image.fromarray(_DISPLAY[(np.clip(pixels, 0, 1) * 65535).astype(np.uint16)])
    if lens.sharpen:
        image = image.filter(ImageFilter.UnsharpMask(1.6, round(lens.sharpen * 100), 2))
    return image


def _smear(pixels: np.ndarray, length: float, degrees: float) -> np.ndarray:
    steps = max(2, round(length))
    dx, dy = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    total = np.zeros_like(pixels)
    for i in range(steps):
        along = (i / (steps - 1) - 0.5) * length
        total += np.roll(pixels, (round(along * dy), round(along * dx)), (0, 1))
    return total / steps


def _light_field(light: Light, wide: int, high: int, rng) -> np.ndarray:
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    x, y = x / wide - 0.5, y / high - 0.5
    degrees, loss = light.slope
    towards = np.float32(np.cos(np.radians(degrees))) * x - np.float32(np.sin(np.radians(degrees))) * y
    amount = light.level * (1 - loss * (0.5 - towards)) * (1 - light.vignette * 2 * (x * x + y * y))
    amount *= 1 + field(rng, (wide, high), wide / 2) * light.vignette / 6
    if light.shadow:
        sx, sy, angle, darkness = light.shadow
        c, s = np.float32(np.cos(np.radians(angle))), np.float32(np.sin(np.radians(angle)))
        edge = (x + 0.5 - sx) * c + (y + 0.5 - sy) * s + field(rng, (wide, high), wide / 4) * 0.02
        amount *= 1 - darkness * np.clip(edge / 0.08 + 0.5, 0, 1)
    return amount.astype(np.float32)


def _glare(light: Light, wide: int, high: int, rng) -> np.ndarray:
    gx, gy, across, down, strength = light.glare
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    away = ((x / wide - gx) / across) ** 2 + ((y / wide - gy * high / wide) / down) ** 2
    uneven = 1 + 0.15 * field(rng, (wide, high), wide / 9)
    return strength / (1 + away * 1.5) ** 3 * np.clip(uneven, 0.5, 1.5)


def _sensor_noise(pixels: np.ndarray, level: float, rng) -> np.ndarray:
    """Grows with the root of the light; colour noise is coarse, as phones leave it."""
    high, wide = pixels.shape[:2]
    strength = level * np.sqrt(pixels.mean(axis=2) + 0.02) * 2
    fine = rng.standard_normal((high, wide), np.float32) * 0.55 + field(rng, (wide, high), 1.7) * 0.55
    colour = np.stack([field(rng, (wide, high), 4) for _ in range(3)], axis=2) * 0.35
    return (fine[..., None] + colour) * strength[..., None]


def thumb(scene: Image.Image, x: float, y: float, degrees: float, radius: float, rng,
          skin=(205, 158, 132)) -> None:
    """A thumb or finger lying over the edge, its tip at (x, y) in 0…1 of the photo, pointing along `degrees`."""
    wide, high = scene.size
    r = radius * wide
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    yy, xx = np.mgrid[0:high:2, 0:wide:2].astype(np.float32)
    dx, dy = xx - x * wide, yy - y * high
    back = dx * -c + dy * -s
    side = dx * -s + dy * c
    inside = np.maximum(back - r * 0.9, 0) * 0 + np.where(back < r, np.hypot(side, back - r), np.abs(side))
    inside = inside / (r * (1 + 0.05 * np.clip((back - 2 * r) / r, -1, 3)))
    cover = np.clip((1 - inside) * r / 5, 0, 1)
    round_off = np.sqrt(np.clip(1 - inside ** 2, 0, 1)) * 0.38 + 0.66
    wrinkle = 1 + 0.02 * field(rng, (xx.shape[1], xx.shape[0]), r / 14)
    colour = np.array(skin, np.float32) * (round_off * wrinkle)[..., None]
    nail = ((back - 0.85 * r) / (0.62 * r)) ** 2 + (side / (0.60 * r)) ** 2
    nail = np.clip((1 - nail) * 8, 0, 1)[..., None]
    colour = colour * (1 - nail) + np.array((226, 182, 168), np.float32) * round_off[..., None] * nail
    shadow = np.clip(1 - (inside - 1) / 0.35, 0, 1) * (inside > 1) * 0.35
    size = scene.size
    dark = Image.fromarray((shadow * 255).astype(np.uint8)).resize(size, Image.Resampling.BILINEAR)
    scene.paste((20, 16, 14), (0, 0), dark.filter(ImageFilter.GaussianBlur(r / 12)))
    skin_image = Image.fromarray(np.clip(colour, 0, 255).astype(np.uint8)).resize(size, Image.Resampling.BILINEAR)
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
        image = coloured((74, 46, 30), field(rng, size, 7 * scale, 40) * 0.10 + field(rng, size, 60 * scale, 9) * 0.1)
    elif kind == "cloth":
        weave = field(rng, size, 3 * scale) * 0.08 + field(rng, size, 200 * scale) * 0.1
        image = coloured((96, 112, 138), weave)
    elif kind == "sheet":
        image = coloured((206, 204, 200), field(rng, size, 160 * scale) * 0.06 + field(rng, size, 4 * scale) * 0.012)
    elif kind == "carpet":
        image = coloured((118, 92, 84), field(rng, size, 6 * scale) * 0.16 + field(rng, size, 90 * scale) * 0.06)
    elif kind == "tiles":
        image = coloured((172, 104, 70), field(rng, size, 120 * scale) * 0.09 + field(rng, size, 5 * scale) * 0.03)
        draw = ImageDraw.Draw(image)
        pitch = 420 * scale
        for i in range(-2, 8):
            draw.line((i * pitch, 0, i * pitch + 0.25 * high, high), fill=(120, 104, 92), width=round(14 * scale))
            draw.line((0, i * pitch + 0.1 * wide, wide, i * pitch), fill=(120, 104, 92), width=round(14 * scale))
    elif kind == "desk":
        image = coloured((188, 182, 172), field(rng, size, 300 * scale) * 0.04 + field(rng, size, 4 * scale) * 0.008)
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
