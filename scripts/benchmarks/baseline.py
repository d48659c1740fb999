"""Measures the speed-up over an older program: both read the same photos in turns.

Times are the records' own milliseconds, so that a program's start counts for nothing; photos go by the dozen, so that
neither program pays for a cold engine on each, and both share the machine's moods.
"""

import csv
import json
import statistics
import subprocess
import sys

import scan

DOZEN = 12
WITHOUT, OLD, DEV = "photos without an ISBN", "old-books", "dev"


def chosen(folder, count):
    """The path of each photo, and whether it shows an ISBN."""
    with open(folder / "manifest.tsv", newline="") as table:
        shows = {row["path"]: row["isbn13"] != "-" for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)}
    photos = scan.photos_of(folder)
    photos = photos if count is None else scan.stratified(photos, count)
    return [(str(folder / path), shows[path]) for path, _, _ in photos]


def milliseconds(program, photos):
    """The times of these photos, each with all its pages."""
    done = subprocess.run(
        [str(program), "scan", "-q", "--jobs", "1", "--format", "jsonl", *photos], capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"bench: {program} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
    took = dict.fromkeys(photos, 0.0)
    for line in done.stdout.splitlines():
        record = json.loads(line)
        took[record["photo"]] += record["milliseconds"]
    return [took[photo] for photo in photos]


def measure(folder, older, count, rounds, left_out):
    if not older.is_file():
        sys.exit(f"bench: {older}: there is no such program")
    sets = [(DEV, photo, shows) for photo, shows in chosen(folder, count)]
    beside = folder.parent / "old-books"
    if (beside / "manifest.tsv").is_file() and beside != folder:
        sets += [(OLD, photo, shows) for photo, shows in chosen(beside, count)]
    programs = {"ours": scan.BUILT / "bookzone", "baseline": older}
    zxing = None if "ZXing-C++" in left_out else scan.ZXing()
    groups = {
        WITHOUT: [place for place, (_, _, shows) in enumerate(sets) if not shows],
        OLD: [place for place, (name, _, _) in enumerate(sets) if name == OLD],
        DEV: [place for place, (name, _, _) in enumerate(sets) if name == DEV],
    }
    runs = []
    for turn in range(rounds):
        took = {"ours": [], "baseline": [], "ZXing-C++": []}
        for start in range(0, len(sets), DOZEN):
            photos = [photo for _, photo, _ in sets[start : start + DOZEN]]
            for name in sorted(programs, reverse=(turn + start // DOZEN) % 2 == 0):
                took[name] += milliseconds(programs[name], photos)
            if zxing and zxing.is_there:
                took["ZXing-C++"] += [zxing.answer(photo)[1] for photo in photos]
        runs.append(took)
        print(f"bench: round {turn + 1} of {rounds}", file=sys.stderr)

    print(f"\nWithin a run, both readers, one worker, {rounds} rounds; ratios as minimum – median – maximum of them\n")
    rows = [("", "photos", "this program, ms", "compared with", "its ms", "ratio")]

    def add(name, group, average, against):
        places = groups[group]
        if not places or any(len(run[against]) < len(sets) for run in runs):
            return
        pairs = [[average([run[program][place] for place in places]) for program in ("ours", against)] for run in runs]
        rows.append((
            name, len(places), f"{statistics.median(a for a, _ in pairs):.1f}", against,
            f"{statistics.median(b for _, b in pairs):.1f}", scan.spread([a / b for a, b in pairs])))

    add(f"mean of {WITHOUT}", WITHOUT, statistics.mean, "baseline")
    add(f"mean over {OLD}", OLD, statistics.mean, "baseline")
    add(f"median over {folder.name}", DEV, statistics.median, "baseline")
    add(f"mean over {folder.name}", DEV, statistics.mean, "baseline")
    add(f"mean over {folder.name}", DEV, statistics.mean, "ZXing-C++")
    print(scan.table(rows))
