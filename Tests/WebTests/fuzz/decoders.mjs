import { canonicalEmail } from '../../../Web/session/email-address.js';
import { importPeerKey } from '../../../Web/keys/device-key.js';
import { encodeBase64 } from '../../../Web/keys/base64.js';
import { decodeKeyText, pkcs1Of } from '../../../Web/keys/key-text.js';
import { againMessageText, readAgainMessage } from '../../../Web/keys/channels/again-message.js';
import { keyMessageText, readKeyMessage } from '../../../Web/keys/channels/key-message.js';
import { openMessageText, readOpenMessage } from '../../../Web/keys/channels/open-message.js';
import { readReportMessage } from '../../../Web/keys/channels/report-message.js';
import { readLeave } from '../../../Web/keys/entering/leave.js';
import { readStatus } from '../../../Web/keys/entering/status.js';
import { readInvite } from '../../../Web/keys/identity/invite.js';
import { readRevoke, readVouch } from '../../../Web/keys/identity/statements.js';
import { encodeBase64URL } from '../../../Web/keys/signing/base64url.js';
import { importSigningKeyPair, sign } from '../../../Web/keys/signing/signing-keys.js';
import { escape, unescape } from '../../../Web/frames/emulation-prevention.js';
import { assembleFrame, parseFrame, splitFrame } from '../../../Web/frames/frame-layout.js';
import { decodeHeader, encodeHeader } from '../../../Web/frames/sframe-header.js';
import { readShareLink } from '../../../Web/contacts/pasted-link.js';
import { StompDecoder } from '../../../Web/protocol/signaling/stomp.js';
import { decodeSignal, encodeSignal } from '../../../Web/protocol/signaling/signals.js';
import { concat, utf8 } from '../../../Web/frames/bytes.js';

/** A property that does not hold for an input. */
export class Finding extends Error {}

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const require = (holds, what) => { if (!holds) throw new Finding(what); };
/** The text if it is UTF-8, else null. */
const textOf = (bytes) => {
    try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
        return null;
    }
};
/** For a decoder of text, which returns its reading or null, or throws one of its known errors. */
const ofText = (read, ...errors) => async (bytes) => {
    const text = textOf(bytes);
    return text === null ? null : refusing(() => read(text), ...errors);
};
/** Null for a decoder's known errors; others are findings. */
async function refusing(read, ...errors) {
    try {
        return await read();
    } catch (error) {
        if (errors.includes(error.name)) return null;
        throw error;
    }
}

function stomp(bytes) {
    const read = (pieces) => {
        const decoder = new StompDecoder();
        const outputs = [];
        for (const piece of pieces) decoder.decode(piece, outputs);
        decoder.endOfMessage();
        return outputs.map(({ type, frame }) => (type === 'heartBeat' ? '-'
            : [frame.command, ...frame.headers.map((header) => header.join('\0')), hex(frame.body)].join('\0'))).join('\0');
    };
    const place = bytes.length >> 1;
    return refusing(async () => {
        const whole = read([bytes]);
        require(read([bytes.subarray(0, place), bytes.subarray(place)]) === whole, 'two pieces are read otherwise than one');
        return whole;
    }, 'StompError');
}

function sframeHeader(bytes) {
    const decoded = decodeHeader(bytes);
    if (!decoded) return null;
    const { header, length } = decoded;
    require(hex(encodeHeader(header)) === hex(bytes.subarray(0, length)), 'a second encoding');
    return `${header.keyID}:${header.counter}:${length}`;
}

const frame = (codec) => (bytes) => {
    const parsed = parseFrame(bytes, codec);
    if (typeof parsed === 'string') return null;
    const sealed = Uint8Array.of(0xf0, 0, 0, 0, 1, 0, 0, 3, 0);
    const received = splitFrame(assembleFrame(parsed, sealed, codec), codec);
    require(received && hex(received.sealed) === hex(sealed) && hex(received.clear) === hex(parsed.clear), 'what was sent is received otherwise');
    return `${parsed.isKeyFrame}|${[parsed.hints, parsed.clear, parsed.plaintext].map(hex).join('|')}`;
};

const payload = (codec) => (bytes) => {
    const split = splitFrame(bytes, codec);
    return split && `${split.isKeyFrame}|${hex(split.clear)}|${hex(split.sealed)}`;
};

function emulationPrevention(bytes) {
    if (bytes.length === 0) return null;
    const [zeros, rest] = [bytes[0] % 3, bytes.subarray(1)];
    const ended = concat(rest, Uint8Array.of(0x80));
    require(hex(unescape(escape(ended, zeros), zeros) ?? []) === hex(ended), 'escaping changes bytes');
    return unescape(rest, zeros);
}

const kinds = ['leave', 'status', 'invite', 'vouch', 'revoke'];
/** The same seed as in SignedObjectTargets.swift. */
const signer = importSigningKeyPair(new Uint8Array(32).fill(4), 'ypOsFwUYcHHWe4PH_w7-gQjo7EUwV113JoeTM9vavnw');

/** A foreign payload with a valid signature: what a hostile device can do. */
async function signedPayload(bytes) {
    if (bytes.length === 0) return null;
    const kind = kinds[bytes[0] % kinds.length];
    const pair = await signer;
    const signed = `${encodeBase64URL(utf8(`{"alg":"Ed25519","typ":"ecall-${kind}"}`))}.${encodeBase64URL(bytes.subarray(1))}`;
    const text = `${signed}.${encodeBase64URL(await sign(pair, utf8(signed)))}`;
    return refusing(async () => {
        if (kind === 'leave') return readLeave(text, pair.sign);
        if (kind === 'status') {
            const { join, seq, generation, have } = await readStatus(text, pair.sign);
            return [`${join},${seq},${generation}`, ...have.map((entry) => `${BigInt(`0x${entry.prefix}`)},${entry.seq},${entry.generation}`)].join(';');
        }
        if (kind === 'invite') {
            const invite = await readInvite(text, pair.sign);
            return [invite.roomId, invite.caller, invite.callees.join(','), invite.isVideo, invite.seq, invite.issuedAt].join(';');
        }
        const statement = kind === 'vouch' ? readVouch(text) : readRevoke(text);
        await statement.object.verify(pair.sign);
        return `${kind === 'vouch' ? statement.identity : statement.sign};${statement.by}`;
    }, 'SignedObjectError');
}

async function publicKey(text) {
    const { key } = await importPeerKey(text);
    return key.algorithm.name === 'RSA-OAEP' ? encodeBase64(pkcs1Of(decodeKeyText(text))) : null;
}

function signal(bytes) {
    const decoded = decodeSignal(bytes);
    if (!decoded) return null;
    require(encodeSignal(decodeSignal(utf8(encodeSignal(decoded)))) === encodeSignal(decoded), 'what was written is another signal');
    return decoded.type;
}

/**
 * The page's decoders by the names of the targets of Fuzz: each returns what it read, like its twin in Swift, or null.
 * @type {Record<string, (bytes: Uint8Array) => unknown>}
 */
export const decoders = {
    stomp, signal, 'sframe-header': sframeHeader, 'emulation-prevention': emulationPrevention,
    'h264-frame': frame('h264'), 'vp8-frame': frame('vp8'), 'h264-payload': payload('h264'), 'vp8-payload': payload('vp8'),
    'again-message': ofText((text) => {
        const message = readAgainMessage(text);
        return message && againMessageText(message.join, message.held);
    }),
    'key-message': ofText((text) => {
        const message = readKeyMessage(text);
        return message && keyMessageText(message);
    }),
    'open-message': ofText((text) => {
        const message = readOpenMessage(text);
        return message && openMessageText(message);
    }),
    'report-message': ofText((text) => {
        const message = readReportMessage(text);
        return message && `${message.n}.${encodeBase64URL(message.sealed)}`;
    }),
    'signed-payload': signedPayload,
    'share-link': ofText((text) => readShareLink(text), 'InputError'),
    'public-key': ofText(publicKey, 'DeviceKeyError'),
    // The page sends numbers as its readers return them; the form that the server accepts has no function of its own here.
    'login-identifier': ofText((text) => canonicalEmail(text) ?? (/^\+[0-9]{5,15}$/.test(text) ? text : null)),
};

/** FNV-1a of 64 bits, as in FuzzTarget.swift. */
function fnv1a(bytes) {
    let hash = 0xcbf29ce484222325n;
    for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    return hash.toString(16).padStart(16, '0');
}

/**
 * The format of Swift: `refused`, or the hash of what was read.
 * @param {unknown} reading text, bytes, or null
 */
export function verdictOf(reading) {
    if (reading === null) return 'refused';
    return fnv1a(typeof reading === 'string' ? utf8(reading) : /** @type {Uint8Array} */ (reading));
}
