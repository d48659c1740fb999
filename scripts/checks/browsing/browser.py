"""A headless Chromium or Firefox, and what is asked of a page in it."""

import base64
import json
import pathlib
import time

import axe_playwright_python
import firefox
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"

# Before the page has run anything: every task that takes longer than 50 ms is told.
WATCH = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longTasks.push(Math.round(entry.duration));
}).observe({ type: "longtask", buffered: true });
"""


# All of the WCAG's levels A and AA, and what axe-core advises beyond.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class Browser:
    # Whether it is Firefox, which has none of Chromium's tools for developers: it notes no requests and no complaints.
    is_firefox = False

    def __init__(self, downloads=None, dark=False, size="1280,900", phone=None, scripts=True, network=False, arguments=()):
        """`phone` is a screen's width and height, which is touched; `scripts` is whether pages may run any;
        `network` is whether what they ask for is noted; `arguments` are Chromium's own."""
        if self.is_firefox:
            self.driver = firefox.start(phone or map(int, size.split(",")), scripts)
            return
        options = Options()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                         f"--window-size={size}", "--hide-scrollbars", *arguments):
            options.add_argument(argument)
        prefs = {}
        if downloads:
            prefs |= {"download.default_directory": str(downloads), "download.prompt_for_download": False}
        if not scripts:
            prefs |= {"profile.managed_default_content_settings.javascript": 2}
        options.add_experimental_option("prefs", prefs)
        if phone:
            width, height = phone
            options.add_experimental_option("mobileEmulation", {
                "deviceMetrics": {"width": width, "height": height, "pixelRatio": 2, "touch": True, "mobile": True}})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"} | ({"performance": "ALL"} if network else {}))
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        # A long page is checked by axe-core's rules for a while, more so on a busy machine.
        self.driver.set_script_timeout(120)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        if dark:
            self.darken(True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def darken(self, is_dark):
        scheme = "dark" if is_dark else "light"
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def ask(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open(self, folder):
        """Opens a report and waits until it is ready; returns after how many milliseconds it was."""
        self.driver.get(pathlib.Path(folder, "index.html").as_uri())
        return self.wait("return Number(document.documentElement.dataset.ready)")

    def wait(self, script, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            answer = self.ask(script)
            if answer:
                return answer
            time.sleep(0.02)
        raise AssertionError(f"never came true: {script}")

    def press(self, *keys):
        """Keys one after another, wherever the focus is."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def type(self, selector, text):
        self.ask("document.querySelector(arguments[0]).focus()", selector)
        self.press(*text)

    def focused(self):
        return self.ask("return document.activeElement.getAttribute('aria-label') ?? document.activeElement.id")

    def long_tasks(self):
        """In milliseconds, since the last time."""
        return self.ask("const tasks = window.longTasks; window.longTasks = []; return tasks")

    def violations(self):
        """What axe-core has against the page as it is now, and its version."""
        self.ask(AXE.read_text())
        found = self.driver.execute_async_script(
            "axe.run(document, {resultTypes: ['violations'], runOnly: arguments[0]}).then(arguments[1])", TAGS)
        return [
            f"{rule['id']}: {rule['help']}: {node['html'][:160]}"
            for rule in found["violations"] for node in rule["nodes"]
        ], found["testEngine"]["version"]

    def screenshot(self):
        """The page from its top, as a PNG file."""
        if self.is_firefox:
            return self.driver.get_screenshot_as_png()
        height = self.ask("return document.documentElement.scrollHeight")
        width = self.ask("return innerWidth")
        return base64.b64decode(self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": width, "height": min(height, 4000), "scale": 1}})["data"])

    def complaints(self):
        """What the browser had to say, such as of what the page's policy forbids."""
        if self.is_firefox:
            return []
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """The addresses that were asked for, since the last time."""
        if self.is_firefox:
            return []
        entries = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [
            entry["params"]["request"]["url"] for entry in entries if entry["method"] == "Network.requestWillBeSent"]
