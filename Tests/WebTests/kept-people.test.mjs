import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contactActions } from '../../Web/features/contacts/contact-actions.js';
import { MemberSync } from '../../Web/calls/members/member-sync.js';
import { incomingCall } from '../../Web/calls/entry/incoming-call.js';
import { ContactsService } from '../../Web/features/contacts/contacts-service.js';
import { doubtOf } from '../../Web/contacts/doubted-names.js';
import { accepting, following, mostPeople, naming, nobodyKept, puttingAway, sinceOf, takingPart, trustWord, verifiedGone } from '../../Web/contacts/kept-people.js';
import { areAlike, skeletonOf } from '../../Web/contacts/name-skeleton.js';
import { readClaim } from '../../Web/keys/identity/device-claim.js';
import { readIdentity } from '../../Web/keys/identity/signed-identity.js';
import { deviceName, trustWords } from '../../Web/components/device-words.js';
import { HistoryService } from '../../Web/features/history/history-service.js';
import { PeopleStore } from '../../Web/session/people-store.js';
import { PinStore } from '../../Web/session/pin-store.js';
import { initialState } from '../../Web/state/state.js';
import { Store } from '../../Web/state/store.js';
import { settle } from './calls/doubles/time.mjs';
import { said } from './english.mjs';
import { CallMembers } from '../../Web/calls/members/call-members.js';

const { skeletons, alike, histories, claims, identities } = JSON.parse(readFileSync(new URL('../Vectors/kept-people.json', import.meta.url)));
const verified = { sign: 'B'.repeat(43), serial: 1, basis: 'verified' };
const met = { sign: 'Z'.repeat(43), serial: 1, basis: 'firstUse' };

const stepped = (kept, step) => {
    if ('follow' in step) return following(kept, { pins: step.follow, unseen: {} }, step.now);
    if ('takesPart' in step) return takingPart(kept, step.takesPart, step.call, step.name);
    if ('named' in step) return naming(kept, step.named.map(([user, name]) => ({ user, name })));
    return 'accept' in step ? accepting(kept, step.accept, step.name) : puttingAway(kept, step.putAway, true);
};

test('names have the skeletons of the vectors, and similar ones are reported', () => {
    for (const { name, skeleton } of skeletons) assert.equal(skeletonOf(name), skeleton, name);
    for (const { one, other, alike: expected } of alike) {
        assert.deepEqual([areAlike(one, other), areAlike(other, one)], [expected, expected], `${one} ${other}`);
    }
});

for (const { about, steps, kept, doubts, gone, words } of histories) {
    test(about, () => {
        const now = steps.reduce(stepped, nobodyKept());
        assert.deepEqual(now, kept);
        for (const { user, said, doubt } of doubts) assert.deepEqual(doubtOf(now, user, said), doubt, `${user} ${said}`);
        for (const { listed, own, gone: expected } of gone) assert.deepEqual(verifiedGone(now, listed, own), expected);
        for (const { address, trust, isInCall, since, word } of words) {
            assert.deepEqual([sinceOf(now, address, trust), trustWord(now, address, trust, isInCall)], [since, word], `${address} ${trust}`);
        }
    });
}

test('a full store keeps all people who were met, and adds no new one', () => {
    const pins = Object.fromEntries(Array.from({ length: mostPeople + 1 }, (_, index) => [`${index + 1}_1`, met]));
    const full = following(nobodyKept(), { pins, unseen: {} }, 1);
    assert.deepEqual([Object.keys(full.people).length, full.people[1].devices['1_1'].how, full.people[mostPeople + 1]], [mostPeople, 'met', undefined]);
    const later = following(full, { pins: { ...pins, '1_2': verified }, unseen: {} }, 2);
    assert.equal(later.people[1].devices['1_2'].how, 'verified');
});

test('a device’s self-description is shown if valid and ignored otherwise, without refusing the identity', async () => {
    for (const { bytes, says } of claims) assert.equal(readClaim(Buffer.from(bytes, 'hex')), says, bytes);
    for (const { text, says } of identities) assert.equal((await readIdentity(text)).says, says);
});

test('a device has the same name on every screen, and its trust names its basis', () => {
    const [now, day] = [Date.UTC(2026, 10, 28, 12), 24 * 60 * 60_000];
    const device = (how, change = {}) => ({ people: { 2: { devices: { '2_21': { key: '', how, since: Date.UTC(2026, 4, 3, 12), at: Date.UTC(2026, 10, 28, 9), calls: 3, ...change } } } } });
    const of = (kept, trust, isInCall = false) => [deviceName({ kept, now }, '2_21', trust, 'iPhone'), trustWords({ kept, now }, '2_21', trust, isInCall)].map((words) => words && said(words));
    assert.deepEqual(of(device('confirmed'), 'known'), ['Says it’s iPhone · since May 3', 'Confirmed by you on Nov 28']);
    assert.deepEqual(of(device('met'), 'known', true), ['Says it’s iPhone · since May 3', 'In 3 calls since May']);
    assert.deepEqual(of(device('met', { calls: 1 }), 'known'), ['Says it’s iPhone · since May 3', 'In 1 call since May']);
    assert.deepEqual(of(device('met', { since: now - 400 * day }), 'known'), ['Says it’s iPhone · since Oct 24, 2025', 'In 3 calls since October 2025']);
    assert.deepEqual(of(device('vouched'), 'vouched'), ['Says it’s iPhone · since May 3', 'Confirmed by another device · since Nov 28']);
    assert.deepEqual(of(device('verified'), 'verified'), ['Says it’s iPhone · since May 3', 'Verified']);
    assert.deepEqual(of(nobodyKept(), 'known'), ['Says it’s iPhone', 'In earlier calls']);
    assert.deepEqual(of(nobodyKept(), 'new'), ['Says it’s iPhone', 'Not seen in a call yet']);
    assert.deepEqual(of(nobodyKept(), 'new', true), ['Says it’s iPhone', 'First call with them']);
    assert.deepEqual(of(device('met'), 'held:revoked'), ['Says it’s iPhone', null]);
    assert.equal(said(deviceName({ kept: nobodyKept(), now }, '2_22', 'held:newDevice', null)), 'Device');
});

/** A session whose server lists these people. */
function session(pins, listed, shown = new Map()) {
    const kept = new Map([...Object.entries(pins === null ? {} : { devicePins: { pins, unseen: {} } }), ...shown]);
    const database = { get: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) };
    const people = new PeopleStore(database, () => 1000);
    const one = {
        kept, people, listed, origin: 'https://x', signaling: {}, pins: new PinStore(database, (changed) => people.follow(changed)),
        api: {
            send: async () => ({ contacts: one.listed.map(([contactId, contactName]) => ({ contactId, contactName, isFavorite: false, lastInteraction: null })) }),
            page: async () => ({ answer: [{ id: 1, isVideo: false, participants: one.listed.map(([userId, displayName]) => ({ userId, displayName, status: 'connected' })), startedAt: '2026-11-28T10:00:00Z' }], total: 1, next: null }),
        },
    };
    return one;
}
const shownOf = (contacts) => contacts.map(({ contactId, contactName, doubt = null }) => [contactId, contactName, doubt]);

test('a person keeps the stored name, with the new one beside it until accepted', async () => {
    const of = session({ '2_21': verified, '3_31': met }, [[2, 'Bo'], [3, 'Zoe'], [4, 'Cy']]);
    const service = new ContactsService(of, () => 0);
    assert.deepEqual(shownOf(await service.contacts()), [[2, 'Bo', null], [4, 'Cy', null], [3, 'Zoe', null]]);
    // The attack: Zoe becomes Bo, and Bo is dropped.
    of.listed = [[3, 'Bo'], [4, 'Cy']];
    assert.deepEqual(shownOf(await service.contacts()), [[4, 'Cy', null], [3, 'Zoe', { doubt: 'renamed', kept: 'Zoe', said: 'Bo' }]]);
    of.listed = [[3, 'Zoe'], [4, 'Bo']];
    assert.deepEqual(shownOf(await service.contacts()), [[4, 'Bo', { doubt: 'namesake', of: 2, name: 'Bo', isVerified: true }], [3, 'Zoe', null]]);
    of.listed = [[3, 'Zoë']];
    const store = new Store(initialState(0));
    const actions = contactActions(store, { signedIn: { contacts: service, session: { people: of.people } } });
    actions.acceptName(3, 'Zoë');
    await settle();
    assert.deepEqual(shownOf(store.state.contacts.value), [[3, 'Zoë', null]]);
    assert.equal(of.kept.get('keptPeople').people[3].name, 'Zoë');
});

test('callers and past callees have the stored name, with the objections to a new one', async () => {
    const of = session({ '2_21': verified, '3_31': met }, [[2, 'Bo'], [3, 'Zoe']]);
    await new ContactsService(of, () => 0).contacts();
    const rings = (callerId, callerName) => {
        const call = incomingCall({ callId: 1, roomId: 2, callerId, callerDeviceId: 9, callerName, isVideo: false }, { isVerified: true }, of.people.current);
        return [call.callerName, call.doubt];
    };
    assert.deepEqual(rings(3, 'Bo'), ['Zoe', { doubt: 'renamed', kept: 'Zoe', said: 'Bo' }]);
    assert.deepEqual(rings(7, 'Bо'), ['Bо', { doubt: 'namesake', of: 2, name: 'Bo', isVerified: true }]);
    assert.deepEqual(rings(2, 'Bo'), ['Bo', null]);
    of.listed = [[3, 'Bo'], [8, 'Eve']];
    const { calls: [call] } = await new HistoryService(of).page({ isMissed: false, name: '' });
    assert.deepEqual(call.people.map(({ name }) => name), ['Zoe', 'Eve']);
});

test('participants have the stored names, whatever the server’s signals and lists say', async () => {
    const of = session({ '3_31': met }, [[3, 'Zoe']]);
    await new ContactsService(of, () => 0).contacts();
    const told = [];
    const participants = [[1, 11, 'Ana'], [3, 31, 'Bo']].map(([userId, deviceId, displayName]) => ({ userId, deviceId, displayName, status: 'connected', isMuted: false, isVideoEnabled: false }));
    const inCall = { deviceAddress: '1_11', account: { userId: 1, deviceId: 11 }, people: of.people, api: { send: async () => ({ participants }) } };
    const members = new MemberSync({ session: inCall, members: new CallMembers('1_11'), clock: { date: () => 0 }, emit: (event) => told.push(event), updated: () => {}, isClosed: () => false });
    members.begin(7);
    members.received({ type: 'participant_invited', participantId: 3, participantName: 'Bo' });
    members.received({ type: 'participant_joined', participantId: 3, participantDeviceId: 31, participantName: 'Bo' });
    await settle();
    const names = told.flatMap((event) => (event.type === 'members' ? event.changed : [event]).filter(({ userId, name }) => userId === 3 && name !== undefined).map(({ name }) => name));
    assert.ok(names.length >= 4);
    assert.deepEqual([...new Set(names)], ['Zoe']);
});

test('a comparison is stored beside the pins, and a reloaded page reads it', async () => {
    const of = session(null, [[2, 'Bo']]);
    await of.people.load();
    const identity = { address: '2_21', sign: verified.sign, serial: 1 };
    assert.equal(await of.pins.note({ note: 'verified', identity }), true);
    const device = { key: 'B'.repeat(22), how: 'verified', since: 1000, at: 1000, calls: 0 };
    assert.deepEqual(of.people.current.people[2].devices, { '2_21': device });
    await of.people.takesPart('2_21', 7, 'Bo');
    const again = session(null, [], of.kept);
    await again.people.load();
    assert.deepEqual(again.people.current.people[2].devices, { '2_21': { ...device, calls: 1, last: 7 } });
    assert.equal(again.people.nameOf(2, 'said'), 'Bo');
});

test('a removed person is reported until the user has read it', async () => {
    const of = session({ '2_21': verified }, []);
    await of.people.load();
    assert.deepEqual(verifiedGone(of.people.current, [], 1), [{ user: 2, name: '' }]);
    contactActions(new Store(initialState(0)), { signedIn: { session: { people: of.people } } }).goneRead(2);
    await settle();
    assert.deepEqual(verifiedGone(of.people.current, [], 1), []);
});
