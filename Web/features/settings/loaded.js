import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { skeletonRows } from '../../components/skeleton.js';

/**
 * A fetched list: grey rows before it arrives, or the error and a button to retry.
 * @template Value
 * @param {import('../../state/state.js').Loadable<Value>} list
 * @param {import('../../texts/text.js').Words} label what is being fetched
 * @param {() => void} retry
 * @param {(value: Value) => import('../../dom/h.js').Content} view
 */
export function loaded({ status, value, problem }, label, retry, view) {
    return h('div', { class: 'settings-loaded', key: 'loaded', 'aria-busy': status === 'loading' && value === null ? 'true' : undefined },
        status === 'failed' && problem && message('bad', problem.message, button({ key: 'retry', label: text('settings.retry'), symbol: 'retry', onclick: retry })),
        value !== null ? view(value) : status === 'loading' && skeletonRows(label));
}
