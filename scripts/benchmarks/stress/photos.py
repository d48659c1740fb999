"""Photos of a corpus with their truth, split by book into a half to tune with and a half to report."""

import csv
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps, UnidentifiedImageError

# Larger ones are shrunk first: what is damaged in modules and letters needs no more pixels.
LONGEST = 1600


@dataclass(frozen=True)
class Photo:
    """One photo as the manifest tells of it."""

    file: Path
    name: str
    isbns: tuple[str, ...]
    klass: str
    source: str
    bars: str
    printed: str
    legible: str
    capitals: float
    book: str

    @property
    def has_bars(self) -> bool:
        return bool(self.isbns) and self.bars == "EAN-13 ISBN"

    @property
    def part(self) -> str:
        """`tune` or `report`: all photos of a book fall in one, wherever they are found."""
        return ("tune", "report")[hashlib.sha256(self.book.encode()).digest()[0] & 1]


def order(*words) -> bytes:
    """A place in an order that is random but always the same."""
    return hashlib.sha256("/".join(map(str, words)).encode()).digest()


def seed(*words) -> int:
    return int.from_bytes(order(*words)[:8], "big")


class CorpusError(Exception):
    """What is wrong with a folder, and what to do."""


def photos_of(folder: Path) -> list[Photo]:
    if not folder.is_dir():
        raise CorpusError(f"{folder}: there is no such folder")
    manifest = folder / "manifest.tsv"
    if manifest.is_file():
        with open(manifest, newline="", encoding="utf-8") as table:
            rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
        missing = {"path", "isbn13", "klass", "text_legible"} - set(rows[0] if rows else ())
        if missing:
            raise CorpusError(f"{manifest}: has no column {', '.join(sorted(missing))}")
    else:
        rows = sidecars(folder)
    if not rows:
        raise CorpusError(f"{folder}: neither manifest.tsv nor NAME.json beside photos")
    found = []
    for row in rows:
        if not (folder / row["path"]).is_file():
            raise CorpusError(f"{folder / row['path']}: is in the manifest but not in the folder")
        isbns = tuple(isbn for isbn in row["isbn13"].split(",") if isbn not in ("", "-"))
        group = row.get("book_group") or "-"
        height = row.get("text_px") or "-"
        found.append(Photo(
            folder / row["path"], row["path"], isbns, row["klass"], row.get("source_repo") or folder.name,
            row.get("barcode_kind") or "none", row.get("printed_form") or "-", row["text_legible"],
            float(height) if height.replace(".", "").isdigit() else 0.0,
            group if group != "-" else isbns[0] if isbns else row["path"]))
    return found


def sidecars(folder: Path) -> list[dict]:
    rows = []
    for file in sorted(folder.glob("*.json")):
        beside = [other for other in folder.glob(file.stem + ".*") if other.suffix != ".json"]
        truth = json.loads(file.read_text())
        if len(beside) != 1 or "pages" in truth:
            continue
        row = {key: "-" if value is None else str(value) for key, value in truth.items()}
        rows.append(row | {"path": beside[0].name, "isbn13": ",".join(truth["isbn13"])})
    return rows


def opened(photo: Photo) -> tuple[Image.Image, float] | None:
    """The upright picture in colour, of `LONGEST` pixels at most, and how much it was shrunk; `None` where Pillow
    can't read it."""
    try:
        picture = Image.open(photo.file)
        longest = max(picture.size)
        # JPEGs of many pixels are decoded at half or a quarter of their size.
        picture.draft("RGB", (LONGEST * picture.width // longest, LONGEST * picture.height // longest))
        picture = ImageOps.exif_transpose(picture)
        if "A" in picture.getbands() or "transparency" in picture.info:
            picture = picture.convert("RGBA")
            picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture)
        picture = picture.convert("RGB")
    except (UnidentifiedImageError, OSError):
        return None
    picture.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
    return picture, max(picture.size) / longest
