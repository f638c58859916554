/** The tracks of each feed as one stream, which plays a person's audio and video. A stream that lost all its tracks is dropped. */
export class PersonStreams {
    /** @type {Map<number, MediaStream>} */
    #streams = new Map();
    #makeStream;
    #events;

    /**
     * @param {() => MediaStream} makeStream
     * @param {{ stream: (feed: number, stream: MediaStream | null) => void, pictureGone: (feed: number) => void }} events
     */
    constructor(makeStream, events) {
        this.#makeStream = makeStream;
        this.#events = events;
    }

    /**
     * @param {number} feed
     * @param {MediaStreamTrack} track
     */
    add(feed, track) {
        const known = this.#streams.get(feed);
        const stream = known ?? this.#makeStream();
        stream.addTrack(track);
        if (known) return;
        this.#streams.set(feed, stream);
        this.#events.stream(feed, stream);
    }

    /**
     * @param {number} feed
     * @param {MediaStreamTrack} track
     */
    remove(feed, track) {
        const stream = this.#streams.get(feed);
        if (!stream?.getTracks().includes(track)) return;
        stream.removeTrack(track);
        if (track.kind === 'video') this.#events.pictureGone(feed);
        if (stream.getTracks().length > 0) return;
        // A stream that was empty for a while may never play again.
        this.#streams.delete(feed);
        this.#events.stream(feed, null);
    }

    /** @param {number} feed */
    drop(feed) {
        const stream = this.#streams.get(feed);
        this.#streams.delete(feed);
        for (const track of stream?.getTracks() ?? []) stream?.removeTrack(track);
    }
}

/** @typedef {Pick<import('../../media/amplifier.js').Amplifier, 'amplify' | 'close'>} AmplifierLike */
/** @typedef {import('../../media/amplifier.js').Amplified} Amplified */

/**
 * How each feed is played: unchanged, by its own track, or else by an amplified one. A feed that was amplified stays so, because a stream
 * that changes its tracks is silent for a moment.
 */
export class Volumes {
    #makeAmplifier;
    #percentOf;
    #streams;
    /** @type {AmplifierLike | null} */
    #amplifier = null;
    /** @type {Map<number, { source: MediaStreamTrack, amplified: Amplified | null }>} the sound of each feed that is heard */
    #sounds = new Map();

    /**
     * @param {() => AmplifierLike} makeAmplifier
     * @param {(feed: number) => number} percentOf
     * @param {Pick<import('./person-streams.js').PersonStreams, 'add' | 'remove'>} streams
     */
    constructor(makeAmplifier, percentOf, streams) {
        this.#makeAmplifier = makeAmplifier;
        this.#percentOf = percentOf;
        this.#streams = streams;
    }

    /**
     * A feed's audio begins, on this track.
     * @param {number} feed
     * @param {MediaStreamTrack} source
     */
    began(feed, source) {
        this.drop(feed);
        const percent = this.#percentOf(feed);
        const amplified = percent === 100 ? null : this.#amplify(source, percent);
        this.#sounds.set(feed, { source, amplified });
        this.#streams.add(feed, amplified?.track ?? source);
    }

    /**
     * The audio stops, unless another track has started since.
     * @param {number} feed
     * @param {MediaStreamTrack} source
     */
    ended(feed, source) { if (this.#sounds.get(feed)?.source === source) this.drop(feed); }

    /** @param {number} feed is to be heard another way */
    changed(feed) {
        const sound = this.#sounds.get(feed);
        if (!sound) return;
        const percent = this.#percentOf(feed);
        if (sound.amplified) return sound.amplified.set(percent);
        if (percent === 100) return;
        sound.amplified = this.#amplify(sound.source, percent);
        // Add first, so that the stream is never empty, which would restart it.
        this.#streams.add(feed, sound.amplified.track);
        this.#streams.remove(feed, sound.source);
    }

    /** @param {number} feed */
    drop(feed) {
        const sound = this.#sounds.get(feed);
        if (!sound) return;
        this.#sounds.delete(feed);
        this.#streams.remove(feed, sound.amplified?.track ?? sound.source);
        sound.amplified?.close();
    }

    /**
     * @param {MediaStreamTrack} source
     * @param {number} percent
     */
    #amplify(source, percent) {
        this.#amplifier ??= this.#makeAmplifier();
        return this.#amplifier.amplify(source, percent);
    }

    close() {
        for (const feed of [...this.#sounds.keys()]) this.drop(feed);
        this.#amplifier?.close();
        this.#amplifier = null;
    }
}
