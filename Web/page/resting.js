import { empty } from '../components/message.js';
import { h } from '../dom/h.js';
import { text } from '../texts/text.js';

/**
 * The right pane of a wide window while nothing is chosen: instructions are given where they can be followed.
 * @param {import('../state/state.js').State} state
 */
export function restingView({ route, contacts }) {
    const count = route.name === 'contacts' ? contacts.value?.length : undefined;
    return h('div', { class: 'resting', key: 'resting' }, empty({
        drawing: 'call', text: text('common.promise'),
        title: count === undefined ? undefined : text(count === 0 ? 'main.resting.begin' : 'main.resting.choose'),
    }));
}
