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
import { follow, followAt } from './doubles/members.mjs';

/** The page's indications of a call: on the button, beside the name, and the duration. */
function signs(call, now) {
    const chip = protectionChip(call, /** @type {any} */ ({ toggleProtection() {} }), { kept: nobodyKept(), now });
    const button = chip.children.find(({ tag }) => tag === 'button');
    const talked = talkedFor(call, { now, uptime: now });
    return { chip: textOf(button, english).trim(), isGreen: button.props.class.includes('chip-good'), label: phaseLabel(call) && said(phaseLabel(call)), talked, spoken: said(protectionSpoken(call)) };
}

const device = (change) => ({ type: 'device', callId: 7, userId: 2, deviceId: 22, trust: 'new', isPostQuantum: true, isRecording: false, hearsUs: false, hasKey: false, keepsOut: false, ...change });
const comes = { type: 'joined', callId: 7, userId: 2, name: 'Bo', deviceId: 22 };
const isProtected = { type: 'encryption', callId: 7, state: 'protected' };
const sound = { type: 'firstSound', callId: 7, userId: 2, milliseconds: 1 };
const mutes = { type: 'updated', callId: 7, userId: 2, isMuted: true };
const line = { type: 'connection', callId: 7, state: 'connected' };

test('no sign claims more than is proven, for new, known, vouched, verified and held devices, and for one that lies', () => {
    const heard = (trust) => [line, comes, device({ trust, hasKey: true }), sound];
    const shown = (trust) => [device({ trust, hasKey: true, hearsUs: true }), isProtected];
    const green = ['End-to-end encrypted', true];
    const [waits, isHeld, isOut] = [['Encrypting…', false], ['Confirm who this is', false], ['No one can hear you yet', false]];
    const rows = [
        ['the server reports a participant', [line, comes], waits, 'Connecting…'],
        ['they have shown a join', [line, comes, device({})], waits, 'Connecting…'],
        ['a device lies: its key and sound arrive, and it never lists this device', heard('verified'), waits, 'Connecting…'],
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

test('the duration counts from the proof of encryption, and in a resumed call from the call’s start', () => {
    let call = newCall({ phase: 'outgoing', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: false, isOutgoing: true });
    for (const [at, event] of [[1000, line], [1000, comes], [3000, device({ hearsUs: true, hasKey: true })], [4000, sound]]) call = follow(call, event, at);
    const at = { now: 10_000, uptime: 10_000 };
    assert.deepEqual([talkedFor(call, at), talkedFor({ ...call, isReturn: true }, at), talkedFor({ ...call, measured: { from: 4000, to: 5000 } }, at)], [6000, 9000, 1000]);
});

test('a clock that is set during the call changes neither its time nor its length', () => {
    let call = newCall({ phase: 'outgoing', id: 7, peer: { userId: 2, name: 'Bo' }, isVideo: false, isOutgoing: true });
    // The server's clock goes back by an hour between the proof and the end.
    const [hour, began] = [3_600_000, 1_700_000_000_000];
    for (const [uptime, event] of [[1000, line], [1000, comes], [3000, device({ hearsUs: true, hasKey: true })], [4000, sound]]) call = followAt(call, event, began + uptime, uptime);
    assert.equal(talkedFor(call, { now: began + 10_000 - hour, uptime: 10_000 }), 6000);
    assert.equal(talkedFor({ ...call, isReturn: true }, { now: began + 10_000 - hour, uptime: 10_000 }), 9000);
    const over = followAt(call, { type: 'ended', callId: 7, reason: 'hungUp', problem: null }, began + 20_000 - hour, 20_000);
    assert.equal(talkedFor(over, { now: began + hour, uptime: hour }), 16_000);
});

test('a device that sends nothing shows that it sends nothing, until it sends', async () => {
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

test('in an audio call the page is told that it is heard only with the proof', async () => {
    const world = await makeWorld('ana', 'bo');
    const { ana, bo, clock, server } = world;
    // Bo's statuses are held back.
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
