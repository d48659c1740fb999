"""Sets paragraphs in a column: wrapping, justifying, letterspacing, and the odd ways of a typewriter."""

from dataclasses import dataclass, replace
from typing import Callable

from .fonts import font
from .sheet import Sheet

BLACK = (34, 31, 30)


@dataclass(frozen=True)
class Style:
    """Sizes in points; `tracking` is space added after each letter, `before` above the paragraph."""

    face: str = "times"
    size: float = 8
    leading: float = 1.22
    align: str = "left"
    ink: tuple = BLACK
    tracking: float = 0
    before: float = 0
    indent: float = 0
    press: Callable | None = None
    old_figures: bool = False
    opacity: float = 0.93
    jitter: float = 0


@dataclass(frozen=True)
class Paragraph:
    text: str
    changes: dict

    def style(self, base: Style) -> Style:
        return replace(base, **self.changes)


def p(text: str, **changes) -> Paragraph:
    """A paragraph; line ends in the text are kept, longer lines are wrapped."""
    return Paragraph(text, changes)


def _features(style: Style):
    return ["onum"] if style.old_figures else None


def _width(text: str, style: Style, scale: float) -> float:
    face = font(style.face, round(style.size * scale))
    return face.getlength(text, features=_features(style)) / scale + style.tracking * max(0, len(text) - 1)


def wrap(text: str, style: Style, width: float, scale: float) -> list[tuple[str, bool]]:
    """Lines, and of each whether its paragraph goes on below (so that it may be justified)."""
    lines = []
    for part in text.split("\n"):
        line = part[: len(part) - len(part.lstrip(" "))]
        for word in part.lstrip(" ").split(" "):
            longer = f"{line} {word}" if line.strip() else line + word
            if line.strip() and _width(longer, style, scale) > width:
                lines.append((line, True))
                line = word
            else:
                line = longer
        lines.append((line, False))
    return lines


def height(paragraphs: list[Paragraph], base: Style, width: float, scale: float) -> float:
    total = 0.0
    for paragraph in paragraphs:
        style = paragraph.style(base)
        count = len(wrap(paragraph.text, style, width - style.indent, scale))
        total += style.before + count * style.size * style.leading
    return total


def set_column(
    sheet: Sheet, x: float, y: float, width: float, paragraphs: list[Paragraph], base: Style
) -> float:
    """Prints the paragraphs from y down; returns where the next would begin."""
    for paragraph in paragraphs:
        style = paragraph.style(base)
        y += style.before
        left, room = x + style.indent, width - style.indent
        for line, goes_on in wrap(paragraph.text, style, room, sheet.scale):
            y += style.size * style.leading
            if line.strip():
                _set_line(sheet, left, y - style.size * 0.25, room, line, style, goes_on)
    return y


def _set_line(
    sheet: Sheet, x: float, baseline: float, room: float, text: str, style: Style, goes_on: bool
) -> None:
    face = font(style.face, round(style.size * sheet.scale))
    features = _features(style)
    wide = _width(text, style, sheet.scale)
    if style.align == "centre":
        x += (room - wide) / 2
    elif style.align == "right":
        x += room - wide

    def put(run: str, at: float, lift: float = 0) -> None:
        sheet.print(run, at, baseline + lift, face, style.ink, style.press, style.opacity, features)

    justified = style.align == "justify" and goes_on
    if " " in text and (justified or style.old_figures):
        # Word by word also for old figures: FreeSerif has them only for runs without letters.
        words = text.split(" ")
        spare = room - sum(_width(w, style, sheet.scale) for w in words)
        space = spare / (len(words) - 1) if justified else _width(" ", style, sheet.scale)
        at = x
        for word in words:
            put(word, at)
            at += _width(word, style, sheet.scale) + space
        wide = at - space - x
    elif style.tracking or style.jitter:
        at = x
        for letter in text:
            lift, side = sheet.rng.standard_normal(2) * style.jitter * style.size
            if letter != " ":
                put(letter, at + side, lift)
            at += _width(letter, style, sheet.scale) + style.tracking
    else:
        put(text, x)
    cap = -face.getbbox("H", anchor="ls")[1] / sheet.scale
    sheet.note(text, x, baseline, wide, cap)
