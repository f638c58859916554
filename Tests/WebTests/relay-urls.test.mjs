import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CredentialStorage, lifeOf, relayURLs } from '../../Web/session/credential-storage.js';

const old = { noneTlsUrl: 'turn:192.0.2.1:3478?transport=udp', tlsUrl: 'turns:turn.example.org:5349?transport=tcp' };
const vectors = JSON.parse(readFileSync(new URL('../Vectors/credentials.json', import.meta.url), 'utf8'));

// 003-23
for (const { name, response, relays } of vectors.relays) {
    test(`TURN URLs match the vectors: ${name}`, () => assert.deepEqual(relayURLs(response), relays));
}

test('TURN credentials are used for as long as the vectors state', () => {
    assert.deepEqual([vectors.relays.length, vectors.lives.length], [76, 38]);
    for (const { name, now, life, ...response } of vectors.lives) {
        const found = lifeOf(response, now);
        assert.ok(Math.abs(found - life) < 0.001, `${name}: ${found} instead of ${life}`);
    }
});

// 002-3
test('connections are given all TURN URLs with the credentials', async () => {
    const turnUrls = ['turn:192.0.2.1:3478?transport=udp', 'turn:192.0.2.1:3478?transport=tcp'];
    const storage = new CredentialStorage(async () => ({ ...old, turnUrls, turnUsername: '2000:7', turnPassword: 'p' }), { server: () => 0 });
    assert.deepEqual((await storage.credentials()).iceServers, [{ urls: turnUrls, username: '2000:7', credential: 'p' }]);
});
