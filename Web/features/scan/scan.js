import { button } from '../../components/button.js';
import { heading } from '../../components/heading.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { knownName } from '../person/person-state.js';
import { aimOf, fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { backTo, detail } from '../../components/detail.js';
import { addTabs } from '../add/add-tabs.js';
import { scanProblem } from './scan-problems.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('./scan-state.js').ScanState} ScanState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * @param {State} state
 * @param {{ name: 'scan', user?: number, device?: number }} route
 * @param {Actions} actions
 */
export function scanView(state, route, actions) {
    const aim = aimIn(state, route);
    if (aim) return comparingView(state, aim, actions);
    return detail('scan', text('scan.title'),
        addTabs('scan'),
        h('p', { class: 'lead' }, text('scan.lead')),
        ...scanner(state.scan, null, actions),
        h('p', { class: 'muted' }, text('scan.paste'), ' ', h('a', { href: fragmentOf({ name: 'add' }) }, text('scan.pasteLink'))));
}

/**
 * The device that is to be compared with this one.
 * @typedef {{ isOwn: boolean, name: import('../../texts/text.js').Words, back: string }} Aim
 */

/**
 * @param {State} state
 * @param {{ name: 'scan', user?: number, device?: number }} route
 * @returns {Aim | null}
 */
function aimIn(state, route) {
    const aim = aimOf(route);
    if (!aim) return null;
    const { userId, deviceId } = aim;
    if (userId === state.account?.userId) {
        const name = state.settings.devices.value?.find(({ id }) => id === deviceId)?.deviceName || text('devices.nameless');
        return { isOwn: true, name, back: fragmentOf({ name: 'settings', page: 'devices', id: deviceId, compares: true }) };
    }
    return { isOwn: false, name: knownName(state, userId) ?? text('common.somebody'), back: fragmentOf({ name: 'contact', id: userId, device: deviceId }) };
}

/**
 * For the code of one device: no one is added here.
 * @param {State} state
 * @param {Aim} aim
 * @param {Actions} actions
 */
function comparingView({ scan }, aim, actions) {
    const { isOwn, name, back } = aim;
    return h('section', { class: 'detail', key: `scan-${back}` },
        h('header', { class: 'detail-head' },
            backTo(back, text('scan.backToComparison')),
            heading(text(isOwn ? 'ownDevice.scan' : 'compare.scan'), { key: 'title' })),
        h('div', { class: 'detail-body' },
            h('p', { class: 'lead' }, text(isOwn ? 'scan.leadOwn' : 'scan.leadCompare', { name })),
            ...scanner(scan, aim, actions),
            h('p', { class: 'muted' }, text('scan.pastePicture'), ' ', h('a', { href: back }, text('scan.byEye')))));
}

/**
 * @param {ScanState} scan
 * @param {Aim | null} aim
 * @param {Actions} actions
 */
function scanner(scan, aim, actions) {
    return [
        scan.problem ? failed(scan.problem, aim) : frame(scan),
        h('p', { class: 'muted scan-status', role: 'status', key: 'status' }, scan.problem ? '' : text(statuses[scan.status])),
        h('div', { class: 'panel-actions scan-ways', key: 'ways' }, cameraButton(scan, actions),
            scan.status === 'on' && scan.cameras.length > 1 && button({ key: 'switch', label: text('scan.switch'), symbol: 'retry', onclick: actions.switchCamera }),
            ...fileButton(scan, actions)),
    ];
}

/** @type {Record<ScanState['status'], import('../../texts/text.js').PlainKey>} */
const statuses = { off: 'scan.off', starting: 'scan.starting', on: 'scan.on', reading: 'scan.reading' };

/** @param {ScanState} scan */
function frame({ status, stream, isMirrored }) {
    return h('div', { class: 'code-frame scan-frame', 'aria-busy': status === 'starting' || status === 'reading' ? 'true' : undefined, key: 'frame' }, status === 'on'
        ? [
            h('video', { class: isMirrored ? 'scan-picture scan-mirrored' : 'scan-picture', autoplay: true, playsinline: true, muted: true, srcObject: stream, 'aria-label': text('scan.preview') }),
            h('svg', { class: 'scan-corners', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, h('path', { d: 'M2 20V2h18M80 2h18v18M98 80v18H80M20 98H2V80' })),
        ]
        : h('div', { class: 'code-blank' }, icon('code')));
}

/**
 * A single button that starts and stops, so that it keeps the focus.
 * @param {ScanState} scan
 * @param {Actions} actions
 */
function cameraButton({ status, problem }, actions) {
    if (status === 'on') return button({ key: 'camera', label: text('scan.stop'), symbol: 'videoOff', onclick: actions.stopScan });
    const isStarting = status === 'starting';
    return button({
        key: 'camera', label: text(isStarting ? 'scan.starting.button' : problem ? 'scan.again' : 'scan.start'), symbol: 'video', tone: 'primary', isBusy: isStarting, onclick: actions.startScan,
    });
}

/**
 * @param {ScanState} scan
 * @param {Actions} actions
 */
function fileButton({ status }, actions) {
    return [
        button({ key: 'file', label: text('scan.file'), symbol: 'picture', isBusy: status === 'reading', onclick: () => document.getElementById('scan-file')?.click() }),
        h('input', {
            key: 'input', id: 'scan-file', type: 'file', accept: 'image/*', hidden: true, 'aria-label': text('scan.file'),
            onchange: (/** @type {Event} */ event) => {
                const input = /** @type {HTMLInputElement} */ (event.target);
                const [file] = input.files ?? [];
                // The same file can be chosen again.
                input.value = '';
                if (file) actions.readPicture(file);
            },
        }),
    ];
}

/**
 * @param {import('./scan-state.js').ScanProblem} problem
 * @param {Aim | null} aim
 */
function failed(problem, aim) {
    const { title, what } = scanProblem(problem, aim);
    return h('div', { class: 'panel panel-bad', key: problem.code, role: 'alert' },
        h('p', { class: 'panel-title' }, icon('alert'), title), h('p', null, what));
}
