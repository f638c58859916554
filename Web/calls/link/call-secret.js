/** The digits of base 62: those of Base62.swift. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is just above 2^256. */
const digits = 43;

/**
 * 32 bytes as one big-endian number in base 62, padded on the left. In Swift: Base62.swift.
 * @param {Uint8Array} bytes
 */
export function secretOf(bytes) {
    let text = '';
    const number = [...bytes];
    for (let count = 0; count < digits; count += 1) {
        let remainder = 0;
        for (const [index, byte] of number.entries()) {
            const value = remainder * 256 + byte;
            number[index] = Math.floor(value / 62);
            remainder = value % 62;
        }
        text = alphabet[remainder] + text;
    }
    return text;
}

/** @param {(bytes: Uint8Array) => Uint8Array} [random] fills the bytes */
export function newSecret(random = (bytes) => crypto.getRandomValues(bytes)) {
    const bytes = random(new Uint8Array(32));
    const secret = secretOf(bytes);
    bytes.fill(0);
    return secret;
}

/**
 * Compares in constant time.
 * @param {string} own
 * @param {string} shown
 */
export function isSameSecret(own, shown) {
    let difference = own.length ^ shown.length;
    for (let index = 0; index < digits; index += 1) difference |= own.charCodeAt(index) ^ shown.charCodeAt(index);
    return difference === 0 && own.length === digits;
}
