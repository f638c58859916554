#!/usr/bin/env node
// Makes LocaleFormats.swift of Unicode CLDR, as `Intl` has it: numbers, dates and lists as each locale of the catalogue's languages writes them.
//
//     node Scripts/locale-formats.mjs
//
// Foundation on Linux takes 7 to 18 ms for its first date; these tables are read in microseconds.
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const languages = [.../^LANGUAGES = \((.*)\)$/m.exec(readFileSync(new URL('Scripts/catalogue/reading.py', root), 'utf8'))[1].matchAll(/"([\w-]+)"/g)].map((match) => match[1]);
const regions = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((first, _, all) => all.map((second) => first + second)).concat('001', '150', '419');
const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 8, 12));

/** The fields of LocaleFormat, in their order. */
function record(locale) {
    const numbers = new Intl.NumberFormat(locale);
    const parts = numbers.formatToParts(12345678901.5);
    const value = (type) => parts.find((part) => part.type === type)?.value ?? '';
    const groups = parts.filter((part) => part.type === 'integer').map((part) => part.value.length);
    const zero = new Intl.NumberFormat(locale, { useGrouping: false }).format(0);
    const short = { day: 'numeric', month: 'short' };
    return [
        zero, value('group'), value('decimal'), numbers.formatToParts(1234).length > 1 ? 1 : 2, groups.at(-1), groups.at(-2), yearOffset(locale, zero),
        names(locale, short), months.map((month) => dates(locale, { month: 'long' }).format(month)).join(';'), names(locale, { month: 'long', year: 'numeric' }),
        pattern(locale, short, zero), pattern(locale, { ...short, year: 'numeric' }, zero), pattern(locale, { month: 'long', year: 'numeric' }, zero),
        ...lists(locale),
    ].join('|');
}

const dates = (locale, options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
const names = (locale, options) => months.map((month) => dates(locale, options).formatToParts(month).find((part) => part.type === 'month').value).join(';');
const latin = (text, zero) => [...text].map((digit) => digit.codePointAt(0) - zero.codePointAt(0)).join('');

/** The years by which the calendar of a locale is ahead, as Thailand's is. */
const yearOffset = (locale, zero) => Number(latin(dates(locale, { year: 'numeric' }).formatToParts(months[0]).find((part) => part.type === 'year').value, zero)) - 2026;

function pattern(locale, options, zero) {
    return dates(locale, options).formatToParts(months[0]).map(({ type, value }) => {
        switch (type) {
        case 'day': return latin(value, zero).length > 1 ? '{D}' : '{d}';
        case 'month': return '{m}';
        case 'year': return '{y}';
        // As `format` writes it, which V8 gives a plain space here.
        default: return value.replaceAll('\u202f', ' ');
        }
    }).join('');
}

/** Two, the first of more, the next ones, the last one. */
function lists(locale) {
    const between = (items) => new Intl.ListFormat(locale).formatToParts(items).filter((part) => part.type === 'literal').map((part) => part.value);
    const [start, middle, end] = between(['a', 'b', 'c', 'd']);
    return [between(['a', 'b'])[0], start, middle, end];
}

const lines = languages.flatMap((language) => {
    const [base, others] = [record(language), new Map()];
    for (const region of regions) {
        const locale = `${language}-${region}`;
        // A region that is gone is another by now.
        if (Intl.getCanonicalLocales(locale)[0] !== locale) continue;
        const made = record(locale);
        if (made !== base) others.set(made, [...others.get(made) ?? [], locale]);
    }
    return [`${language}|${base}`, ...[...others].map(([made, locales]) => `${locales.join(' ')}|${made}`)];
});
if (lines.some((line) => line.split('|').length !== 18)) throw new Error('a field has the sign between fields');
writeFileSync(new URL('Sources/ECallLanguage/Generated/LocaleFormats.swift', root), `// swift-format-ignore-file
// Made by Scripts/locale-formats.mjs of Unicode CLDR ${process.versions.cldr}.

extension LocaleFormat {
    /// A line for locales that write alike: their tags, then the fields of the record.
    static let records: StaticString = #"""
${lines.map((line) => `        ${line}`).join('\n')}
        """#
}
`);
