import { APIError } from '../../protocol/errors.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { CallFailure } from '../model/call-failure.js';

/** @typedef {import('./call-members.js').MemberChange} MemberChange */
/** @typedef {import('./member.js').Participant} Participant */

/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'session' | 'members' | 'clock' | 'emit' | 'isClosed'> & { updated: () => void }} SyncOptions `updated`: once all changes of a signal or a list have taken effect */

const ownStatuses = new Set(['accepted', 'connected', 'reconnecting']);

/** Keeps the list of one call's people in sync with the server: asks the server, handles its signals, and reports changes. */
export class MemberSync {
    #options;
    #members;
    /** @type {number | null} */
    #callId = null;
    /** Whether the server has listed this person as being in the call: until then they are on their way. */
    #isIn = false;
    /** @type {Map<number, Readonly<import('./member.js').Member>>} the records that were emitted last */
    #told = new Map();

    /** @param {SyncOptions} options */
    constructor(options) {
        this.#options = options;
        this.#members = options.members;
    }

    get #ownUser() { return this.#options.session.account.userId; }
    get #now() { return this.#options.clock.date(); }

    /** @param {number} callId from here on its signals count */
    begin(callId) { this.#callId = callId; }

    // MARK: The server's news

    /**
     * A signal takes effect at once: a leave must not wait for a request to the server.
     * @param {import('../../protocol/signaling/signals.js').CallSignal} signal
     */
    received(signal) {
        switch (signal.type) {
        case 'participant_joined': {
            const { participantId: user, participantDeviceId: device, participantName: name = '' } = signal;
            if (device !== undefined) this.joined(user, device, this.#kept(user, name));
            void this.refresh();
            break;
        }
        case 'participant_left': this.#apply(this.#members.left(signal.participantId, signal.reason === 'removed')); break;
        case 'participant_updated': this.#apply(this.#members.updated(signal.participantId, signal, this.#now)); break;
        case 'participant_invited': this.#apply(this.#members.invited(signal.participantId, this.#kept(signal.participantId, signal.participantName ?? ''))); break;
        case 'participant_rejected': this.#apply(this.#members.rejected(signal.participantId, signal.reason, this.#kept(signal.participantId, signal.participantName ?? ''))); break;
        case 'mute_requested': this.#options.emit({ type: 'muteRequested', userId: signal.userId, name: this.#members.nameOf(signal.userId) }); break;
        case 'participant_feedId_updated':
            // For an unknown member, the list names the feed.
            this.#members.publishes(signal.participantId, signal.feedId);
            this.#apply([]);
            break;
        default: break;
        }
    }

    /**
     * @param {number} userId
     * @param {number} deviceId
     * @param {string} name
     */
    joined(userId, deviceId, name) { this.#apply(this.#members.joined(userId, deviceId, name, this.#now)); }

    /**
     * The server has admitted this device, and reports its state: none of that is news for this device.
     * @param {Participant[]} participants
     */
    entered(participants) {
        this.#isPutOut(participants);
        this.#apply(this.#members.listed(this.#underKeptNames(participants), { isFirst: true, at: this.#now }));
    }

    /**
     * Asks the server who is in the call, and returns the list. If the request fails, the next signal repeats it.
     * @returns {Promise<Participant[] | null>}
     */
    async refresh() {
        const { session, isClosed, emit } = this.#options;
        if (this.#callId === null) return null;
        let asked;
        let answer;
        do {
            asked = this.#members.revision;
            if (isClosed()) return null;
            try {
                answer = await session.api.send(endpoints.participants, { id: this.#callId });
            } catch (error) {
                const code = error instanceof APIError ? error.code : '';
                if (code === 'ErrCallNotAvailable' || code === 'ErrCallNotFound') emit({ type: 'over' });
                return null;
            }
            // Someone joined or left meanwhile: the list may be older, and is requested again.
        } while (asked !== this.#members.revision);
        if (!Array.isArray(answer?.participants)) return null;
        const participants = this.#underKeptNames(answer.participants);
        if (this.#isPutOut(participants)) return null;
        this.#apply(this.#members.listed(participants, { at: this.#now }));
        return participants;
    }

    /**
     * People who were met before have the name stored here.
     * @param {number} userId
     * @param {string} said
     */
    #kept(userId, said) { return this.#options.session.people?.nameOf(userId, said) ?? said; }

    /** @param {Participant[]} participants */
    #underKeptNames(participants) { return participants.map((one) => ({ ...one, displayName: this.#kept(one.userId, one.displayName) })); }

    /**
     * Whether this device was in the call and no longer is: the signal may have been lost.
     * @param {Participant[]} participants
     */
    #isPutOut(participants) {
        const own = participants.find(({ userId }) => userId === this.#ownUser);
        if (!own) return false;
        const isPresent = ownStatuses.has(own.status);
        const isHere = isPresent && own.deviceId === this.#options.session.account.deviceId;
        if (!isHere && this.#isIn) this.#options.emit({ type: 'over', isElsewhere: isPresent });
        this.#isIn ||= isHere;
        return this.#isIn && !isHere;
    }

    // MARK: Reports to the server

    /**
     * Reports a change of this device to the server, which notifies the others.
     * @param {Record<string, unknown>} change
     */
    async updateOwn(change) { await this.askToUpdateOwn(change).catch(() => {}); }

    /**
     * The same, but throws if the server refuses it.
     * @param {Record<string, unknown>} change
     */
    async askToUpdateOwn(change) {
        if (this.#callId === null) return;
        const body = { callId: this.#callId, userId: this.#ownUser, ...change };
        await this.#options.session.api.send(endpoints.updateParticipant, { id: this.#callId, body });
    }

    /** @param {number} userId is asked to mute, where this person has made the call */
    async askToMute(userId) { await this.#askOf(endpoints.askToMute, userId); }
    /** @param {number} userId is put out of the call, where this person has made it */
    async remove(userId) { await this.#askOf(endpoints.removeParticipant, userId); }

    /**
     * Throws if the server refuses it.
     * @param {import('../../protocol/http/endpoints.js').Endpoint} endpoint
     * @param {number} userId
     */
    async #askOf(endpoint, userId) {
        if (this.#callId === null) throw new CallFailure('noCall');
        try {
            await this.#options.session.api.send(endpoint, { id: this.#callId, body: { userId } });
        } catch (error) {
            if (error instanceof APIError && error.code === 'ErrUpdateParticipantFailed') throw new CallFailure('notInCall');
            throw CallFailure.from(error);
        }
    }

    // MARK: Events

    /** @param {MemberChange[]} changes */
    #apply(changes) {
        this.tell(changes);
        if (this.#callId !== null && !this.#options.isClosed()) this.#options.updated();
    }

    /**
     * Emits the changed records, each once, then the changes.
     * @param {MemberChange[]} [changes]
     */
    tell(changes = []) {
        const { emit, isClosed } = this.#options;
        if (this.#callId !== null) this.#tellRecords();
        for (const change of changes) {
            // For the only person called, the end of the call tells it.
            if (isClosed() || (change.type === 'refused' && this.#members.others.length <= 1)) continue;
            emit(change);
        }
    }

    #tellRecords() {
        const before = this.#told;
        const { all } = this.#members;
        this.#told = new Map(all.map((member) => [member.userId, member]));
        const changed = all.filter((member) => before.get(member.userId) !== member);
        const isGone = [...before.keys()].some((userId) => !this.#told.has(userId));
        if (changed.length > 0 || isGone) this.#options.emit({ type: 'members', changed, userIds: [...this.#told.keys()] });
    }
}
