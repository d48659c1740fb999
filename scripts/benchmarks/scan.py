"""Compares `bookzone scan` with other programs that read barcodes or text: accuracy and speed.

Called by `scripts/bench scan`, which builds what is measured and installs the others. A program that is not there
is left out, and that is said. With --baseline it measures nothing but how much faster the program has become.
"""

import argparse
import csv
import importlib
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build/release"


def is_isbn(digits):
    if len(digits) == 13:
        return sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10 == 0
    return sum((10 - place) * (10 if digit == "X" else int(digit)) for place, digit in enumerate(digits)) % 11 == 0


def isbns_in_text(text):
    """Text that looks like an ISBN and has a valid check digit, because text readers return only text."""
    found = []
    for match in re.finditer(r"(?<!\d)(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?!\d)", text):
        digits = re.sub(r"[- ]", "", match[0]).upper()
        if is_isbn(digits):
            found.append(digits)
    return sorted(found, key=len, reverse=True)


def isbns_in_codes(text):
    return re.findall(r"^97[89]\d{10}$", text, re.MULTILINE)


class Command:
    """A program that is started for every photo, as from a shell; `PHOTO` stands for the photo."""

    def __init__(self, *words, reads):
        self.words = words
        self.reads = reads
        self.is_there = shutil.which(words[0]) is not None

    def run(self, photo):
        words = [photo if word == "PHOTO" else word for word in self.words]
        try:
            return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=300).stdout
        except subprocess.TimeoutExpired:
            return ""

    def answer(self, photo):
        start = time.perf_counter()
        self.output = self.run(photo)
        took = (time.perf_counter() - start) * 1000
        return self.reads(self.output), took


def imported(program, *modules):
    """The Python modules of a program; `None` if it is not installed."""
    try:
        return [importlib.import_module(module) for module in modules]
    except ImportError as error:
        print(f"bench: no {program}: {error}", file=sys.stderr)
        return None


class RapidOCR:
    """PP-OCR's networks with ONNX Runtime, loaded once: start-up time is not counted."""

    def __init__(self):
        modules = imported("RapidOCR", "rapidocr")
        self.is_there = modules is not None
        if modules:
            self.engine = modules[0].RapidOCR(
                params={"EngineConfig.onnxruntime.intra_op_num_threads": 1, "Global.log_level": "error"})

    def answer(self, photo):
        start = time.perf_counter()
        texts = self.engine(photo).txts or ()
        return isbns_in_text("\n".join(texts)), (time.perf_counter() - start) * 1000


class ZXing:
    """ZXing-C++ with its Python binding, given the upright photo: start-up time is not counted."""

    def __init__(self):
        modules = imported("ZXing-C++", "zxingcpp", "PIL.Image", "PIL.ImageOps")
        self.is_there = modules is not None
        if modules:
            self.zxing, self.image, self.ops = modules

    def answer(self, photo):
        start = time.perf_counter()
        picture = self.ops.exif_transpose(self.image.open(photo)).convert("L")
        codes = self.zxing.read_barcodes(picture, formats=self.zxing.BarcodeFormat.EAN13)
        return isbns_in_codes("\n".join(code.text for code in codes)), (time.perf_counter() - start) * 1000


def bookzone(*options):
    def reads(output):
        return [reading["isbn13"] for line in output.splitlines() for reading in json.loads(line)["isbns"]]
    return Command(str(BUILT / "bookzone"), "scan", "-q", "--jobs", "1", "--format", "jsonl", *options, "PHOTO", reads=reads)


def programs(left_out):
    every = {
        "both readers": bookzone(),
        "text alone": bookzone("--readers", "ocr"),
        "ZBar": Command("zbarimg", "-q", "--raw", "-Sdisable", "-Sean13.enable", "PHOTO", reads=isbns_in_codes),
        "ZXing-C++": ZXing(),
        "Tesseract": Command("tesseract", "PHOTO", "-", "--psm", "11", reads=isbns_in_text),
        "RapidOCR": RapidOCR(),
    }
    for name, program in every.items():
        if not program.is_there:
            print(f"bench: {name} is not here; left out", file=sys.stderr)
    return {name: program for name, program in every.items() if program.is_there and name not in left_out}


def photos_of(folder):
    """Relative path and class of every photo, in the manifest's order."""
    with open(folder / "manifest.tsv", newline="") as table:
        rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["path"], row["klass"], int(row["width"]) * int(row["height"])) for row in rows]


def stratified(photos, count):
    """A sample with every class in proportion, evenly spread over its photos, the same each time."""
    ordered = sorted(photos, key=lambda photo: photo[1])
    return [ordered[int((place + 0.5) * len(ordered) / count)] for place in range(min(count, len(ordered)))]


def spread(values):
    return f"{min(values):.2f} – {statistics.median(values):.2f} – {max(values):.2f}"


def table(rows):
    """Rows as a Markdown table; the first is the header."""
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
    lines = ["| " + " | ".join(str(cell).ljust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def measure_speed(folder, photos, rounds, running):
    """Interleaved: each photo is read by every program before the next one, so that other load affects all."""
    times = {name: [] for name in running}
    means = {name: [] for name in running}
    decode = Command("djpeg", "-grayscale", "-outfile", "/dev/null", "PHOTO", reads=lambda _: [])
    large, answered, inside = [], [], {"both readers": [], "text alone": []}
    inside_means = {name: [] for name in inside}
    with tempfile.NamedTemporaryFile(suffix=".pgm") as blank:
        blank.write(b"P5 64 64 255 " + b"\xff" * 4096)
        blank.flush()
        start = statistics.median(running["ZBar"].answer(blank.name)[1] for _ in range(9)) if "ZBar" in running else 0
    for turn in range(rounds):
        took = {name: [] for name in running}
        run = {name: [] for name in inside}
        ratios, starts = [], []
        for path, _, pixels in photos:
            photo = str(folder / path)
            for name, program in running.items():
                took[name].append(program.answer(photo)[1])
            records = {}
            for name in inside:
                records[name] = [json.loads(line) for line in running[name].output.splitlines()]
                run[name].append(sum(record["milliseconds"] for record in records[name]))
            witnesses = [w["reader"] for r in records["both readers"] for i in r["isbns"] for w in i["witnesses"]]
            if witnesses == ["barcode"]:
                if "ZBar" in running:
                    starts.append(took["both readers"][-1] / took["ZBar"][-1])
                if pixels >= 11_500_000 and decode.is_there and path.lower().endswith((".jpg", ".jpeg")):
                    ratios.append(run["both readers"][-1] / decode.answer(photo)[1])
        for name in running:
            times[name].append(statistics.median(took[name]))
            means[name].append(statistics.mean(took[name]))
        for name in inside:
            inside[name].append(statistics.median(run[name]))
            inside_means[name].append(statistics.mean(run[name]))
        large.append(statistics.median(ratios) if ratios else float("nan"))
        answered.append(statistics.median(starts) if starts else float("nan"))
        print(f"bench: round {turn + 1} of {rounds}", file=sys.stderr)

    print(f"\n{len(photos)} photos, {rounds} rounds; ratios are of medians, as minimum – median – maximum of the rounds\n")
    rows = [("program", "median ms", "mean ms", "÷ both readers", "÷ text alone")]
    for name in running:
        rows.append((
            name + ("" if name in ("RapidOCR", "ZXing-C++") else ", from process start"),
            f"{statistics.median(times[name]):.0f}", f"{statistics.median(means[name]):.0f}",
            *(spread([a / b for a, b in zip(times[name], times[ours])]) for ours in inside)))
    for name in inside:
        rows.append((
            name + ", within a run", f"{statistics.median(inside[name]):.0f}",
            f"{statistics.median(inside_means[name]):.0f}",
            *(spread([a / b for a, b in zip(inside[name], times[ours])]) for ours in inside)))
    print(table(rows))
    if "ZXing-C++" in running:
        ratios = [ours / other for ours, other in zip(inside_means["both readers"], means["ZXing-C++"])]
        print(f"\nboth readers within a run ÷ ZXing-C++, means: {spread(ratios)}")
    if "ZBar" in running:
        apart = [statistics.median(inside["both readers"]) / (ms - start) for ms in times["ZBar"]]
        print(f"\nboth readers within a run ÷ ZBar without its start ({start:.0f} ms): {spread(apart)}")
        print(f"one photo from process start, bars answering, both readers ÷ ZBar: {spread(answered)}")
    print(f"12 megapixels, bars answering, both readers within a run ÷ grey decode by djpeg: {spread(large)}")


def measure_stages(folder):
    for name, options in (("both readers", []), ("text alone", ["--readers", "ocr"])):
        done = subprocess.run(
            [BUILT / "bookzone", "scan", "--jobs", "1", "--verbose", *options, folder], capture_output=True, text=True)
        stages = re.findall(r" ms \(decode (\d+), bars (\d+), lines (\d+), ocr (\d+)\)", done.stderr + done.stdout)
        if not stages:
            continue
        sums = [sum(int(photo[stage]) for photo in stages) for stage in range(4)]
        shares = ", ".join(
            f"{stage} {ms / len(stages):.0f} ms" for stage, ms in zip(("decode", "bars", "lines", "ocr"), sums))
        print(f"{name}, mean of {len(stages)} photos: {shares}")


def measure_accuracy(folder, photos, running):
    """Runs each program once over all photos and scores the answers with `bookzone-dev corpus`."""
    columns = {}
    for name, program in running.items():
        with tempfile.NamedTemporaryFile("w", suffix=".tsv") as answers:
            for path, _, _ in photos:
                isbns, ms = program.answer(str(folder / path))
                answers.write(f"{path}\t{','.join(isbns) or '-'}\t{ms:.1f}\n")
            answers.flush()
            options = [] if name != "text alone" else ["--readers", "ocr"]
            done = subprocess.run(
                [BUILT / "bookzone-dev", "corpus", folder, "--answers", answers.name, "--by", "class", *options],
                capture_output=True, text=True, check=True)
        columns[name] = {}
        for line in done.stdout.splitlines():
            cells = re.match(r"(\S.*?)\s{2,}(\d+)\s+(\d+|-)\s+(\d+|-)\s+(\d+)\s+(\d+|-)\s+(\d+)\s", line)
            if cells:
                group, pages, expected, right, _, _, misread = cells.groups()
                group = group.replace("a legible", "an")
                columns[name][group] = (pages, expected, right, int(misread))
        print(f"bench: {name} has answered", file=sys.stderr)
    groups = next(iter(columns.values())).keys()
    rows = [("class", "photos", *columns)]
    for group in groups:
        cells = []
        for column in columns.values():
            pages, expected, right, misread = column.get(group, ("-", "-", "-", 0))
            text = "–" if expected == "-" else f"{right} of {expected}"
            cells.append(text + (f", **{misread} misread**" if misread else ""))
        rows.append((group, next(iter(columns.values()))[group][0], *cells))
    print("\nRight, of those whose ISBN is there to be read:\n")
    print(table(rows))


def main():
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(prog="scripts/bench scan", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=ROOT / "../shared/corpus/dev")
    parser.add_argument("--photos", type=int, metavar="N",
                        help="for speed: the number of photos, of all classes (default: 60; all with --baseline)")
    parser.add_argument("--rounds", type=int, metavar="N", help="for speed (default: 5; 3 with --baseline)")
    parser.add_argument("--baseline", type=pathlib.Path, metavar="PROGRAM",
                        help="compare times with an older build of bookzone only, over FOLDER and the old-books beside it")
    parser.add_argument("--only", choices=("speed", "accuracy"), help="measure only this")
    parser.add_argument("--without", action="append", default=[], metavar="PROGRAM", help="omit this program")
    options = parser.parse_args()
    if min(options.photos or 1, options.rounds or 1) < 1:
        parser.error("--photos and --rounds count from 1")
    folder = options.folder.resolve()
    if not (folder / "manifest.tsv").is_file():
        sys.exit(f"bench: {folder} has no manifest.tsv; give a folder of photos with one")
    photos = photos_of(folder)
    if options.baseline:
        import baseline
        baseline.measure(folder, options.baseline, options.photos, options.rounds or 3, options.without)
        return
    running = programs(options.without)
    if options.only != "speed":
        measure_accuracy(folder, photos, running)
    if options.only != "accuracy":
        measure_speed(folder, stratified(photos, options.photos or 60), options.rounds or 5, running)
        measure_stages(folder)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("bench: interrupted")
