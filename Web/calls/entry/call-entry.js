import { ownVideoCodecs } from '../../media/codecs.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { commonVideoCodec, loadPublishedKeys, publishedEvent } from '../keys/published-keys.js';
import { CallFailure } from '../model/call-failure.js';
import { peopleIn } from './invitation-check.js';
import { invite, inviteMore } from './invitation.js';
import { enterRoom, join, prepareEntry } from './joining.js';
import { keepRung, rungIn } from './rung-people.js';

/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'session' | 'platform' | 'worker' | 'media' | 'screen' | 'sync' | 'room' | 'devices' | 'timeline' | 'members' | 'keys' | 'quality' | 'emit' | 'isClosed'>} EntryOptions */

/** How this device comes into a call: it calls, it answers, or it comes back. */
export class CallEntry {
    #options;
    /** @type {import('./invitation.js').PlacedCall | null} */
    #placed = null;
    /** @type {OwnPlace | null} once the call has a number */
    #place = null;

    /** @param {EntryOptions} options */
    constructor(options) { this.#options = options; }

    // MARK: The caller

    /**
     * Step 1, the caller: rings these people.
     * @param {number[]} userIds
     * @returns {Promise<number>} the call
     */
    async invite(userIds) {
        const placed = await invite(userIds, this.#options);
        this.#options.devices.askedFor(userIds);
        this.#placed = placed;
        return placed.callId;
    }

    /**
     * The server has made the call: from here on its signals count.
     * @param {number} callId
     */
    async begin(callId) {
        if (!this.#placed) return;
        const { keys, session } = this.#options;
        const { texts, published, invite: text, callees, room } = this.#placed;
        await this.#begin(callId, { isCaller: true, texts, room });
        keys.heard(publishedEvent(published));
        await keepRung(session.database, callId, callees);
        keys.heard({ type: 'invited', text, callees });
    }

    /** Whether a device of those who were called can ring, as far as the server knows. */
    get canRing() { return this.#placed?.canRing ?? false; }

    /** The caller enters its own call. */
    async enterAsCaller() {
        const { sync, keys, emit } = this.#options;
        emit({ type: 'encryption', state: 'waitingForKey' });
        const record = await this.#join();
        keys.heard({ type: 'entered' });
        await Promise.all([sync.refresh(), this.#enter(record.janusRoomId)]);
    }

    // MARK: Who is called

    /**
     * The callee answers: join is accept.
     * @param {import('../course/call-machine.js').IncomingCall} call
     * @param {import('../../protocol/signaling/signals.js').Opening | null} said what the caller said of itself, where it did
     */
    async enterAsCallee(call, said) {
        const { session, platform, worker, media, sync, room, timeline, keys, emit } = this.#options;
        media.codec = call.videoCodec;
        // All at once: nothing of it needs the others. Whoever fails first is reported, and the others are no unhandled failure.
        const [devices, opened] = [media.open(), room.open()];
        for (const part of [devices, opened]) part.catch(() => {});
        const { texts } = await prepareEntry(call.room, { session, worker, platform });
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

    // MARK: Who comes back

    /**
     * This device is in the call, but knows nothing of it: the server has said which room. Says so to the others before the
     * person is asked for anything: who is said to have left has no time (docs/decisions/0047-a-call-outlives-its-line.md).
     * @param {import('../../protocol/http/answers.js').CallRecord} record
     */
    async beginAgain({ id, janusRoomId, participants }) {
        const { session, platform, worker, media, sync, devices, keys, emit } = this.#options;
        const others = participants.map(({ userId }) => userId).filter((userId) => userId !== session.account.userId);
        const published = await loadPublishedKeys(session, others);
        devices.askedFor(others);
        media.codec = commonVideoCodec(published, ownVideoCodecs(platform.capabilities));
        const { texts } = await prepareEntry(janusRoomId, { session, worker, platform });
        await this.#begin(id, { isCaller: false, texts, room: janusRoomId });
        sync.entered(participants);
        const rung = await rungIn(session.database, id);
        if (rung.people.length > 0) keys.heard({ type: 'invitedBefore', callees: rung.people, byLink: rung.byLink });
        keys.heard(publishedEvent(published));
        emit({ type: 'encryption', state: 'waitingForKey' });
    }

    /**
     * With keys of its own again, where it was before.
     * @param {number} roomId
     */
    async enterAgain(roomId) {
        const { media, sync, keys } = this.#options;
        keys.heard({ type: 'entered' });
        await Promise.all([sync.refresh(), media.open()]);
        await this.#enter(roomId);
    }

    // MARK: Common steps

    /** Null before the call has a number. */
    get callId() { return this.#place?.callId ?? null; }

    /**
     * From here the call has a number: its signals count, and it has channels to the others.
     * @param {number} callId
     * @param {{ isCaller: boolean, texts: import('../../media/worker-messages.js').OwnTexts, room: number }} own
     */
    async #begin(callId, { isCaller, texts, room }) {
        const { session, platform, keys, sync, quality, emit } = this.#options;
        if (!await keys.begin(callId, { isFounder: isCaller, leave: texts.leave })) return;
        this.#place = new OwnPlace({ callId, room, texts, api: session.api, clock: platform.clock });
        emit({ type: 'entry', isPostQuantum: this.#place.canPostQuantum });
        sync.begin(callId);
        quality.start();
    }

    async #join() {
        const { session, media, sync, timeline, isClosed } = this.#options;
        const record = await join(this.#place?.callId ?? null, session, isClosed);
        timeline.mark('join');
        if (record.participants) sync.entered(record.participants);
        const own = record.participants?.find((/** @type {import('../members/member.js').Participant} */ { userId }) => userId === session.account.userId);
        if (own?.isMuted === true) await media.mutedByServer();
        return record;
    }

    /** @param {number} roomId */
    async #enter(roomId) {
        if (this.#options.isClosed()) throw new CallFailure('noCall');
        await enterRoom(roomId, this.#options);
    }

    // MARK: In the call

    /**
     * More people are rung into it.
     * @param {number[]} userIds
     * @param {{ isByLink?: boolean }} [how]
     * @returns {Promise<number[]>} who rings because of it
     */
    async inviteMore(userIds, how = {}) {
        const { callId, room, texts } = this.#placeIn();
        return inviteMore(userIds, { ...this.#options, callId, room, texts, ...how });
    }

    /** Has the server keep the place of this device, which leaves for a while: the others hear both. */
    async hold() {
        await this.#placeIn().hold();
        this.#options.keys.leave();
    }

    #placeIn() {
        if (this.#options.isClosed() || !this.#place) throw new CallFailure('noCall');
        return this.#place;
    }

    /**
     * The page closes, and browsers may have closed its sockets before they say so: by HTTP too, which they finish for a page
     * that is gone. The same leave twice is one.
     */
    leaveWhileClosing() {
        if (this.#options.isClosed() || !this.#place) return;
        this.#place.leaveWhileClosing();
        this.#options.keys.leave();
    }

    close() { this.#place?.close(); }
}

/** How often the access token is renewed, in milliseconds: it is good for 15 minutes (requirement 001). */
const tokenTime = 600_000;

/** The place of this device in one call, which has a number by now: what it said as it came, and says as it goes. */
export class OwnPlace {
    #api;
    #clock;
    #isLeft = false;
    #callOff = () => {};

    /**
     * @param {object} place
     * @param {number} place.callId
     * @param {number} place.room
     * @param {import('../../media/worker-messages.js').OwnTexts} place.texts
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

    /** Whether this device can be called by a key of ML-KEM. */
    get canPostQuantum() { return this.texts.join.split('~')[2] !== ''; }

    /** A page that closes has no time to renew its token. */
    #keepTokenFresh() {
        this.#callOff = this.#clock.after(tokenTime, () => {
            if (this.#isLeft) return;
            void this.#api.renewToken().catch(() => {});
            this.#keepTokenFresh();
        });
    }

    /** The page closes: says that it leaves by HTTP, which browsers finish for a page that is gone. */
    leaveWhileClosing() { this.#api.sendWhileClosing(endpoints.leaveCall, { id: this.callId, body: this.texts }); }

    /** Has the server keep the place, which this device leaves for a while. */
    async hold() { await this.#api.send(endpoints.holdCall, { id: this.callId, body: this.texts }); }

    close() {
        this.#isLeft = true;
        this.#callOff();
    }
}
