/** @typedef {import('../../session/database.js').KeyValueStore} KeyValueStore */

/** More are not rung into a call. */
const most = 512;

/**
 * Whom this device has rung in a call, as it has kept itself, and who of them has asked by a link, which whoever has it can: what the server
 * says of that counts for nothing (e2ee 3). Nobody where another call is kept.
 * @param {KeyValueStore} database
 * @param {number} callId
 * @returns {Promise<{ people: number[], byLink: number[] }>}
 */
export async function rungIn(database, callId) {
    const kept = await database.get('rungPeople').catch(() => undefined);
    return kept?.callId === callId ? { people: kept.people, byLink: kept.byLink ?? [] } : { people: [], byLink: [] };
}

/**
 * Keeps further ones. What cannot be kept is missed only where the page comes back.
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
