import { aboutPage } from './about.js';
import { accountPage } from './account.js';
import { appearancePage } from './appearance.js';
import { devicePage, devicesPage, signingOut } from './devices.js';
import { keysPage } from './keys.js';
import { methodsPage } from './login-methods.js';
import { settingsPage } from './page.js';
import { notificationsPage } from './notifications.js';
import { permissionsPage } from './permissions.js';
import { privacyPage } from './privacy.js';
import { ownDevicePage } from './own-device.js';
import { profilePage } from './profile.js';
import { soundPage } from './sound.js';

/** @typedef {import('../../state/state.js').State} State */

/**
 * A page of the settings; beside the list, the first one.
 * @param {State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {import('../../state/actions.js').Actions} actions
 */
export function settingsView(state, route, actions) {
    const { account } = state;
    if (!account) return settingsPage(route);
    switch (route.page) {
    case 'methods': return methodsPage(state, route, actions);
    case 'devices': return route.id === undefined ? devicesPage(state, route, actions) : deviceOrComparison(state, route, route.id, actions);
    case 'permissions': return permissionsPage(state, route, actions);
    case 'notifications': return notificationsPage(state, route, actions);
    case 'sound': return soundPage(state, route, actions);
    case 'privacy': return privacyPage(state, route, actions);
    case 'appearance': return appearancePage(state, route, actions);
    case 'keys': return keysPage(state, route);
    case 'account': return accountPage(state, account, route, actions);
    case 'about': return aboutPage(state, route);
    default: return profilePage(state, account, route, actions);
    }
}

/**
 * @param {State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {number} id of a device
 * @param {import('../../state/actions.js').Actions} actions
 */
function deviceOrComparison(state, route, id, actions) {
    if (!route.compares) return devicePage(state, route, actions);
    return ownDevicePage(state, route, actions, (name) => actions.ask(signingOut(id, name, state.settings, true)));
}
