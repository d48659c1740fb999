"""Writes docs/corpus.tsv, the truth of real photos without the photos, from folders that hold both:

    python3 scripts/benchmarks/corpus_manifest.py FOLDER...

Commits and other numbers that a line of the file has already are kept, if the folders don't tell them; `-` where none is
known.
"""

import csv
import hashlib
import pathlib
import sys

TARGET = pathlib.Path(__file__).resolve().parents[2] / "docs/corpus.tsv"
COLUMNS = ["corpus", "path", "source_repo", "commit", "git_blob", "sha256", "license", "width", "height", "isbn13", "klass",
           "has_barcode", "barcode_kind", "has_printed_isbn_text", "printed_form", "text_legible", "text_px",
           "rot_cw_deg", "exif_orientation", "blur", "light", "difficulty", "book_group", "other_numbers"]


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    known = {row["sha256"]: row for row in rows_of(TARGET)} if TARGET.exists() else {}
    with open(TARGET, "w", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, COLUMNS, delimiter="\t", quoting=csv.QUOTE_NONE, quotechar=None,
                                lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        for folder in map(pathlib.Path, sys.argv[1:]):
            for row in rows_of(folder / "manifest.tsv"):
                photo = (folder / row["path"]).read_bytes()
                digest = hashlib.sha256(photo).hexdigest()
                before = known.get(digest, {})
                writer.writerow({"other_numbers": before.get("other_numbers", "-")} | row | {
                    "corpus": folder.name, "sha256": digest, "commit": before.get("commit", "-"),
                    "git_blob": hashlib.sha1(b"blob %d\0" % len(photo) + photo).hexdigest()})


if __name__ == "__main__":
    main()
