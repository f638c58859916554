import { button } from '../../../components/button.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { text } from '../../../texts/text.js';
import { namesOf } from '../../../texts/names.js';

/**
 * A call that the person is in and this page is not: a button to return to it, as long as it exists.
 * @param {import('../call-state.js').RunningState} running
 * @param {number} now Unix milliseconds
 * @param {import('../../../state/actions.js').Actions} actions
 */
export function runningBanner(running, now, actions) {
    const { place, isHeld, isOnHold, until, isBusy } = running;
    const names = namesOf(running.people);
    const left = until === null ? null : Math.max(0, Math.ceil((until - now) / 1000));
    return h('section', { class: 'banner banner-call banner-running', key: 'banner-running', 'aria-label': text('running.title') },
        icon('answer'),
        h('p', null,
            h('span', { role: 'status' }, text(isOnHold ? 'running.onHold' : place === 'here' ? 'running.here' : isHeld ? 'running.elsewhere' : 'running.lostElsewhere', { names })),
            left !== null && h('span', { class: 'banner-time' }, text('running.left', { time: { format: 'amount', count: left, unit: 'second' } }))),
        !isHeld && h('span', { class: 'banner-buttons' },
            place === 'here' && button({ key: 'leave', label: text('running.leave'), tone: 'danger', isBusy, onclick: actions.leaveRunning }),
            button({ key: 'return', label: text(place === 'here' ? 'main.return' : 'running.returnHere'), tone: 'good', isDisabled: isBusy, onclick: actions.returnToCall })));
}
