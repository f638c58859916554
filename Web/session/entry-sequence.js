/**
 * The next number of this device's joins and invites: above all earlier ones, whatever the clock says, and stored before it can be used
 * (e2ee 3).
 * @param {Pick<import('./database.js').KeyValueStore, 'get' | 'put'>} database
 * @param {number} now Unix milliseconds
 */
export async function nextEntryNumber(database, now) {
    const next = Math.max((await database.get('entrySequence') ?? 0) + 1, Math.floor(now));
    await database.put('entrySequence', next);
    return next;
}
