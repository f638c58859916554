import { button } from '../../components/button.js';
import { message } from '../../components/message.js';
import { spinner } from '../../components/spinner.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { settingsPage } from '../settings/page.js';
import { transports } from './relay-ways.js';

/** @typedef {import('./network-check-state.js').WayState} WayState */

/**
 * Whether the relays of calls can be reached from here, by each transport, and what to ask the network's administrator for.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {import('../../state/actions.js').Actions} actions
 */
export function networkCheckPage({ networkCheck: { stage, ways, advice, verdict } }, route, actions) {
    const isRunning = stage === 'running';
    return settingsPage(route,
        h('p', { class: 'lead' }, text('networkCheck.lead')),
        h('div', { key: 'start' }, button({
            key: 'start', label: text(isRunning ? 'networkCheck.running' : stage === 'done' ? 'networkCheck.again' : 'networkCheck.start'),
            tone: stage === 'done' ? 'plain' : 'primary', symbol: stage === 'done' ? 'retry' : undefined, isBusy: isRunning, onclick: actions.checkNetwork,
        })),
        stage !== 'idle' && h('ul', { class: 'rows settings-rows', key: 'ways' }, transports.map((transport) => h('li', { class: 'row settings-row', key: transport },
            h('span', { class: 'row-main' }, h('span', { class: 'row-text' },
                h('span', { class: 'row-title' }, text('networkCheck.relay', { transport: transport.toUpperCase() })))),
            h('span', { class: 'settings-row-actions' }, wayState(ways[transport]))))),
        advice.map((words, index) => h('div', { key: `advice-${index}` }, message(tones[verdict], words))));
}

/** @type {Record<import('./network-advice.js').Verdict, 'good' | 'plain' | 'bad'>} */
const tones = { good: 'good', limited: 'plain', none: 'bad' };

/** @param {WayState} way */
function wayState(way) {
    switch (way.status) {
    case 'waiting': return null;
    case 'checking': return h('span', { class: 'permission', key: 'checking' }, spinner(), text('networkCheck.running'));
    case 'works': return h('span', { class: 'permission permission-granted', key: 'works' }, icon('check'), text('networkCheck.works', { milliseconds: String(Math.round(way.roundTrip)) }));
    case 'fails': return h('span', { class: 'permission permission-denied', key: 'fails' }, icon('alert'), text('networkCheck.fails'));
    case 'notOffered': return h('span', { class: 'permission', key: 'none' }, text('networkCheck.notOffered'));
    }
}
