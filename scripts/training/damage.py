"""Photographs a print: warp, light, blur, few pixels, noise, JPEG; then crops it as the reader does."""

import io

import numpy as np
from PIL import Image, ImageFilter

from typesetting import ABOVE, DIGIT

HEIGHT = 48


def paper(rng, shape):
    """Paper and ink as two grey levels, with texture and uneven light."""
    height, width = shape
    ink = rng.uniform(0, 90) if rng.random() < 0.85 else rng.uniform(90, 130)
    sheet = ink + rng.uniform(60, 255 - ink) if rng.random() < 0.3 else rng.uniform(190, 255)
    sheet = max(sheet, ink + 45)
    field = np.full(shape, sheet, np.float32)
    if rng.random() < 0.4:
        grain = int(rng.integers(1, 7))
        noise = rng.normal(0, rng.uniform(1, 14), (height // grain + 2, width // grain + 2)).astype(
            np.float32
        )
        noise = np.asarray(Image.fromarray(noise).resize((width + grain, height + grain), Image.BILINEAR))
        field += noise[:height, :width]
    return ink, field


def light(rng, field):
    height, width = field.shape
    x = np.linspace(0, 1, width, dtype=np.float32)
    y = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    if rng.random() < 0.5:
        field *= 1 + rng.uniform(-0.35, 0.35) * (x - 0.5) + rng.uniform(-0.2, 0.2) * (y - 0.5)
    if rng.random() < 0.12:
        centre, spread = rng.uniform(0, 1), rng.uniform(0.05, 0.4)
        field += rng.uniform(30, 200) * np.exp(
            -(((x - centre) / spread) ** 2) - ((y - rng.uniform(0, 1)) / 1.5) ** 2
        )
    if rng.random() < 0.08:
        edge = rng.uniform(0, 1)
        slope = rng.uniform(10, 60) * rng.choice([-1, 1])
        field *= 1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-(x - edge + rng.uniform(-0.1, 0.1) * y) * slope))
    return field


def warp(rng, mask, left, right):
    """Slant, perspective and curl; the line's middle keeps its place. Returns the mask and its two ends."""
    width, height = mask.size
    length = max(60.0, right - left)
    angle = rng.normal(0, 0.7) if rng.random() < 0.85 else rng.uniform(-4, 4)
    rise = np.clip(np.tan(np.radians(angle)) * length, -0.45 * DIGIT, 0.45 * DIGIT)
    curl = rng.normal(0, 0.06) * DIGIT * (rng.random() < 0.4)
    taper = rng.normal(0, 0.05) if rng.random() < 0.5 else 0.0
    shear = rng.normal(0, 0.06) if rng.random() < 0.7 else rng.uniform(-0.3, 0.3)
    middle, half = (left + right) / 2, length / 2
    line = height * 0.5
    columns = 1 if not (curl or taper) else 8
    mesh, step = [], width / columns

    def source(x, y):
        t = (x - middle) / half
        t = max(-1.4, min(1.4, t))
        scale = 1 + taper * t
        return x + shear * (y - line), line + (y - line) * scale + rise / 2 * t + curl * (t * t - 0.5)

    for i in range(columns):
        a, b = int(i * step), int((i + 1) * step)
        quad = (*source(a, 0), *source(a, height), *source(b, height), *source(b, 0))
        mesh.append(((a, 0, b, height), quad))
    return mask.transform(mask.size, Image.MESH, mesh, Image.BILINEAR)


def motion(rng, image, reach):
    """A straight smear of `reach` pixels."""
    taps = max(2, int(round(reach)))
    angle = rng.uniform(0, np.pi)
    data = np.asarray(image, np.float32)
    out = np.zeros_like(data)
    for i in range(taps):
        shift = (i - (taps - 1) / 2) * reach / taps
        out += np.roll(data, (int(round(shift * np.sin(angle))), int(round(shift * np.cos(angle)))), (0, 1))
    return Image.fromarray((out / taps).astype(np.uint8))


def photograph(rng, sheet):
    """The line as the camera has it. Returns the picture and pixels per print pixel."""
    mask = warp(rng, sheet.image, sheet.left, sheet.right)
    if rng.random() < 0.3:
        mask = mask.filter(
            rng.choice([ImageFilter.MaxFilter(3), ImageFilter.MaxFilter(3), ImageFilter.MinFilter(3)])
        )
    field = np.asarray(mask, np.float32) / 255
    if rng.random() < 0.08:
        # rough ink
        field = field * (rng.random(field.shape) > rng.uniform(0, 0.25))
    ink, page = paper(rng, field.shape)
    if rng.random() < 0.08:
        page = page - 0.12 * np.roll(field[:, ::-1], int(rng.integers(-20, 20)), 0) * 255
    page = light(rng, page * (1 - field) + ink * field)
    image = Image.fromarray(np.clip(page, 0, 255).astype(np.uint8))
    defocus = abs(rng.normal(0, 0.05)) if rng.random() < 0.7 else rng.uniform(0.06, 0.16)
    smear = rng.uniform(0.05, 0.33) if rng.random() < 0.15 else 0.0
    if defocus > 0.01:
        image = image.filter(ImageFilter.GaussianBlur(defocus * DIGIT))
    if smear:
        image = motion(rng, image, smear * DIGIT)
    # several kinds of damage at once would leave nothing to read
    least = 8 if defocus < 0.07 and not smear else 11
    tall = float(np.exp(rng.uniform(np.log(least), np.log(40))))
    scale = tall / DIGIT
    size = (max(8, round(image.width * scale)), max(6, round(image.height * scale)))
    image = image.resize(size, rng.choice([Image.BOX, Image.BICUBIC, Image.BILINEAR, Image.LANCZOS]))
    if rng.random() < 0.6:
        noisy = np.asarray(image, np.float32) + rng.normal(
            0, rng.uniform(0.5, 11) * min(1, tall / 18), (size[1], size[0])
        )
        image = Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8))
    if rng.random() < 0.25:
        image = image.filter(ImageFilter.UnsharpMask(rng.uniform(0.6, 2), int(rng.integers(60, 220)), 0))
    if rng.random() < 0.7:
        buffer = io.BytesIO()
        image.save(buffer, "JPEG", quality=int(rng.integers(22 if tall > 14 else 45, 95)))
        image = Image.open(buffer).convert("L")
    return image, scale


def crop(rng, image, scale, sheet):
    """A level strip HEIGHT pixels tall around the line, as the reader cuts it."""
    up, down = (
        rng.uniform(0.05, 0.5, 2) if rng.random() < 0.3 else rng.uniform(0.08, 0.36) + rng.normal(0, 0.05, 2)
    )
    up, down = max(0.03, up), max(0.03, down)
    before, after = rng.uniform(0.1, 1.0, 2)
    box = (
        (sheet.left - before * DIGIT) * scale,
        (ABOVE - up * DIGIT) * scale,
        (sheet.right + after * DIGIT) * scale,
        (ABOVE + DIGIT + down * DIGIT) * scale,
    )
    box = (max(0, box[0]), max(0, box[1]), min(image.width, box[2]), min(image.height, box[3]))
    width = max(12, round(HEIGHT * (box[2] - box[0]) / (box[3] - box[1])))
    strip = image.resize((width, HEIGHT), rng.choice([Image.BICUBIC, Image.BILINEAR]), box=box)
    data = np.asarray(strip, np.float32)
    low, high = np.percentile(data, (rng.uniform(0.5, 4), rng.uniform(90, 99)))
    data = np.clip((data - low) * 255 / max(high - low, 12), 0, 255)
    chance = rng.random()
    if scale * DIGIT < 13:
        chance = 1.0
    if chance < 0.08:
        data = np.where(data > otsu(data), 255, 0)
    elif chance < 0.16:
        around = np.asarray(
            Image.fromarray(data.astype(np.uint8)).filter(ImageFilter.BoxBlur(int(rng.integers(8, 24)))),
            np.float32,
        )
        data = np.where(data > around - rng.uniform(4, 25), 255, 0)
    return Image.fromarray(data.astype(np.uint8))


def otsu(data):
    """Otsu's threshold of grey values 0…255."""
    counts = np.bincount(data.astype(np.uint8).ravel(), minlength=256).astype(np.float64)
    below = np.cumsum(counts)
    sums = np.cumsum(counts * np.arange(256))
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (sums[-1] * below / below[-1] - sums) ** 2 / (below * (below[-1] - below))
    return int(np.nanargmax(between))
