import { h } from '../dom/h.js';
import { initials } from '../texts/initials.js';

const hues = 8;

/**
 * A person as a coloured circle with initials; their name must be shown beside it.
 * @param {string} name
 * @param {number} id decides the colour, so that it stays when the name changes
 * @param {'small' | 'medium' | 'large'} [size]
 */
export function avatar(name, id, size = 'small') {
    return h('span', { class: `avatar avatar-${size} avatar-hue-${Math.abs(id) % hues}`, 'aria-hidden': 'true' }, initials(name));
}
