"""“One after another” while the site refuses what is sent or can't be reached: each book is counted in the end, and once."""

import sqlite3
import time
import urllib.parse
import urllib.request

from box import BOOKS, LINES
from cast import FOUND, HEAD, PASSWORD
from offline import Waiting
from reader import Reader

CHECK = "[data-part=waiting] li"
MOST = 100
# The site gets what is sent, and its answers are lost on the way.
LOSE_ANSWERS = """
window.heard = fetch;
window.fetch = async (...what) => { await window.heard(...what); throw new TypeError("lost"); }
"""
FIND_ANSWERS = "window.fetch = window.heard"
# Whether a book is counted while the page still says that one has to sign in.
WATCH = f"""
const session = document.querySelector("[data-part=session]"), lines = document.querySelector("{LINES}").parentNode;
new MutationObserver(() => {{ if (!session.hidden) window.stale = true; }}).observe(lines, {{ childList: true }});
"""


class Refused(Waiting):
    def all(self):
        with Reader(self.server, arguments=["--autoplay-policy=no-user-gesture-required"]) as reader:
            reader.sign_up(self.server.first_link, HEAD, PASSWORD)
            self.signed_out(reader)
            self.another_tab(reader)
            self.away(reader)
            self.too_many(reader)
            self.lost(reader)
            self.quiet(reader)

    def choose(self, reader, photos):
        # Another sight of the same book within five seconds is not counted.
        time.sleep(6)
        reader.find("[data-part=files]").send_keys("\n".join(map(str, photos)))

    def count(self):
        """How many copies there are."""
        with sqlite3.connect(self.server.store, timeout=60) as store:
            return store.execute("SELECT count(*) FROM copy WHERE gone IS NULL").fetchone()[0]

    def is_counted(self, what, reader, expected):
        end = time.monotonic() + 90
        while self.count() < expected and time.monotonic() < end:
            time.sleep(0.1)
        self.is_sent(what, reader)
        self.check(f"{what}, once", self.count() == expected, (self.count(), expected, reader.text()))

    def begin(self, reader):
        """Counts all books, of which only the first is a line yet."""
        reader.open("/box")
        before = self.count()
        self.choose(reader, BOOKS)
        reader.wait(f"return document.querySelector('{LINES}')", seconds=60)
        return before + len(BOOKS)

    def signed_out(self, reader):
        """The session ends on another page."""
        expected = self.begin(reader)
        self.end_session(reader)
        self.checks.shows("who is signed out is told at a photo", reader, "Sign in again. The photo is saved on this device", CHECK)
        self.checks.shows("and above", reader, "are counted then", "[data-part=session]")
        self.checks.shows("and how many photos wait", reader, "to be counted", "[data-part=reading]")
        self.look("refused-signed-out", reader)
        reader.leave(lambda: reader.find("[data-part=session] a").click())
        reader.fill(name=HEAD, password=PASSWORD)
        reader.press_button("Sign in")
        self.check("signing in leads back", reader.path == "/box", reader.path)
        self.is_counted("who is in again has every book", reader, expected)

    def end_session(self, reader):
        cookie = "; ".join(f"{known['name']}={known['value']}" for known in reader.driver.get_cookies())
        fields = urllib.parse.urlencode({"token": reader.ask("return page.dataset.token")}).encode()
        urllib.request.urlopen(urllib.request.Request(
            f"{self.server.address}/sign-out", fields, {"Cookie": cookie, "Origin": self.server.address}))

    def another_tab(self, reader):
        """One signs in again in another tab."""
        expected = self.begin(reader)
        reader.ask(WATCH)
        self.end_session(reader)
        self.checks.shows("who signs out in another tab is told", reader, "are counted then", "[data-part=session]")
        box = reader.driver.current_window_handle
        reader.driver.switch_to.new_window("tab")
        reader.sign_in(HEAD, PASSWORD)
        reader.driver.close()
        reader.driver.switch_to.window(box)
        self.is_counted("who signs in there again has every book", reader, expected)
        self.check("and is no longer told to sign in meanwhile", not reader.ask("return window.stale"))

    def away(self, reader):
        """The site is stopped while it counts."""
        expected = self.begin(reader)
        with self.no_server():
            self.checks.shows("a site that is away is told", reader, "can't be reached", CHECK, seconds=60)
            self.checks.shows("with what happens", reader, "saved on this device and counted later", CHECK)
            self.check("and can be tried again", reader.find(f"{CHECK} [name=again]").is_displayed())
            self.look("refused-away", reader)
            reader.find(f"{CHECK} [name=again]").click()
        self.is_counted("once it is back, every book is counted", reader, expected)
        reader.wait(f"return !document.querySelector('{CHECK}')")
        self.check("and is a line", len(reader.all(LINES)) == len(BOOKS), reader.text())

    def too_many(self, reader):
        """The account has as many photos as it may have."""
        reader.open("/box")
        expected = self.count() + 1
        with sqlite3.connect(self.server.store, timeout=60) as store:
            account = store.execute("SELECT id FROM account").fetchone()[0]
            store.executemany(
                "INSERT INTO upload (id, account, key, name, state, made, bytes) VALUES (?, ?, ?, '', 'read', ?, 0)",
                [(f"{number:043}", account, str(number), int(time.time())) for number in range(MOST)])
        self.choose(reader, [FOUND])
        self.checks.shows("a refused photo is told", reader, "Too many photos at once", CHECK, seconds=60)
        reader.open("/photos")
        self.waits("it waits on the device", reader, FOUND)
        self.checks.shows("and says where it is counted", reader, "to count it", "[data-part=rows] li a")
        with sqlite3.connect(self.server.store, timeout=60) as store:
            store.execute("DELETE FROM upload WHERE bytes = 0")
        reader.leave(reader.find("[data-part=rows] li a").click)
        self.is_counted("there it is counted", reader, expected)

    def lost(self, reader):
        """Every answer to “+1” is lost, and it is pressed again."""
        reader.open("/box")
        self.choose(reader, [FOUND])
        reader.wait(f"return document.querySelector('{LINES}')", seconds=60)
        expected = self.count() + 1
        reader.ask(LOSE_ANSWERS)
        reader.find(f"{LINES} [name=again]").click()
        self.checks.shows("it is told", reader, "can't be reached", "[data-part=wrong]")
        reader.ask(FIND_ANSWERS)
        reader.find(f"{LINES} [name=again]").click()
        self.is_counted("pressed again, it counts no more", reader, expected)
