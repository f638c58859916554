/** @typedef {import('../../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */

/** @type {Record<DeviceTrust, string>} */
const sentences = Object.freeze({
    new: 'new. This is the first call with them in this browser.',
    known: 'known. The same device as before.',
    verified: 'verified. You have compared the numbers.',
    vouched: 'vouched. Another device of theirs says that this one is theirs.',
    'held:changedKey': 'held. Their device has another key than before.',
    'held:olderIdentity': 'held. Their device shows an older identity than before.',
    'held:newDevice': 'held. They use a device that you do not know.',
    'held:uninvited': 'held. Nobody in this call has invited them.',
    'held:revoked': 'held. They have signed this device out.',
});

/**
 * As whom a device is trusted: one word, and what it means.
 * @param {string} name
 * @param {DeviceTrust} trust
 */
export const trustLabel = (name, trust) => `${name}: ${sentences[trust]}`;

/** @param {DeviceTrust | null} trust */
export const isHeld = (trust) => trust?.startsWith('held') ?? false;
