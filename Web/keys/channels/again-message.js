import { hashBytes } from '../signing/object-hash.js';

/**
 * Requests a missing message of a device: `H(own join).H(join held of it, or empty)` (e2ee 5).
 * @param {string} text
 * @returns {{ join: string, held: string | null } | null}
 */
export function readAgainMessage(text) {
    const parts = text.split('.');
    if (parts.length !== 2 || !hashBytes(parts[0]) || (parts[1] && !hashBytes(parts[1]))) return null;
    return { join: parts[0], held: parts[1] || null };
}

/**
 * @param {string} join
 * @param {string | null} held
 */
export const againMessageText = (join, held) => `${join}.${held ?? ''}`;
