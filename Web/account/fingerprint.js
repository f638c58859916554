/**
 * The hash of a public key in groups of four, to be read out and compared.
 * @param {string} hash hexadecimal
 */
export const fingerprintGroups = (hash) => hash.toUpperCase().match(/.{1,4}/g) ?? [];
