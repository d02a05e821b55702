"""Starts Chromium and opens reports in it, keeping what a page complains about and what it asks the network for."""

import os
import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORTS = pathlib.Path(os.environ.get("BROWSER_REPORTS", ROOT / ".build/browser-reports"))
SCREENSHOTS = ROOT / ".build/screenshots"
WIDTHS = (380, 1600)
THEMES = ("light", "dark")


def executable():
    """The Chromium to use: named, installed, or None for the one that Playwright brings."""
    named = os.environ.get("CHROMIUM")
    candidates = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    for name in candidates:
        found = shutil.which(name)
        # Ubuntu's package is a script that asks for a snap, which no container has.
        if found and b"snap" not in pathlib.Path(found).read_bytes()[:4096]:
            return found
    mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    return mac if os.path.exists(mac) else None


def until(page, condition):
    """Waits for something to become true. Playwright's own way evaluates text in the page, which its policy forbids."""
    for _ in range(800):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(25)
    focused = page.evaluate("document.activeElement?.outerHTML.slice(0, 200)")
    raise AssertionError(f"never came true: {condition}; the focus is on {focused}, the address ends with '{page.url[-40:]}'")


class Browser:
    """One browser for all tests; a context for each page, so that no test sees the storage of another."""

    def __init__(self):
        self.playwright = sync_playwright().start()
        # Root, as in a container, may not use the sandbox; the pages are our own.
        arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        try:
            self.browser = self.playwright.chromium.launch(executable_path=executable(), args=arguments)
        except Exception as error:
            self.playwright.stop()
            sys.exit(f"BrowserTests: no Chromium can be started ('.ci/setup test' installs one): {error}")

    def open(self, name, fragment="", width=1600, theme="light", script=True, height=1000, context=None):
        context = context or self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme, java_script_enabled=script,
            permissions=["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.complaints = []
        page.requests = []
        page.on("console", lambda message: page.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: page.complaints.append(f"error: {error}"))
        page.on("request", lambda request: page.requests.append(request.url))
        page.on("dialog", lambda dialog: (page.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.goto((REPORTS / f"{name}.html").as_uri() + fragment)
        return page

    def close(self):
        self.browser.close()
        self.playwright.stop()


if __name__ == "__main__":
    # For '.ci/setup': whether a browser starts at all.
    Browser().close()
