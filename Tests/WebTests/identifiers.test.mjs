import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { canonicalEmail, isPhoneNumber, parseIdentifier, parseName } from '../../Web/session/identifier-syntax.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/identifiers.json', import.meta.url), 'utf8'));

// 000-17, 003-28
test('addresses and phone numbers have one canonical form, as in Swift', () => {
    for (const { text, canonical } of vectors.emails) assert.equal(canonicalEmail(text), canonical, text);
    for (const { text, canonical } of vectors.phoneNumbers) assert.equal(isPhoneNumber(text), canonical !== null, text);
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
