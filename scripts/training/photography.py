"""Photographs a print: bends, light, blur, few pixels, noise, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from typesetting import ABOVE, DIGIT


@dataclass
class Photo:
    """A grey picture of a print, dark on light."""

    image: np.ndarray
    # pixels of the photo per pixel of the print
    scale: float
    # how far the line was moved down at the print's columns, in pixels of the print: coefficients of t and t²
    rise: float
    curl: float

    @property
    def digit(self):
        """The digits' height in pixels."""
        return DIGIT * self.scale


def smooth_noise(rng, shape, grain):
    small = rng.standard_normal((int(shape[0] / grain) + 2, int(shape[1] / grain) + 2), np.float32)
    return cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)


def paper(rng, field):
    """Ink on paper with texture and uneven light, 0…255."""
    shape = field.shape
    ink = rng.uniform(0, 90) if rng.random() < 0.85 else rng.uniform(90, 130)
    sheet = ink + rng.uniform(60, 255 - ink) if rng.random() < 0.3 else rng.uniform(190, 255)
    sheet = max(sheet, ink + 45)
    page = sheet + (ink - sheet) * field
    if rng.random() < 0.4:
        page += smooth_noise(rng, shape, rng.uniform(1, 5)) * rng.uniform(1, 0.12 * (sheet - ink) + 1)
    if rng.random() < 0.08:
        # print on the other side shows through
        page -= 0.12 * (sheet - ink) * np.roll(field[:, ::-1], int(rng.integers(-8, 8)), 0)
    x = np.linspace(0, 1, shape[1], dtype=np.float32)
    y = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None]
    if rng.random() < 0.5:
        page *= 1 + rng.uniform(-0.35, 0.35) * (x - 0.5) + rng.uniform(-0.2, 0.2) * (y - 0.5)
    if rng.random() < 0.10:
        centre, spread = rng.uniform(0, 1), rng.uniform(0.05, 0.4)
        glare = np.exp(-(((x - centre) / spread) ** 2)) * np.exp(-(((y - rng.uniform(0, 1)) / 1.5) ** 2))
        page += rng.uniform(30, 200) * glare
    if rng.random() < 0.08:
        slope = rng.uniform(10, 60) * rng.choice([-1, 1])
        place = x - rng.uniform(0, 1) + rng.uniform(-0.1, 0.1) * y
        page *= 1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-place * slope))
    return page


def photograph(rng, sheet):
    """The line as photographed."""
    defocus = abs(rng.normal(0, 0.05)) if rng.random() < 0.7 else rng.uniform(0.06, 0.16)
    smear = rng.uniform(0.05, 0.33) if rng.random() < 0.12 else 0.0
    # several kinds of damage at once would leave nothing to read
    least = 8 if defocus < 0.07 and not smear else 11
    tall = float(np.exp(rng.uniform(np.log(least), np.log(40))))
    scale = tall / DIGIT
    mask = sheet.image
    width, height = max(16, round(mask.shape[1] * scale)), max(12, round(mask.shape[0] * scale))

    length = max(60.0, sheet.right - sheet.left)
    angle = rng.normal(0, 0.8) if rng.random() < 0.8 else rng.uniform(-4, 4)
    rise = float(np.clip(np.tan(np.radians(angle)) * length, -1.2 * DIGIT, 1.2 * DIGIT)) / 2
    curl = float(rng.normal(0, 0.15) * DIGIT) if rng.random() < 0.4 else 0.0
    taper = rng.normal(0, 0.05) if rng.random() < 0.4 else 0.0
    shear = rng.normal(0, 0.05) if rng.random() < 0.7 else rng.uniform(-0.22, 0.22)
    x = (np.arange(width, dtype=np.float32) + 0.5) / scale
    y = (np.arange(height, dtype=np.float32)[:, None] + 0.5) / scale
    t = np.clip((x - (sheet.left + sheet.right) / 2) / (length / 2), -1.4, 1.4)
    line = ABOVE + DIGIT / 2
    down = y - line - rise * t - curl * t * t
    map_y = line + down * (1 + taper * t)
    map_x = x + shear * down
    if scale < 0.6:
        mask = cv2.GaussianBlur(mask, (0, 0), 0.36 / scale)
    field = cv2.remap(mask, map_x.astype(np.float32) - 0.5, map_y.astype(np.float32) - 0.5, cv2.INTER_LINEAR)
    page = paper(rng, field.astype(np.float32) / 255)
    if defocus * tall > 0.25:
        page = cv2.GaussianBlur(page, (0, 0), defocus * tall)
    if smear * tall > 1:
        reach = smear * tall
        way = rng.uniform(0, np.pi)
        size = int(np.ceil(reach)) | 1
        kernel = np.zeros((size, size), np.float32)
        middle = size // 2
        dx, dy = np.cos(way) * reach / 2, np.sin(way) * reach / 2
        cv2.line(
            kernel,
            (round(middle - dx), round(middle - dy)),
            (round(middle + dx), round(middle + dy)),
            1.0,
        )
        page = cv2.filter2D(page, -1, kernel / kernel.sum())
    if rng.random() < 0.6:
        noise = rng.standard_normal(page.shape, np.float32)
        page += noise * rng.uniform(0.5, 11) * min(1, tall / 18)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(page, (0, 0), rng.uniform(0.6, 2))
        page += (page - soft) * rng.uniform(0.6, 2.2)
    image = np.clip(page, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(22 if tall > 14 else 45, 95))
        coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        image = cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE)
    return Photo(image, scale, rise, curl)
