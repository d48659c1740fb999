"""Error of a model on held-back synthetic lines, by class: lines and characters read wrongly."""

import argparse
import collections
import os
import re
import subprocess
import tempfile
from pathlib import Path


def distance(a, b):
    """Levenshtein's edit distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


def read(pictures, folder, language, psm):
    """What Tesseract reads on each picture, and milliseconds a line, start included."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing:
        listing.write("".join(f"{p}\n" for p in pictures))
        listing.flush()
        command = [
            "tesseract",
            listing.name,
            "-",
            "--tessdata-dir",
            folder,
            "-l",
            language,
            "--psm",
            psm,
            "-c",
            "page_separator=\f",
            "-c",
            "tessedit_do_invert=0",
        ]
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
    texts = result.stdout.decode(errors="replace").split("\f")[: len(pictures)]
    return [re.sub(r"\*+", "*", " ".join(t.split())) for t in texts], 1000 * seconds / len(pictures)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path, help="folder that make_lines.py --pictures wrote")
    parser.add_argument("tessdata", help="folder of the model")
    parser.add_argument("--language", default="isbn")
    parser.add_argument("--psm", default="13")
    options = parser.parse_args()
    pictures = sorted(options.lines.glob("*.png"))
    texts, cost = read(pictures, options.tessdata, options.language, options.psm)
    tally = collections.defaultdict(lambda: [0, 0, 0, 0])
    for picture, text in zip(pictures, texts):
        answer = re.sub(r"\*+", "*", picture.with_suffix(".txt").read_text().strip())
        for klass in (picture.stem.split("-", 1)[1], "all"):
            count = tally[klass]
            count[0] += 1
            count[1] += text != answer
            count[2] += distance(text, answer)
            count[3] += len(answer)
    print(f"{'class':8} {'lines':>6} {'wrong lines':>12} {'wrong characters':>17}")
    for klass, (lines, wrong, errors, characters) in sorted(tally.items()):
        print(f"{klass:8} {lines:6} {100 * wrong / lines:11.1f}% {100 * errors / characters:16.2f}%")
    print(f"{cost:.1f} ms a line")


if __name__ == "__main__":
    main()
