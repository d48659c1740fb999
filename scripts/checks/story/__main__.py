"""Lives with a site in a browser. See scripts/checks/test-serve."""

import argparse
import pathlib
import sys
import time

import firefox
from box import Box
from browser import Browser
from camera import Camera
from checks import Checks
from elsewhere import Elsewhere
from have import Have
from keyboard import Keyboard
from library import Library
from offline import Offline, Unsafe
from pages import Pages
from plain import Plain
from refused import Refused
from server import Server
from showing import show
from story import Story

PARTS = {
    "story": Story, "plain": Plain, "keyboard": Keyboard, "pages": Pages, "elsewhere": Elsewhere, "offline": Offline,
    "unsafe": Unsafe, "camera": Camera, "have": Have, "box": Box, "refused": Refused}
# Those that do not use Chromium's tools for developers.
IN_FIREFOX = ("story", "plain", "keyboard")


def main():
    parser = argparse.ArgumentParser(prog="test-serve")
    parser.add_argument("program")
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--browser", choices=("chromium", "firefox"), default="chromium")
    parser.add_argument("--show", type=pathlib.Path)
    options = parser.parse_args()
    if options.show:
        with Library() as library, Server(options.program, library) as server:
            show(server, options.show)
        return 0
    Browser.is_firefox = options.browser == "firefox"
    if Browser.is_firefox and not pathlib.Path(firefox.PROGRAM).exists():
        print("test-serve: skipped: there is no Firefox here (Debian's firefox-esr)", file=sys.stderr)
        return 0
    checks = Checks(options.pictures)
    for name in [options.only] if options.only else PARTS:
        if Browser.is_firefox and name not in IN_FIREFOX:
            print(f"{name}: skipped, needs Chromium's tools for developers", flush=True)
            continue
        start = time.monotonic()
        place = getattr(PARTS[name], "PLACE", {})
        with Library() as library, Server(options.program, library, **place) as server:
            PARTS[name](server, checks).all()
        print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


sys.exit(main())
