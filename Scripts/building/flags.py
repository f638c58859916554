"""The flags with which this checkout's debug build compiled a target, for scripts that compile something against its modules."""
import json
import os
import re

from .key import ROOT, key
from .slots import Cache, default_cache

#: Options that name a place or a mode, which are followed by a value.
PAIRS = {"-I", "-Xcc", "-target", "-sdk", "-swift-version", "-enable-upcoming-feature"}


def of_build(target):
    slot = Cache(default_cache(os.environ)).claim(ROOT, key())
    return of_manifest((slot.path / "debug.yaml").read_text(), target)


def of_manifest(manifest, target):
    """`manifest`: what SwiftPM has written for its build."""
    command = re.search(r'\n  "C\.%s-[^"]*\.module":\n(.*?)(?=\n  "|\Z)' % re.escape(target), manifest, re.S)
    words = iter(json.loads(re.search(r"args: (\[.*\])", command[1])[1]))
    found = []
    for word in words:
        if word in PAIRS:
            found += [word, next(words)]
        elif word.startswith("-I"):
            # From pkg-config.
            found.append(word)
    return found
