/** @typedef {import('../../session/database.js').KeyValueStore} KeyValueStore */

/** More are not rung into a call. */
const most = 512;

/**
 * The people whom this device has called in a call, as it has kept itself, and which of them asked by a link, which anyone who has it can:
 * the server's word on that counts for nothing (e2ee 3). Empty if another call is kept.
 * @param {KeyValueStore} database
 * @param {number} callId
 * @returns {Promise<{ people: number[], byLink: number[] }>}
 */
export async function rungIn(database, callId) {
    const kept = await database.get('rungPeople').catch(() => undefined);
    return kept?.callId === callId ? { people: kept.people, byLink: kept.byLink ?? [] } : { people: [], byLink: [] };
}

/**
 * Keeps further people. A failure to keep them matters only if the page is loaded again during the call.
 * @param {KeyValueStore} database
 * @param {number} callId
 * @param {number[]} people
 * @param {boolean} [isByLink]
 */
export async function keepRung(database, callId, people, isByLink = false) {
    const before = await rungIn(database, callId);
    const all = [...new Set([...before.people, ...people])].slice(0, most);
    const byLink = [...new Set([...before.byLink, ...(isByLink ? people : [])])].filter((user) => all.includes(user));
    await database.put('rungPeople', { callId, people: all, byLink }).catch(() => {});
}
