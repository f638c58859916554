import { sinceOf, trustWord } from '../contacts/kept-people.js';
import { text } from '../texts/text.js';

/** @typedef {import('../contacts/kept-people.js').KeptPeople} KeptPeople */
/** @typedef {import('../key-distribution/device-pins.js').DeviceTrust} DeviceTrust */
/** @typedef {import('../texts/text.js').Words} Words */
/** @typedef {{ kept: KeptPeople, now: number }} Past what is kept, and Unix milliseconds by which years are left out */

/** In milliseconds: a time older than this is shown with its year. */
const recent = 300 * 24 * 60 * 60_000;

/**
 * The name of a device wherever it is shown: its own claim, and since when it has been trusted here.
 * @param {Past} past
 * @param {string} address
 * @param {DeviceTrust} trust
 * @param {string | null | undefined} says
 * @returns {Words}
 */
export function deviceName({ kept, now }, address, trust, says) {
    const device = says ? text('device.says', { name: says }) : text('device.unnamed');
    const since = sinceOf(kept, address, trust);
    return since === null ? device : text('device.since', { device, date: { format: 'date', moment: since, hasYear: now - since > recent } });
}

/**
 * The trust in a device, by its history; null if the reason why it is held says it.
 * @param {Past} past
 * @param {string} address
 * @param {DeviceTrust} trust
 * @param {boolean} [isInCall]
 * @returns {Words | null}
 */
export function trustWords({ kept, now }, address, trust, isInCall = false) {
    const word = trustWord(kept, address, trust, isInCall);
    const moment = (/** @type {number} */ at) => ({ moment: at, hasYear: now - at > recent });
    switch (word.word) {
    case 'held': return null;
    case 'verified': return text('contact.trust.verified');
    case 'vouched': return word.at === undefined ? text('contact.trust.vouched') : text('trust.word.vouchedSince', { date: { format: 'date', ...moment(word.at) } });
    case 'confirmed': return word.at === undefined ? text('trust.word.confirmed') : text('trust.word.confirmedOn', { date: { format: 'date', ...moment(word.at) } });
    case 'calls': return word.count === 0 || word.since === undefined ? text('trust.word.earlier') : text('trust.word.calls', { count: word.count, month: { format: 'month', ...moment(word.since) } });
    default: return text(word.word === 'first' ? 'trust.word.first' : 'trust.word.listed');
    }
}
