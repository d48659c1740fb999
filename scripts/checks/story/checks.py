"""What is found right and wrong."""

import base64


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
            height = browser.ask("return document.documentElement.scrollHeight")
            width = browser.ask("return innerWidth")
            data = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {
                "format": "png", "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 4000), "scale": 1}})["data"]
            (self.pictures / f"{name}.png").write_bytes(base64.b64decode(data))
