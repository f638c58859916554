import { ReceivedKeys } from '../../../Web/frames/received-keys.js';
import { SenderTrackOpener } from '../../../Web/frames/sender-track-opener.js';
import { bytesOf } from './hex.mjs';

/** A key that shows how often it was ratcheted. */
class CountedKey {
    constructor(value) { this.value = value; }
    async ratcheted() { return new CountedKey((this.value + 1) % 256); }
}

const baseKeyOf = ({ value }) => crypto.subtle.importKey('raw', new Uint8Array(32).fill(value), 'HKDF', false, ['deriveKey', 'deriveBits']);

/**
 * Repeats what happened to frames on their way to a receiver (Tests/Vectors/frame-flows.json); returns the differences.
 * @param {any} flows
 * @returns {Promise<string[]>}
 */
export async function checkFrameFlows(flows) {
    const failures = [];
    for (const { name, codec, steps } of flows) {
        const [keys, opener] = [new ReceivedKeys(), new SenderTrackOpener(baseKeyOf)];
        for (const [index, { at, receive, forget, open, settling, word }] of steps.entries()) {
            if (receive) keys.receive({ generation: receive.generation, step: receive.step, key: new CountedKey(receive.value) }, at);
            if (forget) {
                keys.forget();
                opener.forget();
            }
            if (open === undefined) continue;
            const outcome = await opener.open(bytesOf(open), codec, keys, at, settling ?? false);
            const found = 'opened' in outcome ? 'opened' : 'heldUntil' in outcome ? 'held' : outcome.dropped;
            if (found !== word) failures.push(`${name}, step ${index}: ${found}, not ${word}`);
        }
    }
    return failures;
}
