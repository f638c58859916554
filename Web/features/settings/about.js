import { brand } from '../../components/screen.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { version } from '../../version.js';
import { settingsPage } from './page.js';

/**
 * The name of this page, its server, and the disclaimer of affiliation.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 */
export function aboutPage({ settings: { server } }, route) {
    /** @type {[import('../../texts/text.js').PlainKey, import('../../texts/text.js').Words][]} */
    const facts = [['about.version', version], ['about.server', server], ['about.licence', text('about.mit')]];
    return settingsPage(route,
        brand(),
        h('dl', { class: 'facts' }, facts.map(([label, value]) => h('div', { class: 'fact', key: label }, h('dt', null, text(label)), h('dd', { class: 'breakable' }, value)))),
        h('p', null, text('about.independent')),
        h('p', { class: 'muted' }, text('about.operator')));
}
