import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkProblem } from '../../Web/features/add/link-problems.js';
import { inEnglish } from './english.mjs';

for (const [code, title] of [
    ['ErrTokenNotFound', 'Invalid link'], ['ErrTokenExpired', 'Link expired'], ['ErrTokenUsed', 'Link already used'],
    ['ErrSelfResolve', 'Your own link'], ['otherServer', 'Another server'], ['malformedToken', 'Incomplete link'],
]) {
    // 004-9
    test(`a link’s problem is named: ${title}`, () => {
        const problem = inEnglish(linkProblem({ code, message: 'No.' }));
        assert.equal(problem.title, title);
        assert.match(problem.sentence, /\.$/);
    });
}
