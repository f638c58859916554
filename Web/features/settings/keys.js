import { fingerprint, fingerprintCode } from '../../components/fingerprint.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';
import { settingsPage } from './page.js';

/**
 * The key of this device, by its fingerprint, and what keys protect against.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 */
export function keysPage({ settings: { fingerprint: hash } }, route) {
    return settingsPage(route,
        h('p', { class: 'lead' }, text('keys.lead')),
        hash !== '' && fingerprint(hash),
        hash !== '' && fingerprintCode(hash),
        h('p', { class: 'muted' }, text('keys.stay')),
        h('p', { class: 'muted' }, text('keys.new')),
        h('section', { class: 'panel', 'aria-labelledby': 'protection-title' },
            h('h2', { class: 'panel-title', id: 'protection-title' }, icon('lock'), text('settings.protection.title')),
            h('p', null, text('settings.protection.text')),
            h('p', { class: 'muted' }, text('settings.protection.limit'))));
}
