/**
 * The notifications that the person wants on this device. Times in minutes of the local day; `from` equal to `to`: none. The twin of
 * NotificationSettings.swift (`Tests/Vectors/notification-settings.json`).
 * @typedef {object} NotificationSettings
 * @property {boolean} calls incoming calls
 * @property {boolean} missed
 * @property {boolean} requests new contact requests, and accepted ones
 * @property {{ isOn: boolean, from: number, to: number }} quiet when nothing makes a sound
 */
/** @typedef {'calls' | 'missed' | 'requests'} NotificationKind */

/** @type {readonly NotificationKind[]} */
export const notificationKinds = Object.freeze(['calls', 'missed', 'requests']);

const dayLength = 24 * 60;

/** @returns {NotificationSettings} */
export const allNotifications = () => ({ calls: true, missed: true, requests: true, quiet: { isOn: false, from: 22 * 60, to: 7 * 60 } });

/**
 * The stored settings, as far as they are valid.
 * @param {unknown} kept
 * @returns {NotificationSettings}
 */
export function notificationsOf(kept) {
    const all = allNotifications();
    const found = /** @type {Record<string, unknown>} */ (typeof kept === 'object' && kept !== null ? kept : {});
    const quiet = /** @type {Record<string, unknown>} */ (typeof found.quiet === 'object' && found.quiet !== null ? found.quiet : {});
    for (const kind of notificationKinds) all[kind] = found[kind] !== false;
    if (typeof quiet.isOn === 'boolean' && isMinute(quiet.from) && isMinute(quiet.to)) all.quiet = { isOn: quiet.isOn, from: quiet.from, to: quiet.to };
    return all;
}

/** @param {NotificationSettings} settings */
export const wantsNone = (settings) => notificationKinds.every((kind) => !settings[kind]);

/**
 * Whether notifications must be silent now. Hours that end before they begin extend over midnight.
 * @param {NotificationSettings} settings
 * @param {number} minute of the day on this device
 */
export function isQuiet({ quiet: { isOn, from, to } }, minute) {
    if (!isOn || from === to) return false;
    return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** @param {Date} date */
export const minuteOf = (date) => date.getHours() * 60 + date.getMinutes();

/**
 * In the format of time fields, `HH:MM`.
 * @param {number} minute of the day
 */
export const timeOf = (minute) => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/**
 * The minute of the day; null if it isn't a time, for instance an empty field.
 * @param {string} time
 */
export function minuteIn(time) {
    const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
    const minute = Number(hours) * 60 + Number(minutes);
    return isMinute(minute) && Number(minutes) < 60 ? minute : null;
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isMinute = (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < dayLength;
