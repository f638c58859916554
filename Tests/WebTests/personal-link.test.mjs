import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ContactsService } from '../../Web/features/contacts/contacts-service.js';
import { isSameLink, lifetimeChoices, limitsFrom, nearestChoice, peopleChoices, readPersonalLink, stageOf } from '../../Web/features/personal-link/personal-link.js';

/** `closest`: people and seconds of a link, then those of the form; `renewed`: milliseconds left, then seconds; `stages`: people who asked, milliseconds left. */
const vectors = JSON.parse(readFileSync(new URL('../Vectors/personal-link.json', import.meta.url), 'utf8'));
const token = 'aB3'.repeat(14) + 'x';
const said = { token, maxUses: 10, usedCount: 3, createdAt: '2026-03-01T10:00:00Z', expiresAt: '2026-03-31T10:00:00Z' };
const link = { link: `https://x/share/contact/${token}`, maxUses: 10, usedCount: 3, createdAt: Date.UTC(2026, 2, 1, 10), expiresAt: Date.UTC(2026, 2, 31, 10) };

test('the server’s personal link is parsed, also when it is off', () => {
    assert.deepEqual(readPersonalLink({ personalLink: said }, 'https://x'), link);
    assert.deepEqual(readPersonalLink({ personalLink: { ...said, createdAt: '2026-03-01 10:00:00' } }, 'https://x'), link);
    assert.equal(readPersonalLink({ personalLink: null }, 'https://x'), null);
});

for (const [what, answer] of [
    ['nothing', undefined], ['null', null], ['no member', {}], ['a number', { personalLink: 5 }], ['an empty one', { personalLink: {} }],
    ...Object.entries({
        'no token': { token: undefined }, 'a short token': { token: token.slice(1) }, 'a token with a path': { token: `../${token.slice(3)}` }, 'a token that is a number': { token: 7 },
        'no limit': { maxUses: null }, 'a limit of 0': { maxUses: 0 }, 'half a limit': { maxUses: 1.5 }, 'a limit as text': { maxUses: '10' },
        'a count below 0': { usedCount: -1 }, 'a count as text': { usedCount: '3' }, 'no end': { expiresAt: undefined }, 'an invalid end': { expiresAt: 'soon' }, 'no beginning': { createdAt: null },
    }).map(([name, change]) => [name, { personalLink: { ...said, ...change } }]),
]) {
    test(`a response with ${what} is rejected`, () => assert.throws(() => readPersonalLink(answer, 'https://x'), { code: 'undecodable' }));
}

for (const [usedCount, left, stage] of vectors.stages) {
    test(`a link with ${usedCount} of 10 uses, ${left} ms before its end, is ${stage}`, () => assert.equal(stageOf({ ...link, usedCount }, link.expiresAt - left), stage));
}

test('the form starts with the choices closest to the link’s limits', () => {
    const choiceOf = (maxUses, lifetime) => Object.values(nearestChoice({ ...link, maxUses, createdAt: 0, expiresAt: lifetime }));
    assert.deepEqual(nearestChoice(null), { maxUses: 10, lifetime: 30 * 86_400 });
    assert.deepEqual([peopleChoices, lifetimeChoices], [vectors.people, vectors.lifetimes]);
    // In the last one, a clock was wrong.
    for (const [maxUses, seconds, ...expected] of vectors.closest) assert.deepEqual(choiceOf(maxUses, seconds * 1000), expected, `${maxUses} people, ${seconds} s`);
    for (const maxUses of peopleChoices) for (const lifetime of lifetimeChoices) assert.deepEqual(choiceOf(maxUses, lifetime * 1000), [maxUses, lifetime]);
});

test('another link ends when the former does, within the server’s limits', () => {
    for (const [left, lifetime] of vectors.renewed) {
        assert.deepEqual(limitsFrom(link, link.expiresAt - left), { maxUses: 10, lifetime });
    }
});

test('two responses describe the same link if its text and limits are equal', () => {
    for (const [one, other, isSame] of [
        [link, { ...link, usedCount: 4 }, true], [link, { ...link, link: 'https://x/other' }, false], [link, { ...link, maxUses: 5 }, false], [link, { ...link, expiresAt: 0 }, false],
        ['off', 'off', true], [null, 'off', false], ['off', link, false], [link, null, false], [null, null, true],
    ]) assert.equal(isSameLink(one, other), isSame);
});

/** A service whose server records requests, and answers this. */
function bench(answer) {
    const sent = [];
    const send = async ({ method, path, authorization }, { body } = {}) => {
        sent.push(`${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''} ${authorization}`);
        return answer;
    };
    return { sent, service: new ContactsService({ origin: 'https://x', signaling: {}, api: { send } }) };
}

test('the link is fetched, turned on, changed, renewed and turned off on the server', async () => {
    const { sent, service } = bench({ personalLink: said });
    assert.deepEqual(await service.personalLink(), link);
    assert.deepEqual(await service.setPersonalLink({ maxUses: 5, lifetime: 86_400 }), link);
    assert.deepEqual(await service.setPersonalLink({ maxUses: 5, lifetime: 86_400 }, true), link);
    await service.removePersonalLink();
    assert.deepEqual(sent, [
        'GET /personal-link required', 'PUT /personal-link {"maxUses":5,"lifetime":86400} required', 'PUT /personal-link {"maxUses":5,"lifetime":86400,"isNew":true} required',
        'DELETE /personal-link required',
    ]);
    assert.equal(await bench({ personalLink: null }).service.personalLink(), null);
    await assert.rejects(bench({}).service.setPersonalLink({ maxUses: 5, lifetime: 86_400 }), { code: 'undecodable' });
});
