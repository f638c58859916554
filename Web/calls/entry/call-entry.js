import { ownVideoCodecs } from '../../media/codecs.js';
import { commonVideoCodec, loadPublishedKeys, publishedEvent } from '../keys/published-keys.js';
import { CallFailure } from '../model/call-failure.js';
import { prepareEntry } from './entry.js';
import { invite } from './invitation.js';
import { peopleIn } from './invitation-check.js';
import { keepRung, rungIn } from './rung-people.js';
import { enterRoom, join } from './joining.js';

/** @typedef {{ isCaller: boolean, texts: import('../../media/worker-messages.js').OwnTexts, room: number }} Begun */

/**
 * @typedef {object} EntryOptions
 * @property {import('../../session/session.js').Session} session
 * @property {import('../platform.js').Platform} platform
 * @property {import('../../media/call-worker.js').CallWorker} worker
 * @property {import('../capture/call-media.js').CallMedia} media
 * @property {import('../capture/own-screen.js').OwnScreen} screen
 * @property {import('../members/member-sync.js').MemberSync} sync who is in the call
 * @property {import('../room/call-room.js').CallRoom} room
 * @property {import('../keys/call-devices.js').CallDevices} devices
 * @property {import('../model/set-up-timeline.js').SetUpTimeline} timeline
 * @property {(callId: number, options: Begun) => Promise<void>} begun the call has a number: from here on its signals count
 * @property {(event: import('../../key-distribution/events.js').KeyEvent) => void} heard
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} notify
 * @property {() => boolean} isClosed
 */

/** How this device comes into a call: it calls, it answers, or it comes back. */
export class CallEntry {
    #options;
    /** @type {import('./invitation.js').PlacedCall | null} */
    #placed = null;
    /** @type {number | null} once the call has begun here */
    #callId = null;

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
        const { heard, session } = this.#options;
        const { texts, published, invite: text, callees, room } = this.#placed;
        await this.#begin(callId, { isCaller: true, texts, room });
        heard(publishedEvent(published));
        await keepRung(session.database, callId, callees);
        heard({ type: 'invited', text, callees });
    }

    /** Whether a device of those who were called can ring, as far as the server knows. */
    get canRing() { return this.#placed?.canRing ?? false; }

    /** The caller enters its own call. */
    async enterAsCaller() {
        const { sync, heard, notify } = this.#options;
        notify({ type: 'encryption', state: 'waitingForKey' });
        const record = await this.#join();
        heard({ type: 'entered' });
        await Promise.all([sync.refresh(), this.#enter(record.janusRoomId)]);
    }

    // MARK: Who is called

    /**
     * The callee answers: join is accept.
     * @param {import('../course/call-machine.js').IncomingCall} call
     * @param {import('../../protocol/signaling/signals.js').Opening | null} said what the caller said of itself, where it did
     */
    async enterAsCallee(call, said) {
        const { session, platform, worker, media, sync, room, timeline, heard, notify } = this.#options;
        media.codec = call.videoCodec;
        // All at once: nothing of it needs the others. Whoever fails first is reported, and the others are no unhandled failure.
        const [devices, opened] = [media.open(), room.open()];
        for (const part of [devices, opened]) part.catch(() => {});
        const { texts } = await prepareEntry(call.room, { session, worker, platform });
        await this.#begin(call.id, { isCaller: false, texts, room: call.room });
        notify({ type: 'encryption', state: 'waitingForKey' });
        const caller = `${call.caller}_${call.callerDevice}`;
        sync.joined(call.caller, call.callerDevice, call.callerName);
        if (said) {
            heard({ type: 'message', kind: 'join', from: caller, text: said.join });
            heard({ type: 'message', kind: 'invite', from: caller, text: said.invite });
        }
        if (!call.isVerified) heard({ type: 'expected', callees: await peopleIn(said, call) });
        await devices;
        timeline.mark('devices');
        await this.#join();
        heard({ type: 'entered' });
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
        const { session, platform, worker, media, sync, devices, heard, notify } = this.#options;
        const others = participants.map(({ userId }) => userId).filter((userId) => userId !== session.account.userId);
        const published = await loadPublishedKeys(session, others);
        devices.askedFor(others);
        media.codec = commonVideoCodec(published, ownVideoCodecs(platform.capabilities));
        const { texts } = await prepareEntry(janusRoomId, { session, worker, platform });
        await this.#begin(id, { isCaller: false, texts, room: janusRoomId });
        sync.entered(participants);
        const rung = await rungIn(session.database, id);
        if (rung.people.length > 0) heard({ type: 'invitedBefore', callees: rung.people, byLink: rung.byLink });
        heard(publishedEvent(published));
        notify({ type: 'encryption', state: 'waitingForKey' });
    }

    /**
     * With keys of its own again, where it was before.
     * @param {number} roomId
     */
    async enterAgain(roomId) {
        const { media, sync, heard } = this.#options;
        heard({ type: 'entered' });
        await Promise.all([sync.refresh(), media.open()]);
        await this.#enter(roomId);
    }

    // MARK: Common steps

    /**
     * @param {number} callId
     * @param {Begun} options
     */
    async #begin(callId, options) {
        await this.#options.begun(callId, options);
        this.#callId = callId;
    }

    async #join() {
        const { session, media, sync, timeline, isClosed } = this.#options;
        const record = await join(this.#callId, session, isClosed);
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
}
