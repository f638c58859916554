import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { settingsPage } from './page.js';

/** @type {['system' | 'light' | 'dark', import('../../texts/text.js').PlainKey][]} */
const themes = [['system', 'settings.theme.system'], ['light', 'settings.theme.light'], ['dark', 'settings.theme.dark']];

/**
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {import('../../state/actions.js').Actions} actions
 */
export function appearancePage({ theme: chosen }, route, actions) {
    return settingsPage(route,
        h('fieldset', { class: 'choices', key: 'theme', 'aria-describedby': 'theme-note' },
            h('legend', { class: 'group-title' }, text('appearance.theme')),
            h('div', { class: 'segments' }, themes.map(([theme, label]) => h('label', { class: 'segment', key: theme },
                h('input', { type: 'radio', name: 'theme', value: theme, checked: chosen === theme, onchange: () => actions.setTheme(theme) }),
                h('span', null, text(label))))),
            h('p', { class: 'muted', id: 'theme-note' }, text('appearance.text'))));
}
