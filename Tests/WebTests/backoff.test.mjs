import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { delay, mediaBackoff, requestBackoff, socketBackoff, urgentBackoff } from '../../Web/protocol/backoff.js';
import { retryDelay } from '../../Web/protocol/http/retry-policy.js';

const vectors = JSON.parse(readFileSync(new URL('../Vectors/backoff.json', import.meta.url), 'utf8'));
const backoffs = { requests: requestBackoff, sockets: socketBackoff, urgent: urgentBackoff, media: mediaBackoff };

test('back-offs start and stop with the delays of the vectors', () => {
    assert.deepEqual(backoffs, vectors.backoffs);
});

test('the delay before each retry is that of the vectors', () => {
    assert.equal(vectors.delays.length, 125);
    for (const { backoff, attempt, random, delay: expected } of vectors.delays) {
        const found = delay(backoffs[backoff], attempt, random);
        assert.ok(Math.abs(found - expected) < 0.001, `${backoff}, attempt ${attempt}, random ${random}: ${found} instead of ${expected}`);
    }
});

test('a request is retried when the vectors say so', () => {
    assert.equal(vectors.retries.length, 57);
    for (const { name, status = 0, code = '', retryAfter = null, attempt, elapsed, random, wait } of vectors.retries) {
        const found = retryDelay({ status, code, retryAfter }, { attempt, elapsed, random });
        if (wait === null || found === null) assert.equal(found, wait, name);
        else assert.ok(Math.abs(found - wait) < 0.001, `${name}: ${found} instead of ${wait}`);
    }
});
