"""Takes a picture of screens in both themes and sizes: `shots.py FOLDER [--language TAG] [NAME-PREFIX…]`. A complaint fails it."""
import pathlib
import sys
import threading

from playwright.sync_api import sync_playwright

import server

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from bench.chromium import launch
from bench.stage import settle_addresses

SIZES = {"narrow": (320, 640), "phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 800)}


def main():
    settle_addresses()
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    prefixes = sys.argv[2:]
    language = "en"
    if prefixes[:1] == ["--language"]:
        language, prefixes = prefixes[1], prefixes[2:]
    web = server.start()
    threading.Thread(target=web.serve_forever, daemon=True).start()
    complaints = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for size, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=theme)
                page.on("console", lambda message: complaints.append(message.text))
                page.on("pageerror", lambda error: complaints.append(str(error)))
                page.goto(f"http://127.0.0.1:{web.server_port}{server.ADDRESS}")
                page.wait_for_selector("#page > *")
                for name in page.evaluate("globalThis.names"):
                    if prefixes and not any(name.startswith(prefix) for prefix in prefixes):
                        continue
                    page.goto(f"http://127.0.0.1:{web.server_port}{server.ADDRESS}?state={name}&language={language}")
                    page.wait_for_selector("#page > *")
                    page.wait_for_timeout(250 if name.startswith("call") else 60)
                    page.screenshot(path=str(folder / f"{name}-{size}-{theme}.png"))
                page.close()
        browser.close()
    for complaint in dict.fromkeys(complaints):
        print("complaint:", complaint)
    return 1 if complaints else 0


sys.exit(main())
