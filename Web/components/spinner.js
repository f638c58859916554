import { h } from '../dom/h.js';

/** Turns while something is under way; what it is must be said beside it. */
export const spinner = () => h('span', { class: 'spinner', 'aria-hidden': 'true' });
