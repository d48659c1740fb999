"""How a sheet lies in space and where the camera is: sheet points to photo pixels and back."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

from .sheet import Sheet

MARGIN = 4  # clear pixels round the sheet, so that its edge is smooth


@dataclass(frozen=True)
class View:
    """`aim` is the place of the sheet (0…1 across and down) in the middle of the photo, `span` the share of
    its width that fills the photo's width. Angles in degrees: `roll` clockwise as seen, `pitch` the sheet's
    top away, `yaw` its right side away. `gutter` is how deep the page dives at its spine, `bow` how far its
    middle stands up, both as a share of the sheet's width; `bend` bows it from top to bottom instead."""

    size: tuple[int, int] = (1200, 1600)
    aim: tuple[float, float] = (0.5, 0.5)
    span: float = 1.1
    roll: float = 0
    pitch: float = 0
    yaw: float = 0
    distance: float = 1.6
    gutter: float = 0
    bow: float = 0
    bend: float = 0

    @property
    def scale(self) -> float:
        """Photo pixels to a share of the sheet's width, straight on."""
        return self.size[0] / self.span


class Projection:
    """One sheet under one view. `spine` is the sheet's x in points where the page dives, or None."""

    def __init__(self, view: View, width: float, height: float, spine: float | None) -> None:
        self.view, self.width, self.height = view, width, height
        self.scale = view.scale / width
        s = np.linspace(-width, 2 * width, 3001)
        slope = np.zeros_like(s)
        if view.gutter and spine is not None:
            reach = 0.13 * width
            away = s - spine
            slope += np.sign(away) * np.exp(-np.abs(away) / reach) * view.gutter * width / reach
        if view.bow:
            slope += -8 * view.bow * np.clip(s / width - 0.5, -0.6, 0.6)
        self.slope = np.clip(slope, -0.9, 0.9)
        step = s[1] - s[0]
        self.s = s
        self.across = np.cumsum(np.sqrt(1 - self.slope**2)) * step
        self.rise = np.cumsum(self.slope) * step
        middle = view.aim[0] * width
        self.across -= np.interp(middle, s, self.across)
        self.rise -= np.interp(middle, s, self.rise)
        roll, pitch, yaw = (np.radians(a) for a in (view.roll, view.pitch, view.yaw))
        turn_yaw = np.array([[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]])
        turn_pitch = np.array(
            [[1, 0, 0], [0, np.cos(pitch), -np.sin(pitch)], [0, np.sin(pitch), np.cos(pitch)]]
        )
        turn_roll = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
        self.turn = [
            [
                float(
                    sum(
                        turn_roll[i, k] * sum(turn_pitch[k, m] * turn_yaw[m, j] for m in range(3))
                        for k in range(3)
                    )
                )
                for j in range(3)
            ]
            for i in range(3)
        ]

    def photo_point(self, x, y):
        """Pixels of a point of the sheet (arrays welcome)."""
        view = self.view
        flat = np.interp(x, self.s, self.across), y - view.aim[1] * self.height
        lift = np.interp(x, self.s, self.rise)
        lift = lift - view.bend * self.width * (2 * (y / self.height - 0.5)) ** 2
        u, v, w = (t[0] * flat[0] + t[1] * flat[1] + t[2] * lift for t in self.turn)
        away = view.distance * view.span * self.width
        zoom = self.scale * away / np.maximum(away - w, away * 0.15)
        return view.size[0] / 2 + u * zoom, view.size[1] / 2 + v * zoom

    def sheet_point(self, px, py):
        """The inverse, by Newton's method from the flat guess."""
        roll = np.radians(self.view.roll)
        dx, dy = (px - self.view.size[0] / 2) / self.scale, (py - self.view.size[1] / 2) / self.scale
        x = self.view.aim[0] * self.width + np.cos(roll) * dx + np.sin(roll) * dy
        y = self.view.aim[1] * self.height - np.sin(roll) * dx + np.cos(roll) * dy
        h = self.width / 1000
        for _ in range(14):
            fx, fy = self.photo_point(x, y)
            ax, ay = self.photo_point(x + h, y)
            bx, by = self.photo_point(x, y + h)
            a, c, b, d = (ax - fx) / h, (ay - fy) / h, (bx - fx) / h, (by - fy) / h
            det = a * d - b * c
            det = np.where(np.abs(det) < 1e-6, 1e-6, det)
            ex, ey = px - fx, py - fy
            limit = self.width / 3
            x = np.clip(x + np.clip((d * ex - b * ey) / det, -limit, limit), -self.width, 2 * self.width)
            y = y + np.clip((a * ey - c * ex) / det, -limit, limit)
        return x, y

    def shading(self) -> np.ndarray:
        """Light on the sheet by column, less where it turns away."""
        columns = np.interp(np.linspace(0, self.width, 400), self.s, self.slope)
        return 1 - 0.62 * np.abs(columns) ** 1.4 + 0.04 * columns

    def warp(self, sheet: Sheet) -> Image.Image:
        """The sheet as it stands in the photo, RGBA."""
        wide, high = sheet.image.size
        flat = Image.new("RGBA", (wide + 2 * MARGIN, high + 2 * MARGIN))
        flat.paste(sheet.image, (MARGIN, MARGIN))
        cell = 20
        xs = np.arange(0, self.view.size[0] + cell, cell)
        ys = np.arange(0, self.view.size[1] + cell, cell)
        x, y = self.sheet_point(*np.meshgrid(xs.astype(float), ys.astype(float)))
        x, y = np.round(x * sheet.scale + MARGIN, 3), np.round(y * sheet.scale + MARGIN, 3)
        mesh = []
        for r in range(len(ys) - 1):
            for c in range(len(xs) - 1):
                corners = (r, c), (r + 1, c), (r + 1, c + 1), (r, c + 1)
                source = [float(v) for i in corners for v in (x[i], y[i])]
                mesh.append(((int(xs[c]), int(ys[r]), int(xs[c + 1]), int(ys[r + 1])), source))
        return flat.transform(self.view.size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)
