"""The page in pseudo-languages that are long, accented, and right to left."""
from bench.gallery import show


def test_directional_icons_are_mirrored(gallery):
    page = gallery.open("narrow", language="en-XA")
    show(page, "contact")
    mirror = "getComputedStyle(document.querySelector('.detail-back .icon')).transform"
    assert page.evaluate(mirror) == "matrix(-1, 0, 0, 1, 0, 0)"
    back = page.evaluate("document.querySelector('.detail-back').getBoundingClientRect().right")
    assert back > 300, "it is where the line begins"
