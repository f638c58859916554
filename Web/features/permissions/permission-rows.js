import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { text } from '../../texts/text.js';

/** @typedef {import('./permissions.js').PermissionKind} PermissionKind */
/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */
/** @typedef {import('./browser-family.js').BrowserFamily} BrowserFamily */

/** @type {[PermissionKind, { title: PlainKey, why: PlainKey, symbol: import('../../icons.js').IconName }][]} */
const kinds = [
    ['microphone', { title: 'permissions.microphone', why: 'permissions.microphone.why', symbol: 'mic' }],
    ['camera', { title: 'permissions.camera', why: 'permissions.camera.why', symbol: 'video' }],
    ['notifications', { title: 'permissions.notifications', why: 'permissions.notifications.why', symbol: 'bell' }],
];
/** @type {Record<BrowserFamily, PlainKey>} */
const remedies = { chromium: 'permissions.undo.chromium', firefox: 'permissions.undo.firefox', safari: 'permissions.undo.safari', other: 'permissions.undo.other' };

/** @param {BrowserFamily} family */
export const remedy = (family) => text(remedies[family]);

/**
 * The permissions that the browser is asked for, why, and their states.
 * @param {import('./permission-state.js').PermissionState} permissions
 * @param {import('../../state/actions.js').Actions} actions
 * @param {readonly PermissionKind[]} [of]
 */
export function permissionRows({ known, family, asking }, actions, of = ['microphone', 'camera', 'notifications']) {
    const isRefused = of.some((kind) => known[kind] === 'denied');
    return [
        h('ul', { class: 'rows settings-rows', key: 'permissions' }, kinds.filter(([kind]) => of.includes(kind) && known[kind] !== 'missing').map(([kind, { title, why, symbol }]) =>
            h('li', { class: 'row settings-row', key: kind },
                h('span', { class: 'row-main' }, h('span', { class: 'settings-symbol' }, icon(symbol)),
                    h('span', { class: 'row-text' }, h('span', { class: 'row-title', id: `permission-${kind}` }, text(title)), h('span', { class: 'row-note' }, text(why)))),
                h('span', { class: 'settings-row-actions' }, state(known[kind], asking === kind, kind, actions))))),
        isRefused && h('p', { class: 'message message-plain', key: 'remedy', role: 'note' }, icon('info'), h('span', { class: 'message-text' }, remedy(family))),
    ];
}

/**
 * @param {import('./permissions.js').Permission} permission
 * @param {boolean} isAsking
 * @param {PermissionKind} kind
 * @param {import('../../state/actions.js').Actions} actions
 */
function state(permission, isAsking, kind, actions) {
    if (permission === 'granted') return h('span', { class: 'permission permission-granted' }, icon('check'), text('permissions.granted'));
    if (permission === 'denied') return h('span', { class: 'permission permission-denied' }, icon('alert'), text('permissions.denied'));
    return button({ label: text('permissions.allow'), description: `permission-${kind}`, isBusy: isAsking, onclick: () => actions.allow(kind) });
}
