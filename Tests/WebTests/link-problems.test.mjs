import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { linkProblem } from '../../Web/features/add/link-problems.js';
import { inEnglish } from './english.mjs';

for (const [code, title] of [
    ['ErrTokenNotFound', 'Invalid link'], ['ErrTokenExpired', 'Link expired'], ['ErrTokenUsed', 'Link already used'],
    ['ErrSelfResolve', 'Your own link'], ['otherServer', 'Another server'], ['malformedToken', 'Incomplete link'],
]) {
    // 004-9
    test(`what is wrong with a link is said: ${title}`, () => {
        const problem = inEnglish(linkProblem({ code, message: 'No.' }));
        assert.equal(problem.title, title);
        assert.match(problem.sentence, /\.$/);
    });
}

// The iPhone app has the same texts (Tests/ECallFlowsTests/AddContactFlowTests.swift).
test('each problem has a title and a sentence of its own', () => {
    const { problems } = JSON.parse(readFileSync(new URL('../Vectors/add-problems.json', import.meta.url), 'utf8'));
    for (const [code, name] of Object.entries(problems)) {
        const { title, sentence } = linkProblem({ code, message: 'No.' });
        assert.deepEqual([title.key, sentence.key], [`add.problem.${name}.title`, `add.problem.${name}.text`]);
    }
});
