"""“One after another”: a box of books before a camera that stays open."""

import io
import statistics
import time

from cast import BLURRED, FOUND, HEAD, PASSWORD, PHOTOS, TWO
from offline import Waiting
from PIL import Image
from reader import Reader

# Each is before the camera for two seconds.
BOOKS = [FOUND, *(PHOTOS / f"{name}.jpg" for name in (
    "cover-same-book-dark", "cover-ean-price-addon", "cover-japan-two-tier", "cover-white-text-on-dark"))]
LINES = "[data-part=lines] li"


class Box(Waiting):
    def all(self):
        film = self.server.folder / "film.mjpeg"
        with film.open("wb") as frames:
            for path in BOOKS:
                picture = io.BytesIO()
                with Image.open(path) as photo:
                    sheet = Image.new("RGB", (1600, 1200), "#777")
                    photo = photo.convert("RGB")
                    photo.thumbnail(sheet.size)
                    sheet.paste(photo, ((1600 - photo.width) // 2, (1200 - photo.height) // 2))
                    sheet.save(picture, "JPEG", quality=92)
                frames.write(picture.getvalue() * 60)
        fake = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}",
                "--use-fake-ui-for-media-stream", "--autoplay-policy=no-user-gesture-required"]
        with Reader(self.server, arguments=fake) as reader:
            reader.sign_up(self.server.first_link, HEAD, PASSWORD)
            self.empties(reader)
            self.takes_back(reader)
            self.doubts(reader)
            self.elsewhere(reader)
            self.quiet(reader)
        with Reader(self.server, arguments=["--use-fake-ui-for-media-stream"]) as reader:
            reader.sign_in(HEAD, PASSWORD)
            reader.open("/box")
            reader.find("[data-part=start]").click()
            self.checks.shows("who has no camera is told", reader, "No camera", "[data-part=wrong]")
            self.check("and may choose photos", reader.find("[data-part=files]").is_enabled())
        with Reader(self.server, scripts=False) as reader:
            reader.sign_in(HEAD, PASSWORD)
            reader.open("/box")
            self.checks.shows("without a script another way is told", reader, "send several photos at once")

    def empties(self, reader):
        """As fast as the books come."""
        reader.open("/box")
        self.look("box-empty", reader)
        reader.find("[data-part=start]").click()
        reader.wait("return document.querySelector('video').currentTime > 0.5")
        shots, start = 16, time.monotonic()
        for number in range(shots):
            time.sleep(max(0, start + 2 * number - time.monotonic()))
            reader.find("[data-part=take]").click()
        reader.wait("return document.querySelector('[data-part=reading]').hidden", seconds=240)
        elapsed = time.monotonic() - start
        times = [int(line.get_attribute("data-milliseconds")) for line in reader.all(LINES)]
        self.check("each book is a line", len(times) >= len(BOOKS), reader.text())
        print(f"box: {shots} shots in {elapsed:.0f} s, {len(times)} lines; from the shutter to the line "
              f"{statistics.median(times):.0f} ms in the median, {max(times)} ms at most")
        self.check("the camera is still on", reader.ask("return document.querySelector('video').srcObject !== null"))
        self.look("box-full", reader)
        reader.open("/photos")
        self.check("their photos are gone", not [row for row in reader.all("#photos li") if "Is this it?" in row.text], reader.text())

    def copies(self, reader):
        """What the list of owned books has."""
        here = reader.ask("return location.href")
        reader.open("/list?of=shared&name=owned")
        words = [row.text for row in reader.all("main .rows li")]
        reader.open(here)
        return sorted(words)

    def takes_back(self, reader):
        reader.open("/box")
        before = self.copies(reader)
        twin = self.server.folder / "again.jpg"
        twin.write_bytes(FOUND.read_bytes())
        reader.find("[data-part=files]").send_keys(f"{FOUND}\n{twin}")
        self.checks.shows("a chosen photo is a line", reader, "The Lantern Atlas", LINES, seconds=60)
        self.checks.shows("the same book at once is not counted again", reader, "Already counted", "[data-part=message]", seconds=60)
        self.check("and is no other line", len(reader.all(LINES)) == 1, reader.text())
        first = reader.ask(f"return document.querySelector('{LINES} .facts').innerText")
        reader.find(f"{LINES} [name=again]").click()
        reader.wait(f"return document.querySelector('{LINES} .facts').innerText !== {first!r}")
        for _ in range(2):
            reader.find(f"{LINES} [name=undo]").click()
            time.sleep(0.5)
        reader.wait(f"return !document.querySelector('{LINES}')")
        self.check("what is undone leaves nothing", self.copies(reader) == before, before)

    def doubts(self, reader):
        reader.open("/box")
        reader.find("[data-part=files]").send_keys(f"{TWO}\n{PHOTOS / 'neg-title-page.jpg'}")
        rows = "[data-part=waiting] li"
        reader.wait(f"return document.querySelectorAll('{rows}').length === 2", seconds=60)
        self.check("doubtful ones are no lines", not reader.all(LINES))
        self.look("box-doubts", reader)
        buttons = reader.all(f"{rows}:first-child form [type=button]")
        self.check("with what they may show", len(buttons) > 1, [button.text for button in buttons])
        reader.ask("arguments[0].click(); arguments[0].click();", buttons[0])
        self.checks.shows("one is chosen", reader, "+1", LINES)
        field = reader.find(f"{rows} input")
        field.send_keys("0-8129-7314-X")
        reader.find(f"{rows} form .main").click()
        self.checks.shows("a wrong number is told", reader, "Not an ISBN", "[data-part=wrong]")
        field.clear()
        field.send_keys("0-8129-7314-3")
        reader.find(f"{rows} form .main").click()
        reader.wait(f"return document.querySelectorAll('{LINES}').length === 2")
        self.check("a second click counts nothing", not any("2 copies" in line.text for line in reader.all(LINES)), reader.text())
        self.check("or typed, and nothing is left", not reader.find("[data-part=doubts]").is_displayed())

    def elsewhere(self, reader):
        """Without a network the photo waits until this page is open again."""
        reader.open("/box")
        with self.no_server():
            reader.find("[data-part=files]").send_keys(str(FOUND))
            self.checks.shows("a photo waits", reader, "saved on this device", "[data-part=waiting]", seconds=60)
            reader.open("/")
        reader.open("/box")
        self.checks.shows("and is counted later", reader, "The Lantern Atlas", LINES, seconds=60)
        self.is_sent("and needed no more", reader)
        self.leaves("one that is removed leaves the device", reader, lambda: reader.find("[data-part=waiting] [name=remove]").click())
        self.leaves("and one whose ISBN is typed", reader, lambda: self.types(reader), is_online=True)

    def types(self, reader):
        reader.find("[data-part=waiting] input").send_keys("0-8129-7314-3")
        reader.find("[data-part=waiting] form .main").click()

    def leaves(self, what, reader, act, is_online=False):
        """A photo that waits for a network is not sent once it is settled."""
        reader.open("/box")
        # Nothing is sent behind the page's back meanwhile.
        reader.ask("queue.alone = () => Promise.resolve()")
        with self.no_server():
            reader.find("[data-part=files]").send_keys(str(BLURRED))
            self.checks.shows("a photo waits", reader, "saved on this device", "[data-part=waiting]", seconds=60)
            if not is_online:
                act()
                reader.wait("return !document.querySelector('[data-part=waiting] li')")
        if is_online:
            act()
            reader.wait("return !document.querySelector('[data-part=waiting] li')", seconds=60)
        left = reader.driver.execute_async_script(
            "queue.waiting(page.dataset.account).then(photos => arguments[0](photos.length))")
        self.check(what, left == 0, left)
