"""Photos that wait on the device while there is no network, each for who took it, until they were sent once."""

import contextlib
import sqlite3
import time

from cast import BLURRED, FOUND, HEAD, PASSWORD, PHOTOS, READER, TWO
from reader import PHONE, Reader

WAITING = "[data-part=waiting]"
ROWS = f"{WAITING} li"
# How many photos the browser keeps for this site, whoever's they are.
KEPT = """
const done = arguments[arguments.length - 1];
const request = indexedDB.open(`bookzone ${document.documentElement.dataset.base}`);
request.onsuccess = () => {
    const names = request.result.objectStoreNames;
    if (!names.contains("photos")) { request.result.close(); return done(0); }
    const count = request.result.transaction("photos").objectStore("photos").count();
    count.onsuccess = () => { request.result.close(); done(count.result); };
};
"""
# The server has the photo, and its answer is lost on the way.
LOSE_ANSWERS = """
window.send = queue.send;
queue.send = (...what) => window.send(...what).then(() => ({ waits: "The server can't be reached." }))
"""
FIND_ANSWERS = "queue.send = window.send"
NEVER_SEND = 'queue.send = async () => ({ waits: "The server can\'t be reached." })'


class Waiting:
    """What is looked at in both parts."""

    def __init__(self, server, checks):
        self.server, self.checks, self.check = server, checks, checks.check

    @contextlib.contextmanager
    def no_server(self):
        self.server.stop()
        try:
            yield
        finally:
            self.server.start()

    def waits(self, what, reader, *paths):
        """Those photos wait, and are shown: the oldest first."""
        names = [path.name for path in paths]
        reader.wait(f"return document.querySelectorAll('{ROWS}').length === {len(names)}")
        shown = [row.text.split("\n")[0] for row in reader.all(ROWS)]
        self.check(what, shown == names, (shown, names))

    def is_sent(self, what, reader, kept=0, shown=False):
        """That the device keeps only so many photos, and that none is shown to wait, unless these are."""
        end = time.monotonic() + 60
        while reader.driver.execute_async_script(KEPT) != kept and time.monotonic() < end:
            time.sleep(0.05)
        self.check(what, reader.driver.execute_async_script(KEPT) == kept, reader.text())
        reader.wait(f"return {str(shown).lower()} || !document.querySelector('{WAITING}')?.checkVisibility()")

    def sent(self, reader):
        """How many photos the server has of who is signed in."""
        reader.open("/photos")
        reader.wait_for_reading()
        return len(reader.all("#photos li"))

    def large(self):
        """A photo that the server refuses, so that it stays."""
        large = self.server.folder / "large.jpg"
        large.write_bytes(FOUND.read_bytes() + bytes(65 << 20))
        return large

    def leaves(self, reader):
        """Of an account that is deleted the device keeps nothing."""
        reader.open("/")
        reader.choose(self.large())
        self.checks.shows("a photo is refused", reader, "At most 64 MB", f"{ROWS} .wrong", seconds=60)
        for password in ("another", PASSWORD):
            self.check("it stays while its taker does", reader.driver.execute_async_script(KEPT) == 1)
            reader.open("/account")
            reader.fill("form[action$=delete]", password=password)
            reader.press_button("Delete my account")
        self.checks.shows("who leaves is gone", reader, "Your account was deleted")
        self.is_sent("and so is the photo", reader)

    def invite(self, reader):
        reader.open("/people")
        reader.fill("section form", role="reader", name=READER, password=PASSWORD)
        reader.press_button("Create link")
        return reader.text("code.link")

    def join(self, reader, link):
        reader.open(link)
        reader.fill(password=PASSWORD)
        reader.press_button("Create account")
        self.check("another is in", READER in reader.text("header"), reader.text("header"))

    def quiet(self, reader):
        """But for a network or https that is missing, and for what was done, there is nothing to complain of."""
        strangers = reader.strangers()
        self.check("nothing is asked of another host", strangers == [], strangers)
        known = ("ERR_INTERNET_DISCONNECTED", "origin was untrustworthy", "Clear-Site-Data header",
                 "EventSource's response has a MIME type")
        complaints = [words for words in reader.complaints() if not any(part in words for part in known)]
        self.check("the browser has nothing against a page", complaints == [], complaints)

    def look(self, name, reader):
        """axe-core's rules in light and dark, and pictures."""
        reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": 320, "height": 844, "deviceScaleFactor": 1, "mobile": True})
        wide = reader.ask("return document.documentElement.scrollWidth")
        self.check(f"page {name} fits", wide == 320, wide)
        reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": PHONE[0], "height": PHONE[1], "deviceScaleFactor": 2, "mobile": True})
        for is_dark in (False, True):
            reader.darken(is_dark)
            violations, _ = reader.violations()
            self.check(f"page {name}", not violations, "\n  ".join(violations))
            self.checks.picture(f"{name}-{'dark' if is_dark else 'light'}", reader)
        reader.darken(False)


class Offline(Waiting):
    """Where browsers let a site work without a network: over https, or on this machine. Below a path of its own."""
    PLACE = {"base": "/club"}

    def all(self):
        with Reader(self.server) as reader:
            reader.sign_up(self.server.first_link, HEAD, PASSWORD)
            self.link = self.invite(reader)
            self.upgrade(reader)
            self.without_server(reader)
            self.without_network(reader)
            self.lost_answer(reader)
            self.two_pages(reader)
            self.refused(reader)
            self.session_over(reader)
            self.others(reader)
            self.demoted(reader)
            reader.press_button("Sign out", "header")
            reader.sign_in(READER, PASSWORD)
            self.leaves(reader)
            self.quiet(reader)

    def upgrade(self, reader):
        """What another version of the site kept is gone."""
        reader.open("/")
        register = "navigator.serviceWorker.register('/club/worker.js?earlier', { scope: '/club/' })"
        reader.ask(f"return {register}.then(() => 1)")
        self.is_kept(reader, "earlier")
        reader.open("/")
        self.is_kept(reader, reader.ask("return document.documentElement.dataset.version"))

    def is_kept(self, reader, version):
        reader.wait(f"""return caches.keys().then(async names => names.length === 1 && names[0].endsWith(' {version}')
            && navigator.serviceWorker.controller?.scriptURL.endsWith('?{version}')
            && (await (await caches.open(names[0])).keys()).length > 5)""")

    def without_server(self, reader):
        reader.open("/")
        with self.no_server():
            reader.choose(FOUND)
            self.waits("a photo waits", reader, FOUND)
            self.checks.shows("and why is told", reader, "No network", WAITING)
            self.check("to who hears the page, too", "No network" in reader.find("#announcement").get_attribute("textContent"))
            reader.wait(f"return document.querySelector('{ROWS} img').naturalWidth > 300")
            self.look("offline-home", reader)
            reader.open("/photos")
            self.checks.shows("a page that is opened then says so", reader, "No network", "h1")
            self.check("and is nobody's", HEAD not in reader.driver.page_source)
            self.waits("the photo is still there", reader, FOUND)
            reader.choose(TWO, BLURRED)
            self.waits("more are taken", reader, FOUND, TWO, BLURRED)
            self.look("offline-shell", reader)
            reader.open("/books/9780812973143")
            self.waits("and stay", reader, FOUND, TWO, BLURRED)
        self.is_sent("when there is a network again", reader)
        self.checks.shows("one is told", reader, "3 photos were sent", "[data-part=sent]")
        self.look("offline-sent", reader)
        self.check("all came once", self.sent(reader) == 3, reader.text())
        reader.follow_photo(FOUND)
        self.checks.shows("and are read", reader, "978-0-8129-7314-3")

    def without_network(self, reader):
        """The page's own network; the server is there."""
        reader.open("/")
        reader.driver.execute_cdp_cmd("Network.enable", {})
        network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        reader.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": True})
        reader.choose(FOUND)
        self.waits("a photo waits where the phone has no network", reader, FOUND)
        reader.driver.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": False})
        self.is_sent("as soon as the phone has one", reader)
        self.check("it came once", self.sent(reader) == 4, reader.text())

    def lost_answer(self, reader):
        reader.open("/")
        reader.ask(LOSE_ANSWERS)
        reader.choose(FOUND)
        self.checks.shows("without an answer it waits", reader, "can't be reached", WAITING)
        self.waits("although the server has it", reader, FOUND)
        before = self.server.logged("POST /club/photos 200")
        reader.ask(FIND_ANSWERS)
        reader.find("[data-part=now]").click()
        self.is_sent("it is sent again", reader)
        self.check("in truth", self.server.logged("POST /club/photos 200") > before)
        self.check("and came once", self.sent(reader) == 5, reader.text())

    def two_pages(self, reader):
        reader.open("/")
        first = reader.driver.current_window_handle
        reader.driver.switch_to.new_window("tab")
        reader.open("/")
        before = self.server.logged("POST /club/photos 200")
        with self.no_server():
            reader.choose(TWO)
            self.waits("a photo of one page", reader, TWO)
        for number in range(3):
            reader.ask("dispatchEvent(new Event('online'))")
            reader.driver.switch_to.window(reader.driver.window_handles[number % 2])
        self.is_sent("of two pages", reader)
        self.check("one sends it", self.server.logged("POST /club/photos 200") == before + 1)
        reader.driver.close()
        reader.driver.switch_to.window(next(iter(reader.driver.window_handles)))
        self.check("and it came once", self.sent(reader) == 6, reader.text())

    def refused(self, reader):
        large = self.large()
        reader.open("/")
        reader.choose(large)
        self.checks.shows("what is too large is told", reader, "At most 64 MB", f"{ROWS} .wrong", seconds=60)
        self.look("offline-refused", reader)
        reader.open("/photos")
        self.waits("it is not sent again by itself", reader, large)
        reader.find(f"{ROWS} button").click()
        reader.driver.switch_to.alert.dismiss()
        self.waits("who is asked may keep it", reader, large)
        reader.find(f"{ROWS} button").click()
        reader.driver.switch_to.alert.accept()
        self.is_sent("or remove it", reader)
        self.check("the focus goes to a button", reader.ask("return document.activeElement.matches('.send input')"))

    def session_over(self, reader):
        reader.open("/")
        # It ends when it was just asked for.
        reader.ask("const known = await queue.session(); window.session = queue.session; queue.session = async () => known")
        reader.driver.delete_all_cookies()
        reader.choose(FOUND)
        self.checks.shows("another page is no receipt", reader, "interrupted", WAITING)
        reader.ask("queue.session = window.session")
        reader.find("[data-part=now]").click()
        self.checks.shows("who is out is told so", reader, "Sign in again", WAITING)
        self.waits("and the photo waits", reader, FOUND)
        self.look("offline-session", reader)
        reader.leave(reader.find("[data-part=session]").click)
        reader.fill(name=HEAD, password=PASSWORD)
        reader.press_button("Sign in")
        self.is_sent("who is in again", reader)
        self.check("has sent it once", self.sent(reader) == 7, reader.text())

    def others(self, reader):
        """Two on one device."""
        reader.open("/")
        reader.ask(NEVER_SEND)
        reader.choose(TWO)
        self.waits("a photo waits when its taker signs out", reader, TWO)
        reader.press_button("Sign out", "header")
        with self.no_server():
            reader.open("/")
            self.checks.shows("then nobody is known", reader, "You are not signed in")
            self.check("and sees nothing", TWO.name not in reader.text() and not reader.find(".send").is_displayed())
            self.look("offline-nobody", reader)
        self.join(reader, self.link)
        with self.no_server():
            reader.choose(BLURRED)
            self.waits("and has a photo of their own", reader, BLURRED)
            reader.open("/")
            self.waits("also without a network", reader, BLURRED)
        self.is_sent("it is sent, and the other's stays", reader, kept=1)
        self.check("which alone is sent", self.sent(reader) == 1 and BLURRED.name in reader.text(), reader.text())
        self.check("and shown", TWO.name not in reader.driver.page_source)
        reader.press_button("Sign out", "header")
        reader.sign_in(HEAD, PASSWORD)
        self.is_sent("who comes back", reader)
        self.check("finds it sent", self.sent(reader) == 8, reader.text())


    def demoted(self, reader):
        """What an account may no longer send keeps nothing else waiting, and can be sent if it may again."""
        reader.open("/inventories")
        reader.fill("section form", name="Spring", place="hall")
        reader.press_button("Begin", "section form")
        with self.no_server():
            reader.choose(FOUND)
            self.waits("a photo for an inventory waits", reader, FOUND)
            reader.open("/")
            reader.choose(TWO)
            self.waits("and one of no inventory", reader, FOUND, TWO)
            self.give("reader")
        self.is_sent("who is no librarian any more sends the one", reader, kept=1, shown=True)
        self.checks.shows("and is told why not the other", reader, "required role", f"{ROWS} .wrong")
        self.waits("which stays", reader, FOUND)
        self.look("offline-demoted", reader)
        self.give("administrator")
        reader.open("/photos")
        self.waits("it is not sent again by itself, either", reader, FOUND)
        reader.find("[data-part=now]").click()
        self.is_sent("but when asked to", reader)
        self.check("each came once", self.sent(reader) == 10, reader.text())

    def give(self, role):
        """Behind the site's back: the only administrator can't lose the role on its pages."""
        with sqlite3.connect(self.server.store, timeout=60) as store:
            store.execute("UPDATE account SET role = ? WHERE name = ?", (role, HEAD))


class Unsafe(Waiting):
    """Plain http: the page has to stay open while there is no network."""
    PLACE = {"host": "shelf.test"}

    def all(self):
        with Reader(self.server, arguments=["--host-resolver-rules=MAP shelf.test 127.0.0.1"]) as reader:
            reader.sign_up(self.server.first_link, HEAD, PASSWORD)
            self.check("this is no safe place", not reader.ask("return isSecureContext"))
            self.check("nor is there a live view", not reader.find("[aria-haspopup]").is_displayed())
            with self.no_server():
                reader.choose(FOUND)
                self.waits("a photo waits", reader, FOUND)
            reader.open("/")
            self.is_sent("on a page that is opened later", reader)
            self.check("it came once", self.sent(reader) == 1, reader.text())
            reader.open("/")
            reader.ask("""
                Object.defineProperty(window, "indexedDB", { value: { open: () => { throw new Error("private"); } } })""")
            with self.no_server():
                reader.choose(TWO)
                self.waits("where nothing may be kept", reader, TWO)
                self.checks.shows("one is told", reader, "keep this page open", ROWS)
            self.checks.shows("it is sent from the page", reader, "One photo was sent", "[data-part=sent]", seconds=60)
            self.check("once", self.sent(reader) == 2, reader.text())
            link = self.invite(reader)
            reader.press_button("Sign out", "header")
            self.join(reader, link)
            self.leaves(reader)
            self.quiet(reader)
