import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { callDays } from './call-row.js';

/** As many as fit a window without scrolling. */
const most = 12;

/**
 * The newest calls, for the right pane of a wide window while nothing is chosen.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/actions.js').Actions} actions
 */
export function recentCalls(state, actions) {
    const { calls, next } = state.history.all;
    return h('section', { class: 'detail recent', key: 'recent', 'aria-labelledby': 'recent-title' },
        h('header', { class: 'detail-head' }, heading(text('history.recent'), { key: 'title', id: 'recent-title', takesFocus: false, level: 2 })),
        h('div', { class: 'recent-body' }, callDays({ calls: calls ?? [], next }, state, actions, { level: 3, most })));
}
