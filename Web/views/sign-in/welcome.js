import { button } from '../../components/button.js';
import { fingerprint } from '../../components/fingerprint.js';
import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { permissionRows } from '../permissions/permission-rows.js';

/**
 * The first screen of a new device: its key was made, and what the browser will be asked for.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/actions.js').Actions} actions
 */
export function welcomeView({ settings, permissions }, actions) {
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
