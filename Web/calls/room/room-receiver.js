import { SoundReceiver } from './sound-receiver.js';
import { VideoSlots } from './video-slots.js';

/** @typedef {import('./sound-receiver.js').SoundSource} SoundSource */
/** @typedef {{ sound: SoundSource[], screenSound: SoundSource[], pictures: import('./video-slot.js').Picture[] }} Wanted pictures by importance */
/** @typedef {import('./remote-publisher.js').RemoteStream['track']} Track */
/**
 * What is received, by feeds of the room.
 * @typedef {object} ReceiverEvents
 * @property {(feed: number, track: MediaStreamTrack, of: Track) => void} began
 * @property {(feed: number, track: MediaStreamTrack, of: Track) => void} ended
 * @property {(feed: number, of: Track) => void} opened somebody is heard or seen from now on
 * @property {(feed: number, of: Track) => void} failed it cannot be received
 * @property {() => void} exhausted this tab may make no more connections
 */

/** Everything that one media connection receives: the sound of all on one connection, that of screens on another, video on slots. */
export class RoomReceiver {
    #sound;
    #screenSound;
    #slots;
    #events;

    /**
     * @param {import('./receiving-connection.js').ReceivingParts} parts
     * @param {ReceiverEvents} events
     * @param {() => number} mostSlots
     */
    constructor(parts, events, mostSlots) {
        this.#events = events;
        this.#sound = new SoundReceiver(parts, events, 'audio');
        this.#screenSound = new SoundReceiver(parts, events, 'screenAudio');
        this.#slots = new VideoSlots(parts, events, mostSlots);
    }

    /** @param {Wanted} wanted whom to receive from now on */
    receive({ sound, screenSound, pictures }) {
        // The first picture takes longer than the first sound: it goes ahead.
        this.#slots.receive(pictures);
        this.#sound.receive(sound);
        this.#screenSound.receive(screenSound);
    }

    /** @param {import('../../media/worker-messages.js').WorkerEvent} event */
    heard(event) {
        if (event.type === 'keysMissing') this.#slots.keyIsMissing(event.feed, event.track, event.isMissing);
        if (event.type !== 'firstOpened') return;
        if (event.track === 'audio' || event.track === 'screenAudio') this.#events.opened(event.feed, event.track);
        else this.#slots.opened(event);
    }

    /**
     * What the network did so far to what comes of each feed.
     * @returns {Promise<Map<number, import('../quality/reception.js').Reception>>}
     */
    async receptions() {
        const [{ tracks, roundTrip }, found] = await Promise.all([this.#sound.receptions(), this.#slots.receptions()]);
        for (const [feed, audio] of tracks) found.set(feed, { video: null, roundTrip, ...found.get(feed), audio });
        return found;
    }

    /** How loud each feed is, after it was opened and decoded: 0 … 1. */
    async levels() {
        const { tracks } = await this.#sound.receptions();
        return new Map([...tracks].map(([feed, { level }]) => [feed, level ?? 0]));
    }

    close() {
        this.#sound.close();
        this.#screenSound.close();
        this.#slots.close();
    }
}
