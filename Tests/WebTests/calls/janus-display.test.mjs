import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { janusDisplay, LARGEST_DISPLAY } from '../../../Web/calls/room/janus-display.js';
import { readPublisher } from '../../../Web/calls/room/remote-publisher.js';

// Shared with the server and the command line (Tests/JanusTests/JanusDisplayTests.swift).
test('a name in any script is cut to Janus’s limit at a whole character', () => {
    const { scripts, others } = JSON.parse(readFileSync(new URL('../../Vectors/janus-displays.json', import.meta.url), 'utf8'));
    assert.equal(scripts.length, 15);
    for (const { name, user, display, janus } of [...scripts, ...others]) {
        const cut = janusDisplay(user, display);
        assert.equal(cut, janus, name);
        assert.ok(new TextEncoder().encode(cut).length <= LARGEST_DISPLAY, name);
        assert.equal(readPublisher({ id: 5, display: cut, streams: [] })?.userId, user, name);
    }
});
