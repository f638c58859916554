/** What comes of each feed as one stream, which a person is heard and seen by; a stream that lost all its tracks is dropped. */
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
        // One that was empty for a while may never play again.
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
