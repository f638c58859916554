import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnNetwork } from '../../Web/session/own-network.js';

for (const [hostname, is] of [
    ['localhost', true], ['127.0.0.1', true], ['127.255.255.254', true], ['[::1]', true], ['10.77.0.1', true], ['192.168.178.20', true],
    ['172.16.0.1', true], ['172.31.255.255', true],
    ['calls.example.org', false], ['10.example.org', false], ['10.0.0.1.example.org', false], ['127.0.0.1.example.org', false], ['192.168.evil.org', false],
    ['172.16.evil.org', false], ['localhost.example.org', false], ['localhostess', false], ['notlocalhost', false], ['a.10.0.0.1', false],
    ['172.15.0.1', false], ['172.32.0.1', false], ['11.0.0.1', false], ['192.169.0.1', false], ['10.0.0.256', false], ['10.0.0.1\n', false], ['', false],
]) {
    test(`a page of ${JSON.stringify(hostname)} ${is ? 'can' : 'cannot'} be inspected`, () => assert.equal(isOwnNetwork(hostname), is));
}
