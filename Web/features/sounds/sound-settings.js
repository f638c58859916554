import { button } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { takesMedia } from '../devices/device-state.js';
import { text } from '../../texts/text.js';
import { checkPicture, takingOf } from '../devices/check-view.js';
import { cameraField, loudspeakerField, microphoneField } from '../devices/device-fields.js';
import { takingOf as takingOfCall } from '../devices/devices-dialog.js';
import { ownPreview } from '../devices/own-preview.js';
import { choice } from '../settings/choice.js';
import { settingsPage } from '../settings/page.js';

/** @typedef {import('../../state/actions.js').Actions} Actions */

/**
 * Camera, microphone and loudspeaker of calls, a test of them that the person starts, and the sounds of calls.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/settings-routes.js').SettingsRoute} route
 * @param {Actions} actions
 */
export function soundPage(state, route, actions) {
    const { devices: { check, checksFirst }, sounds, call } = state;
    const isInCall = call !== null && takesMedia(call);
    const taking = isInCall ? takingOfCall(call) : takingOf(check);
    return settingsPage(route,
        isInCall
            ? ownPreview({ stream: call.ownStream, camera: call.isCameraOn ? call.used.camera : null, instead: text('capture.cameraIsOff') })
            : checkPicture(check),
        !isInCall && testButton(check !== null, actions),
        cameraField('settings', state, taking, actions), microphoneField('settings', state, taking, actions), loudspeakerField('settings', state, actions),
        choice('checks-first', checksFirst, text('capture.checksFirst'), text('capture.checksFirst.text'), actions.setChecksFirst),
        choice('rings', sounds.rings, text('sounds.rings'), text('sounds.rings.text'), actions.setRings),
        choice('in-calls', sounds.inCalls, text('sounds.inCalls'), text('sounds.inCalls.text'), actions.setCallSounds));
}

/**
 * @param {boolean} isOn
 * @param {Actions} actions
 */
const testButton = (isOn, actions) => h('div', { class: 'device-line device-test', key: 'test' },
    button({ key: 'test', label: text(isOn ? 'capture.stopTest' : 'capture.test'), tone: isOn ? 'plain' : 'primary', symbol: isOn ? 'videoOff' : 'video', onclick: isOn ? actions.stopCheck : () => actions.startCheck('settings', true) }));
