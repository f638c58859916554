import { APIError } from '../../protocol/errors.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { CallFailure } from '../model/call-failure.js';
import { CallRoster } from './call-roster.js';

/** @typedef {import('./call-roster.js').RosterChange} RosterChange */
/** @typedef {import('./call-roster.js').Participant} Participant */
/** @typedef {import('../../protocol/signaling/signals.js').CallSignal} CallSignal */
/** @typedef {import('../../protocol/http/endpoints.js').Endpoint} Endpoint */

/**
 * What the members of a call notify of, in order.
 * @typedef {object} MembersEvents
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} notify the person
 * @property {() => void} remoteJoined
 * @property {(change: RosterChange) => void} changed each change, after the person was notified
 * @property {() => void} updated once all changes of a signal or a list have taken effect
 * @property {() => void} over the server says that the call is over
 */

/** Who is in one call: asks the server, takes its signals, and has what changed take effect. */
export class CallMembers {
    #session;
    #events;
    /** @type {number | null} */
    #callId = null;
    /** Whether somebody has still to answer what this device placed. */
    #awaitsAnswer = false;
    #isClosed = false;

    /**
     * @param {import('../../session/session.js').Session} session
     * @param {MembersEvents} events
     */
    constructor(session, events) {
        this.#session = session;
        this.#events = events;
        this.roster = new CallRoster(session.deviceAddress);
    }

    get #ownUser() { return this.#session.account.userId; }

    /**
     * The call has an id: from here on its signals count.
     * @param {number} callId
     * @param {{ isCaller: boolean }} options
     */
    begin(callId, { isCaller }) {
        this.#callId = callId;
        this.#awaitsAnswer = isCaller;
    }

    close() { this.#isClosed = true; }

    /**
     * A signal takes effect at once: a leave must not wait for what is asked of the server.
     * @param {CallSignal} signal
     */
    received(signal) {
        switch (signal.type) {
        case 'participant_joined': {
            const { participantId: user, participantDeviceId: device, participantName: name = '' } = signal;
            if (device !== undefined) this.apply(this.roster.joined(user, device, name));
            void this.refresh();
            break;
        }
        case 'participant_left':
            this.apply(this.roster.left(signal.participantId), signal.reason === 'removed');
            break;
        case 'participant_updated':
            this.apply(this.roster.updated(signal.participantId, signal));
            this.#updated(signal.participantId, signal);
            break;
        case 'participant_rejected': {
            const { participantId: userId, participantName: name = '', reason } = signal;
            // Alone the call ends with it, and says why itself.
            if (this.roster.members.size > 0) this.#events.notify({ type: 'rejected', userId, name, reason });
            break;
        }
        case 'mute_requested': {
            const { userId } = signal;
            this.#events.notify({ type: 'muteRequested', userId, name: this.roster.members.get(userId)?.name ?? '' });
            break;
        }
        case 'participant_feedId_updated':
            // Of a member that is not known yet the list names it.
            this.roster.publishes(signal.participantId, signal.feedId);
            this.#events.updated();
            break;
        default: break;
        }
    }

    /**
     * Asks the server who is in the call, and answers the list. What cannot be had now comes with the next signal.
     * @returns {Promise<Participant[] | null>}
     */
    async refresh() {
        if (this.#callId === null) return null;
        let asked;
        let answer;
        do {
            asked = this.roster.revision;
            if (this.#isClosed) return null;
            try {
                answer = await this.#session.api.send(endpoints.participants, { id: this.#callId });
            } catch (error) {
                const code = error instanceof APIError ? error.code : '';
                if (code === 'ErrCallNotAvailable' || code === 'ErrCallNotFound') this.#events.over();
                return null;
            }
            // Somebody came or went meanwhile: the list may be older than that, and is asked for again.
        } while (asked !== this.roster.revision);
        const participants = answer?.participants;
        if (!Array.isArray(participants)) return null;
        this.apply(this.roster.update(participants));
        for (const participant of participants) {
            if (participant.userId !== this.#ownUser) this.#updated(participant.userId, participant);
        }
        return participants;
    }

    /**
     * Reports a change of this device to the server, which notifies the others.
     * @param {Record<string, unknown>} change
     */
    async updateOwn(change) { await this.askToUpdateOwn(change).catch(() => {}); }

    /**
     * The same, and fails where the server refuses it.
     * @param {Record<string, unknown>} change
     */
    async askToUpdateOwn(change) {
        if (this.#callId === null) return;
        const body = { callId: this.#callId, userId: this.#ownUser, ...change };
        await this.#session.api.send(endpoints.updateParticipant, { id: this.#callId, body });
    }

    /**
     * What who made the call may do about another; fails where the server refuses it.
     * @param {Endpoint} endpoint
     * @param {number} userId
     */
    async askServer(endpoint, userId) {
        if (this.#callId === null) throw new CallFailure('noCall');
        try {
            await this.#session.api.send(endpoint, { id: this.#callId, body: { userId } });
        } catch (error) {
            throw CallFailure.from(error);
        }
    }

    /**
     * @param {RosterChange[]} changes
     * @param {boolean} [isRemoved] who leaves by them was put out of the call
     */
    apply(changes, isRemoved = false) {
        for (const change of changes) {
            if (this.#isClosed) return;
            const { userId, name } = change.member;
            if (change.type === 'joined') this.#joined(change.member);
            else if (change.type === 'left') this.#events.notify({ type: 'participantLeft', userId, name, isRemoved });
            else this.#events.notify({ type: 'participantConnection', userId, name, state: change.isReached ? 'connected' : 'reconnecting' });
            this.#events.changed(change);
        }
        if (this.#callId !== null) this.#events.updated();
    }

    /** @param {import('./call-roster.js').Member} member */
    #joined({ userId, name }) {
        this.#events.remoteJoined();
        if (this.#awaitsAnswer) this.#events.notify({ type: 'answered', userId, name });
        this.#awaitsAnswer = false;
        this.#events.notify({ type: 'participantJoined', userId, name });
    }

    /**
     * @param {number} userId
     * @param {import('../../protocol/signaling/signals.js').ParticipantUpdate | Participant} change
     */
    #updated(userId, { isMuted, isVideoEnabled, isOnHold }) {
        const flags = Object.fromEntries(Object.entries({ isMuted, isVideoEnabled, isOnHold }).filter(([, value]) => typeof value === 'boolean'));
        if (Object.keys(flags).length > 0) this.#events.notify({ type: 'participantUpdated', userId, ...flags });
    }
}
