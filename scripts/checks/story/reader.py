"""A person with a browser, and what people do on the site."""

import time

from browser import Browser
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By

PHONE = (360, 740)


class Reader(Browser):
    def __init__(self, server, phone=PHONE, **options):
        super().__init__(phone=phone, network=True, **options)
        self.server, self.scripts = server, options.get("scripts", True)
        self.complained = []

    def open(self, place):
        self.driver.get(place if "://" in place else self.server.address + place)

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.server.address)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector="main"):
        return self.find(selector).text

    def shows(self, words, selector="main", seconds=20):
        """Whether words appear before the time is over."""
        end = time.monotonic() + seconds
        while True:
            try:
                if any(words in part.text for part in self.all(selector)):
                    return True
            except WebDriverException:
                pass  # The part has been replaced.
            if time.monotonic() > end:
                return False
            time.sleep(0.02)

    def leave(self, act, seconds=30):
        """Does what leads to another page, and waits until that is there."""
        before = self.find("html")
        act()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if before.id != self.find("html").id and self.ask("return document.readyState") == "complete":
                    return
            except WebDriverException:
                pass  # Between the two there is none.
            time.sleep(0.02)
        raise AssertionError(f"no other page came than {self.path}")

    def press_button(self, words, within="main"):
        """The one that is called so."""
        for button in self.all(f"{within} button, {within} a.button, {within} summary"):
            if words == button.text or (button.get_attribute("aria-label") or "").startswith(words):
                return self.leave(lambda: self.click(button))
        raise AssertionError(f"there is no button {words} in {within} on {self.path}: {self.text()}")

    def follow(self, words, links="main a"):
        """The first link that has the words."""
        self.leave(lambda: self.click(next(link for link in self.all(links) if words in link.text)))

    def follow_photo(self, photo, rows="#photos li"):
        """From a list of photos, whose links are titles where these are known."""
        row = next(row for row in self.all(rows) if photo.name in row.text)
        self.leave(lambda: self.click(row.find_element("css selector", "a")))

    def fill(self, within="main", **fields):
        for name, text in fields.items():
            field = self.find(f"{within} [name={name}]")
            if field.get_attribute("type") == "radio":
                self.ask("arguments[0].click()", self.find(f"{within} [name={name}][value='{text}']"))
            elif field.tag_name == "select":
                next(option for option in field.find_elements(By.TAG_NAME, "option")
                     if option.get_attribute("value") == text).click()
            elif field.get_attribute("type") == "checkbox":
                self.click(field)
            else:
                field.clear()
                field.send_keys(text)

    def click(self, element):
        """Where no script may run, the driver's own click never ends."""
        if self.scripts:
            element.click()
        else:
            self.ask("arguments[0].click()", element)

    # What readers do

    def sign_up(self, link, name, password):
        self.open(link)
        self.fill(name=name, password=password)
        self.press_button("Create account")

    def sign_in(self, name, password):
        self.open("/sign-in")
        self.fill(name=name, password=password)
        self.press_button("Sign in")

    def photograph(self, *paths, place="/"):
        """Sends photos, and waits until they were read; from the page that is open where no place is given."""
        if place:
            self.open(place)
        self.leave(lambda: self.choose(*paths))
        self.wait_for_reading()

    def choose(self, *paths):
        """Takes one photo, or chooses several, on the page that is open."""
        field = self.all("input[type=file]")[0 if len(paths) == 1 else 1]
        field.send_keys("\n".join(map(str, paths)))

    def wait_for_reading(self):
        end = time.monotonic() + 120
        while self.all("[data-waiting]"):
            if time.monotonic() > end:
                raise AssertionError(f"a photo was not read: {self.text()}")
            time.sleep(0.05)
            if not self.scripts:
                # A look-up's result does not come by itself, so that nobody loses what they type.
                time.sleep(0.5)
                self.open(self.path)

    def comment(self, words, stars="", **fields):
        self.fill("#comments > form", text=words, stars=stars, **fields)
        self.press_button("Post comment", "#comments > form")

    def drag(self, selector, start, end):
        """With a finger, from one place of an element to another: each in hundredths of its size."""
        box = self.ask("""
            const element = document.querySelector(arguments[0]);
            element.scrollIntoView({block: 'center'});
            const box = element.getBoundingClientRect();
            return [box.x, box.y, box.width, box.height]""", selector)

        touch = ActionBuilder(self.driver, mouse=PointerInput(POINTER_TOUCH, "finger"))
        for step in range(11):
            place = [a + (b - a) * step / 10 for a, b in zip(start, end)]
            touch.pointer_action.move_to_location(
                round(box[0] + box[2] * place[0] / 100), round(box[1] + box[3] * place[1] / 100))
            if step == 0:
                touch.pointer_action.pointer_down()
        touch.pointer_action.pointer_up()
        touch.perform()
        # A tap right after it would be taken for part of the same gesture.
        time.sleep(0.4)

    def has_no_script(self):
        return not self.ask("return document.documentElement.classList.contains('scripted')")

    def strangers(self):
        """Hosts other than the site that something was asked of."""
        own = (self.server.address, "http://localhost:", "data:", "blob:", "about:", "chrome:", "chrome-")
        return [address for address in self.requests() if not address.startswith(own)]

    def complaints(self):
        """But those of answers that say what is wrong with a form, and of a server that was killed."""
        known = ("the server responded with a status of", "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED")
        return [words for words in super().complaints() if not any(part in words for part in known)]
