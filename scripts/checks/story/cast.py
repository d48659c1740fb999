"""Who is in the story, what they say, and the photos that they take."""

import pathlib

PHOTOS = pathlib.Path(__file__).resolve().parents[3] / "testimages"
FOUND, TWO, BLURRED = (PHOTOS / f"{name}.jpg" for name in (
    "cover-isbn10-above-ean", "cover-set-and-volume", "cover-blurred-close"))
# Of two scripts, one of them from right to left.
HEAD, READER = "Jörg", "ليلى"
PRAISE, NOTE = "كتاب جميل عن المنارات", "my own eyes alone"
PASSWORD = "nine paper boats"
# What the site promises within a second. A busy machine is given further tries.
TRIES = 6
