import { isMirrored } from '../../calls/capture/used-device.js';
import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';

/**
 * This person's picture, mirrored, before or while others see it; a text if there is none.
 * @param {object} options
 * @param {MediaStream | null} options.stream
 * @param {import('../../calls/capture/used-device.js').UsedDevice | null} options.camera null: it is off
 * @param {import('../../texts/text.js').Words} options.instead
 */
export const ownPreview = ({ stream, camera, instead }) => h('div', { class: 'preview', key: 'preview' },
    camera && stream
        ? h('video', { key: 'video', class: isMirrored(camera) ? 'preview-picture preview-mirrored' : 'preview-picture', srcObject: stream, autoplay: true, playsinline: true, muted: true, 'aria-hidden': 'true' })
        : h('p', { key: 'instead', class: 'preview-instead', role: 'status' }, icon('videoOff'), h('span', null, instead)));
