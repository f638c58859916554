/**
 * @typedef {{ bytes(count: number): Uint8Array }} Random
 */

/** @type {Random} the system's */
export const systemRandom = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };

/**
 * A number of 64 bits.
 * @param {Random} random
 */
export const randomNumber = (random) => random.bytes(8).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
