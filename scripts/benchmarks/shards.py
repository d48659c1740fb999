"""Measures the cost of reading a list in shards (`--shard`), on the photos of one or more folders. Called by
`scripts/bench shards`, which builds what is measured.

beside   two shares at once with a job each, against one process with two jobs, on the same two processors. Of few photos one
         share has much more to do than the other: photos a second are told as if both had as much
growth   the processor time of 1, 2, 4 and 8 shares of the list, one share after another
join     8 parts joined, against a single run

What is compared runs in turns. Processor time is the system's and the user's, of all processes of a run. On a machine that
does other things believe that alone.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from batch import ROOT, check, write_list

PARTS = ("beside", "growth", "join")
COUNTS = (1, 2, 4, 8)
KINDS = {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".gif", ".bmp", ".jp2", ".heic"}


class Scan:
    """Runs one process per shard in parallel, or one for the whole list: seconds and processor time of each."""

    def __init__(self, program, listed, *shards, jobs, parts=None):
        commands = []
        for shard in shards or [None]:
            share = ["--shard", shard, "-o", parts] if shard else []
            commands.append([program, "scan", "--files-from", listed, "--quiet", "--format", "jsonl", "--jobs", jobs, *share])
        begun = time.monotonic()
        started = [subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL) for command in commands]
        places = {process.pid: place for place, process in enumerate(started)}
        self.seconds, self.processor = [0.0] * len(started), [0.0] * len(started)
        try:
            for _ in started:
                pid, status, used = os.wait4(-1, 0)
                place = places[pid]
                self.seconds[place] = time.monotonic() - begun
                self.processor[place] = used.ru_utime + used.ru_stime
                started[place].returncode = os.waitstatus_to_exitcode(status)
                if started[place].returncode not in (0, 1, 2):
                    sys.exit(f"bench: {' '.join(map(str, commands[place]))} ended with {started[place].returncode}")
        finally:
            for process in started:
                if process.returncode is None:
                    process.terminate()
                    process.wait()


def counted(file):
    with open(file, "rb") as opened:
        return len({re.search(rb'"photo":"((?:[^"\\]|\\.)*)"', line)[1] for line in opened})


def measure_beside(program, folder, listed, count, rounds):
    print(f"two shares of one job beside one process of two, {count} photos, {rounds} rounds")
    throughput, last, processor, kept = [], [], [], []
    for number in range(rounds):
        runs = {}
        for jobs in ((2, 1) if number % 2 == 0 else (1, 2)):
            shards = ["1/2", "2/2"] if jobs == 1 else []
            runs[jobs] = Scan(program, listed, *shards, jobs=jobs, parts=folder / "beside")
        one, two = runs[2], runs[1]
        shares = [counted(folder / "beside" / f"part-{share}.jsonl") for share in (1, 2)]
        rate = count / statistics.mean(two.seconds)
        throughput.append(rate / (count / one.seconds[0]))
        last.append(one.seconds[0] / max(two.seconds))
        processor.append(sum(two.processor) / one.processor[0])
        kept.append((count / one.seconds[0], rate))
        print(f"  one process {one.seconds[0]:.1f} s ({one.processor[0]:.1f} s of processors); shares of {shares[0]} and "
              f"{shares[1]} photos {two.seconds[0]:.1f} and {two.seconds[1]:.1f} s "
              f"({two.processor[0]:.1f} and {two.processor[1]:.1f} s)")
    print(f"  photos a second: {statistics.median(one for one, _ in kept):.2f} and {statistics.median(two for _, two in kept):.2f}")
    print(f"  until the larger share is done: {statistics.median(last):.3f} times as fast")
    return all([
        check("processor time of the shares", statistics.median(processor), 1.03, unit=" times"),
        check("photos a second of the shares", statistics.median(throughput), 0.95, is_most=False, unit=" times"),
    ])


def measure_growth(program, folder, listed, count, rounds):
    print(f"1, 2, 4 and 8 shares, {count} photos, {rounds} rounds")
    totals = {shards: [] for shards in COUNTS}
    for number in range(rounds):
        for shards in COUNTS if number % 2 == 0 else reversed(COUNTS):
            totals[shards].append(sum(
                sum(Scan(program, listed, f"{share}/{shards}", jobs=1, parts=folder / f"growth-{shards}").processor)
                for share in range(1, shards + 1)))
    fine = True
    for shards in COUNTS:
        own = statistics.median(totals[shards])
        print(f"  {shards}: {own:.2f} s of a processor, {1000 * own / count:.1f} ms a photo "
              f"({min(totals[shards]):.2f} to {max(totals[shards]):.2f})")
        ratio = statistics.median(many / one for many, one in zip(totals[shards], totals[1]))
        fine &= shards == 1 or check(f"work of {shards} shares", ratio, 1.03, unit=" times")
    return fine


def measure_join(program, folder, listed, count):
    print(f"8 parts joined beside a single run, {count} photos")
    for share in range(1, 9):
        Scan(program, listed, f"{share}/8", jobs=2, parts=folder / "join")
    single, joined = folder / "single.jsonl", folder / "joined.jsonl"
    subprocess.run([program, "scan", "--files-from", listed, "--quiet", "--format", "jsonl", "-o", single])
    begun = time.monotonic()
    subprocess.run([program, "join", *sorted((folder / "join").glob("part-*.jsonl")), "--files-from", listed, "-o", joined],
                   check=True)
    seconds = time.monotonic() - begun
    untimed = [re.sub(rb'"milliseconds":[0-9.]+', b"", file.read_bytes()) for file in (single, joined)]
    is_same = untimed[0] == untimed[1]
    print(f"  the same, times left out: {'yes' if is_same else 'no  <- MISSED'}; {1000 * seconds:.0f} ms")
    return is_same


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench shards", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="FOLDER", help="folders of photos")
    parser.add_argument("--photos", type=int, metavar="N", help="only this many of them, evenly chosen")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds of each comparison (default: 3)")
    parser.add_argument("--only", default=",".join(PARTS), metavar="LIST", help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / ".build/release/bookzone")
    options = parser.parse_args()
    only = options.only.split(",")
    photos = sorted(path.resolve() for folder in options.folders for path in folder.rglob("*") if path.suffix.lower() in KINDS)
    if set(only) - set(PARTS) or len(photos) < 16 or options.rounds < 1:
        parser.error(f"--only takes some of {', '.join(PARTS)}; there must be 16 photos or more, and a round")
    step = max(1, len(photos) / (options.photos or len(photos)))
    photos = [photos[int(place * step)] for place in range(int(len(photos) / step))]
    processors = sorted(os.sched_getaffinity(0))[:2]
    os.sched_setaffinity(0, processors)
    print(f"{len(photos)} photos, {sum(path.stat().st_size for path in photos) / 1e6:.0f} MB; processors "
          f"{', '.join(map(str, processors))}; load {os.getloadavg()[0]:.2f}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = pathlib.Path(tempfile.mkdtemp(prefix="bookzone-shards."))
    try:
        listed = write_list(folder, "list", photos)
        program = options.program.resolve()
        # Once, to fill the disk cache.
        for photo in photos:
            photo.read_bytes()
        fine = True
        if "beside" in only:
            fine &= measure_beside(program, folder, listed, len(photos), options.rounds)
        if "growth" in only:
            fine &= measure_growth(program, folder, listed, len(photos), options.rounds)
        if "join" in only:
            fine &= measure_join(program, folder, listed, len(photos))
        print(f"load at the end {os.getloadavg()[0]:.2f}")
    finally:
        shutil.rmtree(folder)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
