import { text } from '../../texts/text.js';

/** @typedef {'microphone' | 'camera'} Device */
/** @typedef {'denied' | 'notFound' | 'notReadable' | 'unplugged'} Why */

/**
 * @param {unknown} error what `getUserMedia` threw
 * @returns {Why}
 */
export function whyMissing(error) {
    const { name } = /** @type {DOMException} */ (error ?? {});
    if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
    return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'notFound' : 'notReadable';
}

/** @typedef {Record<Why, import('../../texts/text.js').PlainKey>} Sentences */

/** @type {Record<Device | 'both', Sentences>} */
const missing = {
    microphone: { denied: 'call.missing.microphone.denied', notFound: 'call.missing.microphone.notFound', notReadable: 'call.missing.microphone.notReadable', unplugged: 'call.missing.microphone.unplugged' },
    camera: { denied: 'call.missing.camera.denied', notFound: 'call.missing.camera.notFound', notReadable: 'call.missing.camera.notReadable', unplugged: 'call.missing.camera.unplugged' },
    both: { denied: 'call.missing.both.denied', notFound: 'call.missing.both.notFound', notReadable: 'call.missing.both.notReadable', unplugged: 'call.missing.both.unplugged' },
};
/** @type {Record<Device, Sentences>} */
const unopened = {
    microphone: { denied: 'call.cannotOpen.microphone.denied', notFound: 'call.cannotOpen.microphone.notFound', notReadable: 'call.cannotOpen.microphone.notReadable', unplugged: 'call.cannotOpen.microphone.unplugged' },
    camera: { denied: 'call.cannotOpen.camera.denied', notFound: 'call.cannotOpen.camera.notFound', notReadable: 'call.cannotOpen.camera.notReadable', unplugged: 'call.cannotOpen.camera.unplugged' },
};

/**
 * Returns the sentence that names the missing devices, what that means and what to do; null if none is missing.
 * @param {Partial<Record<Device, Why>>} lacks
 */
export function missingSentence({ microphone, camera }) {
    if (microphone && microphone === camera) return text(missing.both[microphone]);
    const sentences = [...(microphone ? [text(missing.microphone[microphone])] : []), ...(camera ? [text(missing.camera[camera])] : [])];
    const [first = null, second] = sentences;
    return first && second ? text('common.twoSentences', { first, second }) : first;
}

/**
 * @param {Device} device
 * @param {Why} why
 */
export const cannotOpen = (device, why) => text(unopened[device][why]);

/**
 * Returns the sentence that names the device used in place of one that is gone.
 * @param {Device} device
 * @param {string} gone their names, which a browser need not reveal
 * @param {string} used
 */
export const fellBack = (device, gone, used) => text('capture.fellBack', {
    gone: gone || text(device === 'camera' ? 'capture.yourCamera' : 'capture.yourMicrophone'), used: used || text('capture.another'),
});
