/** The times and bounds of key distribution (e2ee 3 to 6). Times in milliseconds. */
export const limits = Object.freeze({
    joinInterval: 2_000, joinsOfAddress: 30, devices: 128, entryTime: 5_000, relayedListing: 3_000,
    gathering: 250, adoptionDelay: 250, leaveGrace: 500, generationLife: 270_000, lifeSpread: 60_000,
    openFailures: 8, failurePause: 10_000, askInterval: 3_000, answersPerSecond: 20, messagesPerSecond: 50,
    invited: 512, named: 128, published: 256, rememberedGenerations: 16, waitingInvites: 4, reminders: 3, waitingVouches: 16, invitedBy: 50, askTimes: [1_000, 3_000, 6_000, 12_000, 15_000],
    period: 10_000, longPeriod: 20_000, fewEntries: 15, lateTick: 5_000, absenceExtension: 15_000, statusInterval: 3_000,
    rememberedStatuses: 256, repairTime: 3_000, reportInterval: 2_000, reportRepetition: 10_000, repliesOfAddress: 8,
    gestureInterval: 1_000, reactionTime: 4_000, reactionPause: 500, handTime: 35_000,
    pins: 4_096, vouchedOfPerson: 16, vouchers: 4, unseenOfIssuer: 8, unseenOfPerson: 32, refusedOfPerson: 32,
});

/** @typedef {'join' | 'open' | 'key' | 'again' | 'report' | 'leave' | 'status' | 'invite' | 'vouch' | 'revoke' | 'reply'} MessageKind */

/** @type {Record<MessageKind, number>} the longest text of each kind that is read (e2ee 7) */
export const sizes = Object.freeze({
    join: 8_192, key: 256, again: 256, report: 256, open: 4_096, leave: 4_096, status: 4_096, invite: 4_096, vouch: 4_096,
    revoke: 4_096, reply: 4_096,
});

/** At most `limit` uses within any `interval` milliseconds. */
export class RateWindow {
    #limit;
    #interval;
    /** @type {number[]} */
    #uses = [];

    /**
     * @param {number} limit
     * @param {number} interval
     */
    constructor(limit, interval) {
        this.#limit = limit;
        this.#interval = interval;
    }

    /**
     * Whether another use is allowed now, which then counts.
     * @param {number} now
     */
    allows(now) {
        this.#uses = this.#uses.filter((use) => now < use + this.#interval);
        if (this.#uses.length >= this.#limit) return false;
        this.#uses.push(now);
        return true;
    }
}
