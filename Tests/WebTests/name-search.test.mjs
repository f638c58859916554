import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { peopleNamed } from '../../Web/features/contacts/name-search.js';
import { foldedName } from '../../Web/texts/folded-name.js';

const { same, people, searches } = JSON.parse(readFileSync(new URL('../Vectors/name-search.json', import.meta.url), 'utf8'));

for (const [name, typed] of same) {
    test(`'${typed}' finds '${name}'`, () => {
        assert.ok(foldedName(name).includes(foldedName(typed)));
        assert.equal(peopleNamed([{ contactName: name }], typed).length, 1);
    });
}

const contacts = people.map((contactName) => ({ contactName }));
for (const { wanted, found } of searches) {
    test(`'${wanted}' finds ${found.length}`, () => assert.deepEqual(peopleNamed(contacts, wanted).map(({ contactName }) => contactName), found));
}

const pairs = JSON.parse(readFileSync(new URL('../Vectors/search-names.json', import.meta.url), 'utf8'));

// 003-26
for (const { name, query, matches } of pairs) {
    test(`'${query}' ${matches ? 'finds' : 'does not find'} '${name}'`, () => assert.equal(peopleNamed([{ contactName: name }], query).length === 1, matches));
}
