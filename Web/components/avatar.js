import { h } from '../dom/h.js';
import { firstLetter } from '../texts/marks.js';

const hues = 8;

/**
 * A person as a coloured circle with initials; the name itself stands beside it.
 * @param {string} name
 * @param {number} id decides the colour, so that it stays when the name changes
 * @param {'small' | 'medium' | 'large'} [size]
 */
export function avatar(name, id, size = 'small') {
    return h('span', { class: `avatar avatar-${size} avatar-hue-${Math.abs(id) % hues}`, 'aria-hidden': 'true' }, initials(name));
}

/**
 * The first letters of the first and the last word.
 * @param {string} name
 */
export function initials(name) {
    const words = name.trim().split(/\s+/).filter((word) => word !== '');
    const letters = (words.length > 1 ? [words[0], words[words.length - 1]] : words).map(firstLetter);
    return letters.join('').toLocaleUpperCase() || '?';
}
