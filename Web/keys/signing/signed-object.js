import { utf8 } from '../../frames/bytes.js';
import { decodeBase64URL, encodeBase64URL } from './base64url.js';
import { SignedObjectError, SignedPayload } from './signed-payload.js';
import { isValid, sign } from './signing-keys.js';

/** @typedef {'identity' | 'join' | 'leave' | 'status' | 'invite' | 'vouch' | 'revoke' | 'reply' | 'signin' | 'change'} ObjectKind */

/**
 * The first part, compared as a string: the sender cannot choose a header.
 * @param {ObjectKind} kind
 */
const header = (kind) => encodeBase64URL(utf8(`{"alg":"Ed25519","typ":"ecall-${kind}"}`));

/** A signed object: JWS compact (RFC 7515 section 3.1) with Ed25519 (RFC 9864), whose signature is not verified yet. */
export class UnverifiedObject {
    #text;
    #signature;
    /** @type {SignedPayload} */
    payload;

    /**
     * @param {string} text
     * @param {ObjectKind} kind
     * @param {number} [limit] the longest text that is read
     * @throws {SignedObjectError}
     */
    constructor(text, kind, limit = 4096) {
        const parts = text.length <= limit ? text.split('.') : [];
        const [payload, signature] = parts.slice(1).map(decodeBase64URL);
        if (parts.length !== 3 || parts[0] !== header(kind) || !payload || signature?.length !== 64) {
            throw new SignedObjectError('malformed');
        }
        this.#text = text;
        this.#signature = signature;
        this.payload = new SignedPayload(payload);
    }

    /** @param {string} key the public key, base64url */
    isSignedBy(key) {
        return isValid(key, this.#signature, utf8(this.#text.slice(0, this.#text.lastIndexOf('.'))));
    }

    /**
     * @param {string} key
     * @throws {SignedObjectError}
     */
    async verify(key) {
        if (!await this.isSignedBy(key)) throw new SignedObjectError('badSignature');
    }
}

/**
 * Signs a payload: members in the given order, without absent ones.
 * @param {ObjectKind} kind
 * @param {Record<string, string | number | boolean | number[] | undefined>} members
 * @param {import('./signing-keys.js').SigningKeyPair} pair
 */
export async function signObject(kind, members, pair) {
    const signed = `${header(kind)}.${encodeBase64URL(utf8(JSON.stringify(members)))}`;
    return `${signed}.${encodeBase64URL(await sign(pair, utf8(signed)))}`;
}
