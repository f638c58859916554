import { Audience, settlingTime } from '../members/audience.js';
import { namesFeedOutside } from '../members/member.js';

/** In milliseconds: how long after the server names a feed the room may take to announce it. */
const graceTime = 1000;

/** @typedef {Pick<import('../model/call-parts.js').CallParts, 'ownUser' | 'members' | 'sync' | 'subscriptions' | 'room' | 'keys' | 'clock' | 'isClosed'>} RecoveryOptions */

/**
 * A connection of the call was lost and works again: catches up on missed events; and keeps intentional silence from being taken for a
 * broken connection, here and at the server. In Swift: CallSession+Media.swift.
 */
export class CallRecovery {
    #options;
    #audience = new Audience();

    /** @param {RecoveryOptions} options */
    constructor(options) { this.#options = options; }

    /** The session with the server is gone: no E2EE messages are received or sent. */
    isOffline() { this.#options.keys.heard({ type: 'disconnected' }); }

    /** Signals may have been lost while this device could not be reached: asks who is in the call. */
    async isOnlineAgain() {
        await this.#options.sync.refresh();
        this.#options.keys.heard({ type: 'connected' });
    }

    /**
     * The socket to Janus was lost and its session reclaimed: someone may have started or stopped publishing without an announcement from
     * the room.
     */
    async lookForMissed() {
        const { sync, clock, room } = this.#options;
        const participants = await sync.refresh();
        if (participants === null || !this.#isMissing(participants)) return;
        // The server may name someone who has just started to publish before the room has announced them.
        clock.after(graceTime, () => { if (this.#isMissing(participants)) room.renew(); });
    }

    /** @param {import('../members/member.js').Participant[]} participants */
    #isMissing(participants) {
        const { subscriptions, ownUser, isClosed } = this.#options;
        return !isClosed() && namesFeedOutside(subscriptions.known, participants, ownUser);
    }

    /**
     * Devices that give this one no key encrypt nothing for it, and this one encrypts nothing for those without its key: such silence
     * doesn't mean a broken connection.
     */
    expectSound() {
        const { members, room } = this.#options;
        const { silent, areHandedKeys } = members;
        room.expectSound(silent, areHandedKeys);
        if (this.#audience.changed(areHandedKeys, members.addresses.size === 0)) this.#tellAudience();
    }

    /** The server takes silence for a broken connection of this device unless it is told that there is no one to send to. */
    #tellAudience() {
        const { sync, clock, isClosed } = this.#options;
        const tell = () => {
            const sendsNothing = isClosed() ? null : this.#audience.toTell();
            if (sendsNothing !== null) void sync.updateOwn({ sendsNothing });
        };
        if (this.#audience.isLost) clock.after(settlingTime, tell);
        else tell();
    }
}
