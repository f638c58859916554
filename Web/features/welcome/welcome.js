import { button } from '../../components/button.js';
import { fingerprint } from '../../components/fingerprint.js';
import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { message } from '../../components/message.js';
import { permissionRows } from '../permissions/permission-rows.js';
import { ownCode } from '../own-devices/own-device.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * The first screen of a new device. If the account has other devices, one of them confirms this one before anything else.
 * @param {State} state
 * @param {Actions} actions
 */
export const welcomeView = (state, actions) => (state.confirmsFirst ? confirmView(state, actions) : readyView(state, actions));

/**
 * The digits that another device of the person compares. The person, not the server, knows whether there is one.
 * @param {State} state
 * @param {Actions} actions
 */
function confirmView({ settings }, actions) {
    const isConfirmed = settings.ownKeys.value?.isVouched ?? false;
    return h('section', { class: 'detail', key: 'confirm' },
        h('header', { class: 'detail-head' }, heading(text('welcome.confirm'), { key: 'title' })),
        h('div', { class: 'detail-body' },
            h('p', { class: 'lead' }, text('welcome.confirm.text')),
            h('div', { key: 'outcome', role: 'status' }, isConfirmed && message('good', text('ownDevice.selfVouched.text'))),
            !isConfirmed && h('p', { key: 'how' }, text('welcome.confirm.how')),
            !isConfirmed && ownCode(settings, actions),
            button(isConfirmed
                ? { key: 'next', label: text('welcome.confirm.next'), tone: 'primary', isWide: true, onclick: actions.confirmLater }
                : { key: 'later', label: text('welcome.confirm.later'), tone: 'quiet', isWide: true, onclick: actions.confirmLater })));
}

/**
 * States that this device's key was made, and what the browser will ask for.
 * @param {State} state
 * @param {Actions} actions
 */
function readyView({ settings, permissions }, actions) {
    return h('section', { class: 'detail', key: 'welcome' },
        h('header', { class: 'detail-head' }, heading(text('welcome.title'), { key: 'title' })),
        h('div', { class: 'detail-body' },
            h('p', { class: 'lead' }, text('welcome.text')),
            settings.fingerprint !== '' && fingerprint(settings.fingerprint),
            h('section', { class: 'group', key: 'permissions', 'aria-labelledby': 'welcome-permissions' },
                h('h2', { class: 'panel-title', id: 'welcome-permissions' }, text('welcome.permissions')),
                h('p', { class: 'muted' }, text('permissions.lead')),
                permissionRows(permissions, actions)),
            button({ key: 'go', label: text('welcome.go'), tone: 'primary', isWide: true, onclick: () => actions.go({ name: 'contacts' }) })));
}
