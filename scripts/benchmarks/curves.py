"""Measures how small and how blurred an ISBN may be: the same photos, reduced and blurred step by step.

Called by `scripts/bench curves`, which builds `bookzone` and installs the others. Writes docs/curves.tsv and draws
docs/curves.svg from it; with --draw it only draws.
"""

import argparse
import csv
import pathlib
import sys
import tempfile

from PIL import Image

import scan
from stress.counting import answers
from stress.damages import blurred
from stress.locating import located
from stress.photos import opened, order, photos_of

DOCS = scan.ROOT / "docs"
# Barcodes are reduced to this many pixels per module before they are blurred, so that all photos are blurred equally.
BLURRED_MODULE = 3.0
# Each curve: its title, its unit, its steps, the readers that bookzone uses, and the programs that can read such photos.
CURVES = {
    "print": ("printed ISBN, read as text", "height of the capitals, pixels", (6, 7, 8, 10, 12, 16, 20, 24), "ocr",
              ("Tesseract", "RapidOCR")),
    "bars": ("barcode, photo reduced", "width of a module, pixels", (0.6, 0.8, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.0),
             "ocr,barcode", ("ZBar", "ZXing-C++")),
    "blur": ("barcode, photo blurred", f"Gaussian σ in modules of {BLURRED_MODULE:.0f} pixels",
             (0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8), "ocr,barcode", ("ZBar", "ZXing-C++")),
}
COLUMNS = ("curve", "step", "photos", "program", "right", "misread")


def reduced(picture, share):
    size = tuple(max(16, round(side * share)) for side in picture.size)
    return picture.resize(size, Image.Resampling.BOX) if share < 1 else picture


def chosen(photos, curve, count):
    """Photos of different books that are larger than the curve's largest step: (photo, picture, height or module)."""
    steps, found, books = CURVES[curve][2], [], set()
    largest = BLURRED_MODULE if curve == "blur" else max(steps)
    for photo in sorted(photos, key=lambda photo: order(curve == "print", photo.name)):
        fits = photo.legible == "full" and photo.capitals if curve == "print" else photo.has_bars
        if not fits or photo.book in books or (ready := opened(photo)) is None:
            continue
        picture, share = ready
        if curve == "print":
            size = photo.capitals * share
        else:
            bars = located(picture, photo.isbns[0])
            size = bars.module if bars else 0
        if size >= largest:
            books.add(photo.book)
            found.append((photo, picture, size))
        if len(found) == count:
            break
    return found


def make(curve, step, taken, folder):
    """Writes the photos of one step, and returns their paths with the ISBNs in each."""
    made = {}
    for number, (photo, picture, size) in enumerate(taken):
        path = folder / f"{number:03}.jpg"
        if curve == "blur":
            small = blurred(reduced(picture, BLURRED_MODULE / size), step * BLURRED_MODULE)
        else:
            small = reduced(picture, step / size)
        small.save(path, quality=93, subsampling=0)
        made[path] = photo.isbns
    return made


def as_isbn13(isbn):
    if len(isbn) == 13:
        return isbn
    digits = "978" + isbn[:9]
    return digits + str(-sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10)


def counts(made, said):
    """The numbers of answers whose first ISBN is right, and of answers with an ISBN that the photo does not show."""
    right = sum(bool(said[path]) and said[path][0] in isbns for path, isbns in made.items())
    misread = sum(not set(said[path]) <= set(isbns) for path, isbns in made.items())
    return right, misread


def measured(photos, count, program):
    peers, rows = scan.programs(("both readers", "text alone")), []
    for curve, (_, _, steps, readers, others) in CURVES.items():
        taken = chosen(photos, curve, count)
        for step in steps:
            with tempfile.TemporaryDirectory(prefix="curves-") as name:
                folder = pathlib.Path(name).resolve()
                made = make(curve, step, taken, folder)
                own = answers(program, folder, readers)
                every = {"BookZone": {path: own.get(path.name, ([],))[0] for path in made}}
                for other in others:
                    if other in peers:
                        every[other] = {path: [as_isbn13(isbn) for isbn in peers[other].answer(str(path))[0]]
                                        for path in made}
                rows += [(curve, step, len(made), name, *counts(made, said)) for name, said in every.items()]
            print(f"bench: {curve} at {step}: {len(taken)} photos", file=sys.stderr)
    return rows


COLOURS = {"BookZone": "#0969da", "RapidOCR": "#bc4c00", "Tesseract": "#8250df", "ZXing-C++": "#bc4c00", "ZBar": "#1a7f37"}
PANEL, HEIGHT, LEFT, TOP = 240, 190, 42, 40


def panel(number, curve, rows):
    """One curve for each program: the share of photos that it reads correctly."""
    title, unit, steps, _, _ = CURVES[curve]
    left = LEFT + number * (PANEL + 34)
    low, high = min(steps), max(steps)
    across = lambda step: left + (float(step) - low) / (high - low) * PANEL
    down = lambda share: TOP + (1 - share) * HEIGHT
    parts = [f'<text x="{left}" y="{TOP - 16}" class="name">{title}</text>']
    for tenth in range(0, 11, 2):
        y = down(tenth / 10)
        parts.append(f'<path d="M{left} {y:.0f}h{PANEL}" class="grid"/>')
        if number == 0:
            parts.append(f'<text x="{left - 6}" y="{y + 4:.0f}" class="end">{tenth * 10} %</text>')
    for step in steps:
        parts.append(f'<text x="{across(step):.0f}" y="{TOP + HEIGHT + 17}" class="middle">{step:g}</text>')
    parts.append(f'<text x="{left + PANEL / 2}" y="{TOP + HEIGHT + 36}" class="middle">{unit}</text>')
    programs = list(dict.fromkeys(row["program"] for row in rows))
    for place, program in enumerate(programs):
        points = [(across(row["step"]), down(int(row["right"]) / int(row["photos"])))
                  for row in rows if row["program"] == program]
        colour, width = COLOURS[program], 2.5 if program == "BookZone" else 1.5
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" stroke="{colour}" stroke-width="{width}" class="curve"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points]
        x, y = left + place * 86, TOP + HEIGHT + 58
        parts.append(f'<path d="M{x} {y - 4}h14" stroke="{colour}" stroke-width="{width}"/>')
        parts.append(f'<text x="{x + 18}" y="{y}">{program}</text>')
    return "\n".join(parts)


def draw():
    with open(DOCS / "curves.tsv", newline="", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    panels = [panel(number, curve, [row for row in rows if row["curve"] == curve]) for number, curve in enumerate(CURVES)]
    width, height = LEFT + len(CURVES) * (PANEL + 34), TOP + HEIGHT + 72
    (DOCS / "curves.svg").write_text(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
width="{width}" height="{height}" role="img" aria-label="Share of photos that are read right, by the size of print, the \
size of bars, and blur">
<style>
text {{ font: 12px sans-serif; fill: #57606a }} .name {{ font-weight: bold; fill: #1f2328 }}
.middle {{ text-anchor: middle }} .end {{ text-anchor: end }} .grid {{ stroke: #d0d7de }} .curve {{ fill: none }}
</style>
<rect width="{width}" height="{height}" fill="#fff"/>
{chr(10).join(panels)}
</svg>
""", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench curves", description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=pathlib.Path, nargs="*", metavar="FOLDER", help="photos with manifest.tsv")
    parser.add_argument("--photos", type=int, default=40, metavar="N", help="photos per curve (default: 40)")
    parser.add_argument("--program", type=pathlib.Path, default=scan.BUILT / "bookzone", metavar="PATH",
                        help="a built bookzone (default: this checkout's)")
    parser.add_argument("--draw", action="store_true", help="only draw the contents of docs/curves.tsv")
    options = parser.parse_args()
    if not options.draw:
        photos = [photo for folder in options.folders for photo in photos_of(folder) if photo.part == "report"]
        if not photos:
            parser.error("give a folder of photos whose ISBNs are known")
        rows = measured(photos, options.photos, options.program)
        with open(DOCS / "curves.tsv", "w", newline="", encoding="utf-8") as table:
            writer = csv.writer(table, delimiter="\t", lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(rows)
    draw()


if __name__ == "__main__":
    main()
