import { h } from '../dom/h.js';
import { text } from '../texts/text.js';
import { qrPicture } from './qr-picture.js';

/**
 * The hash of a public key in groups of four, to be read out and compared.
 * @param {string} hash hexadecimal
 */
export const fingerprintGroups = (hash) => hash.toUpperCase().match(/.{1,4}/g) ?? [];

/**
 * Focusable, so that a page without any control can be scrolled by keyboard.
 * @param {string} hash hexadecimal
 */
export const fingerprint = (hash) => h('div', { class: 'fingerprint', key: 'fingerprint', dir: 'ltr', role: 'group', tabindex: '0', 'aria-label': text('keys.note') },
    fingerprintGroups(hash).map((group, index) => h('span', { key: index }, group)));

/** @param {string} hash hexadecimal */
export const fingerprintCode = (hash) => h('div', { class: 'code-frame', key: 'code' }, qrPicture(hash, text('keys.code')));
