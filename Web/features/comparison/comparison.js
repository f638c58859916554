import { loadPublishedKeys } from '../../calls/keys/published-keys.js';
import { codeTextOf, safetyNumberOf } from '../../keys/identity/safety-number.js';
import { judgeDevices } from '../../contacts/contact-devices.js';

/**
 * The safety number of this device and a contact's device, to be compared (e2ee 1).
 * @typedef {object} Comparison
 * @property {number} deviceId
 * @property {string | null} says what the device claims to be
 * @property {string} digits 60, the same on both
 * @property {string} code what this device shows as a QR code
 * @property {string} expected what theirs shows
 * @property {import('../../key-distribution/device-pins.js').DeviceTrust} trust
 * @property {{ address: string, sign: string, serial: number }} identity the identity that is compared, and not a later one
 */
/** @typedef {{ api: Pick<import('../../protocol/http/api-client.js').APIClient, 'send'>, pins: Pick<import('../../session/pin-store.js').PinStore, 'read' | 'note'>, identity: Pick<import('../../session/device-identity.js').DeviceIdentity, 'registered'> }} ComparingSession */

/**
 * Looking pins nothing.
 * @param {ComparingSession} session
 * @param {number} userId
 * @param {number} deviceId
 * @returns {Promise<Comparison | null>} null if there is no such device
 */
export async function loadComparison({ api, pins, identity: own }, userId, deviceId) {
    const [published, stored, { identity: mine }] = await Promise.all([loadPublishedKeys({ api }, [userId]), pins.read(), own.registered()]);
    const theirs = published.devices.get(`${userId}_${deviceId}`);
    const known = (await judgeDevices(published, stored)).devices.find((device) => device.deviceId === deviceId);
    if (!theirs || !known) return null;
    return {
        deviceId, says: known.says, trust: known.trust, digits: await safetyNumberOf(mine, theirs),
        code: codeTextOf(mine, theirs), expected: codeTextOf(theirs, mine), identity: { address: theirs.address, sign: theirs.sign, serial: theirs.serial },
    };
}

/**
 * Records that the numbers matched, or withdraws that.
 * @param {Pick<ComparingSession, 'pins'>} session
 * @param {Comparison} comparison
 * @param {boolean} isVerified
 * @returns {Promise<Comparison | null>} null if that failed: the device was revoked meanwhile
 */
export async function noteComparison({ pins }, comparison, isVerified) {
    const isNoted = await pins.note({ note: isVerified ? 'verified' : 'unverified', identity: comparison.identity });
    return isNoted ? { ...comparison, trust: isVerified ? 'verified' : 'known' } : null;
}
