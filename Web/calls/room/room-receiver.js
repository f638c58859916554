import { SoundReceiver } from './sound-receiver.js';
import { VideoSlots } from './video-slots.js';

/** @typedef {import('./sound-receiver.js').SoundSource} SoundSource */
/** @typedef {{ sound: SoundSource[], screenSound: SoundSource[], pictures: import('./video-slot.js').Picture[] }} Wanted pictures by importance */

/** Everything that one media connection receives: the sound of all on one connection, that of screens on another, video on slots. */
export class RoomReceiver {
    #sound;
    #screenSound;
    #slots;
    #emit;

    /**
     * @param {import('./receiving-connection.js').ReceivingParts} parts
     * @param {() => number} mostSlots
     */
    constructor(parts, mostSlots) {
        this.#emit = parts.emit;
        this.#sound = new SoundReceiver(parts, 'audio');
        this.#screenSound = new SoundReceiver(parts, 'screenAudio');
        this.#slots = new VideoSlots(parts, mostSlots);
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
        if (event.track === 'audio' || event.track === 'screenAudio') this.#emit({ type: 'opened', feed: event.feed, of: event.track });
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
