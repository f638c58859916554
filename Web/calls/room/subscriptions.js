import { text } from '../../texts/text.js';

/** @typedef {import('./remote-publisher.js').RemotePublisher} RemotePublisher */
/**
 * @typedef {object} SubscriptionOptions
 * @property {number} ownUser
 * @property {import('../members/call-roster.js').CallRoster} roster whose feeds the server names
 * @property {Pick<import('./call-room.js').CallRoom, 'subscribe' | 'unsubscribe' | 'receiveMore' | 'reception'>} room
 * @property {() => Promise<{ iceServers: RTCIceServer[] }>} credentials
 * @property {() => Promise<unknown>} refreshParticipants the list of participants, asked for again
 * @property {(event: import('../model/call-event.js').SessionEvent) => void} notify
 */

/** Which feeds of the room are received: of each person in the call the one that the server names. */
export class Subscriptions {
    #options;
    /** @type {Map<number, RemotePublisher>} who publishes under a number that the list of participants does not name, or not yet */
    #unmapped = new Map();
    /** @type {Map<number, { address: string, userId: number, publisher: RemotePublisher }>} feeds that are received or about to be */
    #feeds = new Map();
    /** @type {Set<number>} feeds of which something came */
    #working = new Set();
    #isClosed = false;

    /** @param {SubscriptionOptions} options */
    constructor(options) { this.#options = options; }

    /** Every feed that is known, received or not. */
    get known() { return new Set([...this.#feeds.keys(), ...this.#unmapped.keys()]); }
    /** @param {number} feed */
    userOf(feed) { return this.#feeds.get(feed)?.userId ?? null; }

    /**
     * Somebody publishes in the room, or publishes more than before.
     * @param {RemotePublisher} publisher
     */
    async appeared(publisher) {
        const { roster, ownUser, refreshParticipants } = this.#options;
        const known = this.#feeds.get(publisher.feed);
        if (known) return void this.#sendsMore(known, publisher);
        this.#unmapped.set(publisher.feed, publisher);
        if (publisher.userId !== ownUser && roster.feeds.get(publisher.userId) !== publisher.feed) await refreshParticipants();
        this.update();
        return undefined;
    }

    /** @param {number} feed */
    disappeared(feed) {
        const userId = this.userOf(feed);
        for (const known of [this.#unmapped, this.#feeds, this.#working]) known.delete(feed);
        this.#options.room.unsubscribe(feed);
        if (userId !== null) this.#options.notify({ type: 'media', userId, stream: null, kind: 'camera', active: false });
    }

    /** This device entered the room again: feeds have other ids there. */
    allDisappeared() {
        for (const feed of [...this.#feeds.keys()]) this.disappeared(feed);
        this.#unmapped.clear();
    }

    /**
     * Receives a device no more; its feeds are received again if it comes back while they are there.
     * @param {string} address
     */
    left(address) {
        for (const [feed, sender] of [...this.#feeds]) {
            if (sender.address !== address) continue;
            this.disappeared(feed);
            this.#unmapped.set(feed, sender.publisher);
        }
    }

    /** Receives everybody whose device is known on the one feed that the server names: any other would be in its way. */
    update() {
        if (this.#isClosed) return;
        const { roster } = this.#options;
        for (const [feed, { userId, publisher }] of [...this.#feeds]) {
            if ((roster.feeds.get(userId) ?? feed) === feed) continue;
            this.disappeared(feed);
            this.#unmapped.set(feed, publisher);
        }
        for (const [feed, publisher] of this.#unmapped) {
            const member = roster.members.get(publisher.userId);
            // Who sends nothing is in the call all the same; what comes later is reported.
            if (!member || roster.feeds.get(publisher.userId) !== feed || publisher.streams.length === 0) continue;
            this.#unmapped.delete(feed);
            this.#feeds.set(feed, { address: member.address, userId: member.userId, publisher });
            void this.#subscribe(publisher, member);
        }
    }

    close() { this.#isClosed = true; }

    /**
     * What the network did so far to what each person sends, by the addresses of their devices.
     * @returns {Promise<Map<string, import('../reception/reception.js').Reception>>}
     */
    async receptions() {
        const found = await Promise.all([...this.#feeds].map(async ([feed, { address }]) => {
            const reception = await this.#options.room.reception(feed);
            /** @type {[string, import('../reception/reception.js').Reception][]} */
            const entry = reception ? [[address, reception]] : [];
            return entry;
        }));
        return new Map(found.flat());
    }

    /**
     * Somebody who is received sends more than before, such as video in a call that began without.
     * @param {{ publisher: RemotePublisher }} sender
     * @param {RemotePublisher} publisher
     */
    async #sendsMore(sender, publisher) {
        const before = sender.publisher;
        if (publisher.streams.every(({ mid }) => before.streams.some((known) => known.mid === mid))) return;
        sender.publisher = publisher;
        try {
            await this.#options.room.receiveMore(publisher);
        } catch {
            this.#receiveAgain(publisher);
        }
    }

    /**
     * @param {RemotePublisher} publisher
     * @param {import('../members/call-roster.js').Member} member
     */
    async #subscribe(publisher, { address, userId }) {
        const { room, credentials, notify } = this.#options;
        try {
            const { iceServers } = await credentials();
            await room.subscribe({
                publisher, sender: address, iceServers,
                appeared: (stream) => notify({ type: 'media', userId, stream, kind: 'camera', active: true }),
                worked: () => this.#working.add(publisher.feed),
                broke: () => this.#receiveAgain(publisher),
            });
        } catch {
            this.#cannotReceive(publisher.feed);
        }
    }

    /**
     * A connection that worked broke: the person is received on another. One that never worked is given up.
     * @param {RemotePublisher} publisher
     */
    #receiveAgain(publisher) {
        if (!this.#working.delete(publisher.feed) || !this.#feeds.has(publisher.feed)) return this.#cannotReceive(publisher.feed);
        this.disappeared(publisher.feed);
        this.#unmapped.set(publisher.feed, publisher);
        return this.update();
    }

    /**
     * A feed that Janus no longer has is one person less to see; the call goes on.
     * @param {number} feed
     */
    #cannotReceive(feed) {
        if (this.#isClosed || !this.#feeds.has(feed)) return;
        this.disappeared(feed);
        this.#options.notify({ type: 'notice', text: text('call.notice.notReceived') });
    }
}
