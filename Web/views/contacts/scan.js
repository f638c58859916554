import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { fragmentOf } from '../../state/routes.js';
import { text } from '../../texts/text.js';
import { detail } from '../page/detail.js';
import { addTabs } from './add-tabs.js';
import { scanProblem } from './scan-problems.js';

/** @typedef {import('../../state/state.js').State} State */
/** @typedef {import('../../state/state.js').ScanState} ScanState */
/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Adding somebody by the QR code of their link: by the camera, or in a picture.
 * @param {State} state
 * @param {Actions} actions
 */
export function scanView({ scan }, actions) {
    return detail('scan', text('scan.title'),
        addTabs('scan'),
        h('p', { class: 'lead' }, text('scan.lead')),
        scan.problem ? failed(scan.problem) : frame(scan),
        h('p', { class: 'muted scan-status', role: 'status', key: 'status' }, scan.problem ? '' : text(statuses[scan.status])),
        h('div', { class: 'panel-actions scan-ways', key: 'ways' }, cameraButton(scan, actions),
            scan.status === 'on' && scan.cameras.length > 1 && button({ key: 'switch', label: text('scan.switch'), symbol: 'retry', onclick: actions.switchCamera }),
            ...fileButton(scan, actions)),
        h('p', { class: 'muted' }, text('scan.paste'), ' ', h('a', { href: fragmentOf({ name: 'add' }) }, text('scan.pasteLink'))));
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
 * One button that begins and ends, so that it keeps the focus.
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
                // The same one can be chosen again.
                input.value = '';
                if (file) actions.readPicture(file);
            },
        }),
    ];
}

/** @param {import('../../state/state.js').ScanProblem} problem */
function failed(problem) {
    const { title, what } = scanProblem(problem);
    return h('div', { class: 'panel panel-bad', key: problem.code, role: 'alert' },
        h('p', { class: 'panel-title' }, icon('alert'), text(title)), h('p', null, text(what)));
}
