"""Recorded answers and signals of a server to a page, and a page that has only such a recording."""
import json
import re
from urllib.parse import urlsplit

#: The headers of a response that pages read.
HEADERS = ("content-type", "x-total-count", "x-next-cursor", "retry-after", "date")


def _key(method, url):
    parts = urlsplit(url)
    # Numbers differ between servers; the order shows which one is meant.
    return f"{method} {parts.path}{'?' + parts.query if parts.query else ''}"


class Recorder:
    """Records all input of a window from now on."""

    def __init__(self, tab):
        self.answers, self.frames = [], []
        tab.on("requestfinished", self._answered)
        tab.on("websocket", lambda socket: socket.on("framereceived", self._told))

    def _answered(self, request):
        if urlsplit(request.url).path.startswith("/app/api/"):
            self.answers.append(request)

    def _told(self, frame):
        if isinstance(frame, str):
            self.frames.append(frame)

    def recording(self):
        """Returns the recording; call it while the window is open."""
        told = []
        for request in self.answers:
            response = request.response()
            told.append({
                "request": _key(request.method, request.url), "status": response.status,
                "headers": {name: value for name, value in response.headers.items() if name in HEADERS}, "body": response.text()})
        return {"answers": told, "frames": [frame for frame in self.frames if frame.strip()]}


class Replay:
    """Answers a window from a recording, each request in the order of its kind, repeating the last answer. `unknown`: requests that
    the recorded server did not get."""

    def __init__(self, context, recording):
        self.unknown, self.left = [], {}
        for answer in recording["answers"]:
            self.left.setdefault(answer["request"], []).append(answer)
        self.connected = next(frame for frame in recording["frames"] if frame.startswith("CONNECTED"))
        self.messages = [frame for frame in recording["frames"] if frame.startswith("MESSAGE")]
        context.route("**/app/api/**", self._answer)
        context.route_web_socket(re.compile("."), self._socket)

    def _answer(self, route):
        key = _key(route.request.method, route.request.url)
        answers = self.left.get(key)
        if not answers:
            self.unknown.append(key)
            return route.fulfill(status=404, content_type="application/json", body=json.dumps({"error": {"code": "ErrNotFound", "title": "Not found"}}))
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        return route.fulfill(status=answer["status"], headers=answer["headers"], body=answer["body"])

    def _socket(self, socket):
        def heard(text):
            if text.startswith(("CONNECT", "STOMP")):
                socket.send(self.connected)
            receipt = re.search(r"^receipt:(.*)$", text, re.M)
            if receipt:
                socket.send(f"RECEIPT\nreceipt-id:{receipt[1]}\n\n\0")
            if text.startswith("SUBSCRIBE"):
                for message in self.messages:
                    socket.send(message)
        socket.on_message(heard)
