"""Damages photos whose truth is known and counts what a program makes of them, kind by kind.

Called by scripts/stress.
"""

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from testimages.fonts import require_fonts

from . import books
from .counting import ProgramError, answers, counted, printed
from .making import KINDS, damaged
from .photos import CorpusError, photos_of

EPILOG = """Kinds: """ + ", ".join(KINDS) + """.

right: the first ISBN accepted is one that may be given; of several books, that all are. misread: any ISBN is accepted
that may not be. Of `foreign-bars` and `changed-digit` the book's own ISBN may be given. Of `other-label`, where bars and
the line beside them are of different books, none may, nor any of a drawn page that shows no book's own number.

Photos of one book fall in one part, by a hash of the book: tune with one part, report the other."""


def arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/stress", description=__doc__.splitlines()[0], epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER",
                        help="photos with manifest.tsv, or with NAME.json beside each")
    parser.add_argument("--kinds", help="these alone, commas between them")
    parser.add_argument("--per-kind", type=int, default=30, metavar="N", help="photos of each kind (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="another number, other damages (default 1)")
    parser.add_argument("--part", choices=("tune", "report", "both"), default="report",
                        help="the books to take photos of (default report)")
    parser.add_argument("--readers", default="ocr,barcode", choices=("ocr,barcode", "ocr", "barcode"), metavar="LIST",
                        help="who may read (default ocr,barcode)")
    parser.add_argument("--program", type=Path, action="append", metavar="PATH",
                        help="a built bookzone; several are compared on the same photos (default: this checkout's)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER",
                        help="leave the damaged photos and their manifest in this folder, which must be new or empty")
    parser.add_argument("--only-make", action="store_true", help="with --keep: make the photos, read none")
    parser.add_argument("--markdown", action="store_true", help="tables as in docs/accuracy.md")
    options = parser.parse_args()
    options.kinds = options.kinds.split(",") if options.kinds else KINDS
    for kind in options.kinds:
        if kind not in KINDS:
            parser.error(f"‘{kind}’ is no kind; there are {', '.join(KINDS)}")
    if not 1 <= options.per_kind <= 10_000:
        parser.error("--per-kind takes 1 to 10000")
    if options.only_make and not options.keep:
        parser.error("--only-make needs --keep")
    if options.keep and options.keep.exists() and (not options.keep.is_dir() or any(options.keep.iterdir())):
        parser.error(f"{options.keep} is not an empty folder")
    options.program = options.program or [Path(__file__).resolve().parents[3] / ".build/release/bookzone"]
    for program in options.program:
        if not options.only_make and not program.is_file():
            parser.error(f"{program}: there is no such program")
    return options


def say(text):
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def run(options, folder):
    photos = [photo for corpus in options.folders for photo in photos_of(corpus)
              if options.part in ("both", photo.part)]
    if not any(photo.isbns for photo in photos):
        raise CorpusError(f"no photo of the part ‘{options.part}’ shows an ISBN; try --part both")
    rows = damaged(photos, options.kinds, options.per_kind, options.seed, folder, say)
    say("")
    if options.only_make:
        print(f"{len(rows)} photos in {folder}")
        return
    for program in options.program:
        said = answers(program, folder, options.readers)
        table, misreads = counted(rows, said, options.readers)
        print(f"{program}, {options.readers}, part {options.part}, seed {options.seed}\n")
        print(printed(table, options.markdown) + "\n")
        if several := books.counted(rows, said):
            print(f"{printed(several[0], options.markdown)}\n\n{several[1]}\n")
        for line in misreads:
            print(line)
        print(end="\n" if misreads else "", flush=True)


def main():
    options = arguments()
    require_fonts()
    try:
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            run(options, options.keep.resolve())
        else:
            with tempfile.TemporaryDirectory(prefix="stress-") as folder:
                run(options, Path(folder).resolve())
    except (CorpusError, ProgramError, OSError) as error:
        sys.exit(f"stress: {error}")
    except KeyboardInterrupt:
        print("stress: interrupted", file=sys.stderr)
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
