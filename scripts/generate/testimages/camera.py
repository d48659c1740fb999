"""Light on the scene, and what lens, sensor and the phone's own processing make of it."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter

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
    """`defocus` is a radius and `motion` a length in pixels with its direction in degrees; `noise` the
    sensor's deviation in linear light; `sharpen` what the phone adds afterwards."""

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
