import { limits } from './limits.js';

/**
 * The sender whose frames arrive on one slot of a subscription, and since when (e2ee 8.2). A media server switches a slot from one sender
 * to another while frames of the first are on their way.
 */
export class SubscriptionSlot {
    /** As soon as a switch is requested, the slot opens frames of this sender only. */
    sender;
    #settlesAt = -Infinity;

    /** @param {string} sender of a new slot */
    constructor(sender) { this.sender = sender; }

    /**
     * Requests a switch; returns whether the sender is another one.
     * @param {string} sender
     * @param {number} now
     */
    switched(sender, now) {
        if (sender === this.sender) return false;
        this.sender = sender;
        this.#settlesAt = now + limits.settling;
        return true;
    }

    /**
     * Whether a frame that doesn't open is dropped, without holding it or requesting a key.
     * @param {number} now
     */
    isSettling(now) { return now < this.#settlesAt; }
}

/** The received feeds: for each sender and kind the first one, until it ends (e2ee 8.2). */
export class ReceivedFeeds {
    /** @type {Map<string, number[]>} in the order they came; the first is received */
    #feeds = new Map();

    /**
     * A feed has started. Returns whether it is received.
     * @param {number} feed
     * @param {string} source
     */
    began(feed, source) {
        const feeds = this.#feeds.get(source) ?? [];
        if (!feeds.includes(feed)) this.#feeds.set(source, [...feeds, feed]);
        return (feeds[0] ?? feed) === feed;
    }

    /**
     * A feed has ended. Returns the one that is received in its place, if there is one.
     * @param {number} feed
     * @param {string} source
     */
    ended(feed, source) {
        const feeds = this.#feeds.get(source) ?? [];
        const left = feeds.filter((other) => other !== feed);
        this.#feeds.set(source, left);
        return feeds[0] === feed ? left[0] ?? null : null;
    }
}
