"""A connection between a page and its server that can stall: nothing passes, nothing is refused, and no connection is reset."""
import socket
import threading
from urllib.parse import urlsplit


class StillLine:
    """Forwards TCP connections to a server. Data sent during a stall arrives after it, as TCP retransmits."""

    def __init__(self, origin):
        there = urlsplit(origin)
        self._to = (there.hostname, there.port)
        self._passes = threading.Event()
        self._passes.set()
        self._listener = socket.create_server((there.hostname, 0))
        self._sockets = set()
        self.origin = f"{there.scheme}://{there.hostname}:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def fall_still(self):
        self._passes.clear()

    def pass_again(self):
        self._passes.set()

    def close(self):
        self._passes.set()
        for one in (self._listener, *self._sockets):
            # Threads that wait for it are woken.
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()

    def _accept(self):
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            self._sockets.add(near)
            threading.Thread(target=self._carry, args=[near], daemon=True).start()

    def _carry(self, near):
        self._passes.wait()
        try:
            far = socket.create_connection(self._to)
        except OSError:
            near.close()
            return
        self._sockets.add(far)
        back = threading.Thread(target=self._copy, args=[far, near], daemon=True)
        back.start()
        self._copy(near, far)
        back.join()
        for one in (near, far):
            self._sockets.discard(one)
            one.close()

    def _copy(self, source, sink):
        try:
            while data := source.recv(65536):
                self._passes.wait()
                sink.sendall(data)
            self._passes.wait()
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
