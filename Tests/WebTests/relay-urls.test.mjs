import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CredentialStorage, relayURLs } from '../../Web/session/credential-storage.js';

const old = { noneTlsUrl: 'turn:192.0.2.1:3478?transport=udp', tlsUrl: 'turns:turn.example.org:5349?transport=tcp' };
const both = [old.noneTlsUrl, old.tlsUrl];

// 003-23
test('the ways to TURN: the list where there is a good one, else the two old members', () => {
    const rows = [
        [undefined, both], [null, both], [[], both], ['turn:a', both], [{ 0: 'turn:a' }, both], [[7, null, {}], both],
        [['stun:a', 'http://a', 'turn:', 'turn:a b', 'turn:u@a', 'turn:a/b', 'turn:a:0', 'turn:a?transport=sctp'], both],
        [['turn:a'.padEnd(600, 'a')], both],
        [['turn:a', 'TURNS:[2001:db8::1]:443?transport=tcp', 'turn:a', 'x'], ['turn:a', 'TURNS:[2001:db8::1]:443?transport=tcp']],
        [Array.from({ length: 20 }, (_, number) => `turn:a:${number + 1}`), Array.from({ length: 8 }, (_, number) => `turn:a:${number + 1}`)],
    ];
    for (const [turnUrls, expected] of rows) assert.deepEqual(relayURLs({ ...old, turnUrls }), expected);
    assert.deepEqual(relayURLs({ noneTlsUrl: '', tlsUrl: 'nonsense' }), []);
});

// 002-3
test('connections are given all of them with the credentials', async () => {
    const turnUrls = ['turn:192.0.2.1:3478?transport=udp', 'turn:192.0.2.1:3478?transport=tcp'];
    const storage = new CredentialStorage(async () => ({ ...old, turnUrls, turnUsername: '2000:7', turnPassword: 'p' }), { server: () => 0 });
    assert.deepEqual((await storage.credentials()).iceServers, [{ urls: turnUrls, username: '2000:7', credential: 'p' }]);
});
