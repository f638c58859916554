/**
 * Standard base64, padded.
 * @param {Uint8Array} bytes
 */
export function encodeBase64(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
}

/**
 * Strict standard base64: one string per value; null for anything else.
 * @param {string} text
 * @returns {Uint8Array | null}
 */
export function decodeBase64(text) {
    try {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        return encodeBase64(bytes) === text ? bytes : null;
    } catch {
        return null;
    }
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Lower-case hex of the SHA-256.
 * @param {Uint8Array} bytes
 */
export async function sha256(bytes) {
    return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
