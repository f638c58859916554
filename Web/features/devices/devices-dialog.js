import { button } from '../../components/button.js';
import { dialog } from '../../components/dialog.js';
import { h } from '../../dom/h.js';
import { text } from '../../texts/text.js';
import { cameraField, loudspeakerField, microphoneField } from './device-fields.js';
import { ownPreview } from './own-preview.js';

/** @typedef {import('../calls/call-state.js').CallState} CallState */

/**
 * @param {CallState} call
 * @returns {import('./device-fields.js').Taking}
 */
export const takingOf = ({ ownStream, used, isMuted }) => ({ stream: ownStream, used, isMuted });

/**
 * Camera, microphone and loudspeaker of the running call: a choice takes effect at once.
 * @param {import('../../state/state.js').State} state
 * @param {CallState} call
 * @param {import('../../state/actions.js').Actions} actions
 */
export function devicesDialog(state, call, actions) {
    if (!state.devices.isShown || call.phase === 'ending') return null;
    const taking = takingOf(call);
    return dialog({ key: 'devices', labelledBy: 'call-devices-title', onDismiss: actions.toggleDevices, kind: 'devices' },
        // Not on the button at the end: in a small window, the contents above it would be out of sight.
        h('h2', { id: 'call-devices-title', class: 'dialog-title', tabindex: '-1', autofocus: true }, text('sound.title')),
        h('div', { class: 'devices-body' },
            ownPreview({ stream: call.ownStream, camera: call.isCameraOn ? call.used.camera : null, instead: text('capture.cameraIsOff') }),
            cameraField('call', state, taking, actions), microphoneField('call', state, taking, actions), loudspeakerField('call', state, actions)),
        h('div', { class: 'dialog-actions' }, button({ label: text('capture.done'), tone: 'primary', onclick: actions.toggleDevices })));
}
