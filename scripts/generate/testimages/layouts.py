"""The kinds of printed thing that get photographed: book pages, jacket flaps, covers with their label."""

from dataclasses import dataclass
from dataclasses import field as default
from typing import Callable

from . import prose
from .bars import draw_bars
from .sheet import Sheet
from .typesetting import BLACK, Paragraph, Style, height, set_column

PAPERS = {
    "white": (243, 242, 238),
    "cream": (240, 233, 214),
    "old": (226, 210, 176),
    "grey": (222, 219, 211),
    "art": (248, 248, 247),
}


@dataclass(frozen=True)
class Page:
    """A page of an open book, lengths in points. `spine` is its inner side; `facing` how much of the page
    beyond is in the sheet; `foot` sets the text against the bottom margin instead of the top."""

    text: list[Paragraph]
    style: Style = Style()
    trim: tuple[float, float] = (360, 560)
    margins: tuple[float, float, float] = (44, 50, 54)
    paper: str | tuple = "cream"
    spine: str | None = "right"
    facing: float = 60
    foot: bool = True
    head: list[Paragraph] = default(default_factory=list)
    through: float = 0.10
    age: float = 0.4
    stains: float = 0
    facing_text: str = prose.ENGLISH
    extra: Callable[[Sheet, float], None] | None = None

    @property
    def size(self) -> tuple[float, float]:
        return self.trim[0] + (self.facing if self.spine else 0), self.trim[1]

    @property
    def spine_x(self) -> float | None:
        return {"right": self.trim[0], "left": self.facing, None: None}[self.spine]

    def draw(self, scale: float, rng) -> Sheet:
        wide, high = self.trim
        inner, outer, end = self.margins
        colour = PAPERS[self.paper] if isinstance(self.paper, str) else self.paper
        sheet = Sheet(*self.size, scale, colour, rng)
        origin = self.facing if self.spine == "left" else 0
        left = origin + (inner if self.spine == "left" else outer)
        room = wide - inner - outer
        set_column(sheet, left, end * 0.8, room, self.head, self.style)
        top = high - end - height(self.text, self.style, room, scale) if self.foot else end
        set_column(sheet, left, top, room, self.text, self.style)
        if self.extra:
            self.extra(sheet, origin)
        if self.through:
            sheet.show_through(self.through)
        if self.spine and self.facing_text:
            body = [Paragraph(self.facing_text, {})]
            opposite = Style(size=10, face=self.style.face, align="justify", ink=BLACK)
            if self.style.ink[0] > 150:
                opposite = Style(size=10, face=self.style.face, align="justify", ink=self.style.ink)
            kept = list(sheet.lines)
            if self.spine == "right":
                set_column(sheet, wide + inner * 0.8, 60, 280, body, opposite)
            else:
                set_column(sheet, self.facing - inner * 0.8 - 280, 60, 280, body, opposite)
            sheet.lines[:] = kept
            outer_edge = 0 if self.spine == "right" else sheet.width - 5
            for i in range(6):
                grey = 150 + int(rng.integers(-25, 50))
                sheet.fill(outer_edge + i * 0.85, 0, 0.5, high, (grey, grey - 6, grey - 20))
        sheet.shade(age=self.age, stains=self.stains)
        return sheet


@dataclass(frozen=True)
class Label:
    """The panel with the bars: lines above and below them. `addon` None leaves the price bars out."""

    digits: str | None = None
    above: list[Paragraph] = default(default_factory=list)
    below: list[Paragraph] = default(default_factory=list)
    addon: str | None = None
    mark: bool = True
    text: bool = True
    second: str | None = None
    module: float = 0.75
    tall: float = 40
    style: Style = Style(face="ocr-b", size=8)
    colour: tuple | None = (250, 250, 248)
    ink: tuple = (26, 24, 24)
    pad: float = 9

    def size(self, scale: float) -> tuple[float, float]:
        wide = self.module * (112 if not self.addon else 170) + 2 * self.pad
        bars = self.tall + 11 * self.module if self.digits else 0
        if self.second:
            bars += self.tall + 17 * self.module
        texts = sum(
            height(lines, self.style, wide - 2 * self.pad, scale) for lines in (self.above, self.below)
        )
        return wide, bars + texts + 2 * self.pad + 2

    def draw(self, sheet: Sheet, x: float, y: float) -> None:
        wide, high = self.size(sheet.scale)
        if self.colour:
            sheet.fill(x, y, wide, high, self.colour)
        y = set_column(sheet, x + self.pad, y + self.pad - 2, wide - 2 * self.pad, self.above, self.style) + 3
        if self.digits:
            left = x + self.pad + 10 * self.module
            draw_bars(
                sheet,
                left,
                y,
                self.digits,
                self.module,
                self.tall,
                self.ink,
                self.text,
                self.addon,
                self.mark,
            )
            y += self.tall + 11 * self.module
            if self.second:
                y += 6 * self.module
                draw_bars(
                    sheet, left, y, self.second, self.module, self.tall, self.ink, self.text, None, False
                )
                y += self.tall + 11 * self.module
        set_column(sheet, x + self.pad, y, wide - 2 * self.pad, self.below, self.style)


@dataclass(frozen=True)
class Cover:
    """The outside of a book or thing: a coloured ground, text in a column, blocks of colour, one label.

    `label_at` is where the label's upper left corner stands, in 0…1 of the trim."""

    text: list[Paragraph]
    style: Style = Style(face="sans", size=10, ink=(245, 245, 240))
    trim: tuple[float, float] = (360, 560)
    ground: tuple = (40, 70, 110)
    blocks: list = default(default_factory=list)
    label: Label | None = None
    label_at: tuple[float, float] = (0.5, 0.74)
    text_at: tuple[float, float, float] = (0.1, 0.06, 0.8)
    worn: float = 0.0
    tooth: float = 1.0
    extra: Callable[[Sheet, float], None] | None = None

    @property
    def size(self) -> tuple[float, float]:
        return self.trim

    spine_x = None

    def draw(self, scale: float, rng) -> Sheet:
        wide, high = self.trim
        sheet = Sheet(wide, high, scale, self.ground, rng, self.tooth)
        for x, y, w, h, colour in self.blocks:
            sheet.fill(x * wide, y * high, w * wide, h * high, colour)
        x, y, w = self.text_at
        set_column(sheet, x * wide, y * high, w * wide, self.text, self.style)
        if self.label:
            self.label.draw(sheet, self.label_at[0] * wide, self.label_at[1] * high)
        if self.extra:
            self.extra(sheet, 0)
        sheet.shade(age=self.worn, stains=self.worn)
        return sheet
