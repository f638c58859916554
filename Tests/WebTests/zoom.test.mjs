import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enlarged, kept, pressed, pressedTwice, whole, within } from '../../Web/features/calls/stage/zoom.js';

const place = { width: 390, height: 600 };
const shown = within({ width: 1920, height: 1080 }, place);
/** The displayed position of a point of the picture, relative to its centre. */
const seenAt = ({ scale, x, y }, point) => ({ x: x + scale * point.x, y: y + scale * point.y });

test('a picture is as large as its area allows, and fills the area before its size is known', () => {
    assert.deepEqual([shown.width, Math.round(shown.height)], [390, 219]);
    assert.deepEqual(within({ width: 900, height: 1600 }, place), { width: 337.5, height: 600 });
    assert.deepEqual(within({ width: 0, height: 0 }, place), place);
});

test('the point under the fingers stays under them', () => {
    for (const at of [{ x: 0, y: 0 }, { x: 100, y: -40 }, { x: -190, y: 100 }]) {
        const once = enlarged(whole, 2.5, at);
        const [before, after] = [seenAt(whole, at), seenAt(once, at)];
        assert.ok(Math.abs(before.x - after.x) < 1e-9 && Math.abs(before.y - after.y) < 1e-9);
    }
    assert.equal(enlarged(whole, 100, { x: 0, y: 0 }).scale, 8);
    assert.equal(enlarged(whole, 0.1, { x: 0, y: 0 }).scale, 1);
});

test('no edge moves into the area, and a picture smaller than the area stays in its center', () => {
    assert.deepEqual(kept({ scale: 1, x: 50, y: 50 }, shown, place), whole);
    const twice = kept({ scale: 2, x: 1000, y: 1000 }, shown, place);
    assert.deepEqual(twice, { scale: 2, x: 195, y: 0 });
    const more = kept({ scale: 4, x: -1000, y: -1000 }, shown, place);
    assert.deepEqual([more.x, Math.round(more.y)], [-585, -139]);
    assert.deepEqual(kept({ scale: 20, x: 0, y: 0 }, shown, place).scale, 8);
});

test('pressed twice it fills its place, at least at twice the size, and then is whole again', () => {
    const filled = pressedTwice(whole, { x: 0, y: 0 }, shown, place);
    assert.ok(Math.abs(shown.height * filled.scale - place.height) < 1e-9);
    assert.deepEqual(pressedTwice(filled, { x: 3, y: 4 }, shown, place), whole);
    assert.equal(pressedTwice(whole, { x: 0, y: 0 }, { width: 390, height: 590 }, place).scale, 2);
});

test('+ and - zoom, 0 shows the whole', () => {
    assert.deepEqual(['+', '=', '-', '0', 'x'].map((key) => pressed({ scale: 2, x: 0, y: 0 }, key)?.scale ?? null), [2.5, 2.5, 1.6, 1, null]);
});
