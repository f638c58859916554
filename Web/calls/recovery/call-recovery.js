import { namesFeedOutside } from '../members/member.js';

/** In milliseconds: how long a feed that the server names may take to be heard of from the room. */
const graceTime = 1000;

/**
 * What recovery needs of the call.
 * @typedef {object} RecoveryOptions
 * @property {number} ownUser
 * @property {import('../members/member-sync.js').MemberSync} sync
 * @property {import('../room/subscriptions.js').Subscriptions} subscriptions
 * @property {import('../room/call-room.js').CallRoom} room
 * @property {() => import('../keys/key-exchange.js').KeyExchange | null} keys
 * @property {import('../../media/clock.js').Clock} clock
 * @property {() => boolean} isClosed
 */

/**
 * A connection of the call was lost and works again: catches up on what was missed meanwhile. In Swift: CallSession+Recovery.swift.
 */
export class CallRecovery {
    #options;

    /** @param {RecoveryOptions} options */
    constructor(options) { this.#options = options; }

    /** Signals may have been lost while this device could not be reached: asks who is in the call. */
    async isOnlineAgain() {
        await this.#options.sync.refresh();
        this.#options.keys()?.heard({ type: 'connected' });
    }

    /** The socket to Janus was lost and its session claimed: somebody may publish, or no longer, and the room has not said so. */
    async lookForMissed() {
        const { sync, clock, room } = this.#options;
        const participants = await sync.refresh();
        if (participants === null || !this.#isMissing(participants)) return;
        // Who publishes just now is named before the room has said so.
        clock.after(graceTime, () => { if (this.#isMissing(participants)) room.renew(); });
    }

    /** @param {import('../members/member.js').Participant[]} participants */
    #isMissing(participants) {
        const { subscriptions, ownUser, isClosed } = this.#options;
        return !isClosed() && namesFeedOutside(subscriptions.known, participants, ownUser);
    }

    /** In the room again: who came and left meanwhile, and whether there is a call at all. */
    reentered() { void this.#options.sync.refresh(); }
}
