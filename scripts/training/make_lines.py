"""Makes training lines and writes them as .lstmf files, the form lstmtraining reads.

Writing the files here takes about a hundredth of what `tesseract … lstm.train` takes for each picture."""

import argparse
import io
import struct
import time
from pathlib import Path

import numpy as np

import barcode
import damage
import isbns
import printing
from texts import Texts, folded

# share of each class of line
CLASSES = {"bars": 0.34, "label": 0.33, "bare": 0.08, "other": 0.20, "add-on": 0.03, "junk": 0.02}


def make_line(rng, texts, klass):
    """One line: its picture and the answer expected."""
    while True:
        if klass == "bars":
            sheet = barcode.print_ean(rng, isbns.ean(rng))
        elif klass == "add-on":
            sheet = barcode.print_addon(rng)
        elif klass == "junk":
            sheet = printing.print_junk(rng)
        elif klass == "label":
            sheet = printing.print_text(rng, texts, texts.labelled(), near_bars=0.35)
        elif klass == "bare":
            sheet = printing.print_text(rng, texts, texts.bare(), near_bars=0.2)
        else:
            sheet = printing.print_text(rng, texts, texts.other())
        answer = folded(sheet.text)
        if klass != "junk" and rng.random() < 0.06:
            printing.add_clutter(rng, sheet)
        if answer and sheet.image.width < 3000:
            image, scale = damage.photograph(rng, sheet)
            return damage.crop(rng, image, scale, sheet), answer


def page(image, answer):
    """One page of an .lstmf file: Tesseract's ImageData, little-endian."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    png, text = buffer.getvalue(), answer.encode()
    return b"".join(
        [
            b"\x01",
            struct.pack("<Ii", 0, 0),
            struct.pack("<I", len(png)),
            png,
            struct.pack("<I", 0),
            struct.pack("<I", len(text)),
            text,
            struct.pack("<I4h", 1, 0, 0, image.width, image.height),
            struct.pack("<II", 1, len(text)),
            text,
            b"\x00",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-file", type=int, default=500)
    parser.add_argument("--by-class", action="store_true", help="one file a class, for measuring")
    parser.add_argument("--pictures", action="store_true", help="also keep PNG and text of each line")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(options.seed)
    texts = Texts(rng)
    names = list(CLASSES)
    began, files, pages = time.time(), [], {}

    def flush(key):
        path = options.folder / f"{key}.lstmf"
        path.write_bytes(struct.pack("<I", len(pages[key])) + b"".join(pages.pop(key)))
        files.append(path)

    for number in range(options.lines):
        klass = str(rng.choice(names, p=list(CLASSES.values())))
        image, answer = make_line(rng, texts, klass)
        key = klass if options.by_class else f"lines-{number // options.per_file:04d}"
        pages.setdefault(key, []).append(page(image, answer))
        if options.pictures:
            image.save(options.folder / f"{number:05d}-{klass}.png")
            (options.folder / f"{number:05d}-{klass}.txt").write_text(answer + "\n")
        if not options.by_class and len(pages[key]) == options.per_file:
            flush(key)
            print(f"{number + 1} lines, {(number + 1) / (time.time() - began):.0f} a second", flush=True)
    for key in list(pages):
        flush(key)
    (options.folder / "files.txt").write_text("".join(f"{p}\n" for p in files))


if __name__ == "__main__":
    main()
