import { DevicePins } from '../key-distribution/device-pins.js';
import { limits } from '../key-distribution/limits.js';
import { loadPublishedKeys } from '../calls/keys/published-keys.js';
import { readRevoke, readVouch } from '../keys/identity/statements.js';

/** @typedef {import('../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */
/**
 * @typedef {{ deviceId: number, trust: DeviceTrust, says: string | null }} ContactDevice a device of theirs that can be called, the trust
 *     in it here, and what it claims to be
 */
/** @typedef {{ devices: ContactDevice[], hasOlderApps: boolean }} ContactDevices */

/** From states that stop a call to verified ones. */
const order = /** @type {DeviceTrust[]} */ (['held:revoked', 'held:refused', 'held:changedKey', 'held:olderIdentity', 'held:uninvited', 'held:unverified', 'held:newDevice', 'new', 'known', 'vouched', 'verified']);

/**
 * A contact's devices, as a call would judge them now (e2ee 1). Looking pins nothing.
 * @param {import('../calls/keys/published-keys.js').PublishedKeys} published
 * @param {import('../key-distribution/device-pins.js').StoredPins | null} stored
 * @returns {Promise<ContactDevices>}
 */
export async function judgeDevices({ devices, vouches, revokes, hasOlderApps }, stored) {
    const pins = new DevicePins(stored);
    const identities = [...devices.values()];
    // The server may first list those that others have to vouch for.
    for (let link = 0; link < limits.vouchers; link += 1) {
        for (const vouch of readable(vouches, readVouch)) for (const identity of identities) await pins.vouch(vouch, identity);
    }
    // In the same order as a call, so that both judge a device alike.
    for (const revoke of readable(revokes, readRevoke)) await pins.revoke(revoke);
    const judged = identities.map((identity) => ({ deviceId: deviceOf(identity), trust: pins.trust(identity, null) ?? /** @type {DeviceTrust} */ ('new'), says: identity.says }));
    return { devices: judged.sort((left, right) => order.indexOf(left.trust) - order.indexOf(right.trust) || left.deviceId - right.deviceId), hasOlderApps };
}

/** @param {{ address: string }} identity */
const deviceOf = ({ address }) => Number(address.split('_')[1]);

/**
 * The trust in a person: that of their least trusted device; null if none can be called.
 * @param {ContactDevices} devices
 * @returns {DeviceTrust | 'older' | null}
 */
export function trustOf({ devices: [first], hasOlderApps }) {
    if (!first) return hasOlderApps ? 'older' : null;
    return first.trust;
}

/**
 * @param {{ api: Pick<import('../protocol/http/api-client.js').APIClient, 'send'>, database: Pick<import('../session/database.js').KeyValueStore, 'get'> }} session
 * @param {number} userId
 */
export async function loadContactDevices({ api, database }, userId) {
    const [published, pins] = await Promise.all([loadPublishedKeys({ api }, [userId]), database.get('devicePins')]);
    return judgeDevices(published, pins ?? null);
}

/**
 * Strings that have the form of a statement.
 * @template Statement
 * @param {string[]} texts
 * @param {(text: string) => Statement} read
 */
function readable(texts, read) {
    return texts.flatMap((text) => {
        try {
            return [read(text)];
        } catch {
            return [];
        }
    });
}

/**
 * Whether its safety number can be compared: a device that its person has signed out may be in other hands, with the same number.
 * @param {DeviceTrust} trust
 */
export const canCompare = (trust) => trust !== 'held:revoked';
