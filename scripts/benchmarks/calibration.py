"""Measures how often each kind of evidence is right: the confidences of `EvidenceRules`, by cross-validation.

Usage: scripts/benchmarks/calibration.py [--without CLASSES] FOLDER=RECORDS…
FOLDER holds manifest.tsv; RECORDS are what `bookzone scan --format jsonl FOLDER` printed, of any readers. A kind's share
in each of five folds is estimated from the other four; all photos of one source, and so of one photographer and one book,
are in one fold. Classes are names with commas between them.
"""

import collections
import csv
import json
import pathlib
import sys

FOLDS = 5


def kind(reading, status):
    """The kinds that the program distinguishes: the confidence, and a description."""
    if status == "uncertain":
        reason = "against another number" if reading["reason"].startswith("against") else reading["reason"]
        return f"uncertain: {reason}"
    return f"accepted at {reading['confidence']}"


def share(answers):
    """Laplace's rule: one right and one wrong answer are added."""
    return (sum(answers) + 1) / (len(answers) + 2)


def readings(argument, without):
    """For each number: its source, its kind, its confidence, and whether it is right."""
    folder, path = (pathlib.Path(part) for part in argument.split("="))
    with open(folder / "manifest.tsv", newline="") as table:
        truth = {row["path"]: row for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}
    for line in open(path):
        record = json.loads(line)
        photo = truth[str(pathlib.Path(record["photo"]).resolve().relative_to(folder.resolve()))]
        if photo["klass"] in without:
            continue
        for reading in record["isbns"] + record["candidates"]:
            right = reading["isbn13"] in photo["isbn13"].split(",")
            yield photo["source_repo"], kind(reading, record["status"]), reading["confidence"], right


def folds_of(seen):
    """Assigns sources to folds: the largest first, each to the smallest fold."""
    sizes, folds = [0] * FOLDS, {}
    for source, count in collections.Counter(source for source, *_ in seen).most_common():
        folds[source] = sizes.index(min(sizes))
        sizes[folds[source]] += count
    return folds


def main():
    arguments, without = sys.argv[1:], []
    if arguments[:1] == ["--without"] and len(arguments) > 1:
        arguments, without = arguments[2:], arguments[1].split(",")
    if not arguments or any("=" not in argument for argument in arguments):
        sys.exit(__doc__)
    seen = [reading for argument in arguments for reading in readings(argument, without)]
    folds = folds_of(seen)
    answers = collections.defaultdict(lambda: [[] for _ in range(FOLDS)])
    for source, name, _, right in seen:
        answers[name][folds[source]].append(right)
    print(f"{'evidence':42} {'seen':>5} {'right':>6} {'share':>6} {'said by other folds':>20} {'most over':>10}")
    for name, parts in sorted(answers.items(), key=lambda item: -share(sum(item[1], []))):
        whole = sum(parts, [])
        said = {fold: share(sum(parts[:fold] + parts[fold + 1:], [])) for fold in range(FOLDS) if parts[fold]}
        over = [said[fold] - sum(parts[fold]) / len(parts[fold]) for fold in said if len(parts[fold]) >= 50]
        print(f"{name:42} {len(whole):5} {sum(whole):6} {share(whole):6.3f} {min(said.values()):12.3f} – "
              f"{max(said.values()):.3f} {f'{max(over):10.3f}' if over else '         –'}")
    brier = sum((confidence - right) ** 2 for _, _, confidence, right in seen) / len(seen)
    base = sum(right for *_, right in seen) / len(seen)
    print(f"\nBrier score {brier:.4f} over {len(seen)} readings; saying {base:.3f} of each: {base * (1 - base):.4f}")


if __name__ == "__main__":
    main()
