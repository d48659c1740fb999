"""A headless Firefox that Selenium drives over Marionette, Firefox's own protocol: Debian has no geckodriver."""

import json
import socket
import subprocess
import tempfile
import time

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.remote.webdriver import WebDriver

PROGRAM = "/usr/bin/firefox-esr"

COMMANDS = {
    Command.NEW_SESSION: "NewSession", Command.GET: "Navigate", Command.REFRESH: "Refresh",
    Command.GET_CURRENT_URL: "GetCurrentURL", Command.GET_TITLE: "GetTitle", Command.GET_PAGE_SOURCE: "GetPageSource",
    Command.FIND_ELEMENT: "FindElement", Command.FIND_ELEMENTS: "FindElements",
    Command.FIND_CHILD_ELEMENT: "FindElement", Command.FIND_CHILD_ELEMENTS: "FindElements",
    Command.W3C_GET_ACTIVE_ELEMENT: "GetActiveElement", Command.GET_ELEMENT_TEXT: "GetElementText",
    Command.GET_ELEMENT_TAG_NAME: "GetElementTagName", Command.GET_ELEMENT_RECT: "GetElementRect",
    Command.IS_ELEMENT_ENABLED: "IsElementEnabled", Command.IS_ELEMENT_SELECTED: "IsElementSelected",
    Command.CLICK_ELEMENT: "ElementClick", Command.CLEAR_ELEMENT: "ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys", Command.W3C_ACTIONS: "PerformActions",
    Command.W3C_EXECUTE_SCRIPT: "ExecuteScript", Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
    Command.W3C_GET_ALERT_TEXT: "GetAlertText", Command.W3C_DISMISS_ALERT: "DismissAlert",
    Command.W3C_ACCEPT_ALERT: "AcceptAlert", Command.DELETE_ALL_COOKIES: "DeleteAllCookies",
    Command.SCREENSHOT: "TakeScreenshot"}
# Firefox's windows have a least width, which is more than a phone's.
FIT = """
const view = gBrowser.selectedBrowser;
for (const [name, size] of [["width", arguments[0]], ["height", arguments[1]]]) {
    for (const part of ["", "min-", "max-"]) view.style.setProperty(part + name, size + "px", "important");
}
"""


class Marionette:
    """What Selenium takes for its connection to a driver: commands and answers are JSON after its length."""

    def __init__(self, port, process, profile):
        self.process, self.profile, self.number = process, profile, 0
        end = time.monotonic() + 120
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), timeout=600)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        self.answers = self.socket.makefile("rb")
        self.receive()

    def receive(self):
        length = b""
        while (byte := self.answers.read(1)) != b":":
            if not byte:
                raise WebDriverException("Firefox has gone")
            length += byte
        return json.loads(self.answers.read(int(length)))

    def ask(self, name, **parameters):
        self.number += 1
        request = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(request), request))
        _, _, error, result = self.receive()
        return error, result

    def execute(self, command, parameters):
        if command == Command.QUIT:
            self.end()
            return {}
        parameters = dict(parameters)
        if command in (Command.FIND_CHILD_ELEMENT, Command.FIND_CHILD_ELEMENTS):
            parameters["element"] = parameters.pop("id")
        if command == Command.NEW_SESSION:
            parameters = parameters["capabilities"]["firstMatch"][0]
        error, result = self.ask(f"WebDriver:{COMMANDS[command]}", **parameters)
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        return {"value": result["value"] if isinstance(result, dict) and "value" in result else result}

    def fit(self, width, height):
        """Lays the page out in so many pixels."""
        for name, parameters in (
                ("Marionette:SetContext", {"value": "chrome"}),
                ("WebDriver:ExecuteScript", {"script": FIT, "args": [width, height]}),
                ("Marionette:SetContext", {"value": "content"})):
            error, _ = self.ask(name, **parameters)
            if error:
                raise WebDriverException(error["message"])

    def end(self):
        try:
            self.ask("Marionette:Quit", flags=["eForceQuit"])
            self.process.wait(timeout=60)
        except (OSError, WebDriverException, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.profile.cleanup()

    def close(self):
        self.socket.close()


def start(size, scripts=True):
    """Gives a driver of a new Firefox, whose pages have that width and height."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    profile = tempfile.TemporaryDirectory(prefix="bookzone-firefox-")
    settings = {
        "marionette.port": port, "javascript.enabled": scripts, "intl.accept_languages": "en",
        "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False, "general.smoothScroll": False, "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False, "services.settings.server": "data:,"}
    with open(f"{profile.name}/user.js", "w") as file:
        file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items())
    process = subprocess.Popen(
        [PROGRAM, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile.name],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    options = ArgOptions()
    options.set_capability("unhandledPromptBehavior", "ignore")
    marionette = Marionette(port, process, profile)
    try:
        driver = WebDriver(command_executor=marionette, options=options, file_detector=UselessFileDetector())
        marionette.fit(*size)
        return driver
    except BaseException:
        marionette.end()
        raise
