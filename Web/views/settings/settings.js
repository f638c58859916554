import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { blockedPeople, searchChoice } from './privacy.js';
import { detail } from '../page/detail.js';
import { nameForm } from '../sign-in/name.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @type {['system' | 'light' | 'dark', string][]} */
const themes = [['system', 'System'], ['light', 'Light'], ['dark', 'Dark']];

/**
 * Account, appearance, what is protected, signing out.
 * @param {State} state
 * @param {Actions} actions
 */
export function settingsView(state, actions) {
    const { account } = state;
    if (!account) return detail('settings', 'Settings');
    const address = account.email || account.phoneNumber || '';
    const name = account.displayName || address;
    return detail('settings', 'Settings',
        h('div', { class: 'panel panel-account' },
            h('div', { class: 'panel-person' }, avatar(name, account.userId, 'medium'),
                h('p', null, h('strong', null, name), h('br', null), h('span', { class: 'muted breakable' }, address))),
            nameForm(state.profile, account.displayName, actions, { label: 'Save', takesFocus: false, isWide: false })),
        h('fieldset', { class: 'choices' },
            h('legend', { class: 'group-title' }, 'Appearance'),
            h('div', { class: 'segments' }, themes.map(([theme, label]) => h('label', { class: 'segment', key: theme },
                h('input', { type: 'radio', name: 'theme', value: theme, checked: state.theme === theme, onchange: () => actions.setTheme(theme) }),
                h('span', null, label))))),
        searchChoice(state, actions),
        blockedPeople(state, actions),
        h('section', { class: 'panel', 'aria-labelledby': 'protection-title' },
            h('h2', { class: 'panel-title', id: 'protection-title' }, icon('lock'), 'How calls are protected'),
            h('p', null, 'Sound and picture are sealed on your device and opened on the devices in the call: protected from outsiders and from a server that only listens.'),
            h('p', { class: 'muted' }, 'A server that attacks could still hand out false keys or change this page. You are told when a contact has a new device or a changed key.')),
        h('div', { class: 'panel-actions' },
            button({ label: 'Sign out', symbol: 'leave', onclick: () => actions.ask({ kind: 'signOut', isBusy: false }) })));
}
