/**
 * The action that the person chose by a button of a call's notification. It is stored in the database, where no other site can put one, and
 * never in an address, which any link could contain. `until`: Unix milliseconds, after which the call no longer rings.
 * @typedef {{ kind: 'answer' | 'decline', callId: number, until: number }} CallRequest
 */

/** The service worker's messages to windows: there is a request; subscribe again; go to a place of the page, by its fragment. */
/** @typedef {{ type: 'callRequest' } | { type: 'subscribe' } | { type: 'go', fragment: string }} WorkerMessage */

/**
 * Takes the stored request out of the database, so that it is executed once. Null if there is none, or it is too late.
 * @param {Pick<import('../../session/database.js').KeyValueStore, 'get' | 'remove'>} database
 * @param {number} now Unix milliseconds
 * @returns {Promise<CallRequest | null>}
 */
export async function takeCallRequest(database, now) {
    const request = await database.get('callRequest');
    if (!request) return null;
    await database.remove('callRequest');
    return request.until > now ? request : null;
}
