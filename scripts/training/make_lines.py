"""Generates training lines: prints a line, photographs it several times, crops it as the reader does.

A file has some thousand strips side by side, 40 pixels tall, with their widths and answers."""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np

import barcode
import cutting
import isbns
import photography
import printing
from texts import Texts, folded

# share of each class of line
CLASSES = {"bars": 0.27, "label": 0.40, "bare": 0.10, "other": 0.19, "add-on": 0.02, "junk": 0.02}
WIDEST = 1100


def print_line(rng, texts, klass):
    if klass == "bars":
        sheet = barcode.print_ean(rng, isbns.ean(rng))
        if rng.random() < 0.5:
            printing.wear(rng, sheet.image)
    elif klass == "add-on":
        sheet = barcode.print_addon(rng)
    elif klass == "junk":
        sheet = printing.print_junk(rng)
    elif klass == "label":
        sheet = printing.print_text(rng, texts, texts.labelled(), near_bars=0.25)
    elif klass == "bare":
        sheet = printing.print_text(rng, texts, texts.bare(), near_bars=0.2)
    else:
        sheet = printing.print_text(rng, texts, texts.other())
    if klass != "junk" and rng.random() < 0.06:
        printing.add_clutter(rng, sheet)
    return sheet


def lines(rng, texts, variants):
    """Endless strips, each with its answer, class, kind of figures and digit height in the photo."""
    while True:
        klass = str(rng.choice(list(CLASSES), p=list(CLASSES.values())))
        sheet = print_line(rng, texts, klass)
        answer = folded(sheet.text)
        if not answer or sheet.image.shape[1] > 2400:
            continue
        line = sheet.promised or cutting.judged(sheet)
        for _ in range(variants):
            photo = photography.photograph(rng, sheet)
            strip = cutting.cut(rng, photo, sheet, line)
            if strip.shape[1] <= WIDEST:
                yield strip, answer, klass, sheet.figures, photo.digit


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", type=int, default=150000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-file", type=int, default=3000)
    parser.add_argument("--variants", type=int, default=3, help="photos of each print")
    parser.add_argument("--pictures", action="store_true", help="also keep PNG and text of each line")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    began, made = time.time(), 0
    for number in range(-(-options.lines // options.per_file)):
        path = options.folder / f"lines-{options.seed}-{number:04d}.npz"
        rng = np.random.default_rng([options.seed, number])
        source = lines(rng, Texts(rng), options.variants)
        batch = [next(source) for _ in range(min(options.per_file, options.lines - made))]
        made += len(batch)
        partial = path.with_suffix(".partial.npz")
        np.savez(
            partial,
            strips=np.hstack([b[0] for b in batch]),
            widths=np.array([b[0].shape[1] for b in batch], np.int32),
            answers=np.array([b[1] for b in batch]),
            classes=np.array([b[2] for b in batch]),
            figures=np.array([b[3] for b in batch]),
            digits=np.array([b[4] for b in batch], np.float32),
        )
        partial.rename(path)
        if options.pictures:
            for index, (strip, answer, klass, figures, _) in enumerate(batch):
                cv2.imwrite(str(options.folder / f"{made - len(batch) + index:06d}.png"), strip)
        print(f"{made} lines, {made / (time.time() - began):.0f} a second", flush=True)


if __name__ == "__main__":
    main()
