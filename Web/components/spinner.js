import { h } from '../dom/h.js';

/** Turns while something is in progress; there must be a label beside it. */
export const spinner = () => h('span', { class: 'spinner', 'aria-hidden': 'true' });
