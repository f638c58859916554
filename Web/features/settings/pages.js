import { text } from '../../texts/text.js';

/** @typedef {import('../../state/settings-routes.js').SettingsPage} SettingsPage */

/**
 * The title of each page, its contents, and its symbol in the list.
 * @type {Readonly<Record<SettingsPage, { title: import('../../texts/text.js').PlainKey, note: import('../../texts/text.js').PlainKey, symbol: import('../../icons.js').IconName }>>}
 */
export const pages = Object.freeze({
    profile: { title: 'profile.title', note: 'profile.note', symbol: 'person' },
    methods: { title: 'methods.title', note: 'methods.note', symbol: 'signIn' },
    devices: { title: 'devices.title', note: 'devices.note', symbol: 'phoneDevice' },
    permissions: { title: 'permissions.title', note: 'permissions.note', symbol: 'mic' },
    notifications: { title: 'permissions.notifications', note: 'notifications.note', symbol: 'bell' },
    sound: { title: 'sound.title', note: 'sound.note', symbol: 'speaker' },
    network: { title: 'networkCheck.title', note: 'networkCheck.note', symbol: 'signal' },
    privacy: { title: 'privacy.title', note: 'privacy.note', symbol: 'eye' },
    appearance: { title: 'settings.appearance', note: 'appearance.note', symbol: 'contrast' },
    language: { title: 'language.title', note: 'language.note', symbol: 'globe' },
    keys: { title: 'keys.title', note: 'keys.note', symbol: 'key' },
    account: { title: 'account.title', note: 'account.note', symbol: 'leave' },
    about: { title: 'about.title', note: 'about.note', symbol: 'info' },
});

/** @param {import('../../state/settings-routes.js').SettingsRoute} route */
export const settingsTitle = ({ page, id, compares }) => text(compares ? 'ownDevice.title' : id !== undefined ? 'devices.one' : page ? pages[page].title : 'settings.title');
