import { button } from '../../components/button.js';
import { dialog } from '../../components/dialog.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { remedy } from './permission-rows.js';

/** @typedef {import('./permission-state.js').PermissionDialog} PermissionDialog */
/** @typedef {import('../../texts/text.js').PlainKey} PlainKey */

/** @type {Record<PermissionDialog['about'], Record<'microphone' | 'camera' | 'both', { title: PlainKey, sentence: PlainKey }>>} */
const wording = {
    explain: {
        microphone: { title: 'permissions.explain.microphone', sentence: 'permissions.explain.microphone.text' },
        camera: { title: 'permissions.explain.camera', sentence: 'permissions.explain.camera.text' },
        both: { title: 'permissions.explain.both', sentence: 'permissions.explain.both.text' },
    },
    refused: {
        microphone: { title: 'permissions.refused.microphone', sentence: 'permissions.refused.microphone.text' },
        camera: { title: 'permissions.refused.camera', sentence: 'permissions.refused.camera.text' },
        both: { title: 'permissions.refused.both', sentence: 'permissions.refused.both.text' },
    },
};

/**
 * Before the browser asks: why. After it was refused: how to undo that in this browser.
 * @param {PermissionDialog} shown
 * @param {import('./browser-family.js').BrowserFamily} family
 * @param {import('../../state/actions.js').Actions} actions
 */
export function permissionDialog({ about, devices, goesOn }, family, actions) {
    const { title, sentence } = wording[about][devices.length > 1 ? 'both' : devices[0]];
    const isRefused = about === 'refused';
    return dialog({ key: 'permission', labelledBy: 'permission-title', describedBy: 'permission-text', onDismiss: actions.dismissPermission, role: 'alertdialog' },
        h('h2', { class: 'dialog-title', id: 'permission-title', tabindex: '-1' }, text(title)),
        h('div', { id: 'permission-text', class: 'permission-text' }, h('p', null, text(sentence)), isRefused && h('p', null, remedy(family))),
        h('div', { class: 'dialog-actions' },
            button({ key: 'no', label: text(goesOn ? 'common.cancel' : 'permissions.close'), isFirst: !goesOn, onclick: actions.dismissPermission }),
            goesOn && button({
                key: 'go', label: text(isRefused ? 'permissions.goOn' : 'permissions.continue'), tone: isRefused ? 'plain' : 'primary', isFirst: true,
                onclick: actions.continueAfterPermission,
            })));
}
