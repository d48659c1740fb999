"""Error of a model on held-back lines, by class of line and by kind of figure."""

import argparse
import collections
import os
import re
import subprocess
import tempfile
from pathlib import Path

import cv2
import numpy as np


def distance(a, b):
    """Levenshtein's edit distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


def held_lines(folder):
    """Strips with their answers and groups."""
    for path in sorted(folder.glob("lines-*.npz")):
        with np.load(path) as data:
            strips, ends = data["strips"], np.cumsum(data["widths"])
            for index, end in enumerate(ends):
                klass, figures = str(data["classes"][index]), str(data["figures"][index])
                groups = ["all", klass]
                if klass in ("label", "bare"):
                    groups.append(f"number, {figures}")
                    if data["digits"][index] < 14:
                        groups.append("number, below 14 pixels")
                yield strips[:, end - data["widths"][index] : end], str(data["answers"][index]), groups


def read(strips, tessdata, language, psm):
    """Tesseract's result for each strip, and milliseconds per line, including start-up."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{index:06d}.png" for index in range(len(strips))]
        for path, strip in zip(paths, strips):
            cv2.imwrite(path, strip)
        listing = Path(folder, "list")
        listing.write_text("".join(f"{p}\n" for p in paths))
        command = ["tesseract", str(listing), "-", "--tessdata-dir", tessdata, "-l", language, "--psm", psm]
        command += ["-c", "page_separator=\f", "-c", "invert_threshold=0"]
        began = os.times()
        result = subprocess.run(
            command,
            env=dict(os.environ, OMP_THREAD_LIMIT="1"),
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        ended = os.times()
    seconds = ended.children_user + ended.children_system - began.children_user - began.children_system
    texts = result.stdout.decode(errors="replace").split("\f")[: len(strips)]
    return [re.sub(r"\*+", "*", " ".join(t.split())) for t in texts], 1000 * seconds / len(strips)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path, help="folder that make_lines.py wrote")
    parser.add_argument("tessdata", help="folder of the model")
    parser.add_argument("--language", default="isbn")
    parser.add_argument("--psm", default="13")
    parser.add_argument("--rows", type=int, default=40, help="rows kept around the strips' middle")
    parser.add_argument("--margin", type=int, default=0, help="rows of paper added above and below")
    options = parser.parse_args()
    lines = list(held_lines(options.lines))
    away = (40 - options.rows) // 2
    strips = [np.pad(s[away : 40 - away], ((options.margin,) * 2, (0, 0)), "edge") for s, _, _ in lines]
    texts, cost = read(strips, options.tessdata, options.language, options.psm)
    tally = collections.defaultdict(lambda: [0, 0, 0, 0, 0])
    for (_, answer, groups), text in zip(lines, texts):
        answer, text = re.sub(r"\*+", "*", answer), text.upper()
        digits, read_digits = (re.sub(r"[^0-9X]", "", t) for t in (answer, text))
        for group in groups:
            count = tally[group]
            count[0] += 1
            count[1] += text != answer
            count[2] += read_digits != digits
            count[3] += distance(text, answer)
            count[4] += len(answer)
    print(f"{'':28} lines  wrong: lines  digits  characters")
    for group, (lines, wrong, digits, errors, characters) in sorted(tally.items()):
        shares = [100 * wrong / lines, 100 * digits / lines, 100 * errors / characters]
        print(f"{group:28} {lines:5}        {shares[0]:5.1f}%  {shares[1]:5.1f}%  {shares[2]:9.1f}%")
    print(f"{cost:.1f} ms a line")


if __name__ == "__main__":
    main()
