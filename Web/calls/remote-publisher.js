/** @typedef {{ track: 'audio' | 'video' | 'screen' | 'screenAudio', codec: 'opus' | 'h264' | 'vp8', mid: string }} RemoteStream */
/** @typedef {{ feed: number, userId: number, streams: RemoteStream[] }} RemotePublisher */

/** @type {Record<string, RemoteStream['codec']>} */
const videoCodecs = { h264: 'h264', vp8: 'vp8' };

/**
 * Reads who publishes in the room and what: the display is `"<userId>:<name>"`; null for one that names no user.
 * @param {any} publisher
 * @returns {RemotePublisher | null}
 */
export function readPublisher(publisher) {
    const userId = Number(/^(\d{1,16}):/.exec(String(publisher?.display ?? ''))?.[1] ?? 0);
    if (!Number.isSafeInteger(publisher?.id) || !Number.isSafeInteger(userId) || userId <= 0) return null;
    /** @type {RemoteStream[]} */
    const streams = [];
    for (const stream of Array.isArray(publisher.streams) ? publisher.streams : []) {
        const { type, codec, mid, disabled } = stream ?? {};
        if (disabled || typeof mid !== 'string') continue;
        if (type === 'audio' && (codec ?? 'opus') === 'opus') streams.push({ track: 'audio', codec: 'opus', mid });
        if (type === 'video' && videoCodecs[codec ?? 'h264']) streams.push({ track: 'video', codec: videoCodecs[codec ?? 'h264'], mid });
    }
    return { feed: publisher.id, userId, streams };
}
