// The display name of a participant in Janus: `<userId>:<name>` (docs/wire-protocol.md, 6.3). Only the id counts: everyone has names from
// the server of calls. The name is there for the stock client, and is cut if it is longer than Janus accepts. The twin of
// JanusDisplay.swift; the vectors are Tests/Vectors/janus-displays.json.

/** The limit of the whole string, in bytes of UTF-8. */
export const LARGEST_DISPLAY = 256;

// Marks; the joiner, skin tones, and the tags of flags.
const CONTINUES = /^[\p{M}\u200d\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]$/u;
const encoder = new TextEncoder();

/**
 * Returns the display of a user. A name that is too long is cut behind a whole character: not before a mark, a modifier or a joiner, nor
 * behind a joiner. If there is no such place, it is cut behind a whole scalar. Only properties of scalars decide, so that every language
 * has the same places.
 * @param {number} userId
 * @param {string} name of any length, without a colon
 */
export function janusDisplay(userId, name) {
    const display = `${userId}:${name}`;
    if (encoder.encode(display).length <= LARGEST_DISPLAY) return display;
    const scalars = [...display];
    const start = scalars.indexOf(':') + 1;
    let end = 0;
    for (let bytes = 0; end < scalars.length; end++) {
        bytes += encoder.encode(scalars[end]).length;
        if (bytes > LARGEST_DISPLAY) break;
    }
    let place = end;
    while (place > start && (CONTINUES.test(scalars[place]) || scalars[place - 1] === '\u200d')) place--;
    return scalars.slice(0, place > start ? place : end).join('');
}
