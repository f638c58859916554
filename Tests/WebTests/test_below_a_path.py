"""A proxy that shows the page below a path of its host: the page says that it does not work there."""
import subprocess
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from bench.chromium import SHELL
from bench.stage import ROOT

pytestmark = pytest.mark.pages

SENTENCE = "If its address has a path after the server’s name, as in example.org/calls, ECall doesn’t work there"


class Proxy(SimpleHTTPRequestHandler):
    """Serves the files below `prefix`, and nothing else."""

    def __init__(self, *arguments, prefix, **options):
        self.prefix = prefix
        super().__init__(*arguments, **options)

    def do_GET(self):
        if not self.path.startswith(self.prefix):
            self.send_error(404)
            return
        self.path = "/" + self.path.removeprefix(self.prefix)
        super().do_GET()

    def log_message(self, *_):
        """Keeps the output to what tests print."""


@contextmanager
def served(folder, prefix):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Proxy, prefix=prefix, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{prefix}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def bundled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page") / "page"
    subprocess.run([ROOT / "Scripts/bundle-page", folder], check=True, timeout=30)
    return folder


@pytest.mark.parametrize("prefix, is_said", [("/calls/", True), ("/", False)])
@pytest.mark.parametrize("is_bundled", [True, False])
def test_only_a_page_below_a_path_says_so(browsers, request, is_bundled, prefix, is_said):
    """Without its style sheets and scripts the page would otherwise be only a name on white."""
    folder = request.getfixturevalue("bundled") if is_bundled else ROOT / "Web"
    context = browsers.get(SHELL, []).new_context()
    try:
        with served(folder, prefix) as address:
            page = context.new_page()
            page.goto(address, wait_until="load")
            sentence = page.get_by_text(SENTENCE)
            sentence.wait_for(state="visible" if is_said else "hidden", timeout=5000)
            if not is_said:
                # The page draws itself as usual, with its own error, since there is no server behind these files.
                page.wait_for_selector("#page > *", timeout=5000)
            assert sentence.is_visible() == is_said
    finally:
        context.close()
