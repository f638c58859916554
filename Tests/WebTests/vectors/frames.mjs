import { hex } from '../../../Web/keys/base64.js';
import { CallKeySet } from '../../../Web/frames/call-key-set.js';
import { baseKeyOf, importCallKey, nameOf } from '../../../Web/frames/key-schedule.js';
import { decodeHeader, encodeHeader } from '../../../Web/frames/sframe-header.js';
import { SFrameKey } from '../../../Web/frames/sframe-key.js';
import { TrackOpener } from '../../../Web/frames/track-opener.js';
import { TrackSealer } from '../../../Web/frames/track-sealer.js';
import { bytesOf } from './hex.mjs';

/**
 * Checks the framing of each codec against Tests/Vectors/frames.json, in both directions.
 * @param {any} json
 * @returns {Promise<string[]>} what failed; empty when all is well
 */
export async function checkFrames(json) {
    const failures = [];
    const callKey = await importCallKey(bytesOf(json.callKey));
    const keys = new CallKeySet();
    keys.install(callKey, await nameOf(callKey), 1, null, 0);
    for (const [index, vector] of json.frames.entries()) {
        const what = `frame ${index} (${vector.codec})`;
        const baseKey = () => baseKeyOf(callKey, json.callId, json.device, vector.track);
        const session = BigInt(`0x${json.session}`);
        const sealer = new TrackSealer(vector.codec, baseKey, { draw: () => session, firstCounter: BigInt(vector.counter), isContinued: true });
        const outcome = await sealer.seal(bytesOf(vector.frame), keys.newest);
        if (!('sealed' in outcome) || hex(outcome.sealed) !== vector.sealed) failures.push(`${what} is sealed otherwise`);
        const opener = new TrackOpener(vector.codec, baseKey);
        await opener.update(keys.entries, 0);
        const opened = await opener.open(bytesOf(vector.sealed), 0);
        if (!('opened' in opened) || hex(opened.opened) !== vector.opened) failures.push(`${what} is opened otherwise`);
        const again = await opener.open(bytesOf(vector.sealed), 0);
        if (!('dropped' in again) || again.dropped !== 'replay') failures.push(`${what} is opened twice`);
        for (let position = 0; position < vector.sealed.length / 2; position += Math.ceil(vector.sealed.length / 64)) {
            const damaged = bytesOf(vector.sealed);
            damaged[position] ^= 0x55;
            const fresh = new TrackOpener(vector.codec, baseKey);
            await fresh.update(keys.entries, 0);
            const result = await fresh.open(damaged, 0);
            // Parameter sets in front are hints: whatever is there is thrown away.
            if ('opened' in result && hex(result.opened) !== vector.opened) failures.push(`${what}: damage at ${position} is opened`);
        }
    }
    return failures;
}

/**
 * Reads JSON whose KIDs and counters are larger than a JavaScript number: they become text.
 * @param {string} text
 */
export const parseSFrame = (text) => JSON.parse(text.replace(/"(kid|ctr)": ?(\d+)/g, '"$1": "$2"'));

/**
 * Checks headers and suite 5 against the vectors of RFC 9605.
 * @param {any} json from `parseSFrame`
 * @returns {Promise<string[]>}
 */
export async function checkSFrame(json) {
    const failures = [];
    for (const { kid, ctr, encoded } of json.header) {
        const header = { keyID: BigInt(kid), counter: BigInt(ctr) };
        if (hex(encodeHeader(header)) !== encoded) failures.push(`header ${kid} ${ctr} is encoded otherwise`);
        const decoded = decodeHeader(bytesOf(encoded));
        if (decoded?.header.keyID !== header.keyID || decoded?.header.counter !== header.counter) failures.push(`header ${encoded}`);
    }
    for (const vector of json.sframe.filter((/** @type {any} */ { cipher_suite: suite }) => suite === 5)) {
        const baseKey = await importCallKey(bytesOf(vector.base_key));
        const key = await SFrameKey.derive(baseKey, BigInt(vector.kid));
        const sealed = await key.seal(bytesOf(vector.pt), BigInt(vector.ctr), bytesOf(vector.metadata));
        if (hex(sealed) !== vector.ct) failures.push(`suite 5, counter ${vector.ctr}`);
    }
    return failures;
}
