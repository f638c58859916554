/** @typedef {{ type: 'startEpoch', epoch: number, recipients: string[], adoptAfter: number } | { type: 'answerRequest', device: string } | { type: 'nextTick', at: number }} HostAction */
/**
 * @typedef {{ type: 'deviceJoined' | 'deviceLeft' | 'keyRequested', device: string } | { type: 'becameHost', members: Set<string>, newestEpoch: number }
 *   | { type: 'lostHost' | 'tick' }} HostEvent
 */

/** In milliseconds. Joins within this time of the first share an epoch; so do leaves that follow one. */
export const gathering = 250;
/** Sealing with the key of a join or of the timer begins this long after it was sent. */
export const adoptionDelay = 500;
/** The age at which a key is replaced. */
export const period = 300_000;
/** One device is answered once in this time; all together 20 times a second. */
export const answerInterval = 3000;
const answersPerSecond = 20;
const largestEpoch = 0xffffffff;

/**
 * When the key host starts a new epoch, and whose key requests it answers (e2ee 6). Pure: events with the time in
 * milliseconds go in, actions come out. The twin of EpochHost.swift.
 */
export class EpochHost {
    #isHost = false;
    #epoch = 0;
    /** @type {Set<string>} */
    #members = new Set();
    /** @type {Set<string>} */
    #recipients = new Set();
    /** @type {number | null} */
    #dueAt = null;
    #leaveIsPending = false;
    /** @type {number | null} */
    #lastLeaveEpoch = null;
    /** @type {Map<string, number>} */
    #lastAnswers = new Map();
    /** @type {number[]} */
    #answers = [];

    /**
     * Whether a device is to have the newest key: it was there when the epoch started and has not left or joined again.
     * @param {string} device
     */
    isRecipient(device) { return this.#recipients.has(device); }

    /**
     * @param {HostEvent} event
     * @param {number} now
     * @returns {HostAction[]}
     */
    handle(event, now) {
        switch (event.type) {
        case 'becameHost': return this.#becameHost(event.members, event.newestEpoch, now);
        case 'lostHost':
            this.#reset();
            return [];
        case 'deviceJoined':
            if (!this.#isHost) return [];
            this.#members.add(event.device);
            // Joining again loses the old key: nothing is sent to it before the next epoch.
            this.#recipients.delete(event.device);
            this.#schedule(now + gathering);
            break;
        case 'deviceLeft':
            if (!this.#isHost || !this.#members.delete(event.device)) return [];
            this.#recipients.delete(event.device);
            this.#lastAnswers.delete(event.device);
            this.#leaveIsPending = true;
            this.#schedule(Math.max(now, (this.#lastLeaveEpoch ?? -Infinity) + gathering));
            break;
        case 'keyRequested': return this.#answer(event.device, now);
        default: break;
        }
        return this.#startIfDue(now);
    }

    /**
     * @param {Set<string>} members
     * @param {number} newestEpoch
     * @param {number} now
     */
    #becameHost(members, newestEpoch, now) {
        // Naming the current host again changes nothing.
        if (this.#isHost) return [];
        this.#reset();
        this.#isHost = true;
        this.#epoch = newestEpoch;
        this.#members = new Set(members);
        // The host before may have gone because it left.
        this.#leaveIsPending = newestEpoch > 0;
        this.#schedule(now);
        return this.#startIfDue(now);
    }

    #reset() {
        this.#isHost = false;
        this.#epoch = 0;
        this.#members = new Set();
        this.#recipients = new Set();
        this.#dueAt = null;
        this.#leaveIsPending = false;
        this.#lastLeaveEpoch = null;
        this.#lastAnswers.clear();
        this.#answers = [];
    }

    /** @param {number} instant */
    #schedule(instant) { this.#dueAt = Math.min(this.#dueAt ?? Infinity, instant); }

    /**
     * @param {number} now
     * @returns {HostAction[]}
     */
    #startIfDue(now) {
        if (!this.#isHost || this.#members.size === 0 || this.#epoch >= largestEpoch) {
            // Alone: there is nobody to send to until somebody joins.
            this.#dueAt = null;
            return [];
        }
        if (this.#dueAt === null) return [];
        if (now < this.#dueAt) return [{ type: 'nextTick', at: this.#dueAt }];
        const isFirst = this.#epoch === 0;
        this.#epoch += 1;
        this.#recipients = new Set(this.#members);
        // After a leave sealing must not wait; before the first key there is nothing else to seal with.
        const adoptAfter = this.#leaveIsPending || isFirst ? 0 : adoptionDelay;
        if (this.#leaveIsPending) this.#lastLeaveEpoch = now;
        this.#leaveIsPending = false;
        this.#dueAt = now + period;
        const recipients = [...this.#members].sort();
        return [{ type: 'startEpoch', epoch: this.#epoch, recipients, adoptAfter }, { type: 'nextTick', at: now + period }];
    }

    /**
     * @param {string} device
     * @param {number} now
     * @returns {HostAction[]}
     */
    #answer(device, now) {
        if (!this.#isHost || !this.#recipients.has(device)) return [];
        if (now < (this.#lastAnswers.get(device) ?? -Infinity) + answerInterval) return [];
        this.#answers = this.#answers.filter((instant) => now < instant + 1000);
        if (this.#answers.length >= answersPerSecond) return [];
        this.#answers.push(now);
        this.#lastAnswers.set(device, now);
        return [{ type: 'answerRequest', device }];
    }
}
