import { h } from '../../dom/h.js';
import { icon } from '../../icons.js';
import { participantsOf } from './people/people-state.js';
import { text } from '../../texts/text.js';
import { namesOf } from '../../texts/names.js';

/**
 * Shown over the pictures while someone records. The start of a recording is announced once, elsewhere.
 * @param {import('./call-state.js').CallState} call
 */
export function recordingMark(call) {
    const recorders = participantsOf(call).filter(({ isRecording }) => isRecording);
    if (recorders.length === 0) return null;
    return h('p', { key: 'recording', class: 'call-recording' }, icon('record'), h('span', null, text('call.recordedBy', { names: namesOf(recorders) })));
}
