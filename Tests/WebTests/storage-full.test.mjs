import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailure } from '../../Web/calls/model/call-failure.js';
import { storageError } from '../../Web/session/storage-full.js';
import { problemOf } from '../../Web/state/problem.js';
import { said } from './english.mjs';

const full = () => storageError(new DOMException('', 'QuotaExceededError'));

test('a full storage is named, with what to do, at sign-in and in a call', () => {
    for (const problem of [problemOf(full()).message, CallFailure.from(full()).text]) assert.match(said(problem), /storage is full\. Free up space/);
    assert.equal(problemOf(full()).code, 'storageFull');
});

test('another failure of the storage is not called a full one', () => {
    for (const error of [new DOMException('', 'AbortError'), new Error('x'), null, undefined]) {
        assert.equal(storageError(error), error);
        assert.doesNotMatch(said(CallFailure.from(storageError(error)).text), /storage/);
    }
});
