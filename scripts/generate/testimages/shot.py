"""One photo of the set: what is in it, how it was taken, how it is stored, and the truth about it."""

import zlib
from dataclasses import dataclass
from dataclasses import field as default

import numpy as np
from PIL import Image, ImageChops, ImageFilter

from .camera import Lens, Light, take
from .layouts import Cover, Page
from .numbers import canonical
from .surroundings import backdrop, thumb
from .view import Projection, View


@dataclass(frozen=True)
class Storage:
    """`orientation` is the EXIF tag; the pixels are stored turned so that it puts them upright."""

    extension: str = "jpg"
    quality: int = 48
    orientation: int = 1
    mode: str = "RGB"
    progressive: bool = False


@dataclass(frozen=True)
class Shot:
    """`printed` are the ISBNs legible in the picture as printed, the book's own first. `others` are its other numbers in
    normal form (`lccn:67012345`). `kind` is the class, and `lit` the light, in the words of testimages/README.md."""

    name: str
    subject: Page | Cover
    kind: str
    printed: tuple[str, ...] = ()
    view: View = View()
    light: Light = Light()
    lens: Lens = Lens()
    ground: str = "wood"
    thumbs: tuple = ()
    storage: Storage = Storage()
    barcode: str = "none"
    bars_only: bool = False
    legible: str = "full"
    blur: str = "none"
    lit: str = "ok"
    difficulty: str = "medium"
    group: str | None = None
    notes: str = ""
    others: tuple[str, ...] = ()
    also: tuple["Shot", ...] = default(default_factory=tuple)

    @property
    def file(self) -> str:
        return f"{self.name}.{self.storage.extension}"

    def photograph(self) -> tuple[Image.Image, dict]:
        """The upright picture and its truth."""
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))
        wide, high = self.subject.size
        projection = Projection(self.view, wide, high, self.subject.spine_x)
        sheet = self.subject.draw(projection.scale * 1.35, rng)
        sheet.shade(columns=projection.shading())
        layer = projection.warp(sheet)
        scene = backdrop(self.ground, self.view.size, rng)
        alpha = layer.getchannel("A")
        reach = max(4, self.view.size[0] // 90)
        shadow = ImageChops.offset(alpha, reach, reach).filter(ImageFilter.GaussianBlur(reach))
        scene.paste((18, 14, 12), (0, 0), shadow.point(lambda v: v * 0.55))
        scene.paste(layer, (0, 0), layer)
        for finger in self.thumbs:
            thumb(scene, *finger, rng)
        return take(scene, self.light, self.lens, rng), self.truth(sheet.lines, projection)

    def truth(self, lines, projection: Projection) -> dict:
        """The corpus's columns; place, size and turn of the ISBN line come from the geometry."""
        bars = self.barcode != "none"
        text = bool(self.printed) and not self.bars_only
        truth = {
            "isbn13": list(dict.fromkeys(canonical(number) for number in self.printed)),
            "klass": self.kind,
            "has_barcode": bars,
            "barcode_kind": self.barcode,
            "has_printed_isbn_text": text,
            "printed_form": self.printed[0] if text else None,
            "text_legible": self.legible if text else "none",
            "text_px": None,
            "rot_cw_deg": None,
            "exif_orientation": self.storage.orientation,
            "blur": self.blur,
            "light": self.lit,
            "difficulty": self.difficulty,
            "book_group": self.group or self.name,
            "notes": self.notes,
        }
        if self.others:
            truth["other_numbers"] = list(self.others)
        if text:
            line = next(l for l in lines if self.printed[0].split("\n")[0] in l.text)
            (ax, ay), (bx, by), (cx, cy) = (
                projection.photo_point(x, y)
                for x, y in (
                    (line.x, line.baseline),
                    (line.x + line.width, line.baseline),
                    (line.x, line.baseline - line.cap),
                )
            )
            if self.legible == "full":
                corners = [
                    projection.photo_point(x, y)
                    for x in (line.x, line.x + line.width)
                    for y in (line.baseline, line.baseline - line.cap)
                ]
                assert all(
                    2 < x < self.view.size[0] - 2 and 2 < y < self.view.size[1] - 2 for x, y in corners
                ), f"{self.name}: the ISBN line leaves the picture"
            truth["text_px"] = round(float(np.hypot(cx - ax, cy - ay)))
            truth["rot_cw_deg"] = round(float(np.degrees(np.arctan2(by - ay, bx - ax)))) % 360
        return truth
