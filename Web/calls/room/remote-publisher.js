/** @typedef {{ track: 'audio' | 'video' | 'screen' | 'screenAudio', codec: 'opus' | 'h264' | 'vp8', mid: string }} RemoteStream */
/** @typedef {{ feed: number, userId: number, streams: RemoteStream[] }} RemotePublisher */
/**
 * A publisher as Janus announces it, unchecked.
 * @typedef {{ id?: unknown, display?: unknown, streams?: unknown }} UncheckedPublisher
 */
/** @typedef {{ type?: unknown, codec?: unknown, mid?: unknown, disabled?: unknown }} UncheckedStream */

/**
 * The content of a feed's m-lines, by their order among those that are sent: the camera has its line before the screen, and the microphone
 * before the screen's sound (docs/decisions/0065-a-screen-is-a-track-of-the-feed.md).
 * @type {{ audio: RemoteStream['track'][], video: RemoteStream['track'][] }}
 */
const order = { audio: ['audio', 'screenAudio'], video: ['video', 'screen'] };

/** @type {Map<string, RemoteStream['codec']>} */
const videoCodecs = new Map([['h264', 'h264'], ['vp8', 'vp8']]);

/**
 * Reads who publishes in the room, and which tracks. The display is `"<userId>:<name>"`; null if it names no user. There is one track of
 * each kind.
 * @param {UncheckedPublisher | null | undefined} publisher
 * @returns {RemotePublisher | null}
 */
export function readPublisher(publisher) {
    const userId = Number(/^(\d{1,16}):/.exec(String(publisher?.display ?? ''))?.[1] ?? 0);
    const feed = publisher?.id;
    if (typeof feed !== 'number' || !Number.isSafeInteger(feed) || !Number.isSafeInteger(userId) || userId <= 0) return null;
    /** @type {RemoteStream[]} */
    const streams = [];
    const add = (/** @type {'audio' | 'video'} */ kind, /** @type {RemoteStream['codec']} */ codec, /** @type {string} */ mid) => {
        const track = order[kind].find((one) => !streams.some((known) => known.track === one));
        if (track) streams.push({ track, codec, mid });
    };
    const unchecked = publisher?.streams;
    for (const stream of Array.isArray(unchecked) ? unchecked : []) {
        /** @type {UncheckedStream} */
        const { type, codec, mid, disabled } = stream ?? {};
        if (disabled || typeof mid !== 'string') continue;
        if (type === 'audio' && (codec ?? 'opus') === 'opus') add('audio', 'opus', mid);
        const videoCodec = videoCodecs.get(String(codec ?? 'h264'));
        if (type === 'video' && videoCodec) add('video', videoCodec, mid);
    }
    return { feed, userId, streams };
}
