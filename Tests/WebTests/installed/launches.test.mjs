import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchLaunches } from '../../../Web/app/launches.js';

test('a window opened by a shortcut goes to its target, and ignores any other parameter', () => {
    let launch;
    const location = { origin: 'https://calls.example.org', hash: '#/calls' };
    watchLaunches({ setConsumer: (consumer) => { launch = consumer; } }, location);
    for (const targetURL of [undefined, 'https://calls.example.org/', 'https://elsewhere.example.org/#/add', 'https://calls.example.org/share-target#/add']) {
        launch({ targetURL });
        assert.equal(location.hash, '#/calls', targetURL);
    }
    launch({ targetURL: 'https://calls.example.org/#/link' });
    assert.equal(location.hash, '#/link');
    watchLaunches(undefined, location);
});
