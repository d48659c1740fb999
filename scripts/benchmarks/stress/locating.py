"""Finds the bars of a known EAN-13 in a photo: truth says which pattern to look for, so that damages can be told in
modules and put where they hurt, whether or not any program can read the bars."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from testimages.bars import ean13_modules

LIKENESS = 0.72


@dataclass(frozen=True)
class Bars:
    """The affine place of bars: `x` runs over the 95 modules, `y` down over `height`, both in modules."""

    origin: np.ndarray
    along: np.ndarray
    down: np.ndarray
    height: float
    likeness: float

    @property
    def module(self) -> float:
        """Pixels a module."""
        return float(np.hypot(*self.along))

    def point(self, x: float, y: float) -> np.ndarray:
        return self.origin + x * self.along + y * self.down


def pattern(isbn13: str) -> np.ndarray:
    """Paper 1, ink −1, with five modules of quiet zone at both ends."""
    return np.array([1 - 2 * int(m) for m in "0" * 5 + ean13_modules(isbn13) + "0" * 5], np.float32)


def sample(grey: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Bilinear; outside is the edge."""
    height, width = grey.shape
    x, y = np.clip(x, 0, width - 1.001), np.clip(y, 0, height - 1.001)
    left, top = x.astype(int), y.astype(int)
    fx, fy = x - left, y - top
    upper = grey[top, left] * (1 - fx) + grey[top, left + 1] * fx
    lower = grey[top + 1, left] * (1 - fx) + grey[top + 1, left + 1] * fx
    return upper * (1 - fy) + lower * fy


def blocks(grey: np.ndarray, size: int) -> list[tuple[float, float, float]]:
    """Where gradients are strong and of one direction, the strongest first: x, y, and that direction in radians."""
    gy, gx = np.gradient(grey)
    rows, columns = grey.shape[0] // size, grey.shape[1] // size
    if rows < 2 or columns < 2:
        return []

    def cells(values):
        cut = values[: rows * size, : columns * size]
        sums = cut.reshape(rows, size, columns, size).sum(axis=(1, 3))
        padded = np.pad(sums, 1)
        return sum(padded[i : i + rows, j : j + columns] for i in range(3) for j in range(3))

    xx, yy, xy = cells(gx * gx), cells(gy * gy), cells(gx * gy)
    strength = np.hypot(xx - yy, 2 * xy) ** 2 / (xx + yy + 1e-3)
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    places = []
    while len(places) < 8 and strength.max() > 0:
        row, column = np.unravel_index(strength.argmax(), strength.shape)
        places.append(((column + 0.5) * size, (row + 0.5) * size, float(angle[row, column])))
        strength[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] = 0
    return places


class Templates:
    """The pattern at many module widths, ready to be sought in profiles."""

    STEP = 1.0

    def __init__(self, isbn13: str, modules: np.ndarray, length: int):
        ink = pattern(isbn13)
        counts = [int(len(ink) * module / self.STEP) for module in modules]
        kept = [(module, count) for module, count in zip(modules, counts) if count <= length]
        self.modules = np.array([module for module, _ in kept])
        self.counts = np.array([count for _, count in kept])
        self.length = length
        # Places where the template would leave the profile are left out below, so nothing wraps round.
        self.size = length
        drawn = np.zeros((len(kept), self.size), np.float32)
        for row, (module, count) in zip(drawn, kept):
            line = ink[np.minimum((np.arange(count) * self.STEP / module).astype(int), len(ink) - 1)]
            line = line - line.mean()
            row[:count] = line / np.sqrt((line**2).sum())
        self.spectra = np.conj(np.fft.rfft(drawn))

    def best(self, profile: np.ndarray) -> tuple[float, int, float]:
        """The greatest correlation with any stretch, where that stretch starts, and its module width."""
        if not len(self.modules):
            return 0.0, 0, 0.0
        products = np.fft.irfft(self.spectra * np.fft.rfft(profile, self.size), self.size)[:, : self.length]
        sums = np.concatenate([[0], np.cumsum(profile)])
        squares = np.concatenate([[0], np.cumsum(profile**2)])
        first = np.arange(self.length)[None]
        last = np.minimum(first + self.counts[:, None], self.length)
        counts = self.counts[:, None]
        variance = squares[last] - squares[first] - (sums[last] - sums[first]) ** 2 / counts
        likeness = products / np.sqrt(np.maximum(variance, 4.0 * counts))
        likeness[first + counts > self.length] = 0
        row, start = np.unravel_index(likeness.argmax(), likeness.shape)
        return float(likeness[row, start]), int(start), float(self.modules[row])


def _profile(grey, x, y, angle, reach, step):
    t = np.arange(-reach, reach, step)
    rows = np.linspace(-2, 2, 5)
    dx, dy = np.cos(angle), np.sin(angle)
    return sample(
        grey, x + t[None] * dx - rows[:, None] * dy, y + t[None] * dy + rows[:, None] * dx).mean(axis=0)


def _matched(grey, place, templates):
    """The best (likeness, start, module, angle) of the pattern through one place; `start` along the profile."""
    x, y, angle = place
    best = (0.0, 0.0, 0.0, 0.0)
    reach = templates.length * templates.STEP / 2
    for turn in (0, -0.05, 0.05):
        profile = _profile(grey, x, y, angle + turn, reach, templates.STEP)
        for way in (0, np.pi):
            value, start, module = templates.best(profile if way == 0 else profile[::-1])
            if value > best[0]:
                best = (value, start * templates.STEP - reach + 5 * module, module, angle + turn + way)
        if turn == 0 and best[0] < 0.35:
            break
    return best


def located(picture: Image.Image, isbn13: str) -> Bars | None:
    """The bars of this number in the picture; `None` when they can't be found."""
    grey = picture.convert("L")
    longest = max(picture.size)
    for side in (700, 1400):
        share = min(side / longest, 3.0)
        small = np.asarray(grey.resize(
            (round(picture.width * share), round(picture.height * share)), Image.Resampling.BILINEAR), np.float32)
        places = []
        for size in (max(6, max(small.shape) // 24), max(6, max(small.shape) // 48)):
            places += blocks(small, size)
        templates = Templates(isbn13, np.geomspace(1.5, max(small.shape) / 90, 90), min(round(1.6 * max(small.shape)), 1800))
        best, at = (0.0, 0.0, 0.0, 0.0), None
        for place in places:
            match = _matched(small, place, templates)
            if match[0] > best[0]:
                best, at = match, place
            if best[0] > 0.85:
                break
        if best[0] > LIKENESS:
            return _refined(np.asarray(grey, np.float32), at, best, isbn13, 1 / share)
        if share >= 1:
            break
    return None


def _refined(grey, place, match, isbn13, scale):
    """The module to a thousandth and the bars' upper and lower end, in the whole picture."""
    x, y = place[0] * scale, place[1] * scale
    likeness, start, module, angle = match
    start, module = start * scale, module * scale
    along, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    ink = pattern(isbn13)
    middles = np.arange(len(ink)) + 0.5

    wanted = np.repeat(ink, 3) - ink.mean()
    wanted /= np.sqrt((wanted**2).sum())
    inside = (middles[:, None] - 5 + np.array([-0.3, 0, 0.3])).ravel()

    def fits(row, starts, modules, angle):
        """How well one row of the bars fits with each start and module, each module sampled at three places."""
        starts, modules = np.broadcast_arrays(np.asarray(starts, float), np.asarray(modules, float))
        first, last = (starts - 8 * modules).min(), (starts + 104 * modules).max()
        t = np.arange(first, last, 0.5)
        line = sample(
            grey, x + t * np.cos(angle) - row * np.sin(angle), y + t * np.sin(angle) + row * np.cos(angle))
        rows = np.interp(starts[:, None] + inside * modules[:, None], t, line)
        rows -= rows.mean(axis=1, keepdims=True)
        return rows @ wanted / np.sqrt((rows**2).sum(axis=1) + 1e-6)

    for width in (1.0, 0.25):
        modules, shifts = np.meshgrid(module * (1 + width * np.linspace(-0.02, 0.02, 21)), width * np.linspace(-1, 1, 17))
        modules, shifts = modules.ravel(), shifts.ravel()
        starts = start + 47 * module - 47 * modules + shifts * module
        best = fits(0, starts, modules, angle).argmax()
        start, module = starts[best], modules[best]
    slant = max(np.linspace(-0.04, 0.04, 17), key=lambda a: fits(0, [start], [module], angle + a)[0])
    angle += slant
    along, down = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])

    def end(way):
        """Rows from the middle until the pattern is lost, following its drift."""
        row, shift, lost = 0.0, 0.0, 0
        step = max(1.0, module)
        last = 0.0
        while lost < 3 and abs(row) < 120 * module:
            row += way * step
            drifts = shift + np.array([0, -0.3, 0.3]) * module
            values = fits(row, start + drifts, module, angle)
            if values.max() > 0.45:
                shift, lost, last = drifts[values.argmax()], 0, row
            else:
                lost += 1
        return last, shift

    (top, top_shift), (bottom, bottom_shift) = end(-1), end(1)
    if bottom - top < 4 * module:
        return None
    lean = (bottom_shift - top_shift) / (bottom - top)
    origin = np.array([x, y]) + along * (start + top_shift) + down * top
    down = (down + lean * along) * module
    return Bars(origin, along * module, down, (bottom - top) / module, likeness)
