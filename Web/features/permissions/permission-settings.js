import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { permissionRows } from './permission-rows.js';
import { settingsPage } from '../settings/page.js';

/**
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {import('../../state/actions.js').Actions} actions
 */
export const permissionsPage = ({ permissions }, route, actions) => settingsPage(route,
    h('p', { class: 'lead' }, text('permissions.lead')), permissionRows(permissions, actions));
