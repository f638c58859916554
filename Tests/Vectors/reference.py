#!/usr/bin/env python3
"""A second implementation of the key schedule, frame formats, envelopes and sealed files, in Python with `cryptography`.

Run by hand. Without arguments it checks the vectors in this folder; with --write it recreates them (the RSA key and
the OAEP ciphertext, which are random, are kept when they exist).
"""

import base64
import hashlib
import hmac
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

FOLDER = pathlib.Path(__file__).parent
OAEP = padding.OAEP(mgf=padding.MGF1(hashes.SHA256()), algorithm=hashes.SHA256(), label=None)


# --- key schedule


def hkdf(key, salt, info, length):
    return HKDF(hashes.SHA512(), length, salt, info).derive(key)


def base_key(sender_key, call_id, address, track):
    info = b"base key\0" + call_id.to_bytes(8, "big")
    for text in (address.encode(), track.encode()):
        info += len(text).to_bytes(2, "big") + text
    return hkdf(sender_key, b"ECall SFrame v2", info, 32)


def ratcheted(sender_key, steps=1):
    for _ in range(steps):
        sender_key = hkdf(sender_key, b"", b"SFrame 1.0 Ratchet", 32)
    return sender_key


def key_id(generation, step, run, random, layer):
    return 1 << 63 | generation % 512 << 54 | step << 48 | run << 32 | random << 2 | layer


# --- SFrame, RFC 9605


def sframe_header(kid, ctr):
    def field(value):
        if value < 8:
            return value, b""
        data = value.to_bytes((value.bit_length() + 7) // 8, "big")
        return 8 | len(data) - 1, data

    (x, kid_bytes), (y, ctr_bytes) = field(kid), field(ctr)
    return bytes([x << 4 | y]) + kid_bytes + ctr_bytes


def sframe_seal(base, kid, ctr, metadata, plaintext):
    suffix = kid.to_bytes(8, "big") + b"\0\5"
    secret = hmac.new(bytes(64), base, hashlib.sha512).digest()
    key = HKDFExpand(hashes.SHA512(), 32, b"SFrame 1.0 Secret key " + suffix).derive(secret)
    salt = HKDFExpand(hashes.SHA512(), 12, b"SFrame 1.0 Secret salt " + suffix).derive(secret)
    nonce = bytes(a ^ b for a, b in zip(salt, ctr.to_bytes(12, "big")))
    header = sframe_header(kid, ctr)
    return header + AESGCM(key).encrypt(nonce, plaintext, header + metadata)


# --- frames


def units(stream):
    starts = [i for i in range(len(stream) - 2) if stream[i : i + 3] == b"\0\0\1"]
    ends = starts[1:] + [len(stream)]
    return [unit for unit in (stream[s + 3 : e].rstrip(b"\0") for s, e in zip(starts, ends)) if unit]


def escape(clear, body):
    out, zeros = bytearray(), len(clear) - len(clear.rstrip(b"\0"))
    for byte in body:
        if zeros >= 2 and byte <= 3:
            out.append(3)
            zeros = 0
        out.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(out)


def seal_frame(codec, base, kid, ctr, frame):
    """The bytes on the wire and what the opener gives back."""
    if codec == "opus":
        return sframe_seal(base, kid, ctr, b"", frame), frame
    if codec == "vp8":
        clear = 10 if frame[0] & 1 == 0 else 3
        return frame[:clear] + sframe_seal(base, kid, ctr, frame[:clear], frame[clear:]), frame
    start = b"\0\0\0\1"
    kept = [unit for unit in units(frame) if unit[0] & 0x1F in (1, 5, 7, 8)]
    clear = next(unit for unit in kept if unit[0] & 0x1F in (1, 5))[:2]
    hints = b"".join(start + unit for unit in kept if unit[0] & 0x1F in (7, 8))
    plaintext = b"".join(start + unit for unit in kept)
    sealed = sframe_seal(base, kid, ctr, clear, plaintext)
    return hints + start + clear + escape(clear, sealed + b"\x80"), plaintext


# --- the vectors

DOOR_KEY = bytes(range(32))
SENDER_KEYS = [bytes(range(32)), bytes(range(255, 223, -1)), hashlib.sha256(b"third sender key").digest()]
ADDRESSES = ["1_2", "9007199254740991_4503599627370497"]
TRACKS = ["audio", "video", "screen", "screenAudio"]
KEY_IDS = [(1, 0, 0, 0, 0), (512, 63, 65535, (1 << 30) - 1, 3), (32769, 5, 258, 0x12345678 & (1 << 30) - 1, 1),
           (4294967295, 1, 1, 1, 2)]


def keys():
    vectors = []
    for index, key in enumerate(SENDER_KEYS):
        call_id = [7, 1 << 40, (1 << 53) - 1][index]
        vectors.append({
            "senderKey": key.hex(), "callId": call_id,
            "ratcheted": [{"step": step, "senderKey": ratcheted(key, step).hex()} for step in (1, 2, 63)],
            "baseKeys": [
                {"device": a, "track": t, "baseKey": base_key(key, call_id, a, t).hex()} for a in ADDRESSES for t in TRACKS
            ],
        })
    names = ("generation", "step", "run", "random", "layer")
    return {
        "keys": vectors,
        "keyIds": [dict(zip(names, fields)) | {"keyId": f"{key_id(*fields):016x}"} for fields in KEY_IDS],
    }


def frames():
    sps, pps = bytes.fromhex("6742c01fda014016e8"), bytes.fromhex("68ce3c80")
    idr, delta = bytes.fromhex("6588840021fffef7"), bytes.fromhex("419a246c413f")
    later, sei, delimiter = bytes.fromhex("410aa61122"), bytes.fromhex("0605107832363480"), bytes.fromhex("09f0")
    four, three = b"\0\0\0\1", b"\0\0\1"
    filler = hashlib.shake_128(b"slice data").digest(1500).replace(b"\0", b"\1")
    cases = [
        ("opus", "audio", 0, b"opus-payload"),
        ("opus", "audio", 7, b"\xfc"),
        ("opus", "screenAudio", 8, bytes(160)),
        ("opus", "audio", (1 << 48) - 1, b"the last counter"),
        ("vp8", "video", 0, bytes.fromhex("10020304050607080910111213")),
        ("vp8", "video", 255, bytes.fromhex("1102030405")),
        ("vp8", "video", 256, bytes.fromhex("110203")),
        ("h264", "video", 0, four + delimiter + four + sps + four + pps + four + sei + three + idr),
        ("h264", "video", 1, four + delta),
        ("h264", "screen", 2, three + delta + three + later + b"\0\0" + three + later + b"\0\0\0"),
    ]
    key, call_id, address, fields = SENDER_KEYS[0], 7, ADDRESSES[0], (600, 3, 17, 0x2345678, 1)
    kid = key_id(*fields)
    # A counter whose ciphertext needs an escape.
    base = base_key(key, call_id, address, "video")
    counter = 1000
    while True:
        wire, opened = seal_frame("h264", base, kid, counter, four + delta + filler)
        if len(wire) != len(four) + 2 + len(sframe_header(kid, counter)) + len(opened) + 16 + 1:
            break
        counter += 1
    cases.append(("h264", "video", counter, four + delta + filler))
    vectors = []
    for codec, track, ctr, frame in cases:
        wire, opened = seal_frame(codec, base_key(key, call_id, address, track), kid, ctr, frame)
        vectors.append({
            "codec": codec, "track": track, "counter": ctr, "frame": frame.hex(), "sealed": wire.hex(),
            "opened": opened.hex(),
        })
    return {
        "senderKey": key.hex(), "callId": call_id, "device": address, "generation": fields[0], "step": fields[1],
        "keyId": f"{kid:016x}", "frames": vectors,
    }


def b64(data):
    return base64.b64encode(data).decode()


def envelopes():
    path = FOLDER / "envelopes.json"
    old = json.loads(path.read_text()) if path.exists() else None
    if old:
        private = serialization.load_der_private_key(base64.b64decode(old["rsa"]["privateKey"]), None)
    else:
        private = rsa.generate_private_key(65537, 2048)
    pkcs1 = private.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.PKCS1)
    wrapped = old["rsa"]["envelope"] if old else b64(private.public_key().encrypt(DOOR_KEY, OAEP))
    assert private.decrypt(base64.b64decode(wrapped), OAEP) == DOOR_KEY
    a, b = (ec.derive_private_key(int.from_bytes(bytes([n]) * 32, "big"), ec.SECP256R1()) for n in (0x11, 0x22))

    def raw(key):
        return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)[1:]

    wrapping = HKDF(hashes.SHA256(), 32, None, b"ecall-e2ee-key").derive(a.exchange(ec.ECDH(), b.public_key()))
    nonce = b"\x33" * 12
    return {
        "callKey": DOOR_KEY.hex(),
        "rsa": {
            "privateKey": b64(private.private_bytes(
                serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())),
            "publicKey": b64(pkcs1), "publicKeyHash": hashlib.sha256(b64(pkcs1).encode()).hexdigest(),
            "pin": hashlib.sha256(pkcs1).hexdigest(), "envelope": wrapped,
        },
        "p256": {
            "privateKey": (b"\x22" * 32).hex(), "publicKey": b64(raw(b)),
            "envelope": b64(raw(a)) + ":" + b64(nonce + AESGCM(wrapping).encrypt(nonce, DOOR_KEY, None)),
        },
    }


def sealed_files():
    password, salt, nonce, content = b"correct horse", b"\x44" * 32, b"\x55" * 12, b"a private key"
    vectors = []
    for kind, cost in ((1, 600_000), (2, 15)):
        if kind == 1:
            key = PBKDF2HMAC(hashes.SHA256(), 32, salt, cost).derive(password)
        else:
            key = Scrypt(salt, 32, 1 << cost, 8, 1).derive(password)
        header = bytes([2, kind]) + cost.to_bytes(4, "big") + (bytes([8, 1]) if kind == 2 else bytes(2)) + salt
        vectors.append({
            "derivation": {1: "pbkdf2", 2: "scrypt"}[kind], "cost": cost, "password": password.decode(),
            "salt": salt.hex(), "nonce": nonce.hex(), "content": content.hex(),
            "file": (header + nonce + AESGCM(key).encrypt(nonce, content, header)).hex(),
        })
    return {"files": vectors}


def report_bytes(reception, hand=0, reaction=0, count=0, scope=0, version=1, rest=b"", length=64):
    video, audio = reception["video"], reception["audio"]
    layer = 255 if reception["layer"] is None else reception["layer"]
    written = struct.pack(
        ">BHHHHIHBBBBB", version, video["loss"], video["jitter"], audio["loss"], audio["jitter"],
        reception["bitrate"], reception["freezes"], layer, hand, reaction, count, scope)
    return (written + rest).ljust(length, b"\0")[:length].hex()


def reports():
    """What the 64 bytes of a report say; null where they are none, `isWritten` where it is written so."""
    def arrival(loss=0, jitter=0):
        return {"loss": loss, "jitter": jitter}

    def content(reception, hand=False, reaction=None, count=0):
        return {"reception": reception, "isHandRaised": hand, "reaction": reaction, "count": count}

    nothing = {"video": arrival(), "audio": arrival(), "bitrate": 0, "freezes": 0, "layer": None}
    unsaid = {**nothing, "bitrate": 350, "layer": 0}
    some = {"video": arrival(65535, 12), "audio": arrival(1, 65535), "bitrate": 800, "freezes": 3, "layer": 2}
    most = {**nothing, "bitrate": 2**32 - 1, "freezes": 65535, "layer": 0}
    names = ["thumbsUp", "heart", "laugh", "surprise", "applause", "celebration"]
    written = [
        ("as before there were gestures", report_bytes(some), content(some)),
        ("video that is not looked at", report_bytes(nothing), content(nothing)),
        ("the most", report_bytes(most), content(most)),
        ("a raised hand", report_bytes(some, 1), content(some, True)),
        *[(name, report_bytes(some, 0, code, code), content(some, False, name, code))
          for code, name in enumerate(names, 1)],
        ("all at once", report_bytes(some, 1, 6, 255), content(some, True, "celebration", 255)),
        ("a reaction that is over", report_bytes(some, 0, 0, 9), content(some, False, None, 9)),
        ("gestures alone", report_bytes(unsaid, 1, 2, 7, 1), content(None, True, "heart", 7)),
        ("neither gestures nor media", report_bytes(unsaid, scope=1), content(None)),
    ]
    read = [
        ("a hand of a later version", report_bytes(some, 2), content(some)),
        ("the last hand of a later version", report_bytes(some, 255), content(some)),
        ("a reaction of a later version", report_bytes(some, 1, 7, 3), content(some, True, None, 3)),
        ("the last reaction of a later version", report_bytes(some, 0, 255, 3), content(some, False, None, 3)),
        ("another scope", report_bytes(some, 1, scope=2), content(None, True)),
        ("what a later version adds", report_bytes(some, 1, 1, 1, rest=bytes(range(1, 45))),
         content(some, True, "thumbsUp", 1)),
        ("another version", report_bytes(some, version=2), None),
        ("version 0", report_bytes(some, version=0), None),
        ("too short", report_bytes(some, length=63), None),
        ("too long", report_bytes(some, length=65), None),
        ("nothing", "", None),
    ]
    return [{"name": name, "bytes": data, "content": value, "isWritten": is_written}
            for rows, is_written in [(written, True), (read, False)] for name, data, value in rows]


FILES = {
    "keys.json": keys, "frames.json": frames, "envelopes.json": envelopes,
    "sealed-files.json": sealed_files, "report-contents.json": reports,
}


def main():
    failed = False
    for name, make in FILES.items():
        path = FOLDER / name
        if "--write" in sys.argv:
            path.write_text(json.dumps(make(), indent=2) + "\n")
        elif json.loads(path.read_text()) != make():
            failed = True
            print(f"{name}: differs")
        else:
            print(f"{name}: same")
    # The published frame of suite 5 keeps this file itself honest.
    published = next(f for f in json.loads((FOLDER / "rfc9605.json").read_text())["sframe"] if f["cipher_suite"] == 5)
    value = {name: bytes.fromhex(text) for name, text in published.items() if isinstance(text, str)}
    sealed = sframe_seal(value["base_key"], published["kid"], published["ctr"], value["metadata"], value["pt"])
    failed = failed or sealed != value["ct"]
    print("rfc9605.json suite 5:", "same" if sealed == value["ct"] else "differs")
    sys.exit(1 if failed else 0)


main()
