/** @typedef {import('./call-roster.js').Participant} Participant */
/** @typedef {import('../../protocol/signaling/signals.js').ParticipantUpdate} ParticipantUpdate */
/**
 * Where somebody stands. `busy`: their device is in another call; `removed`: by who made the call, and they come back when
 * somebody invites them.
 * @typedef {'ringing' | 'declined' | 'noAnswer' | 'busy' | 'joined' | 'reconnecting' | 'onHold' | 'left' | 'removed'} PersonStatus
 */
/**
 * Somebody whom a call has, had or rings; `isHost`: they made the call, and only they may ask others to mute, and remove them.
 * @typedef {{ userId: number, name: string, status: PersonStatus, isHost: boolean, isMuted: boolean, isVideoEnabled: boolean }} CallPerson
 */

/** Of fifty who are in a call, and of those who were or would not be. A server that names more is not followed. */
const mostPeople = 200;
const isIn = new Set(['joined', 'reconnecting', 'onHold']);
const doesNotCome = new Set(['declined', 'noAnswer', 'busy', 'removed']);

/**
 * Whether somebody is in the call.
 * @param {PersonStatus | undefined} status
 */
export const isInCall = (status) => status !== undefined && isIn.has(status);
/**
 * Whether somebody was rung, and does not come.
 * @param {PersonStatus | undefined} status
 */
export const isRefusal = (status) => status !== undefined && doesNotCome.has(status);

/** Everybody whom a call has, had or rings, with where they stand: pure, from the server's lists and signals. The twin of CallPeople.swift. */
export class CallPeople {
    /** @type {ReadonlyMap<number, Readonly<CallPerson>>} */
    people = new Map();

    /** @param {number} userId */
    statusOf(userId) { return this.people.get(userId)?.status; }

    /**
     * Takes the whole list over.
     * @param {Participant[]} participants
     */
    update(participants) {
        this.people = new Map(participants.slice(0, mostPeople).map((one) => {
            const listed = statusOf(one);
            // Lists do not say why somebody is no more in the call.
            const status = listed === 'left' && this.statusOf(one.userId) === 'removed' ? 'removed' : listed;
            const { userId, displayName: name, isHost = false, isMuted = false, isVideoEnabled = false } = one;
            return [userId, { userId, name, status, isHost, isMuted, isVideoEnabled }];
        }));
    }

    /**
     * @param {number} userId
     * @param {string} [name]
     */
    invited(userId, name) { this.#stands(userId, 'ringing', name); }

    /**
     * Somebody who rang does not come. Who is in the call meanwhile stays.
     * @param {number} userId
     * @param {unknown} reason
     * @param {string} [name]
     */
    rejected(userId, reason, name) { if (!isInCall(this.statusOf(userId))) this.#stands(userId, refused(reason), name); }

    /**
     * @param {number} userId
     * @param {string} [name]
     */
    joined(userId, name) { this.#stands(userId, 'joined', name); }

    /**
     * @param {number} userId
     * @param {boolean} [isRemoved]
     */
    left(userId, isRemoved = false) {
        const status = this.statusOf(userId);
        // That somebody has left is said in several ways, and the reason once.
        if (status && (isRemoved || status !== 'removed')) this.#stands(userId, isRemoved ? 'removed' : 'left');
    }

    /**
     * @param {number} userId
     * @param {Partial<Pick<ParticipantUpdate, 'status' | 'isMuted' | 'isVideoEnabled' | 'isOnHold'>>} change
     */
    updated(userId, { status, isMuted, isVideoEnabled, isOnHold }) {
        const person = this.people.get(userId);
        if (!person) return;
        const now = { ...person, isMuted: isMuted ?? person.isMuted, isVideoEnabled: isVideoEnabled ?? person.isVideoEnabled };
        if (isInCall(now.status)) {
            if (status === 'reconnecting') now.status = 'reconnecting';
            if (status === 'connected' || status === 'accepted') now.status = 'joined';
            if (typeof isOnHold === 'boolean') now.status = isOnHold ? 'onHold' : 'joined';
        }
        this.#keep(now);
    }

    /**
     * @param {number} userId
     * @param {PersonStatus} status
     * @param {string} [name]
     */
    #stands(userId, status, name = '') {
        const person = this.people.get(userId) ?? { userId, name, isHost: false, isMuted: false, isVideoEnabled: false };
        this.#keep({ ...person, status, name: name || person.name });
    }

    /** @param {CallPerson} person */
    #keep(person) {
        if (this.people.size < mostPeople || this.people.has(person.userId)) this.people = new Map([...this.people, [person.userId, person]]);
    }

    /**
     * In the order in which they are shown: oneself, who is there, who rings, the others.
     * @param {number} ownUser
     * @returns {CallPerson[]}
     */
    inOrder(ownUser) {
        const place = (/** @type {CallPerson} */ { userId, status }) => (userId === ownUser ? 0 : isInCall(status) ? 1 : status === 'ringing' ? 2 : 3);
        return [...this.people.values()].sort((one, other) => place(one) - place(other) || one.userId - other.userId);
    }
}

/**
 * @param {Participant} participant
 * @returns {PersonStatus}
 */
function statusOf({ status, endReason, isOnHold }) {
    switch (status) {
    case 'inviting': return 'ringing';
    case 'accepted':
    case 'connected': return isOnHold ? 'onHold' : 'joined';
    case 'reconnecting': return isOnHold ? 'onHold' : 'reconnecting';
    case 'rejected': return refused(endReason);
    default: return 'left';
    }
}

/**
 * @param {unknown} reason as the server says it
 * @returns {PersonStatus}
 */
function refused(reason) {
    if (reason === 'no_answer') return 'noAnswer';
    // Who made the call no longer rings them.
    if (reason === 'cancelled' || reason === 'removed') return 'removed';
    return reason === 'busy' ? 'busy' : 'declined';
}

/**
 * What a list says that has happened since the one before, which signals that come later say again: who rings from now on, and
 * who rang and does not come. The first list says how it is, and nothing of it has happened.
 * @param {CallPeople['people']} before
 * @param {CallPeople['people']} now
 * @returns {{ type: 'ringing' | 'refused', person: Readonly<CallPerson> }[]}
 */
export function ringsSince(before, now) {
    if (before.size === 0) return [];
    /** @type {ReturnType<typeof ringsSince>} */
    const happened = [];
    for (const person of [...now.values()].sort((one, other) => one.userId - other.userId)) {
        const rang = before.get(person.userId)?.status === 'ringing';
        if (person.status === 'ringing' && !rang) happened.push({ type: 'ringing', person });
        if (rang && isRefusal(person.status)) happened.push({ type: 'refused', person });
    }
    return happened;
}
