"""What is found right and wrong."""


class Checks:
    def __init__(self, pictures=None):
        self.passed, self.failed, self.pictures = 0, 0, pictures

    def check(self, what, is_right, said=""):
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}: {said}", flush=True)
        return is_right

    def shows(self, what, browser, words, selector="main", seconds=20):
        """That words appear on a page."""
        is_shown = browser.shows(words, selector, seconds)
        return self.check(what, is_shown, "" if is_shown else f"not “{words}” but: {browser.text()[:600]}")

    def picture(self, name, browser):
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            (self.pictures / f"{name}.png").write_bytes(browser.screenshot())
