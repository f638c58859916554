import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonicalEmail, readEmail } from '../../Web/session/email-address.js';
import { parseIdentifier, parseName } from '../../Web/session/identifier-syntax.js';
import { needsCountry, readPhoneNumber } from '../../Web/session/phone-number.js';

const vectorsOf = (name) => JSON.parse(readFileSync(new URL(`../Vectors/${name}.json`, import.meta.url), 'utf8'));
const vectors = vectorsOf('identifiers');

// 000-17, 003-28
test('e-mail addresses have one canonical form, as in Swift', () => {
    for (const { text, canonical } of vectors.emails) assert.equal(canonicalEmail(text), canonical, text);
});

// 000-15, 000-17
test('a typed identifier is parsed, or the error gives the reason, as in Swift', () => {
    for (const { text, email = '', phoneNumber = '', problem } of vectors.typed) {
        if (problem) assert.throws(() => parseIdentifier(text), { code: problem }, text);
        else assert.deepEqual(parseIdentifier(text), { email, phoneNumber }, text);
    }
});

// 000-18
test('a name is limited to 50 characters as users count them', () => {
    for (const name of ['W'.repeat(50), '👩‍🚀'.repeat(50)]) assert.equal(parseName(` ${name} `), name);
    for (const name of ['W'.repeat(51), '👩‍🚀'.repeat(51)]) assert.throws(() => parseName(name), { code: 'nameTooLong' });
});

test('an address is read as it is copied, with its domain in ASCII, or refused with the reason, as in Swift', () => {
    const { addresses } = vectorsOf('addresses');
    assert.ok(addresses.length > 80);
    for (const { text, email, problem } of addresses) assert.deepEqual(readEmail(text), email ? { email } : { problem }, JSON.stringify(text));
});

// 003-28
test('a dialled number becomes + and digits, or is refused with the reason, as in Swift', () => {
    const { dialled } = vectorsOf('phone-numbers');
    assert.ok(dialled.length > 100);
    for (const { text, callingCode, number, problem } of dialled) {
        assert.deepEqual(readPhoneNumber(text, callingCode), number ? { number } : { problem }, JSON.stringify(text));
        if (!callingCode && problem === 'missingCountryCode' && !/\p{L}/u.test(text)) assert.equal(needsCountry(text), true, text);
    }
});

test('a country is asked for only where a number has none', () => {
    for (const [typed, needs] of [['0151', true], ['(0151) 234-567', true], ['٠١٥١', true], ['+49 151', false], ['0049 151', false], ['ana@1', false], ['', false], ['01', false], ['https://1', false]]) {
        assert.equal(needsCountry(typed), needs, typed);
    }
});
