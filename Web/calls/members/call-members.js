import { asItComes, changedHearing } from './hearings.js';

/** @typedef {import('../../keys/channels/call-reply.js').CallReply} CallReply */
/** @typedef {import('../../protocol/signaling/signals.js').ParticipantUpdate} ParticipantUpdate */
/** @typedef {{ userId: number, deviceId: number, displayName: string, status: string, feedId?: number | null, isMuted?: boolean, isVideoEnabled?: boolean, isOnHold?: boolean, isHost?: boolean, endReason?: string }} Participant somebody as the server lists them */
/** @typedef {'ringing' | 'declined' | 'noAnswer' | 'busy' | 'isIn' | 'left' | 'removed'} Presence */
/**
 * Where somebody stands. `busy`: their device is in another call; `removed`: by who made the call, and they come back when
 * somebody invites them.
 * @typedef {'ringing' | 'declined' | 'noAnswer' | 'busy' | 'joined' | 'reconnecting' | 'onHold' | 'left' | 'removed'} PersonStatus
 */
/**
 * A record of somebody. `sendsVideo`: null where the server has said nothing yet. `isAway`: their media do not reach the server just now. `address`: of the device with
 * which they are in the call; null of who is not, of oneself, and of those for whom there is no room. `feed`: under which number they publish, as the server has learned
 * it: who joins the room in somebody's name under another is not received. `said`: what they have said who will not come, until they are rung again.
 * @typedef {{ userId: number, name: string, presence: Presence, isHost: boolean, isMuted: boolean, sendsVideo: boolean | null, isOnHold: boolean, isAway: boolean,
 *   address: string | null, feed: number | null, said: CallReply | null, hearing: import('./hearings.js').Hearing }} Member
 */
/**
 * Somebody as they are shown; `isHost`: they made the call, and only they may ask others to mute, and remove them.
 * @typedef {{ userId: number, name: string, status: PersonStatus, isHost: boolean, isMuted: boolean, isVideoEnabled: boolean }} CallPerson
 */
/** @typedef {{ address: string, userId: number, name: string }} MemberDevice a device in the call */
/**
 * `left`: is no more in the call with this device; why is in their record. `reached`: whether the others can hear a member, as far as the server knows.
 * @typedef {{ type: 'rings', userId: number } | { type: 'refused', userId: number, status: PersonStatus } | { type: 'joined' | 'left', member: MemberDevice }
 *   | { type: 'reached', member: MemberDevice, isReached: boolean }} MemberChange
 */

/** Of fifty who are in a call, and of those who were or would not be. A server that names more is not followed. */
const mostPeople = 200;
/** As many as a call has (requirement 004). Nobody waits for the keys of thousands. */
const mostDevices = 50;
/** Who reconnects has not left. */
const present = new Set(['accepted', 'connected', 'reconnecting']);
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

/**
 * Everybody whom a call has, had or rings, a record a person: where they stand, with which device they are in it, and what they said, chose
 * or are to be heard like. Pure, from the server's lists and signals and from what the person of this device wishes; each function says what
 * has changed. The twin of CallMembers.swift (`Tests/Vectors/call-members.json`).
 */
export class CallMembers {
    #ownUser;
    /** @type {Map<number, Readonly<Member>>} */
    #people = new Map();
    /** Grows whenever somebody comes or goes, or publishes again: a list asked for before may be older. */
    revision = 0;

    /** @param {string} own the own device's address */
    constructor(own) { this.#ownUser = Number(own.split('_')[0]); }

    /** @param {number} userId */
    of(userId) { return this.#people.get(userId); }
    /** @param {number} userId */
    statusOf(userId) {
        const member = this.#people.get(userId);
        return member && statusOf(member);
    }

    /** Everybody but oneself. */
    get others() { return [...this.#people.keys()].filter((user) => user !== this.#ownUser); }
    /** Those who are in the call with a device, without oneself. */
    get present() { return [...this.#people.values()].filter(({ address }) => address !== null); }
    get addresses() { return new Set(this.present.map(({ address }) => /** @type {string} */ (address))); }
    /** The devices of which no sound is to be expected: they are muted, or their media do not reach the server just now. */
    get silent() { return new Set(this.present.filter(({ isAway, isMuted }) => isAway || isMuted).map(({ address }) => /** @type {string} */ (address))); }
    /**
     * Whether the media of a device do not reach the server just now.
     * @param {string} address
     */
    isAway(address) { return this.present.some((member) => member.address === address && member.isAway); }

    /** What the only one who was called has said; null where that is nothing that can be believed. */
    get onlyReply() {
        const { others } = this;
        return others.length === 1 ? this.#people.get(others[0])?.said ?? null : null;
    }

    /**
     * As they are shown, in the order in which one looks for them: oneself, who is there, who rings, the others.
     * @returns {(CallPerson & import('./hearings.js').Hearing & { isSelf: boolean, reply?: CallReply })[]}
     */
    get shown() {
        const place = (/** @type {CallPerson & { isSelf: boolean }} */ { isSelf, status }) => (isSelf ? 0 : isInCall(status) ? 1 : status === 'ringing' ? 2 : 3);
        return [...this.#people.values()].map((member) => ({
            userId: member.userId, name: member.name, status: statusOf(member), isHost: member.isHost, isMuted: member.isMuted, isVideoEnabled: member.sendsVideo ?? false,
            isSelf: member.userId === this.#ownUser, ...member.hearing, ...(member.presence === 'declined' && member.said ? { reply: member.said } : {}),
        })).sort((one, other) => place(one) - place(other) || one.userId - other.userId);
    }

    // MARK: What the server says

    /**
     * Takes the whole list over: who is not in it is not of the call. It may overtake signals that say the same.
     * @param {Participant[]} participants
     * @param {boolean} [isFirst] it says how it is, not what has happened
     * @returns {MemberChange[]}
     */
    listed(participants, isFirst = false) {
        const list = participants.slice(0, mostPeople);
        const before = this.#people;
        this.#people = new Map(list.map((one) => [one.userId, this.#record(one, before.get(one.userId))]));
        const changes = isFirst || before.size === 0 ? [] : this.#ringsSince(before);
        const inCall = list.filter(({ status, deviceId }) => present.has(status) && deviceId > 0);
        const gone = [...before.values()].filter(({ userId, address }) => address !== null && !inCall.some((one) => one.userId === userId));
        for (const member of inUserOrder(gone)) changes.push(...this.#parted(member));
        for (const { userId, deviceId } of inCall) {
            this.#set(userId, { address: before.get(userId)?.address ?? null });
            changes.push(...this.#arrived(userId, `${userId}_${deviceId}`));
        }
        for (const { userId, feedId, status, isOnHold } of inCall) {
            if (!this.#people.get(userId)?.address) continue;
            // One that is not named publishes no more, or the server has just begun: what is received goes on until another is named.
            this.#set(userId, { isOnHold: isOnHold === true, ...(feedId ? { feed: feedId } : {}) });
            changes.push(...this.#stands(userId, status));
        }
        return changes;
    }

    /**
     * What a list says of somebody, with what is known of them beside it.
     * @param {Participant} one
     * @param {Readonly<Member> | undefined} before
     * @returns {Member}
     */
    #record({ userId, deviceId, displayName: name, status, endReason, isOnHold, isHost = false, isMuted = false, isVideoEnabled = false }, before) {
        const member = before ?? recordOf(userId, '', 'left');
        const listed = presenceOf(status, endReason);
        // Lists do not say why somebody is no more in the call.
        const presence = listed === 'left' && before?.presence === 'removed' ? 'removed' : listed;
        return {
            ...member, name, presence, isHost, isMuted, sendsVideo: isVideoEnabled, isOnHold: isOnHold === true, address: null,
            ...(presence === 'isIn' ? {} : { isAway: false, feed: null }), ...(userId === this.#ownUser || deviceId <= 0 ? { isAway: status === 'reconnecting' } : {}),
        };
    }

    /**
     * What a list says that has happened since the one before, which signals that come later say again.
     * @param {Map<number, Readonly<Member>>} before
     * @returns {MemberChange[]}
     */
    #ringsSince(before) {
        return inUserOrder([...this.#people.values()]).flatMap(({ userId, presence }) => {
            const rang = before.get(userId)?.presence === 'ringing';
            if (presence === 'ringing') return rang ? [] : [{ type: /** @type {const} */ ('rings'), userId }];
            return rang ? this.#refusal(userId) : [];
        });
    }

    /**
     * Somebody is rung into the call.
     * @param {number} userId
     * @param {string} [name]
     * @returns {MemberChange[]}
     */
    invited(userId, name) {
        // A list that was asked for before is older.
        this.revision += 1;
        if (this.#people.get(userId)?.presence === 'ringing') return [];
        // What they said was about the ringing before.
        this.#set(userId, { said: null });
        return this.#becomes(userId, 'ringing', name) ? [{ type: 'rings', userId }] : [];
    }

    /**
     * Somebody who rang does not come. Who is in the call meanwhile stays: another device of theirs has declined.
     * @param {number} userId
     * @param {unknown} reason
     * @param {string} [name]
     * @returns {MemberChange[]}
     */
    rejected(userId, reason, name) {
        this.revision += 1;
        const presence = this.#people.get(userId)?.presence;
        if (presence === 'isIn') return [];
        return this.#becomes(userId, refused(reason), name) && presence === 'ringing' ? this.#refusal(userId) : [];
    }

    /**
     * A device joined; its user's former device, if it was another, has left by that.
     * @param {number} userId
     * @param {number} deviceId
     * @param {string} [name]
     * @returns {MemberChange[]}
     */
    joined(userId, deviceId, name) {
        const address = `${userId}_${deviceId}`;
        if (userId === this.#ownUser || this.#people.get(userId)?.address === address || !this.#becomes(userId, 'isIn', name)) return [];
        return this.#arrived(userId, address);
    }

    /**
     * Somebody is no more in the call, or is not rung any more. That is said in several ways, and the reason once.
     * @param {number} userId
     * @param {boolean} [isRemoved]
     * @returns {MemberChange[]}
     */
    left(userId, isRemoved = false) {
        const member = this.#people.get(userId);
        if (!member) return [];
        if (isRemoved || member.presence !== 'removed') this.#set(userId, { presence: isRemoved ? 'removed' : 'left' });
        return member.address === null ? [] : this.#parted(member);
    }

    /**
     * The server says how somebody's connection stands, or what they chose; what is no boolean says nothing.
     * @param {number} userId
     * @param {{ status?: unknown, isMuted?: unknown, isVideoEnabled?: unknown, isOnHold?: unknown }} change
     * @returns {MemberChange[]}
     */
    updated(userId, { status, isMuted, isVideoEnabled, isOnHold }) {
        this.revision += 1;
        if (typeof isMuted === 'boolean') this.#set(userId, { isMuted });
        if (typeof isVideoEnabled === 'boolean') this.#set(userId, { sendsVideo: isVideoEnabled });
        if (this.#people.get(userId)?.presence !== 'isIn') return [];
        if (typeof isOnHold === 'boolean') this.#set(userId, { isOnHold });
        return this.#stands(userId, status);
    }

    /**
     * The server names the feed of a member. Of who is not known yet the list names it.
     * @param {number} userId
     * @param {number} feed
     */
    publishes(userId, feed) {
        const member = this.#people.get(userId);
        if (!member?.address || feed <= 0 || member.feed === feed) return;
        this.#set(userId, { feed });
        this.revision += 1;
    }

    // MARK: What this device knows

    /**
     * What somebody has said who will not come; false where that is not news.
     * @param {number} userId
     * @param {CallReply} reply
     */
    replied(userId, reply) {
        const member = this.#people.get(userId);
        if (!member || member.said !== null || member.presence === 'isIn') return false;
        this.#set(userId, { said: reply });
        return true;
    }

    /**
     * How the person wants to hear somebody who is in the call; false of who is not, and of oneself. It holds for the call, also when they leave and come back.
     * @param {number} userId
     * @param {Partial<import('./hearings.js').Hearing>} wish
     */
    hear(userId, wish) {
        const member = this.#people.get(userId);
        if (userId === this.#ownUser || member?.presence !== 'isIn') return false;
        this.#set(userId, { hearing: changedHearing(member.hearing, wish) });
        return true;
    }

    // MARK: What follows

    /**
     * @param {number} userId
     * @param {Partial<Member>} change
     */
    #set(userId, change) {
        const member = this.#people.get(userId);
        if (member) this.#people.set(userId, { ...member, ...change });
    }

    /**
     * False where there is no room for somebody who is new.
     * @param {number} userId
     * @param {Presence} presence
     * @param {string} [name]
     */
    #becomes(userId, presence, name = '') {
        if (!this.#people.has(userId)) {
            if (this.#people.size >= mostPeople) return false;
            this.#people.set(userId, recordOf(userId, name, presence));
        }
        this.#set(userId, { presence, ...(name ? { name } : {}) });
        return true;
    }

    /**
     * @param {number} userId
     * @returns {MemberChange[]}
     */
    #refusal(userId) {
        const status = this.statusOf(userId);
        return status && isRefusal(status) ? [{ type: 'refused', userId, status }] : [];
    }

    /**
     * @param {number} userId
     * @param {string} address
     * @returns {MemberChange[]}
     */
    #arrived(userId, address) {
        const member = this.#people.get(userId);
        if (!member || userId === this.#ownUser || member.address === address) return [];
        const changes = member.address === null ? [] : this.#parted(member);
        if (this.present.length >= mostDevices) return changes;
        this.#set(userId, { address });
        this.revision += 1;
        return [...changes, { type: 'joined', member: { address, userId, name: member.name } }];
    }

    /**
     * What they chose was of the device that is gone.
     * @param {Readonly<Member>} member as it was
     * @returns {MemberChange[]}
     */
    #parted({ userId, name, address }) {
        const isThere = this.#people.get(userId)?.presence === 'isIn';
        this.#set(userId, { address: null, feed: null, isAway: false, isOnHold: false, ...(isThere ? {} : { isMuted: false, sendsVideo: null }) });
        this.revision += 1;
        return [{ type: 'left', member: { address: /** @type {string} */ (address), userId, name } }];
    }

    /**
     * @param {number} userId
     * @param {unknown} status
     * @returns {MemberChange[]}
     */
    #stands(userId, status) {
        const member = this.#people.get(userId);
        if (!member || (status !== 'reconnecting' && status !== 'connected')) return [];
        const isAway = status === 'reconnecting';
        if (member.isAway === isAway) return [];
        this.#set(userId, { isAway });
        return member.address === null ? [] : [{ type: 'reached', member: { address: member.address, userId, name: member.name }, isReached: !isAway }];
    }
}

/**
 * @param {number} userId
 * @param {string} name
 * @param {Presence} presence
 * @returns {Member}
 */
const recordOf = (userId, name, presence) => ({
    userId, name, presence, isHost: false, isMuted: false, sendsVideo: null, isOnHold: false, isAway: false, address: null, feed: null, said: null, hearing: asItComes,
});

/** @param {Readonly<Member>[]} members */
const inUserOrder = (members) => members.sort((one, other) => one.userId - other.userId);

/**
 * @param {Readonly<Member>} member
 * @returns {PersonStatus}
 */
const statusOf = ({ presence, isOnHold, isAway }) => (presence === 'isIn' ? (isOnHold ? 'onHold' : isAway ? 'reconnecting' : 'joined') : presence);

/**
 * @param {string} status
 * @param {unknown} endReason
 * @returns {Presence}
 */
function presenceOf(status, endReason) {
    if (present.has(status)) return 'isIn';
    if (status === 'inviting') return 'ringing';
    return status === 'rejected' ? refused(endReason) : 'left';
}

/**
 * @param {unknown} reason as the server says it
 * @returns {Presence}
 */
function refused(reason) {
    if (reason === 'no_answer') return 'noAnswer';
    // Who made the call no longer rings them.
    if (reason === 'cancelled' || reason === 'removed') return 'removed';
    return reason === 'busy' ? 'busy' : 'declined';
}

/**
 * Whether somebody else in the call publishes a feed that is none of these, as the server knows it.
 * @param {Set<number>} known
 * @param {Participant[]} participants
 * @param {number} ownUser
 */
export const namesFeedOutside = (known, participants, ownUser) => participants.some(({ userId, feedId, status }) =>
    Boolean(feedId) && present.has(status) && userId !== ownUser && !known.has(Number(feedId)));
