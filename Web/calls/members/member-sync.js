import { APIError } from '../../protocol/errors.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { CallFailure } from '../model/call-failure.js';
import { CallMembers } from './call-members.js';

/** @typedef {import('./call-members.js').MemberChange} MemberChange */
/** @typedef {import('./member.js').Participant} Participant */
/** @typedef {import('../../protocol/signaling/signals.js').CallSignal} CallSignal */
/** @typedef {import('../../protocol/http/endpoints.js').Endpoint} Endpoint */
/** @typedef {import('../../keys/channels/call-reply.js').CallReply} CallReply */

/**
 * What the members of a call notify of, in order.
 * @typedef {object} MembersEvents
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} notify the person
 * @property {() => void} remoteJoined
 * @property {(change: Extract<MemberChange, { type: 'joined' | 'left' }>) => void} changed each change of a device, after the person was notified
 * @property {() => void} updated once all changes of a signal or a list have taken effect
 * @property {(isElsewhere?: boolean) => void} over the server says that the call is over, or that this device is not in it; another of the person's may be
 */

/** Of a person who is in a call. */
const ownStatuses = new Set(['accepted', 'connected', 'reconnecting']);

/** Who is in one call: asks the server, takes its signals, and has what changed take effect. */
export class MemberSync {
    #session;
    #events;
    /** @type {number | null} */
    #callId = null;
    /** Whether somebody has still to answer what this device placed. */
    #awaitsAnswer = false;
    #isClosed = false;
    /** Whether the server has listed this person as being in the call: until then they are on their way. */
    #isIn = false;
    /** What was told last of everybody. */
    #told = '';

    /**
     * @param {import('../../session/session.js').Session} session
     * @param {MembersEvents} events
     */
    constructor(session, events) {
        this.#session = session;
        this.#events = events;
        this.members = new CallMembers(session.deviceAddress);
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
            if (device !== undefined) this.joined(user, device, this.#kept(user, name));
            void this.refresh();
            break;
        }
        case 'participant_left': this.#apply(this.members.left(signal.participantId, signal.reason === 'removed')); break;
        case 'participant_updated':
            this.#apply(this.members.updated(signal.participantId, signal));
            this.#updated(signal.participantId, signal);
            break;
        case 'participant_invited': this.#apply(this.members.invited(signal.participantId, this.#kept(signal.participantId, signal.participantName ?? ''))); break;
        case 'participant_rejected': this.#apply(this.members.rejected(signal.participantId, signal.reason, this.#kept(signal.participantId, signal.participantName ?? ''))); break;
        case 'mute_requested': {
            const { userId } = signal;
            this.#events.notify({ type: 'muteRequested', userId, name: this.nameOf(userId) });
            break;
        }
        case 'participant_feedId_updated':
            // Of a member that is not known yet the list names it.
            this.members.publishes(signal.participantId, signal.feedId);
            this.#events.updated();
            break;
        default: break;
        }
    }

    /**
     * A device is in the call.
     * @param {number} userId
     * @param {number} deviceId
     * @param {string} name
     */
    joined(userId, deviceId, name) { this.#apply(this.members.joined(userId, deviceId, name)); }

    /**
     * @param {number} userId
     * @param {import('./member.js').PersonStatus} status
     */
    #tellRefusal(userId, status) {
        // Of the only one called the end of the call says it.
        if (this.members.others.length <= 1) return;
        const reply = status === 'declined' ? this.members.of(userId)?.said : null;
        this.#events.notify({ type: 'refused', userId, name: this.nameOf(userId), status, ...(reply ? { reply } : {}) });
    }

    /**
     * Somebody who rang has said that they will not come: what they said is shown where they are said to have declined.
     * @param {number} userId
     * @param {CallReply} reply
     */
    replied(userId, reply) {
        this.members.replied(userId, reply);
        this.tellPeople();
    }

    /** What the only one who was called has said; null where that is nothing that can be believed. */
    get onlyReply() { return this.members.onlyReply; }

    /**
     * Who was met has the name kept here.
     * @param {number} userId
     * @param {string} said
     */
    #kept(userId, said) { return this.#session.people?.nameOf(userId, said) ?? said; }

    /** @param {Participant[]} participants */
    #underKeptNames(participants) { return participants.map((one) => ({ ...one, displayName: this.#kept(one.userId, one.displayName) })); }

    /**
     * The server has let this device in, and says how it is: nothing of that has happened to this device.
     * @param {Participant[]} participants
     */
    entered(participants) {
        this.#isPutOut(participants);
        this.#apply(this.members.listed(this.#underKeptNames(participants), { isFirst: true }));
    }

    /**
     * As whom somebody of the call is known; '' of who is not.
     * @param {number} userId
     */
    nameOf(userId) { return this.members.of(userId)?.name ?? ''; }

    /** @param {number} userId */
    statusOf(userId) { return this.members.statusOf(userId); }

    /**
     * How this device is to play somebody who is in the call: they are not told.
     * @param {number} userId
     * @param {Partial<import('./hearings.js').Hearing>} wish
     */
    hear(userId, wish) {
        if (!this.members.hear(userId, wish)) throw new CallFailure('notInCall');
        this.tellPeople();
    }

    /** How it is now with everybody whom the call has, had or rings; told where that is another. */
    tellPeople() {
        if (this.#isClosed || this.#callId === null) return;
        const people = this.members.all.map(shownPerson);
        const told = JSON.stringify(people);
        if (told === this.#told) return;
        this.#told = told;
        this.#events.notify({ type: 'people', people });
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
            asked = this.members.revision;
            if (this.#isClosed) return null;
            try {
                answer = await this.#session.api.send(endpoints.participants, { id: this.#callId });
            } catch (error) {
                const code = error instanceof APIError ? error.code : '';
                if (code === 'ErrCallNotAvailable' || code === 'ErrCallNotFound') this.#events.over();
                return null;
            }
            // Somebody came or went meanwhile: the list may be older than that, and is asked for again.
        } while (asked !== this.members.revision);
        if (!Array.isArray(answer?.participants)) return null;
        const participants = this.#underKeptNames(answer.participants);
        if (this.#isPutOut(participants)) return null;
        this.#apply(this.members.listed(participants));
        for (const participant of participants) {
            if (participant.userId !== this.#ownUser) this.#updated(participant.userId, participant);
        }
        this.tellPeople();
        return participants;
    }

    /**
     * Whether this device was in the call and is no longer: the signal that said so may be lost.
     * @param {Participant[]} participants
     */
    #isPutOut(participants) {
        const own = participants.find(({ userId }) => userId === this.#ownUser);
        if (!own) return false;
        const isPresent = ownStatuses.has(own.status);
        const isHere = isPresent && own.deviceId === this.#session.account.deviceId;
        if (!isHere && this.#isIn) this.#events.over(isPresent);
        this.#isIn ||= isHere;
        return this.#isIn && !isHere;
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
            if (error instanceof APIError && error.code === 'ErrUpdateParticipantFailed') throw new CallFailure('notInCall');
            throw CallFailure.from(error);
        }
    }

    /** @param {MemberChange[]} changes */
    #apply(changes) {
        for (const change of changes) {
            if (this.#isClosed) return;
            this.#tell(change);
            if (change.type === 'joined' || change.type === 'left') this.#events.changed(change);
        }
        if (this.#callId !== null) this.#events.updated();
        this.tellPeople();
    }

    /** @param {MemberChange} change */
    #tell(change) {
        switch (change.type) {
        case 'rings': return this.#events.notify({ type: 'participantRinging', userId: change.userId, name: this.nameOf(change.userId) });
        case 'refused': return this.#tellRefusal(change.userId, change.status);
        case 'joined': return this.#joined(change);
        case 'left': return this.#events.notify({ type: 'participantLeft', userId: change.userId, name: change.name, isRemoved: change.isRemoved === true });
        case 'reached': return this.#events.notify({ type: 'participantConnection', userId: change.userId, name: change.name, state: change.isOn ? 'connected' : 'reconnecting' });
        default: return undefined;
        }
    }

    /** @param {{ userId: number, name: string }} member */
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

/**
 * As somebody is shown.
 * @param {import('./member.js').Member} member
 */
export const shownPerson = ({ userId, name, status, isHost, isMuted, sendsVideo, isSelf, volume, isHeard, reply }) => ({
    userId, name, status, isHost, isMuted, isVideoEnabled: sendsVideo ?? false, isSelf, volume, isHeard, ...(reply ? { reply } : {}),
});
