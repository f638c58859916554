"""A camera and a microphone as files: each picture carries the code of its sender (ECallMedia's PictureCode), the sound
is the sender's tone."""
import math
import random
import struct
import zlib

COLUMNS, ROWS, MAGIC = 12, 8, b"ECall picture 1"
#: Width, height and the size of a cell of the code.
SMALL, LARGE = (320, 240, 16), (960, 540, 32)
FRAMES_PER_SECOND, SECONDS = 20, 4


def frequency(sender):
    """Returns the tone of a sender in hertz."""
    return 400 + 100 * (sender % 48)


def picture_code(sender, microseconds):
    payload = struct.pack(">HHI", sender, microseconds >> 32, microseconds & 0xFFFFFFFF)
    return payload + struct.pack(">I", zlib.crc32(MAGIC + payload))


def picture(sender, index, grain=None, size=SMALL):
    """Returns an I420 picture: a moving bar and, in the upper left corner, sender and time; with film grain if bytes of it are given."""
    width, height, cell = size
    bits = picture_code(sender, index * 1_000_000 // FRAMES_PER_SECOND)
    bar = index * 4 % width
    background = bytearray([110 + 5 * (sender % 8)]) * width
    moving = bytearray(background)
    moving[bar:bar + 24] = bytes([220]) * len(moving[bar:bar + 24])
    luma = bytearray()
    for row in range(height):
        line = bytearray(moving if row >= ROWS * cell + 20 else background)
        if grain:
            start = (index * 7919 + row * 104729) % (len(grain) - width)
            line = bytearray(grain[start:start + width])
        if row < ROWS * cell:
            for column in range(COLUMNS):
                place = row // cell * COLUMNS + column
                white = bits[place // 8] >> (7 - place % 8) & 1
                line[column * cell:(column + 1) * cell] = bytes([235 if white else 16]) * cell
        luma += line
    chroma = bytes([128]) * (width // 2 * height // 2)
    return bytes(luma) + chroma + chroma


def write_camera(path, sender, grainy=False, size=SMALL):
    """Writes a y4m file for Chromium's --use-file-for-fake-video-capture; with grain an encoder uses all the bits it may."""
    grain = bytes(random.Random(sender).choices(range(116, 141), k=1 << 16)) if grainy else None
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{size[0]} H{size[1]} F{FRAMES_PER_SECOND}:1 Ip A1:1\n".encode())
        for index in range(FRAMES_PER_SECOND * SECONDS):
            file.write(b"FRAME\n" + picture(sender, index, grain, size))


def write_microphone(path, sender, rate=48_000, seconds=2):
    """Writes a WAV file for Chromium's --use-file-for-fake-audio-capture, of whole periods so that it repeats without a click."""
    step = 2 * math.pi * frequency(sender) / rate
    samples = struct.pack(f"<{rate * seconds}h", *(int(13_000 * math.sin(step * n)) for n in range(rate * seconds)))
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, 1, rate, rate * 2,
                         2, 16, b"data", len(samples))
    with open(path, "wb") as file:
        file.write(header + samples)
