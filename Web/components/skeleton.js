import { h } from '../dom/h.js';

/** @param {import('../texts/text.js').Words} label what is being fetched */
export function skeletonRows(label) {
    return h('div', { class: 'skeleton', role: 'status', 'aria-label': label },
        [0, 1, 2].map((index) => h('div', { class: 'row skeleton-row', key: index, 'aria-hidden': 'true' },
            h('span', { class: 'avatar avatar-small skeleton-shape' }), h('span', { class: 'skeleton-line skeleton-shape' }))));
}
