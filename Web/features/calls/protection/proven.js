/**
 * Whether "connected" is proven for a participant (e2ee 6): they have shown that they have this device's key, and a frame of theirs was
 * decrypted here. For a device that signs that it sends nothing, having its key is enough.
 * @param {Pick<import('../call-state.js').Participant, 'hearsUs' | 'hasKey' | 'hasOpened' | 'isSilent'>} participant
 */
export const isProven = ({ hearsUs, hasKey, hasOpened, isSilent }) => hearsUs && (hasOpened || (isSilent && hasKey));

/**
 * How long people have talked, in milliseconds of the monotonic clock, so that setting the clock during the call changes nothing; null
 * before media were proven. A call that one returns to is as old as for the others.
 * @param {Pick<import('../call-state.js').CallState, 'connectedAt' | 'startedAt' | 'endedAt' | 'isReturn' | 'measured'>} call
 * @param {{ now: number, uptime: number }} moment Unix milliseconds, and those of the monotonic clock
 */
export function talkedFor({ connectedAt, startedAt, endedAt, isReturn, measured }, { now, uptime }) {
    if (connectedAt === null) return null;
    const before = isReturn && startedAt !== null ? Math.max(0, connectedAt - startedAt) : 0;
    return before + (measured ? (measured.to ?? uptime) - measured.from : (endedAt ?? now) - connectedAt);
}
