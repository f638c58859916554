import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const file = new URL('../Vectors/locale-formats.json', import.meta.url);
const locales = ['en', 'en-GB', 'en-IN', 'ar', 'ar-EG', 'ar-MA', 'de', 'de-AT', 'de-CH', 'es', 'es-MX', 'es-AR', 'fr', 'fr-CA', 'hi', 'it', 'it-CH',
    'ja', 'km', 'ko', 'pt', 'pt-PT', 'ru', 'ru-UA', 'th', 'vi', 'zh-Hans', 'zh-Hans-SG'];
const days = [[2026, 1, 5], [2026, 11, 28], [2024, 2, 29], [1999, 12, 31], [2027, 8, 9]];
const names = ['Ana', 'Bo', 'Cem', 'Dee'];

/** Invisible characters that keep a number's direction. */
const withoutMarks = (text) => text.replace(/[\u200e\u061c]/g, '').replace('\u2212', '-');

/** Numbers, dates and lists of a locale, as `Intl` formats them. */
function written(locale) {
    const [whole, tenths] = [new Intl.NumberFormat(locale), new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })];
    const date = (moment, options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(moment);
    return {
        locale,
        numbers: [0, 7, 999, 1234, 12345, 1234567, 123456789, -1234].map((number) => withoutMarks(whole.format(number))),
        tenths: [0, 5, 12, 12345].map((number) => tenths.format(number / 10)),
        days: days.map(([year, month, day]) => {
            const moment = Date.UTC(year, month - 1, day, 12);
            return [{ day: 'numeric', month: 'short' }, { day: 'numeric', month: 'short', year: 'numeric' }, { month: 'long' }, { month: 'long', year: 'numeric' }]
                .map((options) => date(moment, options));
        }),
        lists: names.map((_, index) => new Intl.ListFormat(locale).format(names.slice(0, index + 1))),
    };
}

test('the numbers, dates and lists that clients in Swift are checked against are those of Intl', () => {
    const now = `[\n${locales.map((locale) => `    ${JSON.stringify(written(locale))}`).join(',\n')}\n]\n`;
    if (process.env.ECALL_WRITE_VECTORS) writeFileSync(file, now);
    assert.equal(readFileSync(file, 'utf8'), now);
});
