"""The camera's live view: what is taken in it is read, also when it waited."""

import io

from cast import FOUND, HEAD, PASSWORD
from offline import ROWS, Waiting
from PIL import Image
from reader import Reader
from selenium.webdriver.common.keys import Keys


class Camera(Waiting):
    PLACE = {"base": "/club"}

    def all(self):
        link = self.server.first_link
        film = self.server.folder / "film.mjpeg"
        picture = io.BytesIO()
        with Image.open(FOUND) as photo:
            photo.convert("RGB").resize((1920, 1920 * photo.height // photo.width // 2 * 2)).save(picture, "JPEG")
        film.write_bytes(picture.getvalue() * 5)
        fake = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
        with Reader(self.server, arguments=[*fake, "--use-fake-ui-for-media-stream"]) as reader:
            reader.sign_up(link, HEAD, PASSWORD)
            self.takes(reader)
            self.closes(reader)
            self.waits_for_network(reader)
            self.quiet(reader)
        with Reader(self.server, arguments=fake) as reader:
            reader.driver.execute_cdp_cmd(
                "Browser.setPermission", {"permission": {"name": "camera"}, "setting": "denied"})
            self.is_told("who forbids it is told", reader, "camera is blocked")
        with Reader(self.server, arguments=["--use-fake-ui-for-media-stream"]) as reader:
            self.is_told("who has no camera is told", reader, "No camera")

    @staticmethod
    def opens(reader):
        """By keys alone."""
        reader.ask("document.querySelector('[data-send] [aria-haspopup]').focus()")
        reader.press(Keys.ENTER)
        reader.wait("return document.activeElement.textContent === 'Take photo'")

    def takes(self, reader):
        reader.open("/")
        self.opens(reader)
        reader.wait("return document.querySelector('video').currentTime > 0")
        size = reader.ask("return [document.querySelector('video').videoWidth, document.querySelector('video').videoHeight]")
        self.look("camera", reader)
        reader.leave(lambda: reader.press(Keys.ENTER))
        reader.wait_for_reading()
        self.checks.shows("what the camera sees is read", reader, "978-0-8129-7314-3")
        box = reader.ask("return document.querySelector('#photo svg').getAttribute('viewBox')")
        self.check("at the camera's full size", box == f"0 0 {size[0]} {size[1]}", (box, size))

    def closes(self, reader):
        reader.open("/")
        for key in (Keys.ESCAPE, Keys.TAB):
            self.opens(reader)
            reader.ask("window.track = document.querySelector('video').srcObject.getTracks()[0]")
            self.check("the camera is on", reader.ask("return track.readyState") == "live")
            reader.press(*([key] if key == Keys.ESCAPE else [key, Keys.ENTER]))
            reader.wait("return track.readyState === 'ended'")
            self.check("closed, it is off, and the focus where it was", reader.ask(
                "return !document.querySelector('dialog').open && document.activeElement.matches('[aria-haspopup]')"))

    def waits_for_network(self, reader):
        reader.wait("return navigator.serviceWorker.controller?.state === 'activated'")
        with self.no_server():
            reader.open("/")
            self.checks.shows("without a network", reader, "No network", "h1")
            reader.wait("return document.querySelector('[data-send]').checkVisibility()")
            self.opens(reader)
            reader.press(Keys.ENTER)
            self.checks.shows("it takes photos, too", reader, "live view.jpg", ROWS)
        self.is_sent("which are sent later", reader)
        self.check("once", self.sent(reader) == 2, reader.text())

    def is_told(self, what, reader, words):
        reader.sign_in(HEAD, PASSWORD)
        reader.find("[data-send] [aria-haspopup]").click()
        self.checks.shows(what, reader, words, "dialog .wrong")
        self.check("and can't take any", not reader.find("dialog .main").is_enabled())
        self.look(f"camera-{words.replace(' ', '-')}", reader)
