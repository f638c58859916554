import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { cameraField, microphoneField } from './device-fields.js';
import { ownPreview } from './own-preview.js';

/** @typedef {import('./device-state.js').CheckState} CheckState */

/**
 * @param {CheckState | null} check
 * @returns {import('./device-fields.js').Taking}
 */
export const takingOf = (check) => ({ stream: check?.stream ?? null, used: check?.used ?? { microphone: null, camera: null }, isMuted: false });

/** @param {CheckState | null} check */
export const checkPicture = (check) => ownPreview({
    stream: check?.stream ?? null, camera: check?.used.camera ?? null,
    instead: text(check === null ? 'capture.onlyHere' : check.status === 'starting' ? 'capture.isStarting' : 'capture.cameraIsOff'),
});

/**
 * While a call rings: this person's picture and level, if they want to see them first.
 * @param {import('../../state/state.js').State} state
 * @param {import('../calls/call-state.js').CallState} call
 * @param {import('../../state/actions.js').Actions} actions
 */
export function checkInCall(state, { isVideo }, actions) {
    const { check } = state.devices;
    if (check === null) return button({ key: 'check', label: text('capture.test'), tone: 'quiet', onclick: () => actions.startCheck('incoming', isVideo) });
    return h('div', { class: 'devices-body incoming-check', key: 'checking' },
        check.hasCamera && checkPicture(check),
        check.hasCamera && cameraField('incoming', state, takingOf(check), actions),
        microphoneField('incoming', state, takingOf(check), actions));
}
