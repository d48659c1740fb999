"""Lives with a site in a browser. See scripts/checks/test-serve."""

import argparse
import pathlib
import sys
import time

from box import Box
from camera import Camera
from checks import Checks
from elsewhere import Elsewhere
from have import Have
from keyboard import Keyboard
from library import Library
from offline import Offline, Unsafe
from pages import Pages
from plain import Plain
from server import Server
from showing import show
from story import Story

PARTS = {
    "story": Story, "plain": Plain, "keyboard": Keyboard, "pages": Pages, "elsewhere": Elsewhere, "offline": Offline,
    "unsafe": Unsafe, "camera": Camera, "have": Have, "box": Box}


def main():
    parser = argparse.ArgumentParser(prog="test-serve")
    parser.add_argument("program")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--show", type=pathlib.Path)
    options = parser.parse_args()
    if options.show:
        with Library() as library, Server(options.program, library) as server:
            show(server, options.show)
        return 0
    checks = Checks(options.pictures)
    for name in [options.only] if options.only else PARTS:
        start = time.monotonic()
        place = getattr(PARTS[name], "PLACE", {})
        with Library() as library, Server(options.program, library, **place) as server:
            PARTS[name](server, checks).all()
        print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


sys.exit(main())
