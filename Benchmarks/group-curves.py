#!/usr/bin/env python3
"""Draws what `ecall-bench group --json FILE` measured, as curves over the number of people.

    Scripts/in-namespace .build/release/ecall-bench group --json group.json
    python3 Benchmarks/group-curves.py group.json docs/images

Writes group-set-up.svg, group-keys.svg, group-cores.svg and group-memory.svg.
"""
import argparse
import json
import statistics
from pathlib import Path

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 64, 170, 36, 44
COLOURS = ["#0a66c2", "#c2410c", "#15803d", "#7e22ce"]


def percentile(values, share):
    return sorted(values)[max(0, round(len(values) * share) - 1)]


def median(values):
    return statistics.median(values) if values else None


def per(sample, field, people=1):
    return None if sample is None else sample[field] / people


def charts(points):
    """File, title and unit of each chart, and its curves: a name and a value for each point, or None."""
    def curve(name, value):
        return name, [(point["people"], value(point)) for point in points]

    keys = [point for point in points if point["keyChange"]]
    return [
        ("group-set-up", "The last person in: from answering to", "ms", [
            curve("first sound", lambda point: median(point["heard"])), curve("first picture", lambda point: median(point["seen"]))]),
        ("group-keys", "A leave: until a member has all new keys", "ms", [
            (name, [(point["people"], percentile(point["keyChange"], share)) for point in keys])
            for name, share in (("half of them", 0.5), ("99 of 100", 0.99), ("the last", 1))]),
        ("group-cores", "Processor, for each person in the call", "cores", [
            curve("server", lambda point: per(point["server"], "processor", point["people"])),
            curve("Janus", lambda point: per(point.get("janus"), "processor", point["people"])),
            curve("real client", lambda point: per(point.get("realPerson"), "processor")),
            curve("without media", lambda point: per(point.get("lightPerson"), "processor"))]),
        ("group-memory", "Memory", "MB", [
            curve("server", lambda point: per(point["server"], "memory")), curve("Janus", lambda point: per(point.get("janus"), "memory")),
            curve("real client", lambda point: per(point.get("realPerson"), "memory")),
            curve("without media", lambda point: per(point.get("lightPerson"), "memory"))]),
    ]


def round_up(value):
    step = 10 ** (len(str(int(value))) - 1) if value >= 1 else 0.1 if value >= 0.1 else 0.01
    return (int(value / step) + 1) * step


def drawn(title, unit, curves):
    values = [(x, y) for _, line in curves for x, y in line if y is not None]
    most_x, most_y = max(x for x, _ in values), round_up(max(y for _, y in values))

    def place(x, y):
        return (LEFT + (WIDTH - LEFT - RIGHT) * x / most_x, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / most_y)

    def text(x, y, words, anchor="start", colour="#444"):
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{words}</text>'

    parts = [text(LEFT, 20, f"{title} ({unit})", colour="#111")]
    for index in range(5):
        value = most_y * index / 4
        x, y = place(0, value)
        parts.append(f'<line x1="{x}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(text(x - 8, y + 4, f"{value:g}" if value >= 1 or value == 0 else f"{value:.2g}", "end"))
    for number in sorted({x for x, _ in values}):
        parts.append(text(place(number, 0)[0], HEIGHT - BOTTOM + 18, number, "middle"))
    parts.append(text(place(most_x / 2, 0)[0], HEIGHT - 8, "people in the call", "middle"))
    for index, ((name, line), colour) in enumerate(zip(curves, COLOURS)):
        places = [place(x, y) for x, y in line if y is not None]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(text(WIDTH - RIGHT + 14, TOP + 16 + 20 * index, name, colour=colour))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">\n'
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("figures", type=Path)
    parser.add_argument("directory", type=Path)
    options = parser.parse_args()
    for name, title, unit, curves in charts(json.loads(options.figures.read_text())):
        (options.directory / f"{name}.svg").write_text(drawn(title, unit, curves))


if __name__ == "__main__":
    main()
