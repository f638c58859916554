/** The longest claim of a device, in UTF-8 bytes. */
const longest = 64;

/**
 * A device's claim of what it is, if it can be shown: null if it isn't text, is too long or blank, or contains characters that reverse or
 * hide text.
 * @param {Uint8Array} bytes
 * @returns {string | null}
 */
export function readClaim(bytes) {
    if (bytes.length > longest) return null;
    try {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/u.test(text) || /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text) ? null : text;
    } catch {
        return null;
    }
}
