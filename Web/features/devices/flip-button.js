import { iconButton } from '../../components/button.js';
import { h } from '../../dom/h.js';
import { canFlip } from '../../media/device-choice.js';
import { text } from '../../texts/text.js';

/**
 * On a phone, over a corner of the stage: from the camera at the front to that at the back.
 * @param {import('./device-state.js').DeviceState} devices
 * @param {import('../calls/call-state.js').CallState} call
 * @param {import('../../state/actions.js').Actions} actions
 */
export function flipButton({ isTouch, found, switching }, call, actions) {
    if (!call.isCameraOn || call.used.camera === null || !canFlip({ isTouch, cameras: found.camera })) return null;
    return h('div', { class: 'call-side', key: 'flip' },
        iconButton({ label: text('capture.flip'), symbol: 'turn', tone: 'glass', isBusy: switching === 'camera', onclick: actions.flipCamera }));
}
