import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentText } from '../../Web/components/time-format.js';
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

// 003-40
test('a moment is shown as a time of day, then as a day', () => {
    const now = new Date(2026, 2, 1, 18).getTime();
    const at = (...parts) => momentText(new Date(...parts).toISOString(), now);
    assert.deepEqual(
        [at(2026, 2, 1, 17, 59, 30), at(2026, 2, 1, 17, 20), at(2026, 2, 1, 9, 5), at(2026, 1, 28, 9), at(2026, 1, 3), at(2025, 1, 3)],
        ['just now', '40 min ago', 'today, 09:05', 'yesterday', 'Feb 3', 'Feb 3, 2025'],
    );
    assert.deepEqual([momentText(null, now), momentText('yesterday', now)], ['', '']);
});
