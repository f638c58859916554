/**
 * Decodes percent-encoding, which some link wrappers apply twice; malformed text is returned unchanged.
 * @param {string} text
 */
export function decoded(text) {
    const once = decodedOnce(text);
    return once.includes('://') ? once : decodedOnce(once);
}

/** @param {string} text */
export function decodedOnce(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
