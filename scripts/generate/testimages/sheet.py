"""A flat printed sheet: paper, ink, and where each line of text stands."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from .fonts import font
from .noise import field


@dataclass(frozen=True)
class Line:
    """A printed line in points: from (x, baseline) along `width`, capitals `cap` high."""

    text: str
    x: float
    baseline: float
    width: float
    cap: float


class Sheet:
    """`scale` pixels to a point; ink goes on the paper line by line."""

    def __init__(self, width: float, height: float, scale: float, colour, rng, tooth: float = 1.6) -> None:
        self.width, self.height, self.scale, self.rng = width, height, scale, rng
        self.lines: list[Line] = []
        size = round(width * scale), round(height * scale)
        grey = field(rng, size, 2.2 * scale) * tooth * 0.6 + field(rng, size, 0.8 * scale) * tooth * 0.5
        grey += field(rng, size, 60 * scale) * tooth * 1.2
        paper = np.clip(np.array(colour, np.float32) + grey[..., None], 0, 255)
        self.image = Image.fromarray(paper.astype(np.uint8))

    def fill(self, x: float, y: float, width: float, height: float, colour) -> None:
        box = [round(v * self.scale) for v in (x, y, x + width, y + height)]
        ImageDraw.Draw(self.image).rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=tuple(colour))

    def frame(self, x: float, y: float, width: float, height: float, colour, line: float = 0.7) -> None:
        for box in (
            (x, y, width, line),
            (x, y + height - line, width, line),
            (x, y, line, height),
            (x + width - line, y, line, height),
        ):
            self.fill(*box, colour)

    def stamp(self, mask: np.ndarray, left: int, top: int, colour, opacity: float = 0.95) -> None:
        """Inks the sheet through a mask of 0…1 whose upper left pixel is given."""
        ink = Image.fromarray((mask * (255 * opacity)).astype(np.uint8))
        self.image.paste(tuple(colour), (left, top), ink)

    def note(self, text: str, x: float, baseline: float, width: float, cap: float) -> None:
        self.lines.append(Line(text, x, baseline, width, cap))

    def letter(self, text: str, centre: float, baseline: float, face: str, size: float, colour) -> None:
        """One letter centred on a point, not noted as a line."""
        face = font(face, round(size * self.scale))
        self.print(text, centre - face.getlength(text) / 2 / self.scale, baseline, face, colour)

    def print(
        self,
        text: str,
        x: float,
        baseline: float,
        face,
        colour,
        press=None,
        opacity: float = 0.93,
        features=None,
    ) -> None:
        """Ink for one run of text; `press` may change its mask."""
        margin = round(face.size * 0.5)
        width = round(face.getlength(text, features=features)) + 2 * margin
        height = round(face.size * 2)
        left, base = x * self.scale - margin, baseline * self.scale - face.size * 1.4
        mask = Image.new("L", (width, height))
        at = margin + left - int(left), face.size * 1.4 + base - int(base)
        ImageDraw.Draw(mask).text(at, text, font=face, fill=255, anchor="ls", features=features)
        if press:
            mask = press(mask, face.size, self.rng)
        self.stamp(np.asarray(mask, np.float32) / 255, int(left), int(base), colour, opacity)

    def show_through(self, strength: float) -> None:
        """The print of the page behind: this sheet's own ink mirrored, faint and soft."""
        back = self.image.convert("L").transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        back = back.transform(
            back.size,
            Image.Transform.AFFINE,
            (1, 0, 0, 0, 1, -40 * self.scale),
            fillcolor=int(np.median(np.asarray(back))),
        )
        back = np.asarray(back.filter(ImageFilter.GaussianBlur(0.7 * self.scale)), np.float32)
        dark = np.clip(1 - back / np.median(back), 0, 1) * strength
        pixels = np.asarray(self.image, np.float32) * (1 - dark[..., None])
        self.image = Image.fromarray(pixels.astype(np.uint8))

    def shade(self, columns: np.ndarray | None = None, age: float = 0, stains: float = 0) -> None:
        """Darkens by a factor a column, browns the edges (`age`) and puts soft stains on (`stains`), 0…1."""
        pixels = np.asarray(self.image, np.float32)
        high, wide = pixels.shape[:2]
        if columns is not None:
            pixels = (
                pixels
                * np.interp(np.arange(wide), np.linspace(0, wide, len(columns)), columns)[None, :, None]
            )
        if age:
            across = np.minimum(np.arange(wide), np.arange(wide)[::-1])[None, :] / self.scale
            down = np.minimum(np.arange(high), np.arange(high)[::-1])[:, None] / self.scale
            brown = np.maximum(1 - np.minimum(across, down) / 60, 0) ** 2 * age
            pixels = pixels * (1 - brown[..., None] * np.array([0.16, 0.26, 0.42]))
        if stains:
            blot = (
                field(self.rng, (wide, high), 45 * self.scale)
                + field(self.rng, (wide, high), 9 * self.scale) * 0.25
            )
            blot = np.clip(blot * 1.5 - 2.6, 0, 1) * stains
            pixels = pixels * (1 - blot[..., None] * np.array([0.10, 0.16, 0.26]))
        self.image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
