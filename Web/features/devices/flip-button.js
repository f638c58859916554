import { iconButton } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { canFlip } from '../../media/device-choice.js';
import { text } from '../../texts/text.js';

/**
 * Whether there is a camera facing the other way, as on a phone.
 * @param {Pick<import('./device-state.js').DeviceState, 'isTouch' | 'found'>} devices
 * @param {Pick<import('../calls/call-state.js').CallState, 'isCameraOn' | 'used'>} call
 */
export const canFlipCamera = ({ isTouch, found }, { isCameraOn, used }) => isCameraOn && used.camera !== null && canFlip({ isTouch, cameras: found.camera });

/**
 * On a phone, in a corner of the stage: switches between the front and the back camera.
 * @param {import('./device-state.js').DeviceState} devices
 * @param {import('../calls/call-state.js').CallState} call
 * @param {import('../../state/actions.js').Actions} actions
 */
export function flipButton(devices, call, actions) {
    if (!canFlipCamera(devices, call)) return null;
    return h('div', { class: 'call-side', key: 'flip' },
        iconButton({ label: text('capture.flip'), symbol: 'turn', tone: 'glass', isBusy: devices.switching === 'camera', onclick: actions.flipCamera }));
}
