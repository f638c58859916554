/**
 * A text without percent-encoding, which some wrappers of links apply twice; a text that is not encoded well stays.
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
