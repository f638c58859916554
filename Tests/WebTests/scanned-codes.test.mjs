import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { judgeScanned } from '../../Web/features/scan/scanned-code.js';
import { aimOf, fragmentOf, parseRoute } from '../../Web/state/routes.js';
import { scanProblem } from '../../Web/features/scan/scan-problems.js';
import { said } from './english.mjs';

const { sign, contacts, cases: given } = JSON.parse(readFileSync(new URL('../Vectors/scanned-codes.json', import.meta.url), 'utf8'));
/** This device is 1_11; Bo is 5 and Cai 6, both contacts; 1_12 is another device of this person. */
const own = { userId: 1, deviceId: 11 };
const nameOf = (user) => contacts[user] ?? null;
const pair = (of, to = '1_11') => `ecall:2:${of}:${sign}:${to}:${sign}`;
const atBo = { userId: 5, deviceId: 51 };
const judge = (code, aim) => judgeScanned(code, { own, aim, nameOf });

const deviceOf = (address) => {
    const [userId, deviceId] = address.split('_').map(Number);
    return { userId, deviceId };
};
/** The expected outcome of a code, as the page states it. */
function expectedOf({ compares, device: of, problem, name, other }) {
    if (compares) return { compares, device: deviceOf(of) };
    return problem ? { problem: { code: problem, ...(name && { name }), ...(other && { other }) } } : null;
}
/** [what is scanned for, the code, the outcome] */
const cases = given.map((one) => [one.aim && deviceOf(one.aim), one.code.replaceAll('{sign}', sign), expectedOf(one)]);

test('a scan for one device’s code leads to no other device', () => {
    for (const [aim, code, expected] of cases) assert.deepEqual(judge(code, aim), expected, `${JSON.stringify(aim)} ${code}`);
});

test('each wrong code is named in its own words, with the code to scan instead', () => {
    const problems = cases.flatMap(([aim, , found]) => (found?.problem ? [[found.problem, aim && { isOwn: aim.userId === own.userId, name: 'Bo' }]] : []));
    for (const [problem, aim] of problems) {
        const { title, what } = scanProblem(problem, aim);
        assert.match(said(title), /^(This is|Not a|Not in|Not one|This code)/, problem.code);
        assert.match(said(what), /[Ss]can|show you the code/, problem.code);
        assert.doesNotMatch(said(what), /My code/, problem.code);
    }
    assert.equal(said(scanProblem(judge(pair('6_61'), atBo).problem, { isOwn: false, name: 'Bo' }).title), 'This code belongs to Cai, not Bo');
    for (const [aim, what] of [[{ isOwn: false, name: 'Bo' }, /^This code can’t be compared.*Bo to open your name/], [{ isOwn: true, name: 'Phone' }, /“This device”/], [null, /My code/]]) {
        assert.match(said(scanProblem({ code: 'unsupported' }, aim).what), what);
    }
    assert.match(said(scanProblem({ code: 'damaged' }, { isOwn: false, name: 'Bo' }).what), /compare without scanning/);
});

test('the screen for scanning one device’s code has an address', () => {
    const route = { name: 'scan', user: 5, device: 51 };
    assert.deepEqual([fragmentOf(route), parseRoute('#/scan/5/51'), parseRoute('#/scan'), parseRoute('#/scan/5'), parseRoute('#/scan/5/x')], ['#/scan/5/51', route, { name: 'scan' }, { name: 'scan' }, { name: 'scan' }]);
    assert.deepEqual([aimOf(route), aimOf({ name: 'scan' })], [{ userId: 5, deviceId: 51 }, null]);
});
