import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMoment } from '../../Web/protocol/moment.js';

// Not that of servers: what is read as local time shows.
process.env.TZ = 'Asia/Kolkata';

test('003-1: moments are read in each form that servers write', () => {
    for (const text of ['2026-03-01T10:20:30.123Z', '2026-03-01T10:20:30Z', '2026-03-01 10:20:30']) {
        assert.equal(Math.floor(parseMoment(text) / 1000), 1_772_360_430, text);
    }
    assert.equal(parseMoment('2026-03-01T10:20:30.123Z') % 1000, 123);
    for (const text of ['', 'yesterday', '2026-03-01 10:20:30 then']) assert.ok(Number.isNaN(parseMoment(text)), text);
});
