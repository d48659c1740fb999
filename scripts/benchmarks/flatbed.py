"""Measures flatbed scans: generated A4 imprint pages in the formats of scanners; right answers, seconds, peak memory.

Called by `scripts/bench flatbed`.
"""

import argparse
import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from stress.drawing import Invented
from stress.photos import seed
from testimages.fonts import font, require_fonts

A4 = (8.27, 11.69)
FACES = ["times", "century", "palatino", "bookman", "newspaper", "grotesque"]


def imprint(number, face, rng):
    """The lines of an imprint page, including the ISBN."""
    year = rng.integers(1975, 2012)
    form = number.thirteen() if year >= 2007 else number.ten("- "[int(rng.random() < 0.3)])
    return [
        f"First published {year} by Harrow & Lane Ltd", "14 Mill Street, London", "", f"Copyright © {year} by the author", "",
        "All rights reserved. No part of this publication may be", "reproduced, stored in a retrieval system, or",
        "transmitted in any form without permission.", "", "A catalogue record for this book is",
        "available from the British Library", "", f"ISBN {form}", "", f"Typeset in {rng.integers(9, 12)} point {face.title()}",
        "Printed and bound in Great Britain"]


def sheet(numbers, dpi, rng):
    """A grey A4 page with one or two imprints, slightly rotated, with a scanner's noise."""
    width, height = (round(side * dpi) for side in A4)
    paper = Image.new("L", (width, height), 250)
    draw = ImageDraw.Draw(paper)
    for place, number in enumerate(numbers):
        face = FACES[rng.integers(len(FACES))]
        letters = font(face, round(rng.uniform(7.5, 10) * dpi / 72))
        x = round((1.0 + 0.3 * rng.random()) * dpi)
        y = round((0.8 + rng.random() * 0.5 + 5.4 * place + (3 * rng.random() if len(numbers) == 1 else 0)) * dpi)
        for line in imprint(number, face, rng):
            draw.text((x, y), line, font=letters, fill=25)
            y += round(letters.size * 1.25)
    turned = paper.rotate(rng.uniform(-1, 1), Image.Resampling.BICUBIC, fillcolor=250)
    values = np.asarray(turned.filter(ImageFilter.GaussianBlur(dpi / 500)), np.float32)
    values += rng.normal(0, 2.5, values.shape).astype(np.float32)
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def black_and_white(picture):
    return picture.point(lambda value: 255 if value > 150 else 0).convert("1", dither=Image.Dither.NONE)


def saved(form, pages, path, dpi):
    """Writes a file in this format with these pages; returns its path."""
    if form == "JPEG 2000":
        path = path.with_suffix(".jp2")
        pages[0].save(path, irreversible=True, quality_mode="rates", quality_layers=[12])
    elif form == "grey PNG":
        path = path.with_suffix(".png")
        pages[0].save(path, dpi=(dpi, dpi))
    elif form == "grey JPEG":
        path = path.with_suffix(".jpg")
        pages[0].save(path, quality=85, dpi=(dpi, dpi))
    else:
        path = path.with_suffix(".tif")
        bilevel = [black_and_white(page) for page in pages]
        bilevel[0].save(path, compression="group4", save_all=True, append_images=bilevel[1:], dpi=(dpi, dpi))
    return path


# In a process of its own, because a child's peak includes its parent's memory at the fork.
MEASURED = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""


def answers(program, readers, path):
    """The ISBNs accepted on each page, seconds from start to end, and the peak of memory in megabytes."""
    command = [str(program), "scan", "-q", "--jobs", "1", "--format", "jsonl", "--readers", readers, str(path)]
    run = subprocess.run([sys.executable, "-c", MEASURED, *command], capture_output=True, text=True, check=True)
    status, peak = map(int, run.stderr.split())
    if status not in (0, 1, 2):
        sys.exit(f"bench: {program} ended with {status} on {path}")
    records = [json.loads(line) for line in run.stdout.splitlines()]
    accepted = {record["page"]: {isbn["isbn13"] for isbn in record["isbns"]} for record in records}
    return accepted, sum(record["milliseconds"] for record in records) / 1000, peak / 1024


def forms():
    for dpi in (300, 600):
        for form in ("grey PNG", "grey JPEG", "1-bit G4 TIFF", "JPEG 2000"):
            for imprints in (1, 2):
                yield form, dpi, imprints, 1
    yield "1-bit G4 TIFF", 300, 1, 4
    yield "1-bit G4 TIFF", 300, 2, 4


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench flatbed", description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=Path(__file__).resolve().parents[2] / ".build/release/bookzone",
                        help="a built bookzone (default: this checkout's)")
    parser.add_argument("--readers", default="ocr,barcode", choices=("ocr,barcode", "ocr"))
    parser.add_argument("--files", type=int, default=4, metavar="N", help="files per format (default: 4)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error(f"{options.program}: there is no such program")
    if options.files < 1:
        parser.error("--files counts from 1")
    require_fonts()
    rows = []
    with tempfile.TemporaryDirectory(prefix="flatbed-") as folder:
        for form, dpi, imprints, count in forms():
            books = right = misread = 0
            times, peaks = [], []
            for place in range(options.files):
                rng = np.random.default_rng(seed(options.seed, "flatbed", imprints, count, place))
                numbers = [[Invented(rng) for _ in range(imprints)] for _ in range(count)]
                pages = [sheet(page, dpi, rng) for page in numbers]
                path = saved(form, pages, Path(folder) / "scan", dpi)
                accepted, seconds, peak = answers(options.program, options.readers, path)
                path.unlink()
                for number, page in enumerate(numbers, 1):
                    own = {book.isbn13 for book in page}
                    given = accepted.get(number, set())
                    books += len(own)
                    right += len(own & given)
                    misread += bool(given - own)
                times.append(seconds / count)
                peaks.append(peak)
            pages = "one page" if count == 1 else f"{count} pages"
            rows.append((
                f"{form}, {pages}", f"{dpi}", f"{imprints}", f"{right} of {books}", f"{misread}",
                f"{sum(times) / len(times):.2f}", f"{max(peaks):.0f}"))
            print(f"bench: {form}, {dpi} dpi, {imprints} a page", file=sys.stderr)
    heading = ("form", "dpi", "imprints a page", "ISBNs given", "misread pages", "seconds a page", "peak MB")
    print("| " + " | ".join(heading) + " |")
    print("|---" * len(heading) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)
