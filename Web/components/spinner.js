import { h } from '../dom/h.js';

/** Turns while something is under way; a label must be beside it. */
export const spinner = () => h('span', { class: 'spinner', 'aria-hidden': 'true' });
