"""Serves Web/ and the gallery on 127.0.0.1 with the headers of ecall-server: `python3 server.py [port]`."""
import http.server
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = HERE.parents[2]
WEB = CHECKOUT / "Web"
ADDRESS = "/Tests/WebTests/gallery/index.html"
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; "
    "worker-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ecall"
)


class Handler(http.server.SimpleHTTPRequestHandler):
    #: Changes of a screen are visible at once; tests open it a hundred times, and nothing changes meanwhile.
    caching = "no-store"
    extensions_map = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
                      ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json", "": "application/octet-stream"}

    def translate_path(self, path):
        path = path.split("?")[0].split("#")[0]
        # The gallery's modules are where they are in the checkout, the page's also where the server has them.
        root = CHECKOUT if path.startswith(("/Tests/", "/Web/")) else WEB
        target = (root / path.lstrip("/")).resolve()
        return str(target if target.is_relative_to(root) else root / "missing")

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", self.caching)
        super().end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # The page is a hundred modules: with the usual five that may wait, a busy machine turns some away for seconds.
    request_queue_size = 128


def start(port=0, handler=Handler):
    return Server(("127.0.0.1", port), handler)


if __name__ == "__main__":
    server = start(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    print(f"http://127.0.0.1:{server.server_port}{ADDRESS}", flush=True)
    server.serve_forever()
