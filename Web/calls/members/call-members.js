import { APIError } from '../../protocol/errors.js';
import { endpoints } from '../../protocol/http/endpoints.js';
import { CallFailure } from '../model/call-failure.js';
import { CallPeople, isInCall, isRefusal, ringsSince } from './call-people.js';
import { Hearings } from './hearings.js';
import { CallRoster } from './call-roster.js';

/** @typedef {import('./call-roster.js').RosterChange} RosterChange */
/** @typedef {import('./call-roster.js').Participant} Participant */
/** @typedef {import('../../protocol/signaling/signals.js').CallSignal} CallSignal */
/** @typedef {import('../../protocol/http/endpoints.js').Endpoint} Endpoint */
/** @typedef {import('../../keys/channels/call-reply.js').CallReply} CallReply */

/**
 * What the members of a call notify of, in order.
 * @typedef {object} MembersEvents
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} notify the person
 * @property {() => void} remoteJoined
 * @property {(change: RosterChange) => void} changed each change, after the person was notified
 * @property {() => void} updated once all changes of a signal or a list have taken effect
 * @property {(isElsewhere?: boolean) => void} over the server says that the call is over, or that this device is not in it; another of the person's may be
 */

/** Of a person who is in a call. */
const ownStatuses = new Set(['accepted', 'connected', 'reconnecting']);

/** Who is in one call: asks the server, takes its signals, and has what changed take effect. */
export class CallMembers {
    #session;
    #events;
    /** @type {number | null} */
    #callId = null;
    /** Whether somebody has still to answer what this device placed. */
    #awaitsAnswer = false;
    #isClosed = false;
    /** Whether the server has listed this person as being in the call: until then they are on their way. */
    #isIn = false;
    #people = new CallPeople();
    /** What was told last of everybody. */
    #told = '';
    hearings = new Hearings();
    /** @type {Map<number, CallReply>} what those have said who will not come, until they are rung again */
    #replies = new Map();

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
            if (device !== undefined) this.apply(this.roster.joined(user, device, this.#kept(user, name)));
            void this.refresh();
            break;
        }
        case 'participant_left':
            if (signal.reason === 'removed') this.#people.left(signal.participantId, true);
            this.apply(this.roster.left(signal.participantId));
            break;
        case 'participant_updated':
            this.#people.updated(signal.participantId, signal);
            this.apply(this.roster.updated(signal.participantId, signal));
            this.#updated(signal.participantId, signal);
            break;
        case 'participant_invited': this.#invited(signal); break;
        case 'participant_rejected': this.#rejected(signal); break;
        case 'mute_requested': {
            const { userId } = signal;
            this.#events.notify({ type: 'muteRequested', userId, name: this.nameOf(userId) });
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

    /** @param {import('../../protocol/signaling/signals.js').ParticipantNotice} notice somebody is rung into the call that goes on */
    #invited({ participantId: userId, participantName: name }) {
        const rang = this.#people.statusOf(userId) === 'ringing';
        // What they said was about the ringing before.
        if (!rang) this.#replies.delete(userId);
        this.#people.invited(userId, this.#kept(userId, name ?? ''));
        this.roster.outdate();
        if (!rang) this.#events.notify({ type: 'participantRinging', userId, name: this.nameOf(userId) });
        this.tellPeople();
    }

    /** @param {import('../../protocol/signaling/signals.js').ParticipantRejection} rejection somebody who rang does not come */
    #rejected({ participantId: userId, participantName: name, reason }) {
        const rang = this.#people.statusOf(userId) === 'ringing';
        this.#people.rejected(userId, reason, this.#kept(userId, name ?? ''));
        this.roster.outdate();
        if (rang) this.#tellRefusal(userId);
        this.tellPeople();
    }

    /** @param {number} userId */
    #tellRefusal(userId) {
        const status = this.#people.statusOf(userId);
        // Of the only one called the end of the call says it.
        const others = [...this.#people.people.keys()].filter((user) => user !== this.#ownUser);
        if (status && others.length > 1 && isRefusal(status)) this.#events.notify({ type: 'refused', userId, name: this.nameOf(userId), status, ...this.#replyOf(userId) });
    }

    /**
     * Somebody who rang has said that they will not come: what they said is shown where they are said to have declined.
     * @param {number} userId
     * @param {CallReply} reply
     */
    replied(userId, reply) {
        if (!this.#replies.has(userId)) this.#replies.set(userId, reply);
        this.tellPeople();
    }

    /** @param {number} userId */
    #replyOf(userId) {
        const reply = this.#replies.get(userId);
        return reply && this.#people.statusOf(userId) === 'declined' ? { reply } : {};
    }

    /** What the only one who was called has said; null where that is nothing that can be believed. */
    get onlyReply() {
        const others = [...this.#people.people.keys()].filter((user) => user !== this.#ownUser);
        return others.length > 1 ? null : [...this.#replies.values()][0] ?? null;
    }

    /**
     * Who was met has the name kept here.
     * @param {number} userId
     * @param {string} said
     */
    #kept(userId, said) { return this.#session.people?.nameOf(userId, said) ?? said; }

    /** @param {Participant[]} participants */
    #underKeptNames(participants) { return participants.map((one) => ({ ...one, displayName: this.#kept(one.userId, one.displayName) })); }

    /**
     * Takes a list over. It may overtake the signals that say the same: what has happened is told with whichever comes first.
     * @param {Participant[]} participants
     */
    #updatePeople(participants) {
        const before = this.#people.people;
        this.#people.update(participants);
        for (const { type, person: { userId } } of ringsSince(before, this.#people.people)) {
            if (type === 'ringing') this.#events.notify({ type: 'participantRinging', userId, name: this.nameOf(userId) });
            else this.#tellRefusal(userId);
        }
    }

    /**
     * The server has let this device in, and says how it is: nothing of that has happened to this device.
     * @param {Participant[]} participants
     */
    entered(participants) {
        this.#isPutOut(participants);
        this.#people.update(this.#underKeptNames(participants));
        this.tellPeople();
    }

    /**
     * As whom somebody of the call is known; '' of who is not.
     * @param {number} userId
     */
    nameOf(userId) { return this.#people.people.get(userId)?.name || this.roster.members.get(userId)?.name || ''; }

    /** @param {number} userId */
    statusOf(userId) { return this.#people.statusOf(userId); }

    /**
     * How this device is to play somebody who is in the call: they are not told.
     * @param {number} userId
     * @param {Partial<import('./hearings.js').Hearing>} wish
     */
    hear(userId, { volume, isHeard }) {
        if (userId === this.#ownUser || !isInCall(this.#people.statusOf(userId))) throw new CallFailure('notInCall');
        if (volume !== undefined) this.hearings.setVolume(userId, volume);
        if (isHeard !== undefined) this.hearings.setHeard(userId, isHeard);
        this.tellPeople();
    }

    /** How it is now with everybody whom the call has, had or rings; told where that is another. */
    tellPeople() {
        if (this.#isClosed || this.#callId === null) return;
        const people = this.#people.inOrder(this.#ownUser).map((person) => ({ ...person, isSelf: person.userId === this.#ownUser, ...this.hearings.of(person.userId), ...this.#replyOf(person.userId) }));
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
        if (!Array.isArray(answer?.participants)) return null;
        const participants = this.#underKeptNames(answer.participants);
        if (this.#isPutOut(participants)) return null;
        this.#updatePeople(participants);
        this.apply(this.roster.update(participants));
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

    /** @param {RosterChange[]} changes */
    apply(changes) {
        for (const change of changes) {
            if (this.#isClosed) return;
            const { userId, name } = change.member;
            if (change.type === 'joined') this.#joined(change.member);
            else if (change.type === 'left') {
                this.#people.left(userId);
                this.#events.notify({ type: 'participantLeft', userId, name, isRemoved: this.#people.statusOf(userId) === 'removed' });
            }
            else this.#events.notify({ type: 'participantConnection', userId, name, state: change.isReached ? 'connected' : 'reconnecting' });
            this.#events.changed(change);
        }
        if (this.#callId !== null) this.#events.updated();
        this.tellPeople();
    }

    /** @param {import('./call-roster.js').Member} member */
    #joined({ userId, name }) {
        if (!isInCall(this.#people.statusOf(userId))) this.#people.joined(userId, name);
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
