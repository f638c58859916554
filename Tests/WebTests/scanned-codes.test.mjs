import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeScanned } from '../../Web/features/scan/scanned-code.js';
import { makeSigningKeyPair } from '../../Web/keys/signing/signing-keys.js';
import { aimOf, fragmentOf, parseRoute } from '../../Web/state/routes.js';
import { scanProblem } from '../../Web/features/scan/scan-problems.js';
import { said } from './english.mjs';

const { sign } = await makeSigningKeyPair();
/** This device is 1_11; Bo is 5 and Cai 6, both contacts; 1_12 is another device of this person. */
const own = { userId: 1, deviceId: 11 };
const nameOf = (user) => ({ 5: 'Bo', 6: 'Cai' })[user] ?? null;
const pair = (of, to = '1_11') => `ecall:2:${of}:${sign}:${to}:${sign}`;
const device = (of) => `ecall:2:${of}:${sign}`;
const link = 'https://calls.example.org/share/contact/x';
const atBo = { userId: 5, deviceId: 51 };
const atOwn = { userId: 1, deviceId: 12 };
const judge = (code, aim) => judgeScanned(code, { own, aim, nameOf });

/** [what is scanned for, the code, what becomes of it] */
const cases = [
    // Somewhere, for whatever is seen: it leads to that person's comparison.
    [null, pair('5_51'), { compares: 'contact', device: { userId: 5, deviceId: 51 } }],
    [null, device('1_12'), { compares: 'own', device: { userId: 1, deviceId: 12 } }],
    [null, pair('1_11', '5_51'), { problem: { code: 'ownCode' } }], [null, pair('1_12', '5_51'), { problem: { code: 'ownCode' } }],
    [null, pair('7_71'), { problem: { code: 'noContactsCode' } }], [null, pair('5_51', '6_61'), { problem: { code: 'codeForAnother', name: 'Bo' } }],
    [null, device('5_51'), { problem: { code: 'notYourDevices' } }], [null, device('1_11'), { problem: { code: 'itself' } }],
    ...['', link, 'ecall:1:5_51:x:1_11:y', `${pair('5_51')}:`, pair('05_51'), `${device('1_12')} `].map((code) => [null, code, null]),
    // From the comparison with Bo: nobody else's code leads anywhere.
    [atBo, pair('5_51'), { compares: 'contact', device: { userId: 5, deviceId: 51 } }],
    [atBo, pair('6_61'), { problem: { code: 'othersCode', name: 'Bo', other: 'Cai' } }], [atBo, pair('7_71'), { problem: { code: 'strangersCode', name: 'Bo' } }],
    [atBo, pair('5_52'), { problem: { code: 'otherDevicesCode', name: 'Bo' } }], [atBo, pair('5_51', '1_12'), { problem: { code: 'codeForAnother', name: 'Bo' } }],
    [atBo, pair('1_11', '5_51'), { problem: { code: 'ownCode' } }],
    ...['', link, device('1_12'), device('5_51')].map((code) => [atBo, code, { problem: { code: 'notAPairCode', name: 'Bo' } }]),
    // From the comparison with an own device.
    [atOwn, device('1_12'), { compares: 'own', device: { userId: 1, deviceId: 12 } }], [atOwn, device('1_13'), { problem: { code: 'otherOwnDevices' } }],
    [atOwn, device('1_11'), { problem: { code: 'itself' } }], [atOwn, device('5_51'), { problem: { code: 'notYourDevices' } }],
    [atOwn, pair('5_51'), { problem: { code: 'contactsCode', other: 'Bo' } }], [atOwn, pair('7_71'), { problem: { code: 'notADevicesCode' } }],
    [atOwn, pair('1_12', '5_51'), { problem: { code: 'notADevicesCode' } }], ...['', link].map((code) => [atOwn, code, { problem: { code: 'notADevicesCode' } }]),
];

test('who looks for the code of one device is led to no other by what they scan', () => {
    for (const [aim, code, expected] of cases) assert.deepEqual(judge(code, aim), expected, `${JSON.stringify(aim)} ${code}`);
});

test('each says in its own words what it is, and what to scan instead', () => {
    const problems = cases.flatMap(([aim, , found]) => (found?.problem ? [[found.problem, aim && { isOwn: aim.userId === own.userId, name: 'Bo' }]] : []));
    for (const [problem, aim] of problems) {
        const { title, what } = scanProblem(problem, aim);
        assert.match(said(title), /^(This is|Not a|Not the|This code)/, problem.code);
        assert.match(said(what), /[Ss]can/, problem.code);
        assert.doesNotMatch(said(what), /My link/, problem.code);
    }
    assert.equal(said(scanProblem(judge(pair('6_61'), atBo).problem, { isOwn: false, name: 'Bo' }).title), 'This is the code of Cai, not of Bo');
    for (const [aim, what] of [[{ isOwn: false, name: 'Bo' }, /^This code holds something else.*Bo opens your name/], [{ isOwn: true, name: 'Phone' }, /“This device”/], [null, /My link/]]) {
        assert.match(said(scanProblem({ code: 'unsupported' }, aim).what), what);
    }
    assert.match(said(scanProblem({ code: 'damaged' }, { isOwn: false, name: 'Bo' }).what), /compare by eye/);
});

test('where a code is scanned for one device has an address', () => {
    const route = { name: 'scan', user: 5, device: 51 };
    assert.deepEqual([fragmentOf(route), parseRoute('#/scan/5/51'), parseRoute('#/scan'), parseRoute('#/scan/5'), parseRoute('#/scan/5/x')], ['#/scan/5/51', route, { name: 'scan' }, { name: 'scan' }, { name: 'scan' }]);
    assert.deepEqual([aimOf(route), aimOf({ name: 'scan' })], [{ userId: 5, deviceId: 51 }, null]);
});
