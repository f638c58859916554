import { button } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';
import { namesOf } from '../../../texts/names.js';

/**
 * Over the call, for as long as another one waits: both can be swapped.
 * @param {import('../call-state.js').HeldState | null} onHold
 * @param {Pick<import('../call-state.js').CallState, 'phase'>} call
 * @param {Pick<import('../../../state/actions.js').Actions, 'swapCalls'>} actions
 */
export function heldBar(onHold, { phase }, { swapCalls }) {
    return h('div', { key: 'on-hold', class: 'call-sharing' },
        h('p', { class: 'call-sharing-words', role: 'status', key: 'words' },
            onHold && [icon('pause'), h('span', { key: 'said', class: 'call-on-hold' }, text('onHold.here', { names: namesOf(onHold.people) }))]),
        onHold && button({ key: 'swap', label: text('onHold.swap'), tone: 'plain', isBusy: onHold.isBusy, isDisabled: phase !== 'inCall', onclick: swapCalls }));
}
