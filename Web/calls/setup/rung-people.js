/** @typedef {import('../../session/database.js').KeyValueStore} KeyValueStore */

/** More are not rung into a call. */
const most = 512;

/**
 * Whom this device has rung in a call, as it has kept itself: what the server says of that counts for nothing (e2ee 3). None where another
 * call is kept.
 * @param {KeyValueStore} database
 * @param {number} callId
 * @returns {Promise<number[]>}
 */
export async function rungIn(database, callId) {
    const kept = await database.get('rungPeople').catch(() => undefined);
    return kept?.callId === callId ? kept.people : [];
}

/**
 * Keeps further ones. What cannot be kept is missed only where the page comes back.
 * @param {KeyValueStore} database
 * @param {number} callId
 * @param {number[]} people
 */
export async function keepRung(database, callId, people) {
    const all = [...new Set([...await rungIn(database, callId), ...people])].slice(0, most);
    await database.put('rungPeople', { callId, people: all }).catch(() => {});
}
