"""Child processes and all that they start, wherever it hides: process groups and sessions of its own included."""
import ctypes
import os
import signal
import subprocess

PATIENCE_TO_END = 15
PR_SET_CHILD_SUBREAPER = 36


def parents():
    """Parent of each process, from /proc."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    found[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
    return found


def descendants(root):
    its_parents = parents()
    found, frontier = set(), {root}
    while frontier:
        frontier = {child for child, parent in its_parents.items() if parent in frontier} - found
        found |= frontier
    return found


def send(number, targets):
    for target in targets:
        try:
            os.kill(target, number)
        except ProcessLookupError:
            continue


def end_all(process):
    """Asks all processes to end, then kills them; descendants are listed before their parent goes."""
    everyone = descendants(process.pid) | {process.pid}
    send(signal.SIGTERM, everyone)
    try:
        process.wait(PATIENCE_TO_END)
    except subprocess.TimeoutExpired:
        pass
    send(signal.SIGKILL, everyone | descendants(process.pid))
    process.wait()


def adopt_orphans():
    """Makes this process the parent of descendants that lose theirs, so that they can be found."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def left_behind():
    """Command lines of the descendants that still run."""
    names = []
    for pid in sorted(descendants(os.getpid())):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    continue
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                names.append(file.read().replace(b"\0", b" ").decode(errors="replace").strip()[:120])
        except OSError:
            continue
    return names
