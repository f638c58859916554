"""QR codes as files: camera input, and pictures."""
import re
import struct
import zlib

#: The quiet zone around a code, and the side of a module in pixels.
QUIET, MODULE = 4, 8
WIDTH, HEIGHT = 640, 480


def code_of(page, text):
    """Returns the rows of a code, 1 for dark, as a page draws them."""
    drawn = page.evaluate(f"import('/components/qr-code.js').then(({{ qrCode }}) => qrCode({text!r}))")
    rows = [[0] * drawn["size"] for _ in range(drawn["size"])]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)", drawn["path"]):
        rows[int(y)][int(x):int(x) + int(width)] = [1] * int(width)
    return rows


def drawn(rows, module=MODULE):
    """Returns rows of pixels, from 0 to 255, with the quiet zone."""
    blank = [0] * QUIET
    framed = [[0] * (len(rows) + 2 * QUIET)] * QUIET
    framed = [*framed, *(blank + row + blank for row in rows), *framed]
    return [line for row in framed for line in [bytes(value for dark in row for value in [20 if dark else 235] * module)] * module]


def write_camera(path, rows):
    """Writes a y4m file with the code in the middle."""
    pixels = drawn(rows, HEIGHT // (len(rows) + 2 * QUIET))
    top, left = (HEIGHT - len(pixels)) // 2, (WIDTH - len(pixels[0])) // 2
    luma = bytearray([120]) * (WIDTH * HEIGHT)
    for y, line in enumerate(pixels):
        start = (top + y) * WIDTH + left
        luma[start:start + len(line)] = line
    chroma = bytes([128]) * (WIDTH * HEIGHT // 2)
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1\n".encode())
        for _ in range(10):
            file.write(b"FRAME\n" + luma + chroma)
    return path


def write_picture(path, rows):
    """Writes a grey PNG file."""
    pixels = drawn(rows)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", len(pixels[0]), len(pixels), 8, 0, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
                     + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + line for line in pixels))) + chunk(b"IEND", b""))
    return path
