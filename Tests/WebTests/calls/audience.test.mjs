import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Audience } from '../../../Web/calls/members/audience.js';

const { rows } = JSON.parse(readFileSync(new URL('../../Vectors/audience.json', import.meta.url), 'utf8'));

for (const { name, steps } of rows) {
    test(`the server is told whether media has an audience, as in: ${name}`, () => {
        const audience = new Audience();
        for (const [isForSomebody, isAlone, hasChanged, told] of steps) {
            assert.equal(audience.changed(isForSomebody, isAlone), hasChanged);
            assert.equal(audience.toTell(), told);
        }
    });
}
