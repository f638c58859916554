/** @typedef {{ address: string, userId: number, deviceId: number, name: string }} Member */
/**
 * `reached`: whether the others can hear a member, as far as the server knows.
 * @typedef {{ type: 'joined', member: Member } | { type: 'left', member: Member } | { type: 'reached', member: Member, isReached: boolean }} RosterChange
 */
/** @typedef {{ userId: number, deviceId: number, displayName: string, status: string, feedId?: number | null, isMuted?: boolean, isVideoEnabled?: boolean, isOnHold?: boolean, isHost?: boolean, endReason?: string }} Participant */

/** As many as a call has (requirement 004). A server that names more is not followed: nobody waits for the keys of thousands. */
const mostMembers = 50;
/** Who reconnects has not left. */
const present = new Set(['accepted', 'connected', 'reconnecting']);

/** Who is in a call, as the server says: pure, from lists and signals to what has changed. The twin of CallRoster.swift. */
export class CallRoster {
    #ownUser;
    /** @type {Map<number, Member>} */
    members = new Map();
    /**
     * Under which number each other member publishes, as the server has learned it: who joins the room in somebody's name
     * under another is not received.
     * @type {Map<number, number>}
     */
    feeds = new Map();
    /** @type {Set<number>} those whose media do not reach the server just now */
    reconnecting = new Set();
    /** @type {Set<number>} those who are muted, as the server says: of them no audio comes */
    muted = new Set();
    /** @type {Set<number>} those whose camera is off, as the server says */
    withoutVideo = new Set();
    /** Grows whenever somebody comes or goes, or changes: a list that was asked for before is old. */
    revision = 0;

    /** @param {string} own the own device address */
    constructor(own) {
        this.#ownUser = Number(own.split('_')[0]);
    }

    get addresses() { return new Set([...this.members.values()].map(({ address }) => address)); }

    /** The devices of those whose media do not reach the server just now. */
    get unheard() { return this.#addressesOf(this.reconnecting); }
    /** The devices of which no audio is to be expected: they are muted, or their media do not reach the server just now. */
    get silent() { return this.#addressesOf(new Set([...this.reconnecting, ...this.muted])); }

    /** @param {Set<number>} users */
    #addressesOf(users) { return new Set([...this.members.values()].flatMap(({ userId, address }) => (users.has(userId) ? [address] : []))); }

    /**
     * Takes the whole list over. Anyone who is not in it as joined has left.
     * @param {Participant[]} participants
     * @returns {RosterChange[]}
     */
    update(participants) {
        const joined = participants.filter(({ status, deviceId }) => present.has(status) && deviceId > 0);
        const gone = [...this.members.keys()].filter((user) => !joined.some(({ userId }) => userId === user));
        const changes = gone.flatMap((user) => this.left(user));
        for (const { userId, deviceId, displayName } of joined) changes.push(...this.joined(userId, deviceId, displayName));
        // One that is not named publishes no more, or the server has just begun: what is received goes on until another is.
        for (const { userId, feedId } of joined) if (this.members.has(userId) && feedId) this.feeds.set(userId, feedId);
        for (const participant of joined) this.#chose(participant.userId, participant);
        return [...changes, ...joined.flatMap(({ userId, status }) => this.#stands(userId, status))];
    }

    /**
     * The server says how a member's connection stands, or what they chose.
     * @param {number} userId
     * @param {{ status?: unknown, isMuted?: unknown, isVideoEnabled?: unknown }} change
     * @returns {RosterChange[]}
     */
    updated(userId, change) {
        // A list that was asked for before is older.
        this.revision += 1;
        this.#chose(userId, change);
        return this.#stands(userId, change.status);
    }

    /**
     * @param {number} userId
     * @param {{ isMuted?: unknown, isVideoEnabled?: unknown }} change undefined where nothing is said of it
     */
    #chose(userId, { isMuted, isVideoEnabled }) {
        const note = (/** @type {Set<number>} */ users, /** @type {unknown} */ isOne) => {
            if (isOne === true && this.members.has(userId)) users.add(userId);
            else if (isOne === false) users.delete(userId);
        };
        note(this.muted, isMuted);
        note(this.withoutVideo, typeof isVideoEnabled === 'boolean' ? !isVideoEnabled : undefined);
    }

    /**
     * @param {number} userId
     * @param {unknown} status
     * @returns {RosterChange[]}
     */
    #stands(userId, status) {
        const member = this.members.get(userId);
        if (!member) return [];
        if (status === 'reconnecting' && !this.reconnecting.has(userId)) {
            this.reconnecting.add(userId);
            return [{ type: 'reached', member, isReached: false }];
        }
        return status === 'connected' && this.reconnecting.delete(userId) ? [{ type: 'reached', member, isReached: true }] : [];
    }

    /**
     * A device joined; its user's former device, if it was another, has left by that.
     * @param {number} userId
     * @param {number} deviceId
     * @param {string} name
     * @returns {RosterChange[]}
     */
    joined(userId, deviceId, name) {
        const address = `${userId}_${deviceId}`;
        if (userId === this.#ownUser || this.members.get(userId)?.address === address) return [];
        const changes = this.left(userId);
        if (this.members.size >= mostMembers) return changes;
        const member = { address, userId, deviceId, name };
        this.members.set(userId, member);
        this.revision += 1;
        return [...changes, { type: 'joined', member }];
    }

    /** Something was said of who rings: a list that was asked for before is older. */
    outdate() { this.revision += 1; }

    /**
     * @param {number} userId
     * @returns {RosterChange[]}
     */
    left(userId) {
        const member = this.members.get(userId);
        if (!member) return [];
        this.members.delete(userId);
        this.feeds.delete(userId);
        this.reconnecting.delete(userId);
        this.muted.delete(userId);
        this.withoutVideo.delete(userId);
        this.revision += 1;
        return [{ type: 'left', member }];
    }

    /**
     * The server names the feed of a member.
     * @param {number} userId
     * @param {number} feed
     */
    publishes(userId, feed) {
        if (!this.members.has(userId) || feed <= 0 || this.feeds.get(userId) === feed) return;
        this.feeds.set(userId, feed);
        this.revision += 1;
    }
}

/**
 * Whether somebody else in the call publishes a feed that is none of these, as the server knows it.
 * @param {Set<number>} known
 * @param {Participant[]} participants
 * @param {number} ownUser
 */
export const namesFeedOutside = (known, participants, ownUser) => participants.some(({ userId, feedId, status }) =>
    Boolean(feedId) && present.has(status) && userId !== ownUser && !known.has(Number(feedId)));
