/**
 * Whether "connected" is proven for a participant (e2ee 6): they have shown that they have this device's key, and a frame of theirs was
 * decrypted here. For a device that signs that it sends nothing, having its key is enough.
 * @param {Pick<import('../call-state.js').Participant, 'hearsUs' | 'hasKey' | 'hasOpened' | 'isSilent'>} participant
 */
export const isProven = ({ hearsUs, hasKey, hasOpened, isSilent }) => hearsUs && (hasOpened || (isSilent && hasKey));

/**
 * How long people have talked, in milliseconds; null before it was proven that any have. A call that one returns to is as old as it
 * is for the others.
 * @param {Pick<import('../call-state.js').CallState, 'connectedAt' | 'startedAt' | 'endedAt' | 'isReturn'>} call
 * @param {number} now Unix milliseconds
 */
export function talkedFor({ connectedAt, startedAt, endedAt, isReturn }, now) {
    if (connectedAt === null) return null;
    return (endedAt ?? now) - (isReturn && startedAt !== null ? Math.min(startedAt, connectedAt) : connectedAt);
}
