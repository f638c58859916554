import { aboutPage } from '../features/settings/about.js';
import { accountPage } from '../features/account/account.js';
import { appearancePage } from '../features/settings/appearance.js';
import { devicePage, devicesPage, signingOut } from '../features/own-devices/device-list.js';
import { languagePage } from '../features/language/language-page.js';
import { keysPage } from '../features/settings/keys.js';
import { methodsPage } from '../features/login-methods/login-methods.js';
import { settingsPage } from '../features/settings/page.js';
import { networkCheckPage } from '../features/network-check/network-check-page.js';
import { notificationsPage } from '../features/notifications/notification-settings.js';
import { permissionsPage } from '../features/permissions/permission-settings.js';
import { privacyPage } from '../features/privacy/privacy.js';
import { ownDevicePage } from '../features/own-devices/own-device.js';
import { profilePage } from '../features/profile/profile.js';
import { soundPage } from '../features/sounds/sound-settings.js';

/** @typedef {import('../state/state.js').State} State */

/**
 * A page of the settings; beside the list the first one.
 * @param {State} state
 * @param {import('../state/settings-routes.js').SettingsRoute} route
 * @param {import('../state/actions.js').Actions} actions
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
    case 'network': return networkCheckPage(state, route, actions);
    case 'privacy': return privacyPage(state, route, actions);
    case 'appearance': return appearancePage(state, route, actions);
    case 'language': return languagePage(state, route, actions);
    case 'keys': return keysPage(state, route);
    case 'account': return accountPage(state, account, route, actions);
    case 'about': return aboutPage(state, route);
    default: return profilePage(state, account, route, actions);
    }
}

/**
 * @param {State} state
 * @param {import('../state/settings-routes.js').SettingsRoute} route
 * @param {number} id of a device
 * @param {import('../state/actions.js').Actions} actions
 */
function deviceOrComparison(state, route, id, actions) {
    if (!route.compares) return devicePage(state, route, actions);
    return ownDevicePage(state, route, actions, (name) => actions.ask(signingOut(id, name, state.settings, true)));
}
