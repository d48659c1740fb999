"""How often each kind of evidence is right: the confidences that `Pile.confidence` says, by cross-validation.

Usage: scripts/benchmarks/calibration.py FOLDER RECORDS…
RECORDS are what `bookzone scan --format jsonl FOLDER` printed, of any readers. A kind's share in each of five folds is
estimated from the other four; all photos of one book are in one fold.
"""

import collections
import csv
import json
import pathlib
import sys
import zlib

FOLDS = 5


def kind(reading):
    readers = {witness["reader"] for witness in reading["witnesses"]}
    if reading["status"] == "uncertain":
        return "uncertain: " + ("nearly another" if reading["reason"].startswith("nearly") else reading["reason"])
    if readers == {"barcode"}:
        return "bars alone"
    if "barcode" in readers:
        return "bars and text"
    if len(reading["witnesses"]) > 1:
        return "several texts"
    return "text beside a label" if reading["label"] else "digits alone"


def share(answers):
    """By Laplace: one right and one wrong answer more than were seen."""
    return (sum(answers) + 1) / (len(answers) + 2)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    with open(folder / "manifest.tsv", newline="") as table:
        truth = {row["path"]: row for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}
    answers = collections.defaultdict(lambda: [[] for _ in range(FOLDS)])
    for path in sys.argv[2:]:
        for line in open(path):
            record = json.loads(line)
            photo = truth[str(pathlib.Path(record["photo"]).resolve().relative_to(folder))]
            fold = zlib.crc32(photo["book_group"].encode()) % FOLDS
            for reading in record["isbns"] + record["candidates"]:
                right = reading["isbn13"] in photo["isbn13"].split(",")
                answers[kind(reading | {"status": record["status"]})][fold].append(right)
    print(f"{'evidence':32} {'seen':>5} {'right':>6} {'said by the other folds':>24} {'share of all':>13}")
    for name, folds in sorted(answers.items(), key=lambda item: -share(sum(item[1], []))):
        seen = sum(folds, [])
        said = [share(sum(folds[:fold] + folds[fold + 1:], [])) for fold in range(FOLDS) if folds[fold]]
        print(f"{name:32} {len(seen):5} {sum(seen):6} {min(said):14.3f} – {max(said):.3f} {share(seen):13.3f}")


if __name__ == "__main__":
    main()
