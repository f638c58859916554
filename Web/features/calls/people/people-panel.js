import { avatar } from '../../../components/avatar.js';
import { button, iconButton } from '../../../components/button.js';
import { menu } from '../../../components/menu.js';
import { volumes } from '../../../calls/members/member.js';
import { newReport } from '../../report/report.js';
import { h } from '../../../dom/h.js';
import { icon } from '../../../icons.js';
import { callable, isMaker, isThere, rings } from './people-state.js';
import { text } from '../../../texts/text.js';
import { callLinkPart } from '../link/call-link.js';
import { handMark, handStates, raisedHands } from '../gestures/gestures.js';
import { sayItsThem } from '../protection/held.js';
import { factsOf, nameOf, percentage } from './people-labels.js';
import { qualityBars } from '../quality.js';
import { shares, tilesOf } from '../stage/stage-scene.js';
import { isHeld, trustSymbol } from '../protection/trust-labels.js';

/** @typedef {import('../../../state/state.js').State} State */
/** @typedef {import('../call-state.js').CallState} CallState */
/** @typedef {import('../../../state/actions.js').Actions} Actions */
/** @typedef {import('../call-state.js').Participant} Participant */

/** How far one key press changes a volume, in percent. */
const step = 5;

/**
 * @param {CallState} call
 * @param {Actions} actions
 */
export const peopleButton = ({ showsPeople, members, phase }, actions) => iconButton({
    key: 'people', label: text('people.button', { count: members.filter(isThere).length }), caption: text('people.title'), symbol: 'people', tone: showsPeople ? 'on' : 'glass', size: 'large',
    isDisabled: phase === 'ending', isExpanded: showsPeople, onclick: actions.togglePeople,
});

/**
 * The people who are in the call, ring, don't answer or have left, and the actions for each.
 * @param {State} state
 * @param {CallState} call
 * @param {Actions} actions
 */
export function peoplePanel(state, call, actions) {
    if (!call.showsPeople) return null;
    const there = call.members.filter(isThere);
    const ringing = call.members.filter(rings);
    const gone = call.members.filter((one) => !isThere(one) && !rings(one));
    const leave = (/** @type {KeyboardEvent} */ event) => {
        // The browser closes open popovers first.
        const isOpen = document.querySelector('.people-panel :popover-open') !== null;
        if (event.key !== 'Escape' || event.defaultPrevented || isOpen) return;
        event.stopPropagation();
        actions.togglePeople();
        focusButton();
    };
    return h('aside', { class: 'people-panel', key: 'people', 'aria-labelledby': 'people-title', onkeydown: leave },
        h('header', { class: 'people-head' },
            h('h2', { class: 'people-title', id: 'people-title', tabindex: '-1', mounted: (/** @type {HTMLElement} */ element) => element.focus({ preventScroll: true }) }, text('people.title')),
            iconButton({ key: 'close', label: text('people.close'), symbol: 'close', onclick: () => { actions.togglePeople(); focusButton(); } })),
        h('div', { class: 'people-body' },
            call.phase === 'inCall' && button({ key: 'add', label: text('people.add'), symbol: 'addPerson', isWide: true, onclick: () => actions.startChoosing('add') }),
            call.phase === 'inCall' && call.id !== null && callLinkPart(state, actions),
            raisedHands(call, state.account?.userId ?? 0),
            part('in', text('people.in'), there, state, call, actions),
            part('ringing', text('people.ringing'), ringing, state, call, actions),
            part('gone', text('people.gone'), gone, state, call, actions)));
}

/** The panel is gone: the focus goes to the button that opened it. */
function focusButton() {
    const opener = /** @type {HTMLElement | null} */ (document.querySelector('.call-controls [aria-expanded]'));
    opener?.focus();
}

/**
 * @param {string} key
 * @param {import('../../../texts/text.js').Words} title
 * @param {Participant[]} people
 * @param {State} state
 * @param {CallState} call
 * @param {Actions} actions
 */
function part(key, title, people, state, call, actions) {
    return people.length > 0 && h('section', { key, 'aria-labelledby': `people-${key}` },
        h('h3', { class: 'people-part', id: `people-${key}` }, title, h('span', { class: 'people-count', 'aria-hidden': 'true' }, String(people.length))),
        h('ul', { class: 'people-list' }, people.map((one) => row(one, state, call, actions))));
}

/**
 * @param {Participant} person
 * @param {State} state
 * @param {CallState} call
 * @param {Actions} actions
 */
function row(person, state, call, actions) {
    const { userId, isSelf, trust, isAway, quality } = person;
    const isMuted = isSelf ? call.isMuted : person.isMuted;
    const facts = factsOf({ ...person, isMuted }, { isSharing: isSelf ? call.isSharing : shares(person), hand: handStates(call, userId) });
    const isIn = isThere(person);
    const name = nameOf(person);
    return h('li', { class: 'people-row', key: userId },
        h('span', { class: person.isSpeaking ? 'people-face people-face-speaks' : 'people-face' }, avatar(person.name, userId)),
        h('span', { class: 'people-words' },
            h('span', { class: 'people-name', dir: isSelf ? undefined : 'auto' }, isSelf ? text('people.you', { name }) : name),
            facts.length > 0 && h('span', { class: 'people-facts' }, { format: 'list', items: facts, isPlain: true })),
        isIn && h('span', { class: 'people-signs', 'aria-hidden': 'true' },
            (trust === 'verified' || isHeld(trust)) && h('span', { key: 'trust', class: isHeld(trust) ? 'people-held' : 'people-verified' }, icon(trustSymbol(/** @type {NonNullable<typeof trust>} */ (trust)))),
            handMark(call, userId),
            isMuted && icon('micOff')),
        isIn && (isSelf ? qualityBars(call.quality.level, 'own') : !isAway && qualityBars(quality, 'other')),
        !isSelf && doing(person, state, call, actions));
}

/**
 * @param {Participant} person
 * @param {State} state
 * @param {CallState} call
 * @param {Actions} actions
 */
function doing(person, state, call, actions) {
    const { userId } = person;
    const name = nameOf(person);
    if (isThere(person)) return menu(`people-menu-${userId}`, text('people.more', { name }), aboutThem(person, state, call, actions), false, volume(person, actions));
    if (call.phase !== 'inCall') return null;
    if (rings(person)) return isMaker(call) && iconButton({ key: 'stop', label: text('people.stopCalling'), symbol: 'close', onclick: () => actions.stopCalling(userId) });
    if (callable([person], state.contacts.value).length === 0) return null;
    return iconButton({ key: 'call', label: text('people.call', { name }), symbol: 'phone', tone: 'accent', onclick: () => actions.ringAgain(userId) });
}

/**
 * @param {Participant} person
 * @param {State} state
 * @param {CallState} call
 * @param {Actions} actions
 * @returns {(import('../../../components/menu.js').MenuItem | false)[]}
 */
function aboutThem(person, { contacts }, call, actions) {
    const { userId, name, isHeard, isMuted, deviceId, trust, offer } = person;
    const isPinned = call.view.pinned === userId;
    const maker = isMaker(call);
    return [
        { key: 'heard', label: text(isHeard ? 'people.muteForMe' : 'people.hearAgain'), symbol: isHeard ? 'micOff' : 'speaker', onclick: () => actions.setHeard(userId, !isHeard) },
        // A single tile cannot be enlarged.
        tilesOf(call).length > 1 && { key: 'pin', label: text(isPinned ? 'people.unpin' : 'people.pin'), symbol: isPinned ? 'starred' : 'star', onclick: () => actions.pin(isPinned ? null : userId) },
        deviceId !== null && trust !== 'verified' && {
            key: 'verify', label: text('people.verify'), symbol: 'check',
            onclick: () => actions.go({ name: 'contact', id: userId, device: deviceId }),
        },
        offer === 'itsThem' && { key: 'its-them', label: text('held.itsThem', { name }), symbol: 'check', onclick: () => sayItsThem(person, actions) },
        maker && !isMuted && { key: 'ask', label: text('people.askToMute'), symbol: 'micOff', onclick: () => actions.askToMute(userId) },
        // For a contact it is on their page.
        contacts.value?.some(({ contactId }) => contactId === userId) !== true && { key: 'report', label: text('contact.report'), symbol: 'alert', onclick: () => actions.ask(newReport(userId, name)) },
        maker && { key: 'remove', label: text('people.remove'), symbol: 'leave', isDangerous: true, onclick: () => actions.ask({ kind: 'removeFromCall', userId, name, isBusy: false }) },
    ];
}

/**
 * @param {Participant} person
 * @param {Actions} actions
 */
function volume(person, actions) {
    const { userId, volume: percent, isHeard } = person;
    const name = nameOf(person);
    return h('label', { class: 'people-volume', key: 'volume' },
        h('span', { 'aria-hidden': 'true' }, text('people.volume')),
        h('output', { class: 'people-percent', 'aria-hidden': 'true' }, percentage(isHeard ? percent : 0)),
        h('input', {
            type: 'range', min: String(volumes.least), max: String(volumes.most), step: String(step), value: String(percent), disabled: !isHeard,
            'aria-label': text('people.volume.of', { name }), 'aria-valuetext': percentage(percent),
            oninput: (/** @type {Event} */ event) => actions.setVolume(userId, Number(/** @type {HTMLInputElement} */ (event.target).value)),
        }));
}
