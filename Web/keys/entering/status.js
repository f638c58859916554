import { encodeBase64URL } from '../signing/base64url.js';
import { UnverifiedObject, signObject } from '../signing/signed-object.js';
import { SignedObjectError } from '../signing/signed-payload.js';

/**
 * A device's state about one other device.
 * @typedef {{ prefix: string, seq: number, generation: number }} StatusEntry the first eight bytes of H(join) in
 *     hexadecimal, its last status, the low 16 bits of its highest generation, 0 for none
 */
/**
 * Shows that a device is present, and which keys and joins of the others it has (e2ee 6).
 * @typedef {{ join: string, seq: number, generation: number, have: StatusEntry[], isRecording: boolean, isSilent: boolean }} Status
 */

const entryLength = 12;

/**
 * @param {string} text
 * @param {string} key base64url
 * @returns {Promise<Status>}
 * @throws {SignedObjectError}
 */
export async function readStatus(text, key) {
    const object = new UnverifiedObject(text, 'status');
    const { payload } = object;
    const [join, seq, generation] = [payload.hash('join'), payload.integer('seq'), payload.integer('generation')];
    if (seq < 1 || seq > 0xffff || generation > 0xffffffff) throw new SignedObjectError('malformed');
    const have = readEntries(payload.bytes('have'));
    // Elsewhere, or with another value, it would count as absent.
    const isRecording = payload.has('recording');
    if (isRecording && !payload.flag('recording')) throw new SignedObjectError('malformed');
    const isSilent = payload.has('silent');
    if (isSilent && !payload.flag('silent')) throw new SignedObjectError('malformed');
    await object.verify(key);
    return { join, seq, generation, have, isRecording, isSilent };
}

/** @param {Uint8Array} bytes */
function readEntries(bytes) {
    if (bytes.length % entryLength !== 0) throw new SignedObjectError('malformed');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const entries = Array.from({ length: bytes.length / entryLength }, (_, index) => ({
        prefix: view.getBigUint64(index * entryLength).toString(16).padStart(16, '0'),
        seq: view.getUint16(index * entryLength + 8), generation: view.getUint16(index * entryLength + 10),
    }));
    if (entries.some((entry, index) => index > 0 && entries[index - 1].prefix >= entry.prefix)) throw new SignedObjectError('malformed');
    return entries;
}

/**
 * @param {Status} status
 * @param {import('../signing/signing-keys.js').SigningKeyPair} pair
 */
export async function makeStatus({ join, seq, generation, have, isRecording, isSilent }, pair) {
    const bytes = new Uint8Array(have.length * entryLength);
    const view = new DataView(bytes.buffer);
    const sorted = [...have].sort((one, other) => (one.prefix < other.prefix ? -1 : 1));
    sorted.forEach((entry, index) => {
        view.setBigUint64(index * entryLength, BigInt(`0x${entry.prefix}`));
        view.setUint16(index * entryLength + 8, entry.seq);
        view.setUint16(index * entryLength + 10, entry.generation);
    });
    const said = { ...(isRecording ? { recording: true } : {}), ...(isSilent ? { silent: true } : {}) };
    return signObject('status', { join, seq, generation, have: encodeBase64URL(bytes), ...said }, pair);
}
