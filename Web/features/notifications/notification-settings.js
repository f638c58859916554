import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { minuteIn, notificationKinds, timeOf } from '../../notifications/settings.js';
import { text } from '../../texts/text.js';
import { permissionRows } from '../permissions/permission-rows.js';
import { choice } from '../settings/choice.js';
import { settingsPage } from '../settings/page.js';

/** @typedef {import('../../state/actions.js').Actions} Actions */
/** @typedef {import('../../notifications/settings.js').NotificationSettings} NotificationSettings */

/** @type {Readonly<Record<import('../../notifications/settings.js').NotificationKind, { label: import('../../texts/text.js').PlainKey, note: import('../../texts/text.js').PlainKey }>>} */
const words = Object.freeze({
    calls: { label: 'notifications.calls', note: 'notifications.calls.text' },
    missed: { label: 'notifications.missed', note: 'notifications.missed.text' },
    requests: { label: 'notifications.requests', note: 'notifications.requests.text' },
});

/**
 * The notifications of this device while the page is hidden, and the hours in which they are silent.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {Actions} actions
 */
export const notificationsPage = ({ permissions, notifications: settings, pushReach }, route, actions) => settingsPage(route,
    // A browser without a push service shows nothing once the page is closed.
    pushReach !== 'noService' && h('p', { class: 'lead', key: 'lead' }, text('notifications.lead')), permissionRows(permissions, actions, ['notifications']),
    (pushReach === 'noService' || (permissions.known.notifications === 'granted' && pushReach === 'off')) && h('p', { class: 'message message-plain', key: 'reach', role: 'note' },
        icon('info'), h('span', { class: 'message-text' }, text(pushReach === 'off' ? 'notifications.reach.off' : 'notifications.reach.noService'))),
    ...(settings === null ? [] : [
        ...notificationKinds.map((kind) => choice(`notifications-${kind}`, settings[kind], text(words[kind].label), text(words[kind].note),
            (isOn) => actions.setNotifications({ ...settings, [kind]: isOn }))),
        h('p', { class: 'muted', key: 'off' }, text('notifications.off')),
        quietHours(settings, actions),
    ]));

/**
 * Hours of the day on this device; the fields appear once they apply.
 * @param {NotificationSettings} settings
 * @param {Actions} actions
 */
function quietHours(settings, actions) {
    const { quiet } = settings;
    const set = (/** @type {Partial<NotificationSettings['quiet']>} */ change) => actions.setNotifications({ ...settings, quiet: { ...quiet, ...change } });
    return h('fieldset', { class: 'choices', key: 'quiet' },
        h('legend', { class: 'group-title' }, text('notifications.quiet')),
        choice('notifications-quiet', quiet.isOn, text('notifications.quiet.use'), text('notifications.quiet.text'), (isOn) => set({ isOn })),
        quiet.isOn && h('div', { class: 'quiet-hours', key: 'hours' },
            time('from', 'notifications.quiet.from', quiet.from, (from) => set({ from })), time('to', 'notifications.quiet.to', quiet.to, (to) => set({ to }))));
}

/**
 * @param {string} id
 * @param {import('../../texts/text.js').PlainKey} label
 * @param {number} minute of the day
 * @param {(minute: number) => void} set
 */
const time = (id, label, minute, set) => h('label', { class: 'quiet-time', key: id },
    h('span', null, text(label)),
    h('input', {
        class: 'field-input', type: 'time', value: timeOf(minute), required: true,
        onchange: (/** @type {Event} */ event) => {
            const changed = minuteIn(/** @type {HTMLInputElement} */ (event.target).value);
            if (changed !== null) set(changed);
        },
    }));
