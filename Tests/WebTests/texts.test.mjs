import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawn } from '../../Web/dom/drawn.js';
import { h } from '../../Web/dom/h.js';
import { pseudoTexts } from '../../Web/texts/pseudo.js';
import { isText, text } from '../../Web/texts/text.js';
import { KhmerFormats } from '../../Web/texts/khmer-formats.js';
import { Texts } from '../../Web/texts/texts.js';
import { english, table } from './english.mjs';

/** Arabic has all six categories. */
const arabic = new Texts('ar', {
    'people.count': { by: 'count', zero: 'z', one: 'o', two: 't', few: 'f {count}', many: 'm', other: 'x' },
    'people.greeting': 'مرحبا {name}',
});
const sample = new Texts('en', {
    'people.count': { by: 'count', one: '{count} person', other: '{count} people' },
    'people.who': '{names} and {more}', 'people.kept': 'The keys of **{name}** are kept.', 'people.only': '**Nothing** is sent.',
});
const count = (number) => ({ key: 'people.count', args: { count: number } });

test('a text is plain frozen data', () => {
    const one = text('settings.blocked.group', { name: 'Bo' });
    assert.deepEqual(one, { key: 'settings.blocked.group', args: { name: 'Bo' } });
    assert.ok(Object.isFrozen(one) && Object.isFrozen(one.args) && isText(one));
    assert.ok(![h('p', { key: 'x' }), 'x', null, undefined, 3, { args: {} }].some(isText));
    assert.deepEqual(structuredClone(one), one);
});

test('a number chooses the plural of its language', () => {
    assert.equal(sample.string(count(1)), '1 person');
    assert.equal(sample.string(count(0)), '0 people');
    assert.equal(sample.string(count(1200)), '1,200 people');
    const said = [0, 1, 2, 3, 11, 100, 1.5].map((number) => arabic.string(count(number))[0]);
    assert.deepEqual(said, ['z', 'o', 't', 'f', 'm', 'x', 'x']);
});

test('Khmer is written as the CLDR has it by browsers that lack it', () => {
    const [known, own] = [new Intl.DateTimeFormat('km'), new KhmerFormats()];
    assert.equal(known.resolvedOptions().locale, 'km', 'this Node.js has Khmer');
    const dates = /** @type {Intl.DateTimeFormatOptions[]} */ ([{ weekday: 'long' }, { hour: 'numeric', minute: '2-digit' }, { month: 'long' },
        { month: 'long', year: 'numeric' }, { day: 'numeric', month: 'short' }, { day: 'numeric', month: 'short', year: 'numeric' }]);
    for (let moment = Date.UTC(2026, 0, 1, 3, 4); moment < Date.UTC(2027, 0, 1); moment += 26 * 3_600_000) {
        for (const options of dates) assert.equal(own.moment(options).format(moment), new Intl.DateTimeFormat('km', options).format(moment));
    }
    for (const unit of /** @type {('second' | 'minute' | 'hour' | 'day')[]} */ (['second', 'minute', 'hour', 'day'])) {
        for (const unitDisplay of /** @type {('short' | 'long')[]} */ (['short', 'long'])) {
            assert.equal(own.amount(unit).format(42), new Intl.NumberFormat('km', { style: 'unit', unit, unitDisplay }).format(42).replace(' ', '\u00a0'), 'one line');
        }
    }
    for (const digits of /** @type {(1 | 2)[]} */ ([1, 2])) assert.equal(own.number(digits).format(7), new Intl.NumberFormat('km', { minimumIntegerDigits: digits }).format(7));
    assert.equal(own.ago().format(-12, 'minute'), new Intl.RelativeTimeFormat('km', { style: 'short' }).format(-12, 'minute'));
    assert.equal(own.ago().format(-1, 'day'), new Intl.RelativeTimeFormat('km', { numeric: 'auto' }).format(-1, 'day'));
    for (const type of /** @type {('unit' | 'conjunction')[]} */ (['unit', 'conjunction'])) {
        for (const items of [[], ['1'], ['1', '2'], ['1', '2', '3']]) assert.equal(own.list(type).format(items), new Intl.ListFormat('km', { type }).format(items));
    }
});

test('a list without “and” has something between its items in every language', () => {
    const items = ['Ana', 'Bo'];
    const plain = (/** @type {string} */ language) => new Texts(language, {}).string({ format: 'list', items, isPlain: true });
    const expected = { en: 'Ana, Bo', 'zh-Hans': 'Ana、Bo', ja: 'Ana、Bo', ko: 'Ana, Bo', km: 'Ana, Bo', de: 'Ana, Bo', th: 'Ana, Bo', ar: '\u2068Ana\u2069، \u2068Bo\u2069' };
    for (const [language, words] of Object.entries(expected)) assert.equal(plain(language), words, language);
});

test('arguments may be texts, numbers and lists', () => {
    const who = (names, more) => sample.string({ key: 'people.who', args: { names, more } });
    assert.equal(who(['Ana', 'Bo', 'Cy'], count(2)), 'Ana, Bo, and Cy and 2 people');
    assert.equal(who('Ana', 1000), 'Ana and 1,000');
    assert.equal(who([count(1), 'Bo'], 3), '1 person and Bo and 3');
    assert.equal(who('{more} **x**', '$&'), '{more} **x** and $&');
});

test('what is missing is a fault', () => {
    assert.throws(() => sample.string({ key: 'people.who', args: { names: 'Ana' } }), /'people.who' lacks its argument 'more'/);
    assert.throws(() => sample.string({ key: 'people.count', args: {} }), /'people.count' in 'en' without the number 'count'/);
    assert.throws(() => sample.string({ key: 'people.count', args: { count: '2' } }), /without the number/);
    assert.throws(() => sample.string({ key: 'people.none', args: {} }), /no text 'people.none' in 'en'/);
});

test('a name of the other direction stays by itself', () => {
    assert.equal(arabic.direction, 'rtl');
    assert.equal(arabic.string({ key: 'people.greeting', args: { name: 'Bo' } }), 'مرحبا \u2068Bo\u2069');
    assert.equal(english.string(text('settings.blocked.group', { name: 'أميرة' })), 'Actions for \u2068أميرة\u2069');
    assert.equal(english.string(text('settings.blocked.group', { name: 'Bo' })), 'Actions for Bo');
});

test('a name turns nothing around that stands beside it', () => {
    const called = 'Ana\u202e\u2069\u2066live';
    assert.equal(english.string(text('settings.blocked.group', { name: called })), 'Actions for Analive');
    assert.equal(english.string(called), 'Analive');
    assert.equal(english.string(text('call.isCalled', { names: { format: 'list', items: [called, 'Bo'] } })), 'Calling Analive and Bo…');
    assert.equal(arabic.string({ key: 'people.greeting', args: { name: called } }), 'مرحبا \u2068Analive\u2069');
});

test('what is strong is an element, and words alone in an attribute', () => {
    const kept = { key: 'people.kept', args: { name: 'a**b' } };
    const [element] = drawn([h('p', { title: kept }, kept)], sample);
    assert.equal(element.props.title, 'The keys of a**b are kept.');
    const [before, strong, after] = element.children;
    assert.deepEqual([before, strong.tag, strong.children, after], ['The keys of ', 'strong', ['a**b'], ' are kept.']);
    const [only] = drawn([{ key: 'people.only', args: {} }], sample);
    assert.deepEqual([only.tag, only.children], ['strong', ['Nothing']]);
});

// 003-40
test('times, dates and lengths are as the language has them', () => {
    const moment = new Date(2026, 2, 4, 15, 9).getTime();
    const british = new Texts('en', {}, { locale: 'en-GB' });
    assert.equal(british.string({ format: 'time', moment }), '15:09');
    assert.equal(english.string({ format: 'time', moment }).replace(/\s/u, ' '), '3:09 PM');
    assert.equal(british.string({ format: 'date', moment, hasYear: true }), '4 Mar 2026');
    assert.equal(english.string({ format: 'yesterday' }), 'yesterday');
    assert.equal(english.string({ format: 'minutesAgo', count: 3 }), '3 min. ago');
    assert.equal(english.string({ format: 'amount', count: 1, unit: 'hour' }), '1 hr');
    const durations = [0, 1999, 61_000, 3_600_000, 3_725_000].map((milliseconds) => english.string({ format: 'duration', milliseconds }));
    assert.deepEqual(durations, ['0 seconds', '1 second', '1 minute, 1 second', '1 hour', '1 hour, 2 minutes, 5 seconds']);
    assert.equal(new Texts('de', {}).string({ format: 'duration', milliseconds: 62_000 }), '1 Minute, 2 Sekunden');
});

test('the language of tests is long, accented and from right to left; arguments stay', () => {
    const pseudo = pseudoTexts(table);
    assert.equal(pseudo.direction, 'rtl');
    const said = pseudo.string(text('settings.blocked.group', { name: 'Bo' }));
    assert.match(said, /^\u200f⟦Ááçtííóóñš fóór \u2068Bo\u2069⟧\u200f$/);
    for (const [key, entry] of Object.entries(table).filter(([name]) => name !== 'common.brand')) {
        const patterns = (one) => (typeof one === 'string' ? [one] : Object.values(one).slice(1));
        for (const pattern of patterns(entry)) {
            const letters = pattern.replace(/\{\w+\}|\*\*/g, '').length;
            const longer = pseudoTexts({ [key]: pattern.replace(/[{}]/g, '') }).string({ key, args: {} });
            assert.ok(longer.length >= letters * 1.2, `${key}: ${longer}`);
        }
    }
});

// 003-26
test('dates, numbers, lists and the order of names are those of the language and its region', () => {
    const moment = Date.UTC(2026, 10, 28, 12);
    const said = (locale) => {
        const texts = new Texts(locale.split('-')[0], { 'people.count': '{count}' }, { locale });
        return [texts.string({ key: 'people.count', args: { count: 12345.5 } }), texts.string({ format: 'date', moment, hasYear: true }), texts.string({ format: 'list', items: ['Ana', 'Bo', 'Cy'] }), texts.string({ format: 'clock', milliseconds: 3_723_000 })];
    };
    assert.deepEqual(said('en-GB'), ['12,345.5', '28 Nov 2026', 'Ana, Bo and Cy', '1:02:03']);
    assert.deepEqual(said('en-US'), ['12,345.5', 'Nov 28, 2026', 'Ana, Bo, and Cy', '1:02:03']);
    assert.deepEqual(said('de-DE'), ['12.345,5', '28. Nov. 2026', 'Ana, Bo und Cy', '1:02:03']);
    assert.deepEqual(said('hi-IN'), ['12,345.5', '28 नव॰ 2026', 'Ana, Bo, और Cy', '1:02:03']);
    assert.deepEqual(said('ar-EG').slice(0, 2), ['١٢٬٣٤٥٫٥', '٢٨ نوفمبر ٢٠٢٦']);
    assert.equal(said('ar-EG')[3], '١:٠٢:٠٣');
    const sorted = (locale) => ['Zoe', 'Ärne', 'Anton', 'Öcal', 'Oda'].sort((one, other) => new Texts('de', {}, { locale }).compare(one, other));
    assert.deepEqual(sorted('de'), ['Anton', 'Ärne', 'Öcal', 'Oda', 'Zoe']);
    assert.deepEqual(sorted('sv'), ['Anton', 'Oda', 'Zoe', 'Ärne', 'Öcal']);
});
