import { decodeBase64URL } from './base64url.js';
import { hashBytes } from './object-hash.js';

/** Why a signed object is rejected; never contains its content. */
export class SignedObjectError extends Error {
    /** @param {'malformed' | 'badSignature' | 'unacceptableKey' | 'mismatch'} code */
    constructor(code) {
        super(`A signed object was refused (${code}).`);
        this.name = 'SignedObjectError';
        this.code = code;
    }
}

const deepest = 8;

/**
 * The members of a signed object's payload: JSON without white space and escapes, known members in the fixed order, unknown ones anywhere,
 * none twice (e2ee, words).
 */
export class SignedPayload {
    #members;
    #position = 0;

    /**
     * @param {Uint8Array} bytes
     * @throws {SignedObjectError}
     */
    constructor(bytes) {
        if (bytes.some((byte) => byte < 0x21 || byte > 0x7e || byte === 0x5c)) throw new SignedObjectError('malformed');
        const scanner = new Scanner(String.fromCharCode(...bytes));
        this.#members = scanner.object(0);
        if (!scanner.isAtEnd) throw new SignedObjectError('malformed');
    }

    /** @param {string} name */
    #next(name) {
        const index = this.#members.findIndex((member, place) => place >= this.#position && member.name === name);
        if (index < 0) throw new SignedObjectError('malformed');
        this.#position = index + 1;
        return this.#members[index].value;
    }

    /**
     * Whether a member is present, at any position.
     * @param {string} name
     */
    has(name) { return this.#members.some((member) => member.name === name); }

    /**
     * 0 … 2^53 − 1 in canonical form.
     * @param {string} name
     */
    integer(name) { return integerOf(this.#next(name)); }

    /** @param {string} name */
    integers(name) {
        const value = this.#next(name);
        if (!value.startsWith('[') || !value.endsWith(']')) throw new SignedObjectError('malformed');
        const inner = value.slice(1, -1);
        return inner ? inner.split(',').map(integerOf) : [];
    }

    /** @param {string} name */
    flag(name) {
        const value = this.#next(name);
        if (value !== 'true' && value !== 'false') throw new SignedObjectError('malformed');
        return value === 'true';
    }

    /** @param {string} name */
    text(name) {
        const value = this.#next(name);
        if (!value.startsWith('"')) throw new SignedObjectError('malformed');
        return value.slice(1, -1);
    }

    /**
     * Base64url of bytes.
     * @param {string} name
     * @param {number} [count]
     */
    bytes(name, count) {
        const bytes = decodeBase64URL(this.text(name));
        if (!bytes || (count !== undefined && bytes.length !== count)) throw new SignedObjectError('malformed');
        return bytes;
    }

    /** @param {string} name */
    address(name) {
        const text = this.text(name);
        if (!isAddress(text)) throw new SignedObjectError('malformed');
        return text;
    }

    /** @param {string} name */
    hash(name) {
        const text = this.text(name);
        if (!hashBytes(text)) throw new SignedObjectError('malformed');
        return text;
    }
}

/**
 * Whether a string is `"<userId>_<deviceId>"`.
 * @param {string} text
 */
export function isAddress(text) {
    const parts = text.split('_');
    return parts.length === 2 && parts.every(isInteger);
}

/** @param {string} text */
export const isInteger = (text) => /^(0|[1-9][0-9]*)$/.test(text) && Number.isSafeInteger(Number(text));

/** @param {string} text */
function integerOf(text) {
    if (!isInteger(text)) throw new SignedObjectError('malformed');
    return Number(text);
}

/** JSON with integers only, in canonical form only. */
class Scanner {
    #text;
    #at = 0;

    /** @param {string} text */
    constructor(text) { this.#text = text; }

    get isAtEnd() { return this.#at === this.#text.length; }

    /**
     * @param {number} depth
     * @returns {{ name: string, value: string }[]}
     */
    object(depth) {
        if (depth > deepest) this.#fail();
        this.#take('{');
        /** @type {{ name: string, value: string }[]} */
        const members = [];
        if (this.#tries('}')) return members;
        do {
            const name = this.#string();
            this.#take(':');
            if (members.some((member) => member.name === name)) this.#fail();
            const start = this.#at;
            this.#value(depth + 1);
            members.push({ name, value: this.#text.slice(start, this.#at) });
        } while (this.#tries(','));
        this.#take('}');
        return members;
    }

    /** @param {number} depth */
    #value(depth) {
        switch (this.#text[this.#at]) {
            case '"': this.#string(); break;
            case '{': this.object(depth); break;
            case '[': this.#array(depth); break;
            default: this.#plain();
        }
    }

    /** @param {number} depth */
    #array(depth) {
        if (depth > deepest) this.#fail();
        this.#take('[');
        if (this.#tries(']')) return;
        do { this.#value(depth + 1); } while (this.#tries(','));
        this.#take(']');
    }

    #string() {
        this.#take('"');
        const end = this.#text.indexOf('"', this.#at);
        if (end < 0) this.#fail();
        const text = this.#text.slice(this.#at, end);
        this.#at = end + 1;
        return text;
    }

    #plain() {
        const word = /^(true|false|null|[0-9]+)/.exec(this.#text.slice(this.#at, this.#at + 24))?.[0] ?? '';
        if (!word || (/^[0-9]/.test(word) && !isInteger(word))) this.#fail();
        this.#at += word.length;
    }

    /** @param {string} character */
    #tries(character) {
        if (this.#text[this.#at] !== character) return false;
        this.#at += 1;
        return true;
    }

    /** @param {string} character */
    #take(character) { if (!this.#tries(character)) this.#fail(); }

    /** @returns {never} */
    #fail() { throw new SignedObjectError('malformed'); }
}
