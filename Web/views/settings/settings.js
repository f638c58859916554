import { avatar } from '../../components/avatar.js';
import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { blockedPeople, searchChoice } from './privacy.js';
import { detail } from '../page/detail.js';
import { nameForm } from '../sign-in/name.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/** @type {['system' | 'light' | 'dark', import('../../texts/text.js').PlainKey][]} */
const themes = [['system', 'settings.theme.system'], ['light', 'settings.theme.light'], ['dark', 'settings.theme.dark']];

/**
 * Account, appearance, what is protected, signing out.
 * @param {State} state
 * @param {Actions} actions
 */
export function settingsView(state, actions) {
    const { account } = state;
    if (!account) return detail('settings', text('settings.title'));
    const address = account.email || account.phoneNumber || '';
    const name = account.displayName || address;
    return detail('settings', text('settings.title'),
        h('div', { class: 'panel panel-account' },
            h('div', { class: 'panel-person' }, avatar(name, account.userId, 'medium'),
                h('p', null, h('strong', null, name), h('br', null), h('span', { class: 'muted breakable' }, address))),
            nameForm(state.profile, account.displayName, actions, { label: text('settings.save'), takesFocus: false, isWide: false })),
        h('fieldset', { class: 'choices' },
            h('legend', { class: 'group-title' }, text('settings.appearance')),
            h('div', { class: 'segments' }, themes.map(([theme, label]) => h('label', { class: 'segment', key: theme },
                h('input', { type: 'radio', name: 'theme', value: theme, checked: state.theme === theme, onchange: () => actions.setTheme(theme) }),
                h('span', null, text(label)))))),
        searchChoice(state, actions),
        blockedPeople(state, actions),
        h('section', { class: 'panel', 'aria-labelledby': 'protection-title' },
            h('h2', { class: 'panel-title', id: 'protection-title' }, icon('lock'), text('settings.protection.title')),
            h('p', null, text('settings.protection.text')),
            h('p', { class: 'muted' }, text('settings.protection.limit'))),
        h('div', { class: 'panel-actions' },
            button({ label: text('settings.signOut'), symbol: 'leave', onclick: () => actions.ask({ kind: 'signOut', isBusy: false }) })));
}
