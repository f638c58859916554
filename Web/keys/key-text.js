import { decodeBase64 } from './base64.js';

/** Why a key is rejected. Never contains the key. */
export class DeviceKeyError extends Error {
    /** @param {'notAKey' | 'unsupportedSize' | 'unsupportedExponent'} code */
    constructor(code) {
        super(`The key is not accepted: ${code}.`);
        this.name = 'DeviceKeyError';
        this.code = code;
    }
}

/** AlgorithmIdentifier of rsaEncryption with NULL (RFC 8017 appendix A.1). */
const rsaAlgorithm = Uint8Array.of(0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00);
const sequence = 0x30;
const integer = 0x02;
const bitString = 0x03;
const longestText = 8192;
/** White space (Unicode's `White_Space`), or the byte order mark that some editors put at the beginning of a file. */
const blank = '[\\s\\u0085]';
const blanks = new RegExp(blank, 'gu');
const atEnds = new RegExp(`^${blank}+|${blank}+$`, 'gu');

/**
 * The DER of a public key as people paste it: PEM (PKCS#1 or SPKI), or base64 in either alphabet, with or without padding.
 * @param {string} text
 * @returns {Uint8Array}
 * @throws {DeviceKeyError}
 */
export function decodeKeyText(text) {
    if (text.length > longestText) throw new DeviceKeyError('notAKey');
    const pem = /^-----BEGIN ((?:RSA )?PUBLIC KEY)-----\s*\n([^]+?)\n\s*-----END \1-----$/.exec(text.replace(atEnds, ''));
    const plain = (pem ? pem[2] : text).replace(blanks, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    const bytes = plain === '' ? null : decodeBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='));
    if (!bytes) throw new DeviceKeyError('notAKey');
    return bytes;
}

/**
 * The PKCS#1 `RSAPublicKey` of a PKCS#1 or SPKI DER: RSA of 2048 to 4096 bits with exponent 65537, in canonical DER (e2ee 1).
 * @param {Uint8Array} der
 * @returns {Uint8Array}
 * @throws {DeviceKeyError}
 */
export function pkcs1Of(der) {
    const outer = new DERReader(der).whole(sequence);
    let pkcs1 = Uint8Array.from(der);
    if (outer.peek() === sequence) {
        const algorithm = outer.encoded(sequence);
        if (!isEqual(algorithm, rsaAlgorithm)) throw new DeviceKeyError('notAKey');
        const bits = outer.contents(bitString);
        if (!outer.isAtEnd || bits[0] !== 0) throw new DeviceKeyError('notAKey');
        pkcs1 = Uint8Array.from(bits.subarray(1));
    }
    const key = new DERReader(pkcs1).whole(sequence);
    const modulus = positive(key.contents(integer));
    const exponent = positive(key.contents(integer));
    if (!key.isAtEnd) throw new DeviceKeyError('notAKey');
    const size = modulus.length * 8 - (Math.clz32(modulus[0]) - 24);
    if (size < 2048 || size > 4096) throw new DeviceKeyError('unsupportedSize');
    if (!isEqual(exponent, Uint8Array.of(1, 0, 1))) throw new DeviceKeyError('unsupportedExponent');
    if ((modulus[modulus.length - 1] & 1) === 0) throw new DeviceKeyError('notAKey');
    return pkcs1;
}

/**
 * The SPKI of a PKCS#1 public key, which is what WebCrypto imports.
 * @param {Uint8Array} pkcs1
 */
export function spkiOf(pkcs1) {
    return encoded(sequence, [...rsaAlgorithm, ...encoded(bitString, [0, ...pkcs1])]);
}

/** Reads DER strictly: definite and shortest lengths only. */
class DERReader {
    #bytes;
    #at = 0;

    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.#bytes = bytes;
    }

    get isAtEnd() { return this.#at === this.#bytes.length; }
    peek() { return this.#bytes[this.#at]; }

    /**
     * The value, if there is nothing else.
     * @param {number} tag
     */
    whole(tag) {
        const contents = this.contents(tag);
        if (!this.isAtEnd) throw new DeviceKeyError('notAKey');
        return new DERReader(contents);
    }

    /**
     * The next value with its tag and length.
     * @param {number} tag
     */
    encoded(tag) {
        const start = this.#at;
        this.contents(tag);
        return this.#bytes.subarray(start, this.#at);
    }

    /** @param {number} tag */
    contents(tag) {
        if (this.#next() !== tag) throw new DeviceKeyError('notAKey');
        let length = this.#next();
        if (length >= 0x80) {
            const count = length - 0x80;
            if (count < 1 || count > 2) throw new DeviceKeyError('notAKey');
            length = 0;
            for (let index = 0; index < count; index += 1) length = length * 256 + this.#next();
            if (length < (count === 1 ? 0x80 : 0x100)) throw new DeviceKeyError('notAKey');
        }
        if (this.#at + length > this.#bytes.length) throw new DeviceKeyError('notAKey');
        this.#at += length;
        return this.#bytes.subarray(this.#at - length, this.#at);
    }

    #next() {
        if (this.isAtEnd) throw new DeviceKeyError('notAKey');
        this.#at += 1;
        return this.#bytes[this.#at - 1];
    }
}

/**
 * The magnitude of a positive DER INTEGER.
 * @param {Uint8Array} bytes
 */
function positive(bytes) {
    const isPadded = bytes[0] === 0;
    if (bytes.length === 0 || bytes[0] >= 0x80 || (isPadded && !(bytes[1] >= 0x80))) throw new DeviceKeyError('notAKey');
    return isPadded ? bytes.subarray(1) : bytes;
}

/**
 * @param {number} tag
 * @param {number[]} contents shorter than 65536
 */
function encoded(tag, contents) {
    const { length } = contents;
    const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
    return Uint8Array.from([tag, ...head, ...contents]);
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
function isEqual(left, right) {
    return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
