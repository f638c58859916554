import { SoundReceiver } from './sound-receiver.js';
import { VideoSlots } from './video-slots.js';

/** @typedef {{ sound: import('./sound-receiver.js').SoundSource[], pictures: import('./video-slot.js').Picture[] }} Wanted pictures by importance */
/**
 * What is received, by feeds of the room.
 * @typedef {object} ReceiverEvents
 * @property {(feed: number, track: MediaStreamTrack) => void} began
 * @property {(feed: number, track: MediaStreamTrack) => void} ended
 * @property {(feed: number, track: 'audio' | 'video') => void} opened somebody is heard or seen from now on
 * @property {(feed: number, track: 'audio' | 'video') => void} failed it cannot be received
 * @property {() => void} exhausted this tab may make no more connections
 */

/** Everything that one media connection receives: the sound of all on one connection, video on slots. */
export class RoomReceiver {
    #sound;
    #slots;
    #events;

    /**
     * @param {import('./receiving-connection.js').ReceivingParts} parts
     * @param {ReceiverEvents} events
     * @param {() => number} mostSlots
     */
    constructor(parts, events, mostSlots) {
        this.#events = events;
        this.#sound = new SoundReceiver(parts, events);
        this.#slots = new VideoSlots(parts, {
            ...events, opened: (feed) => events.opened(feed, 'video'), failed: (feed) => events.failed(feed, 'video'),
        }, mostSlots);
    }

    /** @param {Wanted} wanted whom to receive from now on */
    receive({ sound, pictures }) {
        // The first picture takes longer than the first sound: it goes ahead.
        this.#slots.receive(pictures);
        this.#sound.receive(sound);
    }

    /** @param {import('../../media/worker-messages.js').WorkerEvent} event */
    heard(event) {
        if (event.type === 'keysMissing' && event.track === 'video') this.#slots.keyIsMissing(event.feed, event.isMissing);
        if (event.type !== 'firstOpened') return;
        if (event.track === 'audio') this.#events.opened(event.feed, 'audio');
        else this.#slots.opened(event);
    }

    /**
     * What the network did so far to what comes of each feed.
     * @returns {Promise<Map<number, import('../reception/reception.js').Reception>>}
     */
    async receptions() {
        const [{ tracks, roundTrip }, found] = await Promise.all([this.#sound.receptions(), this.#slots.receptions()]);
        for (const [feed, audio] of tracks) {
            const { video = null, roundTrip: own = roundTrip } = found.get(feed) ?? {};
            found.set(feed, { audio, video, roundTrip: own });
        }
        return found;
    }

    /** How loud each feed is, after it was opened and decoded: 0 … 1. */
    async levels() {
        const { tracks } = await this.#sound.receptions();
        return new Map([...tracks].map(([feed, { level }]) => [feed, level ?? 0]));
    }

    close() {
        this.#sound.close();
        this.#slots.close();
    }
}
