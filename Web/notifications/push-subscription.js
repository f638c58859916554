import { decodeBase64URL } from '../keys/signing/base64url.js';
import { endpoints } from '../protocol/http/endpoints.js';

/** @typedef {Pick<import('../protocol/http/api-client.js').APIClient, 'send'>} API */

/**
 * Whether the server can reach this browser while the page is closed: it can; the person doesn't want it; the server uses no push services;
 * or the browser has none, or none that responds.
 * @typedef {'reached' | 'unwanted' | 'off' | 'noService'} PushReach
 */

/**
 * Subscribes this browser to pushes of the server while the page is closed, by the browser's push service (wire-protocol 7.4), or
 * unsubscribes it.
 * @param {API} api
 * @param {Pick<PushManager, 'getSubscription' | 'subscribe'>} manager
 * @param {boolean} isWanted
 * @returns {Promise<PushReach>} whether it does now
 * @throws {import('../protocol/errors.js').APIError} where the server could not be asked or told
 */
export async function keepSubscription(api, manager, isWanted) {
    const found = await manager.getSubscription();
    const { publicKey = null, hasEnded = false } = isWanted ? await api.send(endpoints.webPushKey) : {};
    const key = publicKey === null ? null : decodeBase64URL(publicKey);
    if (key === null) {
        const reach = isWanted ? 'off' : 'unwanted';
        if (found === null) return reach;
        await found.unsubscribe();
        await api.send(endpoints.removeWebPushSubscription);
        return reach;
    }
    const isOfUse = found !== null && !hasEnded && isSame(found.options.applicationServerKey, key);
    // With another key, or ended by the push service, it is useless, and prevents a new one.
    if (found !== null && !isOfUse) await found.unsubscribe();
    const subscription = isOfUse ? found : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => null);
    if (subscription === null) return 'noService';
    // Sent each time: the server may have lost it, or given it up.
    await api.send(endpoints.setWebPushSubscription, { body: subscription.toJSON() });
    return 'reached';
}

/**
 * Ends the subscription in the browser after its person has signed out; the server forgets it by itself.
 * @param {Pick<PushManager, 'getSubscription'>} manager
 */
export async function endSubscription(manager) { await (await manager.getSubscription())?.unsubscribe(); }

/**
 * @param {ArrayBuffer | null} kept
 * @param {Uint8Array} key
 */
function isSame(kept, key) {
    const bytes = new Uint8Array(kept ?? new ArrayBuffer(0));
    return bytes.length === key.length && bytes.every((byte, place) => byte === key[place]);
}
