import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const file = new URL('../Vectors/plural-rules.json', import.meta.url);
const languages = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'it', 'ja', 'km', 'ko', 'pt', 'ru', 'th', 'vi', 'zh-Hans'];
const whole = [...Array.from({ length: 201 }, (_, number) => number), 1000, 1_000_000, 1_000_001, 2_000_000];
const fractions = ['0.0', '0.1', '0.5', '0.9', '1.0', '1.00', '1.1', '1.5', '1.9', '2.0', '2.5', '3.0', '5.0', '10.0', '11.5', '21.0', '21.1', '100.0', '100.5', '101.2'];

/** A number as it is written: trailing zeros count. */
function category(language, decimal) {
    const digits = decimal.split('.')[1]?.length ?? 0;
    return new Intl.PluralRules(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).select(Number(decimal));
}

/** The numbers by language and category. */
function vectors() {
    const numbers = [...whole.map(String), ...fractions];
    return Object.fromEntries(languages.map((language) => {
        const kinds = {};
        for (const number of numbers) (kinds[category(language, number)] ??= []).push(number);
        return [language, Object.fromEntries(Object.entries(kinds).map(([kind, all]) => [kind, all.join(' ')]))];
    }));
}

test('the plural rules for Swift clients are those of Intl', () => {
    const now = `${JSON.stringify(vectors(), null, 2)}\n`;
    if (process.env.ECALL_WRITE_VECTORS) writeFileSync(file, now);
    assert.equal(readFileSync(file, 'utf8'), now);
});

test('the plural rules contain each language with each of its forms', () => {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    for (const language of languages) {
        assert.deepEqual(Object.keys(kept[language]).sort(), [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort());
    }
});
