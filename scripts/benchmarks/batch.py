"""Measures `bookzone scan` on many photos that are answered quickly: copies of drawn bars, each with bytes of its own at its
end. Called by `scripts/bench batch`, which builds what is measured.

memory     peak of the program and of all its processes at N photos against a hundredth of them, and time a photo
resume     a run that is killed (SIGKILL) at a third and at two thirds and resumed, every photo once; a rerun with nothing to do
jobs       one job against two
isolation  workers against reading in one process (`bookzone-dev batch`), on the drawn test photos and on the quick ones
"""

import argparse
import collections
import json
import os
import pathlib
import signal
import statistics
import struct
import subprocess
import sys
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("memory", "resume", "jobs", "isolation")

LEFT = "0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011".split()
MIRRORED = ["".join("10"[int(bar)] for bar in code)[::-1] for code in LEFT]
RIGHT = ["".join("10"[int(bar)] for bar in code) for code in LEFT]
PARITY = "LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL".split()


def bars(ean, width=3, height=150, margin=40):
    """A grey PNG of an EAN-13."""
    digits = [int(digit) for digit in ean]
    left = [(LEFT if kind == "L" else MIRRORED)[digit] for kind, digit in zip(PARITY[digits[0]], digits[1:7])]
    modules = "101" + "".join(left) + "01010" + "".join(RIGHT[digit] for digit in digits[7:]) + "101"
    white = b"\xff" * margin
    row = b"\0" + white + b"".join((b"\0" if module == "1" else b"\xff") * width for module in modules) + white
    blank = b"\0" + b"\xff" * (len(row) - 1)
    rows = blank * margin + row * height + blank * margin

    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    header = struct.pack(">IIBBBBB", len(row) - 1, height + 2 * margin, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def make_photos(folder, count):
    """A thousand per folder; returns the list of them. Existing ones are kept."""
    picture = bars("9780306406157")
    paths = []
    for number in range(count):
        path = folder / f"{number // 1000:04}" / f"IMG_{number:07}.png"
        paths.append(path)
        if number % 1000 == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_bytes(picture + struct.pack(">I", number))
    return paths


def descendants(pid):
    found = [pid]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                found += [int(child) for child in pathlib.Path(f"/proc/{one}/task/{task}/children").read_text().split()]
        except OSError:
            pass
    return found


def peak(pid):
    """In kB; 0 if the process has ended."""
    try:
        text = pathlib.Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("VmHWM")), 0)


class Run:
    """One run of a program to its end: seconds, processor time, peaks."""

    def __init__(self, words, cwd=None):
        before = os.times()
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in words], cwd=cwd, stdout=subprocess.DEVNULL)
        peaks = collections.Counter()
        while process.poll() is None:
            for pid in descendants(process.pid):
                peaks[pid] = max(peaks[pid], peak(pid))
            time.sleep(0.1)
        self.seconds = time.monotonic() - start
        after = os.times()
        self.processor = after.children_user + after.children_system - before.children_user - before.children_system
        self.code = process.returncode
        self.program_peak = peaks[process.pid]
        self.peak = sum(peaks.values())
        if self.code not in (0, 1):
            sys.exit(f"bench: {' '.join(map(str, words))} ended with {self.code}")


def check(name, value, limit, is_most=True, unit=""):
    is_right = value <= limit if is_most else value >= limit
    sign = "at most" if is_most else "at least"
    print(f"  {name}: {value:.3g}{unit} ({sign} {limit:g}{unit}){'' if is_right else '  <- MISSED'}")
    return is_right


def scan(program, listed, *options):
    return [program, "scan", "--files-from", listed, "--quiet", "--format", "jsonl", *options]


def write_list(folder, name, paths):
    listed = folder / name
    listed.write_text("".join(f"{path}\n" for path in paths))
    return listed


def measure_memory(program, folder, paths):
    print(f"memory and time, {len(paths):,} photos")
    few = max(1000, len(paths) // 100)
    runs = {count: Run(scan(program, write_list(folder, "list", paths[:count]))) for count in (few, len(paths))}
    for count, run in runs.items():
        print(f"  {count:,} photos: {run.seconds:.1f} s, {count / run.seconds:,.0f} photos/s, "
              f"peak {run.program_peak / 1024:.0f} MB the program, {run.peak / 1024:.0f} MB all processes")
    one, many = runs[few], runs[len(paths)]
    return all([
        check("memory of the program", many.program_peak / one.program_peak, 1.1, unit=" times"),
        check("memory of all", many.peak / one.peak, 1.1, unit=" times"),
        check("time a photo", many.seconds / len(paths) / (one.seconds / few), 1.1, unit=" times"),
    ])


def lines_in(*files):
    """Of the first of them that exists."""
    for file in files:
        if file.exists():
            with open(file, "rb") as opened:
                return sum(chunk.count(b"\n") for chunk in iter(lambda: opened.read(1 << 20), b""))
    return 0


def measure_resume(program, folder, paths):
    help_text = subprocess.run([program, "scan", "--help"], capture_output=True, text=True).stdout
    if "--resume" not in help_text:
        print("resume: skipped, this program has no --resume")
        return True
    print(f"killed twice and resumed, {len(paths):,} photos")
    results = folder / "resumed.jsonl"
    for file in folder.glob("resumed.*"):
        file.unlink()
    partial = results.with_name(results.name + ".partial")
    words = scan(program, write_list(folder, "list", paths), "--resume", "-o", results)
    start = time.monotonic()
    for share in (1, 2):
        process = subprocess.Popen([str(word) for word in words])
        while process.poll() is None and lines_in(partial, results) < share * len(paths) // 3:
            time.sleep(0.2)
        if process.poll() is not None:
            sys.exit("bench: the run ended before it could be killed; take more photos")
        process.send_signal(signal.SIGKILL)
        process.wait()
        print(f"  killed with {lines_in(partial, results):,} records")
    Run(words)
    seconds = time.monotonic() - start
    with open(results) as file:
        photos = [json.loads(line)["photo"] for line in file]
    print(f"  {seconds:.1f} s in all")
    is_whole = photos == [str(path) for path in paths]
    print(f"  every photo once, in order: {'yes' if is_whole else 'no  <- MISSED'}")
    nothing = Run(words)
    return all([
        is_whole,
        check("a rerun with nothing to do", len(paths) / nothing.seconds, 10_000, is_most=False, unit=" photos/s"),
    ])


def measure_jobs(program, folder, paths, rounds):
    listed = write_list(folder, "list", paths)
    print(f"one job and two, {len(paths):,} photos, {rounds} rounds")
    # In turns, so that other load affects both.
    ratios = []
    for _ in range(rounds):
        one, two = (Run(scan(program, listed, "--jobs", jobs)).seconds for jobs in (1, 2))
        ratios.append(one / two)
    return check("as fast with two", statistics.median(ratios), 1.9, is_most=False, unit=" times")


def measure_isolation(program, in_process, folder, paths, rounds):
    drawn = sorted(path for path in (ROOT / "testimages").iterdir() if path.suffix == ".jpg")
    fine = True
    for name, photos, limit in (("drawn test photos", drawn, 1.03), ("quick photos", paths, None)):
        listed = write_list(folder, "list", photos)
        ratios = []
        for _ in range(rounds):
            confined = Run(scan(program, listed, "--jobs", 1)).processor
            ratios.append(confined / Run([in_process, "batch", 1, *photos]).processor)
        ratio = statistics.median(ratios)
        if limit:
            fine = check(f"processor time beside one process, {name}", ratio, limit, unit=" times")
        else:
            print(f"  the same, {len(photos):,} {name}: {ratio:.3g} times")
    return fine


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench batch", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=100_000, metavar="N", help="the number of photos (default: 100000)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds of each comparison (default: 3)")
    parser.add_argument("--only", default=",".join(PARTS), metavar="LIST", help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/bookzone")
    parser.add_argument("--in-process", type=pathlib.Path, default=ROOT / ".build/release/bookzone-dev")
    options = parser.parse_args()
    only = options.only.split(",")
    if set(only) - set(PARTS) or options.photos < 2000:
        parser.error("--only takes some of the four; --photos 2000 or more")
    folder = ROOT / ".build/bench/batch"
    folder.mkdir(parents=True, exist_ok=True)
    program = options.program.resolve()
    paths = make_photos(folder / "photos", options.photos)
    fine = True
    if "memory" in only:
        fine &= measure_memory(program, folder, paths)
    if "resume" in only:
        fine &= measure_resume(program, folder, paths)
    if "jobs" in only:
        fine &= measure_jobs(program, folder, paths[: max(2000, len(paths) // 20)], options.rounds)
    if "isolation" in only:
        fine &= measure_isolation(program, options.in_process.resolve(), folder, paths[:1000], options.rounds)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
