import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCall } from '../../../Web/features/calls/call-state.js';
import { nobodyKept } from '../../../Web/contacts/kept-people.js';
import { talkedFor } from '../../../Web/features/calls/protection/proven.js';
import { phaseLabel } from '../../../Web/features/calls/call-labels.js';
import { protectionChip, protectionSpoken } from '../../../Web/features/calls/protection/protection.js';
import { textOf } from '../../../Web/dom/h.js';
import { english, said } from '../english.mjs';
import { settle } from './doubles/time.mjs';
import { makeWorld } from './doubles/world.mjs';
import { follow } from './doubles/members.mjs';

/** The page's signs of a call: on the button, beside the name, and how long. */
function signs(call, now) {
    const chip = protectionChip(call, /** @type {any} */ ({ toggleProtection() {} }), { kept: nobodyKept(), now });
    const button = chip.children.find(({ tag }) => tag === 'button');
    const talked = talkedFor(call, now);
    return { chip: textOf(button, english).trim(), isGreen: button.props.class.includes('chip-good'), label: phaseLabel(call) && said(phaseLabel(call)), talked, spoken: said(protectionSpoken(call)) };
}

const device = (change) => ({ type: 'device', callId: 7, userId: 2, deviceId: 22, trust: 'new', isPostQuantum: true, isRecording: false, hearsUs: false, hasKey: false, keepsOut: false, ...change });
const comes = { type: 'joined', callId: 7, userId: 2, name: 'Bo', deviceId: 22 };
const isProtected = { type: 'encryption', callId: 7, state: 'protected' };
const sound = { type: 'firstSound', callId: 7, userId: 2, milliseconds: 1 };
const mutes = { type: 'updated', callId: 7, userId: 2, isMuted: true };
const line = { type: 'connection', callId: 7, state: 'connected' };

test('no sign says more than is proven: sign by sign, for somebody new, known, vouched, verified, held, and for who lies', () => {
    const heard = (trust) => [line, comes, device({ trust, hasKey: true }), sound];
    const shown = (trust) => [device({ trust, hasKey: true, hearsUs: true }), isProtected];
    const green = ['End-to-end encrypted', true];
    const [waits, isHeld, isOut] = [['Encrypting…', false], ['Confirm who this is', false], ['No one can hear you yet', false]];
    const rows = [
        ['the server says that somebody is there', [line, comes], waits, 'Connecting…'],
        ['they have shown a join', [line, comes, device({})], waits, 'Connecting…'],
        ['who lies: their key and sounds come, and they never list this device', heard('verified'), waits, 'Connecting…'],
        ['they have shown that they hear, and nothing of theirs was opened', [line, comes, ...shown('new')], green, 'Connecting…'],
        ['the server says that they are muted, and has no key of theirs', [line, comes, device({ hearsUs: true }), isProtected, mutes], green, 'Connecting…'],
        ['the server says that they are muted, and they do not', [line, comes, ...shown('known'), mutes], green, 'Connecting…'],
        ['they have signed that they send nothing', [line, comes, device({ trust: 'known', hasKey: true, hearsUs: true, isSilent: true }), isProtected], green, null],
        ['they have signed that, and no key of theirs is here', [line, comes, device({ hearsUs: true, isSilent: true }), isProtected], green, 'Connecting…'],
        ...['new', 'known', 'vouched', 'verified'].map((trust) => [`${trust}: sound alone`, [...heard(trust), ...shown(trust)], green, null]),
        ['a picture alone', [line, comes, ...shown('new'), { ...sound, type: 'firstPicture' }], green, null],
        ['held from the beginning', [line, comes, device({ trust: 'held:newDevice' })], isHeld, 'Connecting…'],
        ['they hold this device', [line, comes, device({ keepsOut: true })], isOut, 'Connecting…'],
        ['held after they were heard', [...heard('new'), ...shown('new'), device({ trust: 'held:revoked' }), { ...isProtected, state: 'waitingForKey' }], isHeld, 'Connecting…'],
    ];
    for (const [what, events, [chip, isGreen], label] of rows) {
        const call = events.reduce((before, event) => follow(before, event, 5000), newCall({ phase: 'outgoing', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: false, isOutgoing: true }));
        const { spoken, talked, ...shownSigns } = signs(call, 9000);
        assert.deepEqual(shownSigns, { chip, isGreen, label }, what);
        assert.equal(spoken === 'End-to-end encrypted. The server can’t listen.', isGreen, what);
        const wasConnected = label === null || what === 'held after they were heard';
        assert.equal(talked, wasConnected ? 4000 : null, what);
    }
});

test('the time of a call counts from the proof, and of one that is returned to from its beginning', () => {
    let call = newCall({ phase: 'outgoing', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: false, isOutgoing: true });
    for (const [at, event] of [[1000, line], [1000, comes], [3000, device({ hearsUs: true, hasKey: true })], [4000, sound]]) call = follow(call, event, at);
    assert.deepEqual([talkedFor(call, 10_000), talkedFor({ ...call, isReturn: true }, 10_000), talkedFor({ ...call, endedAt: 5000 }, 10_000)], [6000, 9000, 1000]);
});

test('a device that sends nothing signs so, and no longer once it does', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock } = world;
    const isSilent = () => ana.member(2)?.isSilent;
    await ana.calls.call([2], { video: false });
    await settle();
    await bo.calls.answer({ video: false });
    await clock.advance(2000);
    assert.equal(isSilent(), false);
    await bo.calls.running().media.setMuted(true);
    await clock.advance(21_000);
    assert.equal(isSilent(), true);
    await bo.calls.running().media.setMuted(false);
    await clock.advance(21_000);
    assert.equal(isSilent(), false);
    await ana.calls.hangUp();
});

test('with sound alone the page is told that somebody hears it with the proof, and never before', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock, server } = world;
    // Bo's statuses stay on the way.
    const kept = [];
    server.change = (signal) => {
        if (signal.type !== 'e2ee' || signal.kind !== 'status' || signal.senderId !== 2) return signal;
        kept.push(signal);
        return null;
    };
    const isTold = (person) => person.told('encryption').at(-1)?.state === 'protected';
    await ana.calls.call([2], { video: false });
    await settle();
    await bo.calls.answer({ video: false });
    await clock.advance(5000);
    assert.deepEqual([isTold(ana), isTold(bo)], [false, true]);
    assert.ok(kept.length > 0 && ana.member(2).hasKey, 'his key is here');
    server.change = (signal) => signal;
    server.notify(11, kept.at(-1));
    await clock.advance(1000);
    assert.deepEqual([isTold(ana), ana.member(2).hearsUs], [true, true]);
    await ana.calls.hangUp();
});
