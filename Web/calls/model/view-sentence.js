import { text } from '../../texts/text.js';

/**
 * What it means to a person that a device sees another call than this one.
 * @param {string[]} notice its kind, and the addresses
 * @param {string} own
 * @param {(address: string) => import('../../texts/text.js').Words} nameOf
 */
export function viewSentence([kind, one, other], own, nameOf) {
    const name = nameOf(one);
    if (kind !== 'lacks') return text('call.notice.seesMore', { name });
    return other === own ? text('call.notice.lacksYou', { name }) : text('call.notice.lacks', { name, other: nameOf(other) });
}
