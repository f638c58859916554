import { wrapCallKey } from '../../keys/envelope.js';
import { makeInvite } from '../../keys/identity/invite.js';
import { hashOf } from '../../keys/signing/object-hash.js';
import { ownVideoCodecs } from '../../media/codecs.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { nextEntryNumber } from '../../session/entry-sequence.js';
import { text } from '../../texts/text.js';
import { commonVideoCodec, loadPublishedKeys, publishedEvent } from '../keys/published-keys.js';
import { isInCall } from '../members/member.js';
import { CallFailure } from '../model/call-failure.js';
import { janusDisplay } from '../room/janus-display.js';
import { peopleIn } from './invitation-check.js';
import { keepRung, rungIn } from './rung-people.js';

/** @typedef {import('../keys/published-keys.js').PublishedKeys} PublishedKeys */
/** @typedef {import('../../media/worker-messages.js').OwnTexts} OwnTexts */
/** @typedef {Awaited<ReturnType<import('../../session/device-identity.js').DeviceIdentity['registered']>>} OwnDevice */
/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'session' | 'platform' | 'worker' | 'media' | 'screen' | 'sync' | 'room' | 'devices' | 'timeline' | 'members' | 'keys' | 'quality' | 'emit' | 'isClosed'>} EntryOptions */
/**
 * The caller's opening, and the answers about those it calls.
 * @typedef {{ room: number, invite: string, callees: number[], texts: OwnTexts, published: PublishedKeys, canRing: boolean }} PlacedCall
 *     `canRing`: not all who are called are offline
 */

/** The ways in which this device enters a call: it calls, answers, or returns. In Swift: CallEntry.swift. */
export class CallEntry {
    #options;
    /** @type {PlacedCall | null} */
    #placed = null;
    /** @type {OwnParticipation | null} once the call has a number */
    #place = null;

    /** @param {EntryOptions} options */
    constructor(options) { this.#options = options; }

    // MARK: The caller

    /**
     * Step 1, the caller: makes a room, signs an invite and a join, and has the server ring every device of the callees.
     * @param {number[]} userIds
     * @returns {Promise<number>} the call
     */
    async invite(userIds) {
        const { session, media, room, platform, devices, timeline } = this.#options;
        const [published, roomId] = await Promise.all([
            loadPublishedKeys(session, userIds).finally(() => timeline.mark('keys')),
            room.createRoom().finally(() => timeline.mark('room')),
            media.open().finally(() => timeline.mark('devices')),
        ]);
        mustRing(published);
        media.codec = commonVideoCodec(published, ownVideoCodecs(platform.capabilities));
        const [{ own, texts }, encryptedAESKeys] = await Promise.all([this.#prepare(roomId), doorKeys(published.devices, platform)]);
        const body = await this.#ringing(userIds, { room: roomId, own, join: texts.join, encryptedAESKeys });
        const answer = await session.api.send(endpoints.startCall, { body });
        timeline.mark('ring');
        const id = answer?.callRecord?.id;
        if (id === undefined || !Number.isSafeInteger(id)) throw new CallFailure('server');
        const offline = new Set((answer?.offlineCallees ?? []).map((callee) => callee.id));
        devices.askedFor(userIds);
        // If this device answers before it has joined, the others are already ringing, which is not news.
        if (answer?.callRecord?.participants) this.#options.sync.entered(answer.callRecord.participants);
        this.#placed = { room: roomId, invite: body.e2ee.invite, callees: userIds, texts, published, canRing: userIds.some((user) => !offline.has(user)) };
        return id;
    }

    /**
     * The server has created the call: from here on its signals count.
     * @param {number} callId
     */
    async begin(callId) {
        if (!this.#placed) return;
        const { keys, session } = this.#options;
        const { texts, published, invite, callees, room } = this.#placed;
        await this.#begin(callId, { isCaller: true, texts, room });
        keys.heard(publishedEvent(published));
        await keepRung(session.database, callId, callees);
        keys.heard({ type: 'invited', text: invite, callees });
    }

    /** Whether any device of the callees can ring, as far as the server knows. */
    get canRing() { return this.#placed?.canRing ?? false; }

    async enterAsCaller() {
        const { sync, keys, emit } = this.#options;
        emit({ type: 'encryption', state: 'waitingForKey' });
        const record = await this.#join();
        keys.heard({ type: 'entered' });
        await Promise.all([sync.refresh(), this.#enter(record.janusRoomId)]);
    }

    // MARK: Calling

    /**
     * The callee answers: the join accepts the call.
     * @param {import('../lifecycle/call-machine.js').IncomingCall} call
     * @param {import('../../protocol/signaling/signals.js').Opening | null} said the caller's opening, if it sent one
     */
    async enterAsCallee(call, said) {
        const { media, sync, room, timeline, keys, emit } = this.#options;
        media.codec = call.videoCodec;
        // All at once, since they are independent. The first failure is reported; the others must not become unhandled rejections.
        const [devices, opened] = [media.open(), room.open()];
        for (const part of [devices, opened]) part.catch(() => {});
        const { texts } = await this.#prepare(call.room);
        await this.#begin(call.id, { isCaller: false, texts, room: call.room });
        emit({ type: 'encryption', state: 'waitingForKey' });
        const caller = `${call.caller}_${call.callerDevice}`;
        sync.joined(call.caller, call.callerDevice, call.callerName);
        if (said) {
            keys.heard({ type: 'message', kind: 'join', from: caller, text: said.join });
            keys.heard({ type: 'message', kind: 'invite', from: caller, text: said.invite });
        }
        if (!call.isVerified) keys.heard({ type: 'expected', callees: await peopleIn(said, call) });
        await devices;
        timeline.mark('devices');
        await this.#join();
        keys.heard({ type: 'entered' });
        const refreshed = sync.refresh();
        await opened;
        await this.#enter(call.room);
        await refreshed;
    }

    // MARK: Returning

    /**
     * The server counts this device as in the call and has named the room, but the device has none of the call's state. Tells the others
     * before prompting the person, since the time to return is short (docs/decisions/0047-a-call-outlives-its-line.md).
     * @param {import('../../protocol/http/answers.js').CallRecord} record
     */
    async beginAgain({ id, janusRoomId, participants }) {
        const { session, platform, media, sync, devices, keys, emit } = this.#options;
        const others = participants.map(({ userId }) => userId).filter((userId) => userId !== session.account.userId);
        const published = await loadPublishedKeys(session, others);
        devices.askedFor(others);
        media.codec = commonVideoCodec(published, ownVideoCodecs(platform.capabilities));
        const { texts } = await this.#prepare(janusRoomId);
        await this.#begin(id, { isCaller: false, texts, room: janusRoomId });
        sync.entered(participants);
        const rung = await rungIn(session.database, id);
        if (rung.people.length > 0) keys.heard({ type: 'invitedBefore', callees: rung.people, byLink: rung.byLink });
        keys.heard(publishedEvent(published));
        emit({ type: 'encryption', state: 'waitingForKey' });
    }

    /**
     * Enters the same room again, with new keys.
     * @param {number} roomId
     */
    async enterAgain(roomId) {
        const { media, sync, keys } = this.#options;
        keys.heard({ type: 'entered' });
        await Promise.all([sync.refresh(), media.open()]);
        await this.#enter(roomId);
    }

    // MARK: Common steps

    /** Null before the call has an ID. */
    get callId() { return this.#place?.callId ?? null; }

    /**
     * From here the call has an ID: its signals count, and there are channels to the others.
     * @param {number} callId
     * @param {{ isCaller: boolean, texts: OwnTexts, room: number }} own
     */
    async #begin(callId, { isCaller, texts, room }) {
        const { session, platform, keys, sync, quality, emit } = this.#options;
        if (!await keys.begin(callId, { isFounder: isCaller, leave: texts.leave })) return;
        this.#place = new OwnParticipation({ callId, room, texts, api: session.api, clock: platform.clock });
        emit({ type: 'entry', isPostQuantum: this.#place.canPostQuantum });
        sync.begin(callId);
        quality.start();
    }

    /**
     * The worker generates this device's keys, and signs its join (e2ee 3).
     * @param {number} room
     */
    async #prepare(room) {
        const { session, worker, platform } = this.#options;
        const own = await session.identity.registered();
        const seq = await nextEntryNumber(session.database, platform.clock.date());
        const vouch = await session.vouch.text(own.identity);
        const texts = await worker.prepare({ room, identity: own.identity.text, signing: own.signing.privateKey, rsa: session.deviceKey.privateKey, seq, vouch });
        if (!texts) throw new CallFailure('encryption');
        return { own, texts };
    }

    async #join() {
        const { session: { api, account }, media, sync, timeline, isClosed } = this.#options;
        const { callId } = this.#placeIn();
        const record = await api.send(endpoints.joinCall, { id: callId });
        if (isClosed()) {
            // The person hung up meanwhile, and the server may have received that before it admitted this device.
            await api.send(endpoints.endCall, { body: { callId } }).catch(() => {});
            throw new CallFailure('noCall');
        }
        timeline.mark('join');
        if (record.participants) sync.entered(record.participants);
        const own = record.participants?.find((/** @type {import('../members/member.js').Participant} */ { userId }) => userId === account.userId);
        if (own?.isMuted === true) await media.mutedByServer();
        return record;
    }

    /** @param {number} roomId */
    async #enter(roomId) {
        const { session, media, room, screen, isClosed } = this.#options;
        if (isClosed()) throw new CallFailure('noCall');
        const { userId, displayName } = session.account;
        // Requested now, they are here by the time they are needed.
        session.credentials().catch(() => {});
        await room.enter(roomId, janusDisplay(userId, displayName), async () => {
            const { iceServers } = await session.credentials();
            return { stream: media.stream, microphone: media.sound, videoCodec: media.codec ?? 'h264', hasVideo: media.hasVideo, screen: screen.shared, iceServers };
        });
    }

    // MARK: In the call

    /**
     * Calls more people. Everyone in the call gets the invite before anyone rings, so that no one who joins is held.
     * @param {number[]} userIds
     * @param {{ isByLink?: boolean }} how `isByLink`: they have asked by a link, which whoever has it can
     * @returns {Promise<number[]>} the people who ring because of it
     */
    async inviteMore(userIds, { isByLink = false } = {}) {
        const { session, members, sync, platform, keys } = this.#options;
        const { callId, room, texts } = this.#placeIn();
        const calleeIds = userIds.filter((user) => user !== session.account.userId && !isInCall(members.of(user)?.status));
        if (calleeIds.length === 0) throw new CallFailure('alreadyInCall', text('errors.alreadyInCall'));
        try {
            const [published, own] = await Promise.all([loadPublishedKeys(session, calleeIds), session.identity.registered()]);
            mustRing(published);
            const body = await this.#ringing(calleeIds, { room, own, join: texts.join, encryptedAESKeys: await doorKeys(published.devices, platform) });
            keys.heard(publishedEvent(published));
            await keepRung(session.database, callId, calleeIds, isByLink);
            keys.heard({ type: 'invited', text: body.e2ee.invite, callees: calleeIds, ...(isByLink && { isByLink }) });
            const answer = await session.api.send(endpoints.inviteToCall, { id: callId, body });
            await sync.refresh();
            return answer?.invited_users ?? [];
        } catch (error) {
            throw CallFailure.from(error);
        }
    }

    /**
     * Builds the request to the server that rings people, with an invite signed by this device.
     * @param {number[]} calleeIds
     * @param {{ room: number, own: OwnDevice, join: string, encryptedAESKeys: Record<string, string> }} parts `join`: the text of the own join
     */
    async #ringing(calleeIds, { room: roomId, own, join, encryptedAESKeys }) {
        const { session, media, platform, isClosed } = this.#options;
        const seq = await nextEntryNumber(session.database, platform.clock.date());
        const issuedAt = Math.floor(platform.clock.date());
        const entry = await hashOf(join.split('~')[1]);
        const invite = await makeInvite({ roomId, caller: session.deviceAddress, join: entry, callees: calleeIds, isVideo: media.isVideo, seq, issuedAt }, own.signing);
        if (isClosed()) throw new CallFailure('noCall');
        return { roomId, calleeIds, encryptedAESKeys, isVideo: media.isVideo, videoCodec: media.codec, e2ee: { invite, join } };
    }

    /**
     * Has the server keep this device's seat while it is away, and tells the others.
     * @param {number} [resumed] a call that this device has on hold and returns to: the server changes both, or neither
     */
    async hold(resumed) {
        await this.#placeIn().hold(resumed);
        this.#options.keys.leave();
    }

    #placeIn() {
        if (this.#options.isClosed() || !this.#place) throw new CallFailure('noCall');
        return this.#place;
    }

    /**
     * The page is closing, and the browser may have closed its sockets before it fired the event: the leave is also sent by HTTP, which
     * browsers complete for a closed page. The leave is idempotent.
     */
    leaveWhileClosing() {
        if (this.#options.isClosed() || !this.#place) return;
        this.#place.leaveWhileClosing();
        this.#options.keys.leave();
    }

    close() { this.#place?.close(); }
}

/** @param {PublishedKeys} published */
function mustRing({ devices, hasOlderApps }) {
    if (devices.size === 0) throw hasOlderApps ? new CallFailure('encryption', text('call.failure.theirAppTooOld')) : new CallFailure('notAvailable');
}

/**
 * A random key for each device that is to ring: the envelope, which the server requires and no one uses (e2ee 2).
 * @param {PublishedKeys['devices']} devices
 * @param {import('../platform.js').Platform} platform
 */
async function doorKeys(devices, platform) {
    /** @type {Record<string, string>} */
    const wrapped = {};
    for (const [address, { rsa }] of devices) {
        const bytes = platform.random(new Uint8Array(32));
        const envelope = await wrapCallKey(rsa, bytes).catch(() => null);
        bytes.fill(0);
        if (envelope) wrapped[address] = envelope;
    }
    if (Object.keys(wrapped).length === 0) throw new CallFailure('encryption');
    return wrapped;
}

/** How often the access token is renewed, in milliseconds: it is valid for 15 minutes (requirement 001). */
const tokenTime = 600_000;

/** This device's seat in one call that has an ID: its join, and its leave. */
export class OwnParticipation {
    #api;
    #clock;
    #isLeft = false;
    #callOff = () => {};

    /**
     * @param {object} place
     * @param {number} place.callId
     * @param {number} place.room
     * @param {OwnTexts} place.texts
     * @param {import('../../session/session.js').Session['api']} place.api
     * @param {import('../../media/clock.js').Clock} place.clock
     */
    constructor({ callId, room, texts, api, clock }) {
        this.callId = callId;
        this.room = room;
        this.texts = texts;
        this.#api = api;
        this.#clock = clock;
        this.#keepTokenFresh();
    }

    /** Whether this device can be called with an ML-KEM key. */
    get canPostQuantum() { return this.texts.join.split('~')[2] !== ''; }

    /** A closing page has no time to renew its token. */
    #keepTokenFresh() {
        this.#callOff = this.#clock.after(tokenTime, () => {
            if (this.#isLeft) return;
            void this.#api.renewToken().catch(() => {});
            this.#keepTokenFresh();
        });
    }

    /** The page is closing: leaves by HTTP, which browsers complete for a closed page. */
    leaveWhileClosing() { this.#api.sendWhileClosing(endpoints.leaveCall, { id: this.callId, body: this.texts }); }

    /**
     * Has the server keep the seat while this device is away.
     * @param {number} [resumed] a call that it takes off hold with this
     */
    async hold(resumed) {
        const body = { ...this.texts, ...(resumed === undefined ? {} : { resumedCallId: resumed }) };
        await this.#api.send(endpoints.holdCall, { id: this.callId, body });
    }

    close() {
        this.#isLeft = true;
        this.#callOff();
    }
}
