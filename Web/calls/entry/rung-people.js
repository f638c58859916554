/** @typedef {import('../../session/database.js').KeyValueStore} KeyValueStore */

/** The most people who are rung into a call. */
const most = 512;

/**
 * The people whom this device has called into a call, as stored here, and which of them asked by a link, which anyone who has it can: the
 * server's word does not count (e2ee 3). Empty if another call is stored.
 * @param {KeyValueStore} database
 * @param {number} callId
 * @returns {Promise<{ people: number[], byLink: number[] }>}
 */
export async function rungIn(database, callId) {
    const kept = await database.get('rungPeople').catch(() => undefined);
    return kept?.callId === callId ? { people: kept.people, byLink: kept.byLink ?? [] } : { people: [], byLink: [] };
}

/**
 * Stores more people. A failure matters only if the page is reloaded during the call.
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
