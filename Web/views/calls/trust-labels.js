import { text } from '../../texts/text.js';

/** @typedef {import('../../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */

const sentences = /** @type {const} */ ({
    new: 'trust.new',
    known: 'trust.known',
    verified: 'trust.verified',
    vouched: 'trust.vouched',
    'held:changedKey': 'trust.changedKey',
    'held:olderIdentity': 'trust.olderIdentity',
    'held:newDevice': 'trust.newDevice',
    'held:uninvited': 'trust.uninvited',
    'held:revoked': 'trust.revoked',
});

/**
 * As whom a device is trusted: one word, and what it means.
 * @param {string} name
 * @param {DeviceTrust} trust
 */
export const trustLabel = (name, trust) => text(sentences[trust], { name });

/** @param {DeviceTrust | null} trust */
export const isHeld = (trust) => trust?.startsWith('held') ?? false;
