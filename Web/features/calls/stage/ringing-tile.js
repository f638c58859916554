import { avatar } from '../../../components/avatar.js';
import { h } from '../../../dom/h.js';
import { namesOf } from '../../../texts/names.js';
import { text } from '../../../texts/text.js';
import { stillRinging } from './stage-scene.js';
import { placed, tileLabel } from './tile-parts.js';

/** The number of faces in it. */
const mostFaces = 3;

/**
 * Those who still ring after others have answered.
 * @param {import('../call-state.js').CallState} call
 * @param {import('./stage-layout.js').StageLayout} layout
 */
export function ringingTile(call, layout) {
    const people = stillRinging(call);
    if (people.length === 0) return null;
    const names = namesOf(people);
    return h('div', {
        class: layout.places.has('ringing') ? 'tile tile-ringing' : 'tile tile-ringing tile-off', key: 'ringing', style: placed(layout, 'ringing'), role: 'group',
        'aria-label': tileLabel(names, [text('call.phase.ringing')]),
    },
    h('div', { class: 'tile-face', 'aria-hidden': 'true' },
        h('div', { class: 'tile-ringers' },
            h('span', { class: 'tile-faces' }, people.slice(0, mostFaces).map(({ userId, name }) => h('span', { class: 'ripple', key: userId }, avatar(name, userId, 'medium')))),
            h('span', { class: 'tile-rings' }, text('call.phase.ringing'))),
        h('span', { class: 'tile-name', key: 'name' }, h('span', { class: 'tile-words' }, names))));
}
