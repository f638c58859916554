/** What a device may say it is, in UTF-8. */
const longest = 64;

/**
 * What a device says it is, as it can be shown: null for what is no text, too long, blank, or holds what turns or hides other text.
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
