"""Draws the catalogue into testimages/, or checks that testimages/ is what the catalogue draws."""

import sys
import tempfile
from pathlib import Path

from . import catalogue
from .fonts import require_fonts
from .storage import write

TARGET = Path(__file__).resolve().parents[3] / "testimages"


def check(shots) -> int:
    """Compares byte by byte; says what differs and what should not be there."""
    wrong = 0
    expected = {"README.md"}
    with tempfile.TemporaryDirectory() as folder:
        for shot in shots:
            for path in write(shot, Path(folder)):
                expected.add(path.name)
                there = TARGET / path.name
                if not there.exists() or there.read_bytes() != path.read_bytes():
                    print(f"{path.name}: {'differs' if there.exists() else 'is missing'}")
                    wrong += 1
    if len(shots) == len(catalogue.SHOTS):
        for path in sorted(TARGET.iterdir()):
            if path.name not in expected:
                print(f"{path.name}: is not in the catalogue")
                wrong += 1
    print(f"{len(shots)} photos checked, {wrong} files wrong", file=sys.stderr)
    return 1 if wrong else 0


def main() -> int:
    arguments = sys.argv[1:]
    checking = "--check" in arguments
    names = [a for a in arguments if a != "--check"]
    known = {shot.name: shot for shot in catalogue.SHOTS}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(
            f"make-testimages: no such photo: {', '.join(unknown)}; the names are in"
            " scripts/generate/testimages/shots",
            file=sys.stderr,
        )
        return 64
    require_fonts()
    shots = [known[name] for name in names] or list(known.values())
    if checking:
        return check(shots)
    for index, shot in enumerate(shots, 1):
        if sys.stderr.isatty():
            print(f"\r{index}/{len(shots)} {shot.file:<50}", end="", file=sys.stderr, flush=True)
        write(shot, TARGET)
    if sys.stderr.isatty():
        print(f"\r{'':<60}\r", end="", file=sys.stderr)
    total = sum(path.stat().st_size for path in TARGET.iterdir())
    print(f"{len(shots)} photos drawn; {TARGET.name} holds {total / 1e6:.1f} MB", file=sys.stderr)
    return 0


sys.exit(main())
