"""Random fields with soft structure: paper fibres, wood, cloth, uneven ink and light."""

import numpy as np
from PIL import Image


def field(rng, size: tuple[int, int], cell: float, stretch: float = 1) -> np.ndarray:
    """Height × width, mean 0, deviation about 1; details of `cell` pixels, `stretch` times longer across."""
    wide, high = size
    columns = max(2, round(wide / max(1, cell * stretch)) + 2)
    rows = max(2, round(high / max(1, cell)) + 2)
    coarse = rng.standard_normal((rows, columns), np.float32)
    smooth = Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)
    return np.asarray(smooth, np.float32) * 1.3
