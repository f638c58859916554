import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeSignInProof, readSignInProof } from '../../Web/keys/identity/sign-in-proof.js';
import { readIdentity } from '../../Web/keys/identity/signed-identity.js';
import { decodeBase64URL } from '../../Web/keys/signing/base64url.js';
import { UnverifiedObject } from '../../Web/keys/signing/signed-object.js';
import { importSigningKeyPair } from '../../Web/keys/signing/signing-keys.js';
import { encodeBase64, sha256 } from '../../Web/keys/base64.js';
import { makeAccountProof } from '../../Web/keys/identity/account-proof.js';
import { AccountService } from '../../Web/features/account/account-service.js';
import { proofOfDevice, proofOfPerson } from '../../Web/session/proof-of-device.js';
import { SignIn } from '../../Web/session/sign-in.js';
import { APIError } from '../../Web/protocol/errors.js';

if (!globalThis.navigator) Object.defineProperty(globalThis, 'navigator', { value: { userAgent: 'node' } });
globalThis.RTCRtpSender ??= { getCapabilities: () => ({ codecs: [] }) };
globalThis.RTCRtpReceiver ??= { getCapabilities: () => ({ codecs: [] }) };
const vectors = JSON.parse(readFileSync(new URL('../Vectors/sign-in-proof.json', import.meta.url), 'utf8'));
const rsa = decodeBase64URL(vectors.rsa);
const pair = await importSigningKeyPair(decodeBase64URL(vectors.seed), vectors.sign);
const origin = 'https://calls.example.org';

test('proofs are signed as in the vectors, byte for byte', async () => {
    for (const { account, challenge, issuedAt, proof, identity, ...rest } of vectors.made) {
        assert.equal((await makeSignInProof({ origin: rest.origin, account, challenge, rsa, issuedAt }, pair)).text, proof);
        assert.equal((await readIdentity(identity)).address, `${account}_11`);
        assert.deepEqual(readSignInProof(proof), { text: proof, origin: rest.origin, account, challenge, rsa, issuedAt });
    }
});

test('proofs are parsed and refused as in the vectors', async () => {
    for (const { what, proof, isOwn } of vectors.read) {
        assert.equal(readSignInProof(proof).account, 1, what);
        assert.equal(await new UnverifiedObject(proof, 'signin').isSignedBy(vectors.sign), isOwn, what);
    }
    for (const { what, proof } of vectors.refused) assert.throws(() => readSignInProof(proof), { code: 'malformed' }, what);
});

test('an origin or a challenge cannot end its field and inject another', async () => {
    const members = { origin, account: 1, challenge: 'x', rsa, issuedAt: 1 };
    for (const change of [{ origin: 'https://a","account":2,"b":"' }, { challenge: 'a"b' }, { challenge: 'a\\' }, { origin: 'https://ü' }, { challenge: ' ' }]) {
        await assert.rejects(makeSignInProof({ ...members, ...change }, pair), { code: 'malformed' });
    }
});

/** A device that was signed in as account 1. */
async function device(changes = {}) {
    const publicKeyText = encodeBase64(rsa);
    const publicKeyHash = await sha256(new TextEncoder().encode(publicKeyText));
    const values = new Map(Object.entries({
        identity: vectors.made[0].identity, identityKey: publicKeyHash, signingKey: pair,
        deviceKey: { publicKeyText, publicKeyHash, privateKey: {} }, ...changes,
    }));
    const database = {
        get: async (name) => values.get(name), put: async (name, value) => void values.set(name, value),
        remove: async (name) => void values.delete(name), clear: async () => values.clear(),
    };
    return { database, origin, serverClock: { now: () => 1700000000123.7, monotonic: () => 0, observe() {} } };
}

/** Returns the challenge of the first vector. */
const api = { send: async () => ({ challenge: vectors.made[0].challenge }) };

test('a device that was signed in proves it for its own account and its page’s origin', async () => {
    assert.deepEqual(await proofOfDevice(await device(), api), { signInProof: vectors.made[0].proof });
});

test('a device with nothing to prove requests no challenge', async () => {
    const other = { ...pair, sign: 'A'.repeat(43) };
    for (const changes of [{ identity: undefined }, { signingKey: undefined }, { signingKey: other }, { identityKey: 'another key' }, { identity: 'a.b.c' }]) {
        assert.deepEqual(await proofOfDevice(await device(changes), { send: () => assert.fail('asked') }), {});
    }
});

test('a server without proofs is signed in to without one, while a failed request is an error', async () => {
    const refusing = (status) => ({ send: async () => { throw new APIError('x', status); } });
    assert.deepEqual(await proofOfDevice(await device(), refusing(404)), {});
    await assert.rejects(proofOfDevice(await device(), refusing(503)), APIError);
});

test('the proof is sent with the code, never with the request for one', async () => {
    const requests = [];
    const fetch = async (url, { body }) => {
        const path = new URL(url).pathname.slice('/app/api'.length);
        requests.push({ path, body: body ? JSON.parse(body) : null });
        const answers = {
            '/app-config': { twilioConfigured: false, appleLoginConfigured: false, emailConfigured: true },
            '/login': { userId: 1, email: '', phoneNumber: '', displayName: '' },
            '/sign-in-challenge': { challenge: vectors.made[0].challenge, lifetime: 60 },
            '/verify-login': { accessToken: 'a1', refreshToken: 'r1', userId: 1, deviceId: 11 },
        };
        return new Response(JSON.stringify(answers[path] ?? { user: { displayName: 'Ana', email: '', phoneNumber: '' } }), { status: 200 });
    };
    const signIn = new SignIn({ ...await device(), fetch });
    await signIn.begin({ email: 'ana@example.net' });
    await signIn.resend();
    assert.ok(requests.every(({ path, body }) => path !== '/sign-in-challenge' && !body?.signInProof), 'before the code');
    await signIn.verify('123456');
    const sent = requests.slice(3).map(({ path }) => path);
    assert.deepEqual(sent.slice(0, 2), ['/sign-in-challenge', '/verify-login']);
    assert.equal(requests.find(({ path }) => path === '/verify-login').body.signInProof, vectors.made[0].proof);
});

const changes = JSON.parse(readFileSync(new URL('../Vectors/account-proof.json', import.meta.url), 'utf8'));

test('proofs for account changes are signed as in the vectors, byte for byte, and cannot end their field', async () => {
    for (const { proof, ...members } of changes.made) assert.equal(await makeAccountProof(members, pair), proof);
    const members = { origin, account: 1, challenge: 'x', purpose: 'delete-account', issuedAt: 1 };
    for (const change of [{ origin: 'https://a","account":2,"b":"' }, { challenge: 'a"b' }, { purpose: 'export-account","purpose":"delete-account' }, { purpose: 'ü' }]) {
        await assert.rejects(makeAccountProof({ ...members, ...change }, pair), { code: 'malformed' });
    }
});

test('a device without an identity proves nothing, and a server without challenges is not asked', async () => {
    const other = { ...pair, sign: 'A'.repeat(43) };
    for (const change of [{ identity: undefined }, { signingKey: undefined }, { signingKey: other }, { identity: 'a.b.c' }]) {
        assert.deepEqual(await proofOfPerson({ ...await device(change), api: { send: () => assert.fail('asked') } }, 'delete-account'), {});
    }
    const refusing = (status) => ({ send: async () => { throw new APIError('x', status); } });
    assert.deepEqual(await proofOfPerson({ ...await device(), api: refusing(404) }, 'delete-account'), {});
    await assert.rejects(proofOfPerson({ ...await device(), api: refusing(503) }, 'delete-account'), APIError);
});

test('each account change is sent with its proof', async () => {
    const sent = [];
    const session = {
        account: { userId: 1, deviceId: 11 }, refreshAccount: async () => {}, proofFor: async (purpose) => ({ 'Account-Proof': purpose }),
        scheduleDeletion: async () => {}, api: { send: async (endpoint, { fields } = {}) => { if (fields) sent.push(fields['Account-Proof']); return {}; } },
    };
    const service = new AccountService(/** @type {any} */ (session));
    await service.addLoginMethod('email', 'ana@example.org', '123456');
    await service.addIssuer('t', { issuer: 'google', verifier: 'v', fragment: '', adds: 1 });
    await service.makePrimary(7);
    await service.removeLoginMethod(9007199254740991);
    await service.exportData();
    const purposes = changes.made.map(({ purpose }) => purpose);
    assert.deepEqual(sent, ['add-login-method', 'add-login-method', purposes[2], purposes[3], purposes[5]]);
});
