/**
 * The reply of a person who won't take a call, to its caller (e2ee 2, reply): they cannot talk now, and call back in this many minutes, 0 …
 * 255; 0: unspecified.
 * @typedef {{ kind: 'cannotTalkNow', minutes: number }} CallReply
 */

const version = 1;
const cannotTalkNow = 1;
/** The bytes of a reply: what is not used is zero, so that its length tells nothing. */
export const replyLength = 64;

/** @param {CallReply} reply */
export function replyBytes({ minutes }) {
    const bytes = new Uint8Array(replyLength);
    bytes.set([version, cannotTalkNow, minutes]);
    return bytes;
}

/**
 * Null for another length, version or kind.
 * @param {Uint8Array} bytes
 * @returns {CallReply | null}
 */
export function replyOf(bytes) {
    if (bytes.length !== replyLength || bytes[0] !== version || bytes[1] !== cannotTalkNow) return null;
    return { kind: 'cannotTalkNow', minutes: bytes[2] };
}
