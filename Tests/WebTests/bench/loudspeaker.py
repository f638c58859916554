"""The loudspeaker of one command line: a private PulseAudio that reports its streams and is recorded."""
import array
import re
import signal
import subprocess
import threading
from math import sqrt
from pathlib import Path

from .process import Process, until

#: The tones of `ecall` in hertz (TonePlayer.swift). Those of test sources lie 40 Hz away at least.
TONES = {660: "incoming", 425: "outgoing"}
RATE = 8000
#: Samples that are analysed together: a tenth of a second.
PIECE = RATE // 10


def tone(samples):
    """Returns the tone that fills a sample by itself; None if none does."""
    peak = max(samples, default=0)
    # A sine is 0.71 of its peak; in a mix, or at its beginning, it is less.
    if peak < 1000 or not 0.66 < sqrt(sum(sample * sample for sample in samples) / len(samples)) / peak < 0.75:
        return None
    hertz = sum(one < 0 <= other for one, other in zip(samples, samples[1:])) * RATE / len(samples)
    return next((name for pitch, name in TONES.items() if abs(hertz - pitch) <= 20), None)


class Loudspeaker:
    """Commands run with its `environment` play on it alone."""

    def __init__(self, directory):
        directory = Path(directory)
        directory.mkdir(mode=0o700)
        socket = directory / "native"
        own = {"HOME": str(directory), "XDG_RUNTIME_DIR": str(directory), "PULSE_RUNTIME_PATH": str(directory)}
        modules = ["module-null-sink sink_name=speaker rate=48000 channels=1", "module-null-source source_name=desk rate=48000 channels=1",
                   f"module-native-protocol-unix socket={socket} auth-anonymous=1"]
        self.environment = {"PULSE_SERVER": f"unix:{socket}", "PULSE_COOKIE": str(directory / "cookie")}
        self.server = Process("pulseaudio", [
            "/usr/bin/pulseaudio", "-n", "--system=no", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--realtime=no",
            "--high-priority=no", "--disable-shm=yes", "--log-target=stderr", *(word for module in modules for word in ("-L", module))], env=own)
        # The last module: once its socket exists, all modules are loaded.
        until(socket.exists, "the socket of PulseAudio")
        # Into a pipe it would report events only by the memory page.
        self.events = Process("pactl", ["/usr/bin/stdbuf", "-oL", "/usr/bin/pactl", "subscribe"], env={**own, **self.environment})
        # Test connections are made until it reports one.
        until(self._hears_itself, "what happens at PulseAudio is told")
        self.heard = []
        self.recording = subprocess.Popen(
            ["/usr/bin/parec", "--device=speaker.monitor", f"--rate={RATE}", "--channels=1", "--format=s16le", "--latency-msec=50"],
            env={**own, **self.environment}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while len(piece := self.recording.stdout.read(2 * PIECE)) == 2 * PIECE:
            found = tone(array.array("h", piece))
            if found and self.heard[-1:] != [found]:
                self.heard.append(found)

    def _hears_itself(self):
        Process("pactl", ["/usr/bin/pactl", "info"], env={"HOME": "/", **self.environment}).child.wait(10)
        return any("on client" in line for line in self.events.lines)

    def begin(self):
        """Ignores sounds from before."""
        assert not self.playing, "something plays still"
        self.heard.clear()

    @property
    def playing(self):
        """Returns the number of playing streams."""
        return self._count("new") - self._count("remove")

    def _count(self, kind):
        return sum(bool(re.search(f"Event '{kind}' on sink-input", line)) for line in self.events.lines)

    def stop(self):
        self.recording.terminate()
        self.recording.wait()
        for process in (self.events, self.server):
            process.stop(signal.SIGTERM)
