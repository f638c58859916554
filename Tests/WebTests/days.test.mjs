import assert from 'node:assert/strict';
import { test } from 'node:test';
// Clocks go forward on 29 March 2026 at 2:00 and back on 25 October 2026 at 3:00.
process.env.TZ = 'Europe/Berlin';
const { momentOf } = await import('../../Web/components/time-format.js');

const at = (text) => new Date(text).getTime();
/** The format of a time, or the key of its text. */
const said = (moment, now) => {
    const words = momentOf(new Date(at(moment)).toISOString(), at(now));
    return words.format ?? words.key;
};

test('yesterday is the day before, on the two days when clocks change too', () => {
    assert.equal(new Date('2026-03-29T12:00').getTimezoneOffset(), -120, 'the time zone is that of the test');
    for (const [moment, now, words] of [
        ['2026-03-29T00:30', '2026-03-30T12:00', 'yesterday'], ['2026-03-28T23:30', '2026-03-30T12:00', 'date'], ['2026-03-28T00:30', '2026-03-29T12:00', 'yesterday'],
        ['2026-10-25T00:30', '2026-10-26T12:00', 'yesterday'], ['2026-10-24T23:30', '2026-10-26T12:00', 'date'], ['2026-10-24T00:30', '2026-10-25T12:00', 'yesterday'],
        ['2026-10-25T00:30', '2026-10-25T23:30', 'time.today'], ['2026-03-29T00:30', '2026-03-29T23:30', 'time.today'], ['2026-06-01T23:59', '2026-06-02T03:00', 'yesterday'],
    ]) assert.equal(said(moment, now), words, `${moment}, seen at ${now}`);
});

test('a moment slightly in the future, as clocks may differ, is just now; a later one has its time', () => {
    for (const [moment, words] of [['12:00:59', 'time.justNow'], ['12:01:01', 'time.today'], ['15:00:00', 'time.today'], ['11:59:01', 'time.justNow'], ['11:58:59', 'minutesAgo']]) {
        assert.equal(said(`2026-06-01T${moment}`, '2026-06-01T12:00:00'), words, moment);
    }
    assert.equal(said('2026-06-02T09:00', '2026-06-01T12:00'), 'date');
});
