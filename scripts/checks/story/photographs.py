"""Photos: what was read in them, a part cut out, a number typed, and how soon the answer is there."""

import time

from cast import BLURRED, FOUND, PHOTOS, TRIES, TWO
from selenium.webdriver.common.keys import Keys


class Photographs:
    """A part of the story."""

    def photographs(self, reader):
        reader.photograph(FOUND)
        self.checks.shows("the ISBN is read", reader, "978-0-8129-7314-3")
        reader.wait("return document.querySelector('#photo img').complete")
        box = reader.ask("""
            const outline = document.querySelector('polygon.accepted').getBoundingClientRect();
            const photo = document.querySelector('#photo img').getBoundingClientRect();
            return [outline.width > 20, outline.height > 5, outline.left >= photo.left, outline.right <= photo.right,
                outline.top >= photo.top, outline.bottom <= photo.bottom,
                document.querySelector('#photo img').naturalWidth > 300]""")
        self.check("and outlined in the photo", all(box), box)
        reader.find("summary").click()
        self.checks.shows("the evidence is told", reader, "bars", "details")
        self.checks.picture("photo-found", reader)
        reader.open("/")
        reader.ask("""
            new MutationObserver(changes => { sessionStorage.sent = changes[0].target.getAttribute("value"); })
                .observe(document.querySelector("progress"), { attributeFilter: ["value"] })""")
        reader.photograph(TWO, BLURRED, place=None)
        self.check("how much is sent is shown", reader.ask("return sessionStorage.sent") == "1", "progress never full")
        self.check("several photos lead to the list of them", reader.path == "/photos", reader.path)
        self.check("and all are there", len(reader.all("#photos li")) == 3, reader.text())
        self.checks.picture("photos", reader)

    def crops(self, reader):
        """One of two ISBNs is cut out: with a finger, then with the keyboard."""
        reader.open("/photos")
        reader.follow_photo(TWO)
        place = reader.path
        self.check("both ISBNs are there", len(reader.all(".reading")) == 2, reader.text())
        self.cut(reader, lambda box: (
            reader.ask("document.querySelector('.cropper').click()"),
            reader.drag("#photo", (box[0] - 3, box[1] - 2), (box[2] + 3, box[3] + 2))), "crop-finger")
        self.check("the part has the one ISBN", self.read(reader) == ["978-0-415-30263-0"], reader.text())
        reader.press_button("Use the whole photo")
        reader.wait_for_reading()
        self.check("the whole has both again", len(reader.all(".reading")) == 2, reader.text())
        self.cut(reader, lambda box: self.cut_by_keys(reader, box), "crop-keys")
        self.check("the keyboard cuts out the same", self.read(reader) == ["978-0-415-30263-0"], reader.text())
        self.check("on the same page", reader.path == place, reader.path)

    @staticmethod
    def read(reader):
        return [button.get_attribute("aria-label").removeprefix("Confirm ") for button in reader.all(".reading [name=isbn]")]

    @staticmethod
    def box(reader, selector):
        """An element's edges in hundredths of the photo's; the last one's of several."""
        return reader.ask("""
            const photo = document.querySelector('#photo img').getBoundingClientRect();
            const box = [...document.querySelectorAll(arguments[0])].pop().getBoundingClientRect();
            return [box.left - photo.left, box.top - photo.top, box.right - photo.left, box.bottom - photo.top].map(
                (value, place) => value / (place % 2 ? photo.height : photo.width) * 100)""", selector)

    def cut(self, reader, draw, picture):
        """Draws around one ISBN, which the page names second, and has that read."""
        box = self.box(reader, "polygon")
        draw(box)
        drawn = self.box(reader, "#photo rect")
        near = [abs(a - b) < 6 for a, b in zip(box, drawn)]
        self.check(f"the frame is where it was drawn: {picture}", all(near), (box, drawn))
        self.checks.picture(picture, reader)
        reader.press_button("Read this part", "#crop")
        reader.wait_for_reading()

    @staticmethod
    def cut_by_keys(reader, box):
        reader.ask("document.querySelector('.cropper').focus()")
        reader.press(Keys.ENTER)
        reader.wait("return !document.querySelector('#crop').hidden")
        for edge, wanted in zip(("left", "right", "top", "bottom"), (box[0] - 3, box[2] + 3, box[1] - 2, box[3] + 2)):
            for _ in range(12):
                if reader.ask("return document.activeElement.dataset.edge") == edge:
                    break
                reader.press(Keys.TAB)
            value = int(reader.ask("return document.activeElement.value"))
            step = Keys.ARROW_RIGHT if wanted > value else Keys.ARROW_LEFT
            for _ in range(abs(round(wanted) - value)):
                reader.press(step)

    def types(self, reader):
        """A wrong number, then a right one, each checked as it is typed."""
        reader.open("/photos")
        reader.follow_photo(BLURRED)
        field = reader.find("[name=typed]")
        field.clear()
        field.send_keys("978-0-8129-7314-4")
        self.checks.shows("a wrong number is told while it is typed", reader, "Not an ISBN", "#isbn-message")
        self.check("and to who hears the page", field.get_attribute("aria-invalid") == "true")
        reader.press_button("Confirm this ISBN")
        self.check("it is not taken either", reader.all("[role=alert]") != [], reader.text())
        self.checks.picture("photo-typed-wrong", reader)
        field = reader.find("[name=typed]")
        field.clear()
        field.send_keys("0 8129 7314 3")
        self.checks.shows("a right number, too", reader, "978-0-8129-7314-3", "#isbn-message")
        reader.press_button("Confirm this ISBN")
        self.check("its card is shown", reader.path == "/books/9780812973143", reader.path)
        self.checks.shows("with its title", reader, "The Lantern Atlas", "h1")
        reader.open("/photos")
        reader.follow_photo(FOUND)
        reader.press_button("Confirm 978-0-8129-7314-3")
        self.check("what was read is confirmed", reader.path == "/books/9780812973143", reader.path)

    def quick(self, reader):
        """From choosing the file to the answer on the page."""
        times = []
        for _ in range(TRIES):
            reader.open("/")
            field = reader.find("input[type=file]")
            start = time.monotonic()
            field.send_keys(str(PHOTOS / "flap-german-price.jpg"))
            reader.shows("978-3-7844-1937-4", seconds=60)
            times.append(time.monotonic() - start)
            reader.wait_for_reading()
            if times[-1] <= 1:
                break
        print(f"a photo was answered after {', '.join(f'{seconds:.2f}' for seconds in times)} s")
        self.check("a photo is answered within a second", min(times) <= 1, times)
