import { hex } from '../../../Web/keys/base64.js';
import { SenderKey } from '../../../Web/keys/sender-key.js';
import { baseKeyOf } from '../../../Web/frames/key-schedule.js';
import { ReceivedKeys } from '../../../Web/frames/received-keys.js';
import { SenderTrackOpener } from '../../../Web/frames/sender-track-opener.js';
import { SenderTrackSealer } from '../../../Web/frames/sender-track-sealer.js';
import { decodeHeader, encodeHeader } from '../../../Web/frames/sframe-header.js';
import { SFrameKey } from '../../../Web/frames/sframe-key.js';
import { bytesOf } from './hex.mjs';
import { importKey } from './keys.mjs';

/**
 * Checks the framing of each codec against Tests/Vectors/frames.json, in both directions.
 * @param {any} json
 * @returns {Promise<string[]>} what failed; empty when all is well
 */
export async function checkFrames(json) {
    const failures = [];
    const { callId, device, generation, step } = json;
    for (const [index, vector] of json.frames.entries()) {
        const what = `frame ${index} (${vector.codec})`;
        const baseKey = (/** @type {SenderKey} */ key) => baseKeyOf(key.bytes, callId, device, vector.track);
        const senderKey = new SenderKey(bytesOf(json.senderKey));
        const key = await SFrameKey.derive(await baseKey(senderKey), BigInt(`0x${json.keyId}`));
        const sealer = new SenderTrackSealer(vector.codec, key, false, BigInt(vector.counter));
        const outcome = await sealer.seal(bytesOf(vector.frame));
        if (!('sealed' in outcome) || hex(outcome.sealed) !== vector.sealed) failures.push(`${what} is sealed otherwise`);
        const makeOpener = () => {
            const keys = new ReceivedKeys();
            keys.receive({ generation, step, key: senderKey }, 0);
            const opener = new SenderTrackOpener(baseKey);
            return (/** @type {Uint8Array} */ payload) => opener.open(payload, vector.codec, keys, 0);
        };
        const open = makeOpener();
        const opened = await open(bytesOf(vector.sealed));
        if (!('opened' in opened) || hex(opened.opened) !== vector.opened) failures.push(`${what} is opened otherwise`);
        const again = await open(bytesOf(vector.sealed));
        if (!('dropped' in again) || again.dropped !== 'replay') failures.push(`${what} is opened twice`);
        for (let position = 0; position < vector.sealed.length / 2; position += Math.ceil(vector.sealed.length / 64)) {
            const damaged = bytesOf(vector.sealed);
            damaged[position] ^= 0x55;
            const result = await makeOpener()(damaged);
            // Parameter sets in front are hints, which are discarded.
            if ('opened' in result && hex(result.opened) !== vector.opened) failures.push(`${what}: damage at ${position} is opened`);
        }
    }
    return failures;
}

/**
 * Reads JSON whose KIDs and counters are larger than a JavaScript number: they become strings.
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
        const baseKey = await importKey(vector.base_key);
        const key = await SFrameKey.derive(baseKey, BigInt(vector.kid));
        const sealed = await key.seal(bytesOf(vector.pt), BigInt(vector.ctr), bytesOf(vector.metadata));
        if (hex(sealed) !== vector.ct) failures.push(`suite 5, counter ${vector.ctr}`);
    }
    return failures;
}
