import { button } from '../../components/button.js';
import { dialog } from '../../components/dialog.js';
import { h } from '../../dom/h.js';
import { takesMedia } from './device-state.js';
import { text } from '../../texts/text.js';
import { namesOf } from '../../texts/names.js';
import { checkPicture, takingOf } from './check-view.js';
import { cameraField, loudspeakerField, microphoneField } from './device-fields.js';

/**
 * The preview for a person who wants to see themselves before the call is placed.
 * @param {import('../../state/state.js').State} state
 * @param {import('../../state/actions.js').Actions} actions
 */
export function beforeCallDialog(state, actions) {
    const { check } = state.devices;
    if (!check?.planned || takesMedia(state.call)) return null;
    const { people, isVideo } = check.planned;
    const taking = takingOf(check);
    return dialog({ key: 'before-call', labelledBy: 'before-call-title', onDismiss: actions.stopCheck, kind: 'devices' },
        h('h2', { id: 'before-call-title', class: 'dialog-title', tabindex: '-1' }, text(isVideo ? 'capture.beforeVideo' : 'capture.before', { names: namesOf(people) })),
        h('div', { class: 'devices-body' },
            isVideo && checkPicture(check), isVideo && cameraField('before', state, taking, actions),
            microphoneField('before', state, taking, actions), loudspeakerField('before', state, actions)),
        h('div', { class: 'dialog-actions' },
            button({ key: 'cancel', label: text('settings.cancel'), onclick: actions.stopCheck }),
            button({ key: 'start', label: text('capture.start'), tone: 'primary', symbol: isVideo ? 'video' : 'phone', onclick: actions.startPlanned, isFirst: true })));
}
