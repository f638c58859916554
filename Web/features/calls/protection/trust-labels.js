import { text } from '../../../texts/text.js';

/** @typedef {import('../../../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */
/** @typedef {Extract<DeviceTrust, `held:${string}`>} Held */

/** The sentences of all states except known devices, whose sentence contains a number and a month. */
const sentences = /** @type {const} */ ({
    new: 'trust.new',
    verified: 'trust.verified',
    vouched: 'trust.vouched',
    'held:changedKey': 'trust.changedKey',
    'held:olderIdentity': 'trust.olderIdentity',
    'held:newDevice': 'trust.newDevice',
    'held:uninvited': 'trust.uninvited',
    'held:revoked': 'trust.revoked',
    'held:unverified': 'trust.unverified',
    'held:refused': 'trust.refused',
});

/**
 * The trust in a device: one word, and its explanation.
 * @param {string} name
 * @param {DeviceTrust} trust
 * @param {import('../../../texts/text.js').Words} [word] what was
 */
export const trustLabel = (name, trust, word = text('trust.word.earlier')) => (trust === 'known' ? text('trust.was', { name, word }) : text(sentences[trust], { name }));

/**
 * @param {DeviceTrust | null} trust
 * @returns {trust is Held}
 */
export const isHeld = (trust) => trust?.startsWith('held') ?? false;

const advices = /** @type {const} */ ({
    'held:changedKey': 'held.changedKey',
    'held:olderIdentity': 'held.changedKey',
    'held:newDevice': 'held.newDevice',
    'held:uninvited': 'held.uninvited',
    'held:revoked': 'held.revoked',
    'held:unverified': 'held.unverified',
    'held:refused': 'held.refused',
});

/** @param {Held} trust */
export const heldAdvice = (trust) => text(advices[trust]);

/** @param {DeviceTrust} trust */
export function trustSymbol(trust) {
    if (isHeld(trust)) return 'alert';
    return trust === 'verified' ? 'check' : trust === 'new' ? 'info' : 'lock';
}
